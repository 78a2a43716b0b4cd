"""Numba on the CPU: states are records in an array, many games in one call."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from ..rules.editions import Rules
from ..rules.state import NONE, OVER, SEATS
from . import bind, layout, loop, setting
from .python import to_bytes
from .runs import Played, Player, Run, room


def dtype(rules: Rules) -> np.dtype[np.void]:
    """The record that holds one game.

    What fills it up to a multiple of its widest field is a field too: copies skip what is no field.
    """
    fields = [(name, f"<{type}", shape) for name, type, shape in layout(rules)]
    padding = np.dtype(fields, align=True).itemsize - np.dtype(fields).itemsize
    return np.dtype([*fields, ("padding", "u1", (padding,))], align=True)


def decorate(function: Any) -> Any:
    try:
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError:  # there is no directory that Numba could keep it in
        return numba.njit(nogil=True, error_model="numpy")(function)


REMEMBERED = 64  # seatings


class Mind:
    """Decides single moves as the interpreted machine's does, only faster."""

    def __init__(self, rules: Rules, *modules: ModuleType) -> None:
        self._rules = rules
        self._choose = bind(rules, loop, *modules, decorate=decorate).choose_once
        self.work = np.zeros(room(rules, modules)[1], np.int32)

    def choose(self, state: Any, player: Player, stream: Sequence[int]) -> int:
        """The number of the move that a player makes; `work` then holds what it thought of."""
        states = np.frombuffer(bytearray(to_bytes(state, self._rules)), dtype(self._rules))
        row, chance = np.array(player, np.int32), np.array(stream, np.int64)
        return int(self._choose(states, row, self.work, chance))


class Runner:
    """Plays games of any run whose rules have the same constants as those it was made for.

    It may be used by many threads at once: two calls share nothing that they change.
    """

    fewest, most = 1, 1 << 12  # as many states as a core's own cache holds

    def __init__(self, rules: Rules, *modules: ModuleType) -> None:
        self._play_games = bind(rules, loop, *modules, decorate=decorate).play_games
        self._room = room(rules, modules)
        self._seated: dict[int, tuple[object, NDArray[np.int32]]] = {}
        self.play(Run(rules, (), seed=0, limit=1), 0, 1)  # this compiles

    def play(self, run: Run, first: int, count: int) -> Played:
        """The games of a run from number `first` on."""
        states = np.zeros(count, dtype(run.rules))
        made = np.zeros(count, np.int64)
        for_order, for_moves = self._room
        scratch = (
            np.zeros(for_order, np.uint8),
            np.zeros(for_moves, np.int32),
            np.zeros(3, np.int64),
            np.zeros(3, np.int64),
        )
        told = setting(run.rules), self._players(run), run.seed, first, run.limit
        self._play_games(states, made, *told, *scratch)
        return _add_up(states, made)

    def _players(self, run: Run) -> NDArray[np.int32]:
        """The players' rows. Some are long, and slices of a run ask for the same ones again."""
        asked, rows = self._seated.get(id(run.players), (None, None))
        if rows is None or asked is not run.players:
            rows = np.array(run.player_by_seat(), np.int32)
            self._seated[id(run.players)] = run.players, rows
            for oldest in list(self._seated)[:-REMEMBERED]:
                self._seated.pop(oldest, None)
        return rows


def _add_up(states: NDArray[np.void], made: NDArray[np.int64]) -> Played:
    over = states["waiting"] == OVER
    wins = np.bincount(states["winner"][over], minlength=NONE + 1)
    return Played(
        games=len(states),
        moves=int(made.sum()),
        wins=wins[:SEATS].tolist(),
        blocked=int(wins[NONE]),
        unfinished=len(states) - int(over.sum()),
        winners=lambda: list(states["winner"].tolist()),
        states=lambda: states.view(np.uint8).data,
    )
