"""What a network knows before it learns: nearly what the planner's weights say.

A network that knows nothing hardly ever ends a game, and one that was shown the planner's games
hoards wilds, since those who win have some. So one neuron begins with the planner's weights, as far
as features tell of what they weigh, and its value is the own side's odds. All else is learned.
"""

import torch
from torch import Tensor

from ..bots import features as f
from ..bots import planner as p
from ..bots.planner import FAR, TUNED
from ..rules.cards import WILD
from ..rules.state import SEATS
from .model import Network

STOCK_ODDS = 0.25  # a stock card more, in the odds' logarithm
LIFT = 8.0  # keeps the neuron above zero, so that it says what it adds up


def weight(place: int) -> int:
    """A weight of the planner's by its place in the row, which begins with the policy."""
    return TUNED[place - 1]


def begin_as_planner(model: Network) -> None:
    """Write the planner's weights into a network's first neurons."""
    with torch.no_grad():
        model.first.weight[:, 0] = planner_weights() * (STOCK_ODDS / p.STOCK)
        model.bias[0] = LIFT
        model.second.weight[0] = 0
        model.second.weight[:, 0] = 0
        model.second.weight[0, 0] = 1
        model.second.bias[0] = 0
        model.third.weight[:, 0] = 0
        model.third.weight[0, 0] = 1
        model.third.bias[0] = -LIFT


def planner_weights() -> Tensor:
    """What each feature is worth to the planner, in thousandths of a stock card."""
    worth = torch.zeros(f.FEATURES + 1)
    for lead in range(-f.MOST_LEAD, f.MOST_LEAD + 1):
        worth[f.LEAD + f.MOST_LEAD + lead] = p.STOCK * lead
    worth[f.HOW + f.EMPTIED_HAND] = weight(p.EMPTIED)
    _own_stock(worth)
    _hand(worth)
    for n in range(f.NUMBERS_ON_CARDS):
        for under in range(f.NUMBERS_ON_CARDS):
            worth[f.PAIR + n * 14 + under] = quality(n, under)
        worth[f.PAIR + WILD * 14 + n] += weight(p.WILD_ON_TOP)
    for cards in range(10):
        worth[f.HEIGHT + cards] = cards * weight(p.DISCARDED) if cards else weight(p.FREE_PILE)
    for other in range(SEATS - 1):
        share = (weight(p.LATER) / 100) ** other
        first = f.OTHERS + other * f.OTHER
        worth[first + f.TOP_OF + WILD] = weight(p.OPPONENT) * share
        for missing in range(FAR + 1):
            worth[first + f.MISSING_OF + missing] = weight(p.OPPONENT + missing) * share
    return worth


def _own_stock(worth: Tensor) -> None:
    worth[f.OWN_TOP + WILD] = weight(p.OWN)
    for missing in range(FAR + 1):
        worth[f.OWN_MISSING + missing] = weight(p.OWN + missing)
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
