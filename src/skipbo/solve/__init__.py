"""Games solved exactly.

`dice` solves Dice for two by `kernel`'s equations, `plot` draws when to stop. `tiny` solves a card
game with very few cards: `tree` has all that can happen in it, `regrets` finds the equilibrium.
"""
