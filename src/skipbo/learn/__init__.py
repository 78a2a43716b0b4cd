"""How the learned player taught itself: games against itself, and a network that follows them.

`lessons` plays games on the compiled machine and notes every end of a segment; `model` is the
network in PyTorch, and how it becomes a player's row; `training` goes round between the two.
"""
