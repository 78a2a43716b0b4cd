"""Numba on the CPU: states are records in an array, many games in one call."""

from collections.abc import Callable, Container
from threading import local
from types import ModuleType
from typing import Any
from zlib import crc32

import numba
import numpy as np
from numba.core.compiler_lock import global_compiler_lock
from numpy.typing import NDArray

from ..rules.editions import Rules
from ..rules.state import NONE, OVER, SEATS
from . import Bound, bind, layout, loop, padding, setting, watch, wide
from .python import to_bytes
from .runs import Played, Player, Row, Run, WatchedRun, room


def dtype(rules: Rules) -> np.dtype[np.void]:
    """The record that holds one game; its padding is a field too, as copies skip what is none."""
    fields = [(name, f"<{type}", shape) for name, type, shape in layout(rules)]
    return np.dtype([*fields, ("padding", "u1", (padding(rules),))], align=True)


def decorator(
    called: Container[str], vectors: bool = True, **options: bool
) -> Callable[[Any], Any]:
    """What compiles a function, with these options of Numba's, and keeps it in a cache on disk.

    Only those that Python calls itself get what lets it: that saves a quarter of the time.
    """
    options = {"nogil": True, **options}

    def compile(function: Any) -> Any:
        inner = function.__name__ not in called
        told = {**options, "no_cpython_wrapper": inner, "no_cfunc_wrapper": inner}
        # Nor does Numba's cache tell apart what was compiled with other options.
        function.__qualname__ += f"_{crc32(repr((vectors, *sorted(told.items()))).encode()):08x}"
        try:
            made = numba.njit(cache=True, error_model="numpy", **told)(function)
        except RuntimeError:  # there is no directory that Numba could keep it in
            made = numba.njit(error_model="numpy", **told)(function)
        return made if vectors or inner else without_vectors(made)

    return compile


def without_vectors(function: Any) -> Any:
    """Have this function compiled, and all that it calls, with its loops as they are written."""
    compile = function.compile

    def compile_plainly(types: Any) -> Any:
        with global_compiler_lock:
            before, numba.config.LOOP_VECTORIZE = numba.config.LOOP_VECTORIZE, 0
            try:
                return compile(types)
            finally:
                numba.config.LOOP_VECTORIZE = before

    function.compile = compile_plainly
    return function


# Of the functions that `compiled` binds, those that Python calls.
RUNS = ("play_games", "fingerprints", "choose_once", "weigh_once", "watch_games")
STEPS = ("step_games", "observe_slot", "first_illegal", "forfeit_illegal")
SAMPLES = ("seed_samples", "sample_games")
LESSONS = ("teach_games", "try_games", "judge_game")


def compiled(rules: Rules, modules: tuple[ModuleType, ...]) -> Bound:
    """The rules of one edition, the loop around them, and what plays along.

    Without a search they become one function, half as fast again as many that call each other; with
    one, that would take a minute to compile. None of them makes an array, so that counting who
    still needs which (`_nrt`) would only cost time, a sixth of it.

    A planner of Dice plays as fast without vectors, and takes half as long to compile.
    """
    searches = any(hasattr(module, "SCRATCH") for module in modules)
    called, vectors = RUNS + STEPS + SAMPLES + LESSONS, not (searches and rules.family == "dice")
    decorate = decorator(called, vectors, forceinline=not searches, _nrt=False)
    return bind(rules, loop, wide, *modules, decorate=decorate)


