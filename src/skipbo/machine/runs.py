"""Many games: what goes into a machine's `Runner`, and what comes out of it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import NamedTuple

from ..rules.editions import Rules
from ..rules.state import SEATS
from . import rules_module

Player = tuple[int, ...]  # the number of its policy, and what that policy wants to be told


def even(rows: Sequence[Player]) -> list[Player]:
    """The rows, all of the same length."""
    longest = max([1, *map(len, rows)])
    return [(*row, *[0] * (longest - len(row))) for row in rows]


@dataclass(frozen=True, slots=True)
class Run:
    """What decides every game of a run: the same run is the same games on every machine."""

    rules: Rules
    players: tuple[Player, ...]  # one for each seat
    seed: int
    limit: int  # moves after which a game is left as it is

    def player_by_seat(self) -> list[Player]:
        """The players as rows of one length, with one for the seats that are empty too."""
        return even([*self.players, *[()] * (SEATS - len(self.players))])


@dataclass(frozen=True, slots=True)
class WatchedRun(Run):
    """A run to be watched: each deal may be played more than once, by players who err."""

    repeats: int = 1
    wobble: int = 0  # how many of `watch.WOBBLES` moves are random ones


Row = list[int]  # what `watch` saw of a game


class Played(NamedTuple):
    """Some games of a run, added up."""

    games: int
    moves: int
    wins: list[int]  # by side, empty ones too
    blocked: int
    unfinished: int
    # A GPU's are fetched when they are asked for.
    winners: Callable[[], list[int]]  # the winning side of each game; NONE: blocked or unfinished
    states: Callable[[], bytes | memoryview]  # the last state of each, in a row
    prints: Callable[[], bytes | memoryview]  # a fingerprint of each of those


def room(rules: Rules, modules: Iterable[ModuleType] = ()) -> tuple[int, int]:
    """How many places `ask` needs to write to; and `legal`, or players who say SCRATCH."""
    wanted = [getattr(module, "SCRATCH", 0) for module in modules]
    return max(rules.cards, SEATS), max(rules_module(rules).MOST_LEGAL, *wanted, 0)
