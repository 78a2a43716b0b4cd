"""Lessons: many games on the compiled machine, and what was noted or tried in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import local
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..bots import cards, features, learned, network, planner, segment
from ..machine.cpu import compiled, dtype
from ..machine.runs import room
from ..rules.editions import Rules, configure
from ..rules.state import SEATS
from . import notes, trials
from .trials import TRIED

MODULES = (cards, segment, planner, features, network, learned, notes)
WITH_TRIALS = (*MODULES, trials)
GAMES = 16  # of one lesson of two players; of more there are less
NOTES, TRIALS = 500, 100  # for each of its games, on average; and at most, of which there are less
SHORTEST = 1  # stock
# Features of an end, at most: for two players, and for six.
LONGEST_FOR_TWO, LONGEST = 240, 336


class Table(NamedTuple):
    """Who plays with whom."""

    players: int
    partners: bool = False

    @property
    def games(self) -> int:
        """Of one lesson: with more players they take longer."""
        return GAMES * 2 // self.players


# How often each table is played at.
MIX = {
    Table(2): 14,
    Table(3): 2,
    Table(4): 2,
    Table(5): 1,
    Table(6): 1,
    Table(4, True): 4,
    Table(6, True): 1,
}


@dataclass(frozen=True, slots=True)
class Notes:
    """What was noted: features of each end, padded, and each side's share to be learned."""

    features: NDArray[np.uint16]
    targets: NDArray[np.float32]
    games: int


@dataclass(frozen=True, slots=True)
class Trials:
    """What was tried: features of the ends of each decision, padded, and what came of them."""

    features: NDArray[np.uint16]
    later: NDArray[np.float32]
    games: int


class Teacher:
    """Plays lessons. It may be used by many threads at once: each has a scratch of its own."""

    def __init__(self, edition: str, tables: Sequence[Table], **options: Any) -> None:
        self.rules = {table: rules_at(edition, table, options) for table in tables}
        self.width = width(tables)
        some = next(iter(self.rules.values()))
        self._teach = compiled(some, MODULES).teach_games
        self._try = compiled(some, WITH_TRIALS).try_games
        self._dtype = dtype(some)
        self._room = room(some, WITH_TRIALS)
        self._own = local()

    def play(
        self,
        table: Table,
        rows: NDArray[np.int32],
        who: NDArray[np.int32],
        rng: np.random.Generator,
        blend: float,
    ) -> Notes:
        """One lesson: `who` tells the row of each seat in each game."""
        noted, targets, seats = self._paper(len(who))
        count = self._teach(
            np.zeros(1, self._dtype),
            self._settings(table, len(who), rng),
            rows,
            who,
            int(rng.integers(1 << 62)),
            blend,
            *self._scratch(),
            noted,
            targets,
            seats,
        )
        return Notes(noted[:count].copy(), targets[:count].copy(), len(who))

    def try_out(
        self,
        table: Table,
        rows: NDArray[np.int32],
        who: NDArray[np.int32],
        rng: np.random.Generator,
    ) -> Trials:
        """Games in which ends are compared."""
        states = np.zeros(2 + TRIED, self._dtype)
        features = np.zeros((len(who) * TRIALS, TRIED, self.width), np.uint16)
        later = np.zeros((len(who) * TRIALS, TRIED), np.float32)
        order, work, *_ = self._scratch()
        count = self._try(
            states,
            states.view(np.uint8).reshape(len(states), -1),
            self._settings(table, len(who), rng),
            rows,
            who,
            int(rng.integers(1 << 62)),
            order,
            work,
            np.zeros((3, 3), np.int64),
            features,
            later,
        )
        return Trials(features[:count].copy(), later[:count].copy(), len(who))

    def _settings(self, table: Table, games: int, rng: np.random.Generator) -> NDArray[np.int32]:
        """What `begin` is told, game by game: any seat begins, with stocks of any size."""
        settings = np.zeros((games, 4), np.int32)
        settings[:] = table.players, 0, int(table.partners), 0
        settings[:, 1] = rng.integers(0, table.players, games)
        settings[:, 3] = rng.integers(SHORTEST, self.rules[table].stock + 1, games)
        return settings

    def _paper(self, games: int) -> tuple[NDArray[Any], ...]:
        room = games * NOTES
        return (
            np.zeros((room, self.width), np.uint16),
            np.zeros((room, SEATS), np.float32),
            np.zeros(room, np.uint8),
        )

    def _scratch(self) -> tuple[NDArray[Any], ...]:
        if not hasattr(self._own, "scratch"):
            for_order, for_moves = self._room
            self._own.scratch = (
                np.zeros(2 * for_order, np.uint8),
                np.zeros(for_moves, np.int32),
                np.zeros(3, np.int64),
                np.zeros(3, np.int64),
            )
        scratch: tuple[NDArray[Any], ...] = self._own.scratch
        return scratch


def width(tables: Sequence[Table]) -> int:
    """Room for the features of an end: six players have the most."""
    return LONGEST_FOR_TWO if max(table.players for table in tables) == 2 else LONGEST


def rules_at(edition: str, table: Table, options: dict[str, Any]) -> Rules:
    """The edition's rules for a table, with the largest stock that is played: 30, or less for many.

    With three quarters of the cards in the stocks there is just enough left to play with.
    """
    seats = {"players": table.players, "partners": table.partners, **options}
    most = configure(edition, stock=1, **seats).cards * 3 // 4 // table.players
    return configure(edition, stock=max(1, min(30, most)), **seats)
