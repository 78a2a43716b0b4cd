"""How likely the seat on turn is to win, from what it sees."""

from functools import lru_cache

from ..errors import SkipboError
from ..rules.editions import Rules
from ..table.view import View
from .imagine import imagine
from .valuer import Valuer

KEPT = 8  # of those that know a game's rules


def chance(view: View) -> float | None:
    """The share of games that the seat on turn wins if all play on well; None: nobody knows."""
    valuer = _valuer(view.rules)
    if valuer is None or view.turn is None or view.turn != view.seat:
        return None
    return valuer.best(imagine(view)).shares[view.turn]


@lru_cache(maxsize=KEPT)
def _valuer(rules: Rules) -> Valuer | None:
    try:
        return Valuer(rules)
    except SkipboError:  # Dice with more than two players is not solved
        return None


def in_a_hundred(chance: float) -> int:
    """The chance as a count of games, as people say it. Only what is over is certain."""
    return min(99, max(1, round(100 * chance)))
