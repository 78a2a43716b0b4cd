"""Players: each chooses a move from a view and the legal moves, and never sees a Game.

`bot("greedy").choose(view, legal, rng)` gives a move; `NAMES` lists the players there are.
"""

from collections.abc import Sequence
from random import Random
from typing import Protocol

from ..errors import SkipboError, shorten
from ..table.notation import Move
from ..table.view import View
from . import native
from .thinker import Thinker


class Bot(Protocol):
    """A player. `rng` is the only chance it may use."""

    name: str

    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        """One of the legal moves."""


class RandomBot:
    """Any legal move, each as likely as the others."""

    name = "random"

    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        return rng.choice(legal)


NAMES = tuple(dict.fromkeys(name for family in native.POLICIES.values() for name in family))

_BOTS: dict[str, Bot] = {name: Thinker(name) for name in NAMES} | {"random": RandomBot()}


def bot(name: str) -> Bot:
    """The player of that name."""
    try:
        return _BOTS[name]
    except (KeyError, TypeError):
        known = ", ".join(NAMES)
        raise SkipboError(f"there is no bot {shorten(name)}; the bots are {known}") from None
