"""Games solved exactly: `dice` solves Dice for two, `plot` draws when to stop."""
