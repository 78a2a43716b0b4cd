"""Stepping on the interpreted machine: slow, needs no compiler, and shows what is meant."""

from types import ModuleType
from typing import Any

import numpy as np

from ...rules.editions import Rules
from .. import loop, setting
from ..python import copy_state, machine, new_state
from ..runs import room
from . import observation, sizes, steps
from .slots import Arrays
from .terms import Terms


class Stepper:
    """Starts games of any rules with the same constants as those it was made for."""

    def __init__(self, rules: Rules, *modules: ModuleType) -> None:
        self._modules = modules

    def start(self, terms: Terms, slots: int, threads: int) -> "PlainSlots":
        return PlainSlots(terms, self._modules, slots)


class PlainSlots(Arrays):
    """Games in plain objects. More threads would not help: only one interprets at a time."""

    games_in = ("_states", "_boards", "_clocks", "_streams", "_sampled", "_told")

    def __init__(self, terms: Terms, modules: tuple[ModuleType, ...], slots: int) -> None:
        rules = terms.rules
        super().__init__(rules, slots)
        self._rules = rules
        self._bound = machine(rules, loop, *modules)
        self._states = [new_state(rules) for _ in range(slots)]
        self._boards = [[0] * sizes(rules).board for _ in range(slots)]
        self._clocks = [[i - slots, *[0] * (steps.CLOCK - 1)] for i in range(slots)]
        self._streams = [[0] * 3 for _ in range(slots)]
        self._sampled = [[0] * 3 for _ in range(slots)]
        self._bound.seed_samples(self._sampled, terms.seed)
        for_order, for_moves = room(rules, modules)
        others = terms.opponents, [[0] * 3 for _ in range(slots)], [0] * for_moves
        self._told = setting(rules), terms.numbers, others, [0] * for_order
        self.deal()

    def step(self) -> None:
        # A number out of an array would be NumPy's own, which overflows.
        _, *written = self.written()
        games = self._states, self._boards, self._clocks, self._streams
        told = *self._told, 0, self.slots
        self._bound.step_games(*games, self.actions.tolist(), *written, *told)

    def observe(self, slot: int, seat: int) -> Any:
        return np.array(observation(self._states[slot], self._rules, seat), np.uint8)

    def sample(self) -> Any:
        actions = self.actions.copy()
        masks = self.masks.tolist()
        self._bound.sample_games(masks, self._sampled, actions, 0, self.slots)
        return actions

    def state(self, slot: int) -> Any:
        return copy_state(self._states[slot])

    def games(self) -> list[int]:
        return [clock[steps.GAME] for clock in self._clocks]

    def close(self) -> None:
        pass
