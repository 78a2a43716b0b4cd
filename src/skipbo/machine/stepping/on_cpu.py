"""Stepping with Numba on the CPU: threads, if there are several, share the slots."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np

from ...rules.editions import Rules
from .. import layout, setting
from ..cpu import compiled, dtype, entry
from ..python import new_state
from ..runs import even, room
from . import sizes, steps, tried
from .slots import Arrays
from .terms import Terms


class Stepper:
    """Starts games of any rules with the same constants as those it was made for."""

    def __init__(self, rules: Rules, *modules: ModuleType) -> None:
        self.bound = compiled(rules, modules)
        self.moves = room(rules, modules)[1]
        self.step_games: Any = None  # once the types of its arguments are known
        once = self.start(tried(rules, modules), 1, 1)
        once.take(once.sample())
        once.illegal()
        once.forfeit()
        once.observe(0, 0)  # now all is compiled

    def start(self, terms: Terms, slots: int, threads: int) -> "CpuSlots":
        return CpuSlots(terms, self, slots, threads)


class CpuSlots(Arrays):
    """Games in records."""

    games_in = ("_states", "_boards", "_clocks", "_streams", "_sampled", "_others")

    def __init__(self, terms: Terms, stepper: Stepper, slots: int, threads: int) -> None:
        rules, bound = terms.rules, stepper.bound
        super().__init__(rules, slots)
        self._rules, self._bound, self._stepper = rules, bound, stepper
        self._states = np.zeros(slots, dtype(rules))
        self._boards = np.zeros((slots, sizes(rules).board), np.uint8)
        self._clocks = np.zeros((slots, steps.CLOCK), np.int64)
        self._clocks[:, steps.GAME] = np.arange(-slots, 0)
        self._streams = np.zeros((slots, 3), np.int64)
        self._sampled = np.zeros((slots, 3), np.int64)
        bound.seed_samples(self._sampled, terms.seed)
        self._told = setting(rules), terms.numbers
        self._shares = shares(slots, threads)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        places = 2 * room(rules)[0]  # `wide` wants as many again
        self._orders = [np.zeros(places, np.uint8) for _ in self._shares]
        self._others = others(terms, stepper.moves, slots, len(self._shares))
        self.deal()

    def _tell(self) -> None:
        super()._tell()
        self._calls: list[tuple[Any, ...]] = []

    def step(self) -> None:
        calls = self._calls or self._prepare()
        if self._pool is None:
            self._stepper.step_games(*calls[0])
        else:
            self._all(lambda share: self._stepper.step_games(*calls[share]))

    def _prepare(self) -> list[tuple[Any, ...]]:
        """What `step_games` is told for each share: the same as long as the arrays are."""
        games = self._states, self._boards, self._clocks, self._streams
        told = *games, *self.written(), *self._told
        rooms = zip(self._others, self._orders, self._shares, strict=True)
        self._calls = [(*told, others, order, *share) for others, order, share in rooms]
        if self._stepper.step_games is None:
            self._stepper.step_games = entry(self._bound.step_games, self._calls[0])
        return self._calls

    def observe(self, slot: int, seat: int) -> Any:
        row = np.empty(self.observations.shape[1], np.uint8)
        self._bound.observe_slot(slot, self._states, self._boards, seat, row)
        return row

    def sample(self) -> Any:
        actions = np.empty(self.slots, np.int64)

        def work(share: int) -> None:
            told = self.masks, self._sampled, actions
            self._bound.sample_games(*told, *self._shares[share])

        self._all(work)
        return actions

    def _all(self, work: Callable[[int], None]) -> None:
        """Let every thread do its share."""
        if self._pool is None:
            work(0)
            return
        for done in [self._pool.submit(work, share) for share in range(len(self._shares))]:
            done.result()

    def state(self, slot: int) -> Any:
        return plain(self._states[slot], self._rules)

    def games(self) -> list[int]:
        return list(self._clocks[:, steps.GAME].tolist())

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()


def others(terms: Terms, moves: int, slots: int, threads: int) -> list[tuple[Any, ...]]:
    """What `opponents` wants, for each thread; nothing if there are none."""
    if not terms.opponents:
        return [()] * threads
    rows = np.array(even(terms.opponents), np.int32)
    streams = np.zeros((slots, 3), np.int64)
    return [(rows, streams, np.zeros(moves, np.int32)) for _ in range(threads)]


def shares(slots: int, threads: int) -> list[tuple[int, int]]:
    """From which slot to which each thread works."""
    edges = [slots * i // threads for i in range(threads + 1)]
    return list(pairwise(edges))


def plain(record: Any, rules: Rules) -> Any:
    """A record as the interpreted machine's state."""
    state = new_state(rules)
    for name, _, _ in layout(rules):
        setattr(state, name, record[name].tolist())
    return state
