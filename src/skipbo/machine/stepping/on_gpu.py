"""Stepping with CUDA: one thread for each slot. What there is to see stays on the GPU."""

from types import ModuleType
from typing import Any

import numpy as np

from ...errors import SkipboError
from ...rules.editions import Rules
from .. import Bound, setting
from ..cpu import dtype
from ..device import SIMULATED, STREAM, check_device, compiling, cuda
from ..gpu import bound_for
from ..runs import room
from . import Seen, observation, sizes, steps, tried
from .device_array import DeviceArray, on_device
from .on_cpu import plain
from .terms import Terms

# Threads in a block. In the simulator each is a thread of Python's. A multiple of four, so that a
# block's masks, which lie side by side, can be cleared four bytes at a time.
THREADS = 4 if SIMULATED else 128
FEWEST_BLOCKS = 1 if SIMULATED else 128  # of fewer, Numba would warn


def step_kernel(bound: Bound, places: int) -> Any:
    """A kernel that does what `step_games` does, the masks' clearing shared out."""
    step_slot, show = bound.step_slot, bound.show

    @cuda.jit
    def step_slots(  # type: ignore[no-untyped-def]
        states,
        boards,
        clocks,
        streams,
        actions,
        observations,
        masks,
        words,
        rewards,
        ends,
        cuts,
        seats,
        finals,
        final_seats,
        setting,
        terms,
    ):
        i = cuda.grid(1)
        own = cuda.blockDim.x // 4 * masks.shape[1]
        for word in range(cuda.threadIdx.x, own, cuda.blockDim.x):
            words[cuda.blockIdx.x * own + word] = 0
        cuda.syncthreads()
        if i < len(states):
            order = cuda.local.array(places, np.uint8)
            step_slot(
                i,
                states,
                boards,
                clocks,
                streams,
                actions,
                rewards,
                ends,
                cuts,
                seats,
                finals,
                final_seats,
                setting,
                terms,
                (),  # no opponents
                order,
            )
            show(i, states, boards, clocks, observations, masks, seats, terms)

    return step_slots


def check_kernel(bound: Bound) -> Any:
    """A kernel that copies actions of any type, and finds the first slot with an illegal one."""
    is_legal, is_open = bound.is_legal, bound.is_open

    @cuda.jit
    def check_slots(given, states, clocks, masks, actions, wrong, terms):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(masks):
            action = np.int64(given[i])
            actions[i] = action
            if not is_legal(masks[i], action) and is_open(states[i], clocks[i], terms):
                cuda.atomic.min(wrong, 0, i)

    return check_slots


def forfeit_kernel(bound: Bound) -> Any:
    is_legal, forfeit = bound.is_legal, steps.FORFEIT

    @cuda.jit
    def forfeit_slots(masks, actions):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(masks) and not is_legal(masks[i], actions[i]):
            actions[i] = forfeit

    return forfeit_slots


def seed_kernel(bound: Bound) -> Any:
    seed_stream, purpose = bound.seed_stream, steps.ACTIONS_STREAM

    @cuda.jit
    def seed_slots(streams, seed):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(streams):
            seed_stream(streams[i], seed, i, purpose)

    return seed_slots


def sample_kernel(bound: Bound) -> Any:
    sample_game = bound.sample_game

    @cuda.jit
    def sample_slots(masks, streams, actions):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(masks):
            actions[i] = sample_game(masks[i], streams[i])

    return sample_slots


class Stepper:
    """Starts games of any rules with the same constants as those it was made for."""

    def __init__(self, rules: Rules, *modules: ModuleType) -> None:
        check_device()
        bound = bound_for(rules, modules)
        self.step = step_kernel(bound, room(rules)[0])
        self.check = check_kernel(bound)
        self.forfeit = forfeit_kernel(bound)
        self.sample = sample_kernel(bound)
        self.seed = seed_kernel(bound)
        with compiling():
            once = self.start(tried(rules, modules), 1, 1)
            once.take(once.sample())
            once.illegal()
            once.forfeit()

    def start(self, terms: Terms, slots: int, threads: int) -> "GpuSlots":
        return GpuSlots(terms, self, slots)


