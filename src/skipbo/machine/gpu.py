"""CUDA: the CPU's records, one thread for each game.

A warp is 32 threads that go through the program together: where they want different things, one
waits for the other. So whoever has to shuffle, or has ended a game, waits until half of the warp
has, and the others play on meanwhile. What was tried and measured: docs/performance.md.
"""

from types import ModuleType
from typing import Any

import numpy as np

from ..rules.editions import Rules
from ..rules.state import MOVE, NONE, OVER, ROLL, SEATS, SHUFFLE
from . import Bound, bind, loop, narrow, padding, setting
from .cpu import dtype
from .device import SIMULATED, STREAM, check_device, compiling, cuda
from .runs import Played, Run, room

THREADS = 64  # in a block: so the states of eleven blocks fit a multiprocessor's shared memory
RESERVED = 1024  # bytes of shared memory that CUDA itself needs in each block
WARP, WHOLE_WARP = 32, 0xFFFFFFFF
PATIENCE = WARP // 2  # threads that wait before a warp stops for them

# Where a kernel counts: games by their winner, NONE among them, and in between
UNFINISHED, MOVES = SEATS, SEATS + 1


def decorate(function: Any) -> Any:
    return cuda.jit(device=True)(function) if SIMULATED else _inlined(function)


def _inlined(function: Any) -> Any:
    """Compiled into whatever calls it: so it is known that a state lies in shared memory."""
    return cuda.jit(device=True, forceinline=True)(function)


def bound_for(rules: Rules, modules: tuple[ModuleType, ...]) -> Bound:
    """The rules of one edition, the loop around them, and what plays along."""
    arithmetic = () if SIMULATED else (narrow,)
    return bind(rules, loop, *arithmetic, *modules, decorate=decorate)


if SIMULATED:

    @cuda.jit(device=True)
    def any_of_warp(yes):  # type: ignore[no-untyped-def]
        return yes

    @cuda.jit(device=True)
    def count_in_warp(yes):  # type: ignore[no-untyped-def]
        return WARP if yes else 0

else:

    @cuda.jit(device=True)
    def any_of_warp(yes):  # type: ignore[no-untyped-def]
        return cuda.any_sync(WHOLE_WARP, yes)

    @cuda.jit(device=True)
    def count_in_warp(yes):  # type: ignore[no-untyped-def]
        return cuda.popc(cuda.ballot_sync(WHOLE_WARP, yes))


def kernel(bound: Bound, rules: Rules, places: tuple[int, int]) -> Any:
    """A kernel that plays as many games as there are states, and counts what came of them."""
    begin, seed_stream, chance = bound.begin, bound.seed_stream, bound.chance
    choose, play = bound.choose, bound.play
    cards_purpose, bots_purpose = bound.CARDS_STREAM, bound.BOTS_STREAM
    for_order, for_moves = places
    record = np.dtype((np.record, dtype(rules)))  # the simulator finds its fields by name
    filling = padding(rules)

    @cuda.jit
    def play_games(states, counts, taken, setting, players, seed, first, limit):  # type: ignore[no-untyped-def]
        order = cuda.local.array(for_order, np.uint8)
        moves = cuda.local.array(for_moves, np.int32)
        cards_stream = cuda.local.array(3, STREAM)
        bots_stream = cuda.local.array(3, STREAM)
        shared = cuda.shared.array(THREADS, record)
        s = shared[cuda.threadIdx.x]
        for i in range(filling):
            s.padding[i] = 0
        s.waiting = OVER  # and a new game begins
        game, made = -1, 0
        playing, ended = True, True
        while any_of_warp(playing):
            idle = 0
            while idle < PATIENCE:
                if playing and s.waiting == MOVE and made < limit:
                    play(s, choose(s, players[s.seat], moves, bots_stream))
                    made += 1
                elif playing and s.waiting == ROLL:
                    chance(s, order, cards_stream)
                ended = s.waiting == OVER or (s.waiting == MOVE and made == limit)
                idle = count_in_warp(ended or s.waiting == SHUFFLE or not playing)
            if playing and s.waiting == SHUFFLE:
                chance(s, order, cards_stream)
            elif playing and ended:
                if game >= 0:
                    states[game] = s
                    cuda.atomic.add(counts, s.winner if s.waiting == OVER else UNFINISHED, 1)
                    cuda.atomic.add(counts, MOVES, made)
                game = cuda.atomic.add(taken, 0, 1)
                made = 0
                playing = game < len(states)
                if playing:
                    seed_stream(cards_stream, seed, first + game, cards_purpose)
                    seed_stream(bots_stream, seed, first + game, bots_purpose)
                    begin(s, *setting)

    return play_games


def print_kernel(bound: Bound) -> Any:
    """A kernel for the fingerprints of states: a thread takes one row of words after the other."""
    fingerprints = bound.fingerprints

    @cuda.jit
    def print_states(states, prints):  # type: ignore[no-untyped-def]
        for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
            fingerprints(states[i : i + 1], prints[i : i + 1])

    return print_states


def grid(size: int) -> tuple[int, int]:
    """How many blocks of how many threads fill the GPU with states of that size."""
    if SIMULATED:
        return 2, 2
    device = cuda.get_current_device()
    fit = device.MAX_SHARED_MEMORY_PER_MULTIPROCESSOR // (THREADS * size + RESERVED)
    return max(fit * device.MULTIPROCESSOR_COUNT, 128), THREADS  # of fewer, Numba would warn


class Runner:
    """Plays games of any run whose rules have the same constants as those it was made for."""

    fewest, most = 1 << 12, 1 << 21  # enough to fill a large GPU many times over

    def __init__(self, rules: Rules, *modules: ModuleType) -> None:
        check_device()
        bound = bound_for(rules, modules)
        shape = grid(dtype(rules).itemsize)
        self._play_games = kernel(bound, rules, room(rules, modules))[shape]
        self._print_states = print_kernel(bound)[shape]
        with compiling():
            self.play(Run(rules, (), seed=0, limit=1), 0, 1).prints()

    def play(self, run: Run, first: int, count: int) -> Played:
        """The games of a run from number `first` on."""
        states = cuda.device_array(count, dtype(run.rules))  # `begin` sets every field
        counts = cuda.to_device(np.zeros(NONE + 1, np.int64))
        taken = cuda.to_device(np.zeros(1, np.int64))
        players = cuda.to_device(np.array(run.player_by_seat(), np.int32))
        told = setting(run.rules), players, run.seed, first, run.limit
        self._play_games(states, counts, taken, *told)
        counted = counts.copy_to_host().tolist()
        return Played(
            games=count,
            moves=counted[MOVES],
            wins=counted[:SEATS],
            blocked=counted[NONE],
            unfinished=counted[UNFINISHED],
            winners=lambda: list(states.copy_to_host()["winner"].tolist()),
            states=lambda: states.copy_to_host().view(np.uint8).data,
            prints=lambda: self._prints(states),
        )

    def _prints(self, states: Any) -> memoryview:
        prints = cuda.device_array((len(states), 2), np.uint32)
        words = states.view(np.uint32).reshape(len(states), -1)
        self._print_states(words, prints)
        told: memoryview = prints.copy_to_host().view(np.uint8).data
        return told
