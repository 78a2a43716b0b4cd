"""Players: each chooses a move from a view and the legal moves, and never sees a Game.

`bot("greedy").choose(view, legal, rng)` gives a move; `NAMES` lists the players of this package,
`names()` also those of others (`plugins`). `seated` is a player for the arena, which may be a
program in any language (`program`, `protocol`); `host` makes such a program of a plug-in.
"""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol

from ..errors import SkipboError, shorten
from ..rules.editions import Rules
from ..table.notation import Move
from ..table.view import View
from . import native, plugins
from .thinker import Thinker

if TYPE_CHECKING:
    from .seats import Seated


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


def names() -> tuple[str, ...]:
    """Every player there is: those of this package, and plug-ins."""
    return NAMES + tuple(name for name in plugins.names() if name not in NAMES)


def bot(name: str) -> Bot:
    """The player of that name, of this package or a plug-in."""
    if isinstance(name, str):
        if name in _BOTS:
            return _BOTS[name]
        if point := plugins.find(name):
            return plugins.load(point)
    raise unknown(name)


def unknown(name: str) -> SkipboError:
    known = ", ".join(names())
    told = "a program, such as ./mybot, plays in the arena"
    return SkipboError(f"there is no bot {shorten(name)}; the bots are {known}; {told}")


def check(name: str, rules: Rules) -> str:
    """The name, if there is such a player, and one of this package knows these rules.

    A plug-in is not imported for it.
    """
    if name in NAMES:
        native.player(name, rules)
    elif not plugins.find(name):
        raise unknown(name)
    return name


def seated(spec: str, rules: Rules, seconds: float = 5.0) -> "Seated":
    """A player for one seat, which may be a program: see `seats`. To be closed, or used in `with`.

    A name or a program that is not there is an error at once. Each answer may take `seconds`.
    """
    from .seats import take_seat  # what programs need is imported when there is one

    return take_seat(spec, rules, seconds)
