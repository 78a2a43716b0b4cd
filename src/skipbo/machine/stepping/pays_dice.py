"""What a seat of Skip-Bo Dice has earned so far: rewards are what this changes by.

`bind` binds these functions with the rules; `pays_cards` has the same names.
"""

from ...rules.dice import State
from ...rules.state import NONE
from .terms import PAY_POINTS


def earned(s: State, seat: int, rewards: int) -> float:
    """By the kind of rewards that was asked for; there is no stock here."""
    if rewards == PAY_POINTS:
        return float(s.score[seat])
    if s.winner == NONE:
        return 0.0
    return 1.0 if s.winner == seat else -1.0
