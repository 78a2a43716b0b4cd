"""Players: each chooses a move from a view and the legal moves, and never sees a Game."""