class GpuSlots:
    """Games in records on the GPU, whose threads share the slots in a way of their own."""

    def __init__(self, terms: Terms, stepper: Stepper, slots: int) -> None:
        rules = terms.rules
        self._rules, self._stepper, self._slots = rules, stepper, slots
        self._grid = max(-(-slots // THREADS), FEWEST_BLOCKS), THREADS
        self._states = cuda.device_array(slots, np.dtype((np.record, dtype(rules))))
        self._boards = cuda.device_array((slots, sizes(rules).board), np.uint8)
        clocks = np.zeros((slots, steps.CLOCK), np.int64)
        clocks[:, steps.GAME] = np.arange(-slots, 0)
        self._clocks = cuda.to_device(clocks)
        self._streams = cuda.device_array((slots, 3), STREAM)
        self._sampled = cuda.device_array((slots, 3), STREAM)
        stepper.seed[self._grid](self._sampled, terms.seed)
        self._actions = cuda.device_array(slots, np.int64)
        self._wrong = cuda.to_device(np.full(1, slots, np.int32))
        self._told = setting(rules), terms.numbers
        self.renew()
        self.deal()

    def step(self) -> None:
        games = self._states, self._boards, self._clocks, self._streams, self._actions
        masks = self._observations, self._masks, self._words
        self._stepper.step[self._grid](*games, *masks, *self._written, *self._told)

    def renew(self) -> None:
        slots, wide = self._slots, sizes(self._rules)
        self._words = cuda.device_array((self._grid[0] * THREADS // 4 * wide.actions,), np.uint32)
        masks = self._words.view(np.uint8)[: slots * wide.actions]
        self._masks = masks.reshape(slots, wide.actions)
        self._written = (
            cuda.device_array((slots, self._rules.players), np.float32),
            cuda.device_array((slots,), np.bool_),
            cuda.device_array((slots,), np.bool_),
            cuda.device_array((slots,), np.uint8),
            cuda.to_device(np.zeros((slots, wide.observation), np.uint8)),
            cuda.to_device(np.zeros(slots, np.uint8)),
        )
        self._observations = cuda.device_array((slots, wide.observation), np.uint8)
        seen = self._observations, self._masks.view(np.bool_), *self._written
        self.seen = Seen(*map(DeviceArray, seen))

    def play(self, action: int) -> None:
        self._actions.copy_to_device(np.full(self._slots, action, np.int64))
        self.step()

    def deal(self) -> None:
        self.play(steps.DEAL)

    def take(self, actions: Any) -> None:
        given = on_device(actions, self._slots)
        games, asked = (self._states, self._clocks), (self._masks, self._actions, self._wrong)
        self._stepper.check[self._grid](given, *games, *asked, self._told[1])

    def illegal(self) -> int:
        wrong = int(self._wrong.copy_to_host()[0])
        if wrong < self._slots:
            self._wrong.copy_to_device(np.full(1, self._slots, np.int32))
        return wrong

    def forfeit(self) -> None:
        self.illegal()  # begins to count anew
        self._stepper.forfeit[self._grid](self._masks, self._actions)

    def chosen(self, slot: int) -> int:
        return int(self._actions.copy_to_host()[slot])

    def sample(self) -> Any:
        actions = cuda.device_array(self._slots, np.int64)
        self._stepper.sample[self._grid](self._masks, self._sampled, actions)
        return DeviceArray(actions)

    def observe(self, slot: int, seat: int) -> Any:
        return np.array(observation(self.state(slot), self._rules, seat), np.uint8)

    def state(self, slot: int) -> Any:
        return plain(self._states[slot : slot + 1].copy_to_host()[0], self._rules)

    def games(self) -> list[int]:
        return list(self._clocks.copy_to_host()[:, steps.GAME].tolist())

    def wait(self) -> None:
        cuda.synchronize()

    def save(self) -> dict[str, Any]:
        raise SkipboError("games on the gpu cannot be copied or kept")

    def load(self, saved: dict[str, Any]) -> None:
        raise SkipboError("games on the gpu cannot be copied or kept")

    def close(self) -> None:
        pass
