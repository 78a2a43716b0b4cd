"""What a network knows before it learns: nearly what the planner's weights say.

A network that knows nothing hardly ever ends a game, and one that was shown the planner's games
hoards wilds, since those who win have some. So the own side's lead begins with the planner's
weights, as far as features tell of what they weigh. All else is learned.
"""

import torch
from torch import Tensor

from ..bots import features as f
from ..bots import planner as p
from ..bots.planner import FAR, TUNED
from ..rules.cards import WILD
from ..rules.state import SEATS
from .model import blank


def weight(place: int) -> int:
    """A weight of the planner's by its place in the row, which begins with the policy."""
    return TUNED[place - 1]


def as_planner() -> Tensor:
    """Weights of a network that plays nearly as the planner does."""
    weights = blank()
    weights[:, :, 0] = planner_weights() / p.STOCK
    return weights


def planner_weights() -> Tensor:
    """What each feature is worth to the planner, in thousandths of a stock card."""
    worth = torch.zeros(f.FEATURES + 1)
    for lead in range(-f.MOST_LEAD, f.MOST_LEAD + 1):
        worth[f.LEAD + f.MOST_LEAD + lead] = p.STOCK * lead
    worth[f.HOW + f.EMPTIED_HAND] = weight(p.EMPTIED)
    _own_stock(worth)
    _hand(worth)
    worth[f.LAID + f.LAID_WILD] = quality(WILD, 1)
    worth[f.LAID + f.LAID_ON_WILD] = quality(6, WILD)  # nearly: it depends on the number
    for n in range(1, f.NUMBERS_ON_CARDS):
        for under in range(1, f.NUMBERS_ON_CARDS):
            worth[f.LAID + f.LAID_EVEN + under - n] = quality(n, under)
    for n in range(f.NUMBERS_ON_CARDS):
        worth[f.PAIR + WILD * 14 + n] += weight(p.WILD_ON_TOP)
    for cards in range(10):
        worth[f.HEIGHT + cards] = cards * weight(p.DISCARDED) if cards else weight(p.FREE_PILE)
    for other in range(SEATS - 1):
        share = (weight(p.LATER) / 100) ** other
        first = f.OTHERS + other * f.OTHER
        worth[first + f.TOP_OF + WILD] = weight(p.OPPONENT) * share
        for missing in range(FAR + 1):
            threat = weight(p.OPPONENT + missing) * share
            worth[first + f.MISSING_OF + missing] = threat
            worth[first + f.MISSING_NOW_OF + missing] = threat * weight(p.GOES_ON) / 100
    for missing in range(FAR + 1):
        for first, when in ((f.MISSING_OF, p.OWN), (f.MISSING_NOW_OF, p.NOW)):
            near = weight(when + missing) * weight(p.MATE) / 100
            worth[f.MATES + first + missing] = near
    return worth


def _own_stock(worth: Tensor) -> None:
    worth[f.OWN_TOP + WILD] = weight(p.OWN)
    for missing in range(FAR + 1):
        worth[f.OWN_MISSING + missing] = weight(p.OWN + missing)
        worth[f.OWN_MISSING + f.MISSING_NOW + missing] = weight(p.NOW + missing)
    for numbers in range(13):  # of thirteen that may turn over
        worth[f.READY + numbers] = numbers * weight(p.NOW) / 13
        worth[f.NEARLY + numbers] = numbers * weight(p.NOW + 1) / 13


def _hand(worth: Tensor) -> None:
    for cards in range(11):
        worth[f.HELD_CARDS + cards] = cards * weight(p.HELD)
        worth[f.HELD_WILDS + cards] = cards * weight(p.WILD_HELD)


def quality(n: int, under: int) -> int:
    """As the planner's: how well a number lies on another."""
    if n == WILD or under == n:
        return weight(p.SAME)
    if under < n:
        return weight(p.BURIES) + weight(p.BURIES_STEP) * (n - under)
    if under == n + 1:
        return weight(p.RUN)
    return weight(p.HIGHER) + weight(p.HIGHER_STEP) * (under - n - 1)
