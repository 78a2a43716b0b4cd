"""Players from other packages: entry points of the group `skipbo.bots`.

They are listed without being imported, so one that is broken troubles nobody until it is asked for.
"""

import re
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from ..errors import BotFailed, SkipboError
from ..table.notation import Move
from ..table.view import View
from .judge import legal_move

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "skipbo.bots"
NAME = re.compile(r"[\w.-]+")  # what a list on a command line and a save can hold

Choose = Callable[[View, Sequence[Move], Random], str]


class Plugin:
    """A player from another package, in this process."""

    def __init__(self, name: str, choose: Choose) -> None:
        self.name = name
        self._choose = choose

    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        try:
            answer = self._choose(view, list(legal), rng)
        except Exception as error:
            raise BotFailed(f"{self.name} crashed: {told(error)}") from error
        return legal_move(self.name, answer, view, legal)


def names() -> tuple[str, ...]:
    """The names of all plug-ins."""
    return tuple(sorted({point.name for point in _entry_points(tuple(sys.path))}))


def find(name: str) -> "EntryPoint | None":
    """The plug-in of that name, not yet imported; None if there is none."""
    points = _entry_points(tuple(sys.path))
    found = {point.value: point for point in points if point.name == name}
    if len(found) > 1:
        raise SkipboError(f"there is more than one plug-in {name}: {' and '.join(sorted(found))}")
    return next(iter(found.values()), None)


@lru_cache
def load(point: "EntryPoint") -> Plugin:
    """A plug-in as a bot in this process."""
    return Plugin(point.name, make(point).choose)


def make(point: "EntryPoint") -> Any:
    """What an entry point stands for: an object with `choose(view, legal, rng)`."""
    named = f"the plug-in {point.name} ({point.value})"
    try:
        made = _made(point.load())
    except (Exception, SystemExit) as error:
        raise BotFailed(f"{named} is broken: {told(error)}") from error
    if not callable(getattr(made, "choose", None)):
        raise BotFailed(f"{named} has no choose(view, legal, rng)")
    return made


def _made(loaded: Any) -> Any:
    """An object with `choose` is a player; a class, or any other function, makes one."""
    ready = not isinstance(loaded, type) and hasattr(loaded, "choose")
    return loaded if ready else loaded()


@lru_cache(maxsize=1)
def _entry_points(path: tuple[str, ...]) -> "tuple[EntryPoint, ...]":
    """The entry points of all packages on the path."""
    from importlib.metadata import distributions  # slow to import, and seldom needed

    found: list[EntryPoint] = []
    for distribution in distributions(path=list(path)):
        try:
            found += distribution.entry_points.select(group=GROUP)
        except Exception:
            continue  # a damaged package, which need not even know of skipbo
    return tuple(point for point in found if NAME.fullmatch(point.name))


def told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
