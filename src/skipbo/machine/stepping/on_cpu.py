"""Stepping with Numba on the CPU: threads, if there are several, share the slots."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np

from ...rules.editions import Rules
from .. import Bound, layout, setting
from ..cpu import compiled, dtype
from ..python import new_state
from ..runs import room
from . import sizes, steps
from .slots import Arrays


class Stepper:
    """Starts games of any rules with the same constants as those it was made for."""

    def __init__(self, rules: Rules, *modules: ModuleType) -> None:
        self._bound = compiled(rules, modules)
        once = self.start(rules, 1, 0, 1, 1)
        once.illegal(once.sample())  # now all is compiled

    def start(self, rules: Rules, slots: int, seed: int, limit: int, threads: int) -> "CpuSlots":
        return CpuSlots(rules, self._bound, slots, seed, limit, threads)


class CpuSlots(Arrays):
    """Games in records."""

    def __init__(
        self, rules: Rules, bound: Bound, slots: int, seed: int, limit: int, threads: int
    ) -> None:
        super().__init__(rules, slots)
        self._rules, self._bound = rules, bound
        self._states = np.zeros(slots, dtype(rules))
        self._boards = np.zeros((slots, sizes(rules).board), np.uint8)
        self._clocks = np.zeros((slots, steps.CLOCK), np.int64)
        self._clocks[:, steps.GAME] = np.arange(-slots, 0)
        self._streams = np.zeros((slots, 3), np.int64)
        self._sampled = np.zeros((slots, 3), np.int64)
        bound.seed_samples(self._sampled, seed)
        self._told = setting(rules), seed, limit
        self._shares = shares(slots, threads)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        places = 2 * room(rules)[0]  # `wide` wants as many again
        self._orders = [np.zeros(places, np.uint8) for _ in self._shares]
        self.step()

    def step(self) -> None:
        games = self._states, self._boards, self._clocks, self._streams
        told = *games, *self.written(), *self._told

        def work(share: int) -> None:
            self._bound.step_games(*told, self._orders[share], *self._shares[share])

        self._all(work)

    def illegal(self, actions: Any) -> int:
        self.take(actions)
        return int(self._bound.first_illegal(self.masks, self.actions))

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
