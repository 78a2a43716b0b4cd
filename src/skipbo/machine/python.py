"""The interpreted machine: states are plain objects, functions run as they are written."""

import struct
from collections.abc import Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any

from ..rules.editions import Rules
from ..rules.state import NONE, OVER, SEATS
from . import WORD, Bound, bind, layout, loop, padding, rules_module, setting, watch
from .runs import Played, Player, Row, Run, WatchedRun, room

FORMATS = {"i4": "i", "i2": "h", "u2": "H", "u1": "B"}


@lru_cache(maxsize=256)
def machine(rules: Rules, *modules: ModuleType) -> Bound:
    """The rules of one edition, and what plays along, to be called from Python."""
    return bind(rules, *modules)


def new_state(rules: Rules) -> Any:
    """A state with all its fields at zero; `begin` comes next."""
    state = rules_module(rules).State()
    for name, _, shape in layout(rules):
        if len(shape) == 1:
            setattr(state, name, [0] * shape[0])
        elif shape:
            setattr(state, name, [[0] * shape[1] for _ in range(shape[0])])
    return state


def copy_state(state: Any) -> Any:
    """A copy that shares nothing with the original."""
    new = type(state)()
    for name in type(state).__slots__:
        value = getattr(state, name)
        if isinstance(value, list):
            nested = bool(value) and isinstance(value[0], list)
            value = [row[:] for row in value] if nested else value[:]
        setattr(new, name, value)
    return new


def to_bytes(state: Any, rules: Rules) -> bytes:
    """The state as the bytes that the compiled machines' record has."""
    numbers: list[int] = []
    pattern = "<"
    for name, type, shape in layout(rules):
        value = getattr(state, name)
        rows = [[value]] if not shape else [value] if len(shape) == 1 else value
        for row in rows:
            numbers.extend(row)
            pattern += f"{len(row)}{FORMATS[type]}"
    return struct.pack(pattern, *numbers) + bytes(padding(rules))


# --- One decision


class Mind:
    """Decides single moves, on a state of the interpreted machine."""

    def __init__(self, rules: Rules, *modules: ModuleType) -> None:
        self._bound = machine(rules, loop, *modules)
        self.work = [0] * room(rules, modules)[1]

    def choose(self, state: Any, player: Player, stream: list[int]) -> int:
        """The number of the move that a player makes; `work` then holds what it thought of.

        The stream is its chance, and moves on as it is used.
        """
        return int(self._bound.choose_once([state], player, self.work, stream))

    def weigh(self, state: Any, player: Player, move: int) -> tuple[int, list[int]]:
        """A move, or the best one if it is NO_MOVE, and each seat's share then, of `WHOLE`.

        Only a player with a network can tell.
        """
        states, shares = [state, copy_state(state)], [0] * SEATS
        made = self._bound.weigh_once(states, player, self.work, [0, 0, 0], move, shares)
        return int(made), shares


# --- Many games


class Runner:
    """Plays games of any run whose rules have the same constants as those it was made for."""

    fewest, most = 1, 1 << 12  # games at a time: to begin with, and at most

    def __init__(self, rules: Rules, *modules: ModuleType) -> None:
        self._play_games = machine(rules, loop, *modules).play_games
        self._room = room(rules, modules)

    def play(self, run: Run, first: int, count: int) -> Played:
        """The games of a run from number `first` on."""
        states = [new_state(run.rules) for _ in range(count)]
        made = [0] * count
        scratch = [[0] * n for n in (*self._room, 3, 3)]
        told = setting(run.rules), run.player_by_seat(), run.seed, first, run.limit
        self._play_games(states, made, *told, *scratch)
        return _add_up(run.rules, states, made)


class Watcher:
    """Plays games as a `Runner` does, and tells what was seen of each.

    Among the modules are `watch` and what it needs; those of the players come last.
    """

    fewest, most = Runner.fewest, Runner.most

    def __init__(self, rules: Rules, *modules: ModuleType) -> None:
        self._watch_games = machine(rules, loop, *modules).watch_games
        self._room = room(rules, modules)

    def play(self, run: WatchedRun, first: int, count: int) -> list[Row]:
        """What was seen of the games from number `first` on."""
        states = [new_state(run.rules) for _ in range(count)]
        rows = [[0] * watch.SEEN for _ in range(count)]
        scratch = [[0] * n for n in (*self._room, 3, 3)]
        players = run.player_by_seat()
        told = setting(run.rules), players, run.seed, first, run.limit, run.repeats, run.wobble
        self._watch_games(states, rows, *told, *scratch)
        return rows


def _prints(states: Sequence[Any], rules: Rules) -> bytes:
    """What the compiled machines' `fingerprints` makes of the same states."""
    prints = [[0, 0] for _ in states]
    packed = [to_bytes(s, rules) for s in states]
    words = [struct.unpack(f"<{len(row) // WORD}I", row) for row in packed]
    loop.fingerprints(words, prints)
    return b"".join(struct.pack("<2I", *row) for row in prints)


def _add_up(rules: Rules, states: Sequence[Any], made: Sequence[int]) -> Played:
    over = [s.winner for s in states if s.waiting == OVER]
    return Played(
        games=len(states),
        moves=sum(made),
        wins=[over.count(side) for side in range(SEATS)],
        blocked=over.count(NONE),
        unfinished=len(states) - len(over),
        winners=lambda: [s.winner for s in states],
        states=lambda: b"".join(to_bytes(s, rules) for s in states),
        prints=lambda: _prints(states, rules),
    )