def entry(function: Any, arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """A compiled function for arguments of these types, and of no others.

    Numba looks at the types of all arguments in every call, which for twenty of them takes longer
    than a game's step.
    """
    types = tuple(numba.typeof(argument) for argument in arguments)
    function.compile(types)
    found: Callable[..., Any] = function.overloads[types].entry_point
    return found


REMEMBERED = 64  # rows, or tables of them


class Rows:
    """Rows of players as arrays. Some are long, and are asked for again and again."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, NDArray[np.int32]]] = {}

    def of(self, key: object, rows: Callable[[], object]) -> NDArray[np.int32]:
        """The array of these rows, made once for each `key`, which must not change."""
        asked, known = self._known.get(id(key), (None, None))
        if known is None or asked is not key:
            known = np.array(rows(), np.int32)
            self._known[id(key)] = key, known
            for oldest in list(self._known)[:-REMEMBERED]:
                self._known.pop(oldest, None)
        return known


class Mind:
    """Decides single moves as the interpreted machine's does, only faster.

    It may be used by many threads at once: each has a `work` of its own.
    """

    def __init__(self, rules: Rules, *modules: ModuleType) -> None:
        self._rules = rules
        self._bound = compiled(rules, modules)
        self._places = room(rules, modules)[1]
        self._rows = Rows()
        self._own = local()

    @property
    def work(self) -> NDArray[np.int32]:
        """What was thought of at the last decision of this thread."""
        if not hasattr(self._own, "work"):
            self._own.work = np.zeros(self._places, np.int32)
        work: NDArray[np.int32] = self._own.work
        return work

    def choose(self, state: Any, player: Player, stream: list[int]) -> int:
        """The number of the move that a player makes; the stream moves on as it is used."""
        states = np.frombuffer(bytearray(to_bytes(state, self._rules)), dtype(self._rules))
        row, chance = self._rows.of(player, lambda: player), np.array(stream, np.int64)
        move = int(self._bound.choose_once(states, row, self.work, chance))
        stream[:] = chance.tolist()
        return move

    def weigh(self, state: Any, player: Player, move: int) -> tuple[int, list[int]]:
        """As the interpreted machine's."""
        twice = bytearray(to_bytes(state, self._rules) * 2)
        states, shares = np.frombuffer(twice, dtype(self._rules)), np.zeros(SEATS, np.int32)
        row, stream = self._rows.of(player, lambda: player), np.zeros(3, np.int64)
        made = int(self._bound.weigh_once(states, row, self.work, stream, move, shares))
        return made, list(shares.tolist())


class Runner:
    """Plays games of any run whose rules have the same constants as those it was made for.

    It may be used by many threads at once: two calls share nothing that they change.
    """

    fewest, most = 1, 1 << 12  # as many states as a core's own cache holds

    def __init__(self, rules: Rules, *modules: ModuleType) -> None:
        bound = compiled(rules, modules)
        self._play_games, self._fingerprints = bound.play_games, bound.fingerprints
        self._room = room(rules, modules)
        self._rows = Rows()
        self.play(Run(rules, (), seed=0, limit=1), 0, 1).prints()  # this compiles

    def play(self, run: Run, first: int, count: int) -> Played:
        """The games of a run from number `first` on."""
        states = np.zeros(count, dtype(run.rules))
        made = np.zeros(count, np.int64)
        players = self._rows.of(run.players, run.player_by_seat)
        told = setting(run.rules), players, run.seed, first, run.limit
        self._play_games(states, made, *told, *_scratch(self._room))
        return self._add_up(states, made)

    def _prints(self, states: NDArray[np.void]) -> memoryview:
        prints = np.zeros((len(states), 2), np.uint32)
        self._fingerprints(states.view(np.uint32).reshape(len(states), -1), prints)
        return prints.view(np.uint8).data

    def _add_up(self, states: NDArray[np.void], made: NDArray[np.int64]) -> Played:
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
            prints=lambda: self._prints(states),
        )


class Watcher:
    """Plays games as a `Runner` does, and tells what was seen of each.

    Among the modules are `watch` and what it needs; those of the players come last.
    """

    fewest, most = Runner.fewest, Runner.most

    def __init__(self, rules: Rules, *modules: ModuleType) -> None:
        self._watch_games = compiled(rules, modules).watch_games
        self._room = room(rules, modules)
        self._rows = Rows()
        self.play(WatchedRun(rules, (), seed=0, limit=1), 0, 1)  # this compiles

    def play(self, run: WatchedRun, first: int, count: int) -> list[Row]:
        """What was seen of the games from number `first` on."""
        states = np.zeros(count, dtype(run.rules))
        rows = np.zeros((count, watch.SEEN), np.int64)
        players = self._rows.of(run.players, run.player_by_seat)
        told = setting(run.rules), players, run.seed, first, run.limit, run.repeats, run.wobble
        self._watch_games(states, rows, *told, *_scratch(self._room))
        return list(rows.tolist())


def _scratch(places: tuple[int, int]) -> tuple[NDArray[Any], ...]:
    for_order, for_moves = places
    return (
        np.zeros(2 * for_order, np.uint8),  # `wide` wants as many again
        np.zeros(for_moves, np.int32),
        np.zeros(3, np.int64),
        np.zeros(3, np.int64),
    )
