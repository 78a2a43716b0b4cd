"""What a seat of a card game has earned so far: rewards are what this changes by.

`bind` binds these functions with the rules; `pays_dice` has the same names.
"""

from ...rules.cards import State, points, side
from ...rules.state import NONE
from .terms import PAY_POINTS, PAY_STOCK


def earned(s: State, seat: int, rewards: int) -> float:
    """By the kind of rewards that was asked for."""
    if rewards == PAY_STOCK:
        return stock_lead(s, seat)
    if s.winner == NONE:
        return 0.0
    won = s.winner == side(s, seat)
    if rewards == PAY_POINTS:
        return float(points(s)) if won else 0.0
    return 1.0 if won else -1.0


def stock_lead(s: State, seat: int) -> float:
    """How many stock cards a seat's side has less than the others, on average over seats."""
    own, others, members = 0, 0, 0
    for i in range(s.players):
        if side(s, i) == side(s, seat):
            own += int(s.stock[i])
            members += 1
        else:
            others += int(s.stock[i])
    return others / (int(s.players) - members) - own / members
