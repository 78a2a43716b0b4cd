"""Many games: simulations now, tournaments later."""
