"""CUDA: the CPU's records, one thread for each game."""

from types import ModuleType
from typing import Any

import numpy as np
from numba import config, cuda

from ..errors import SkipboError
from ..rules.editions import Rules
from ..rules.state import NONE, OVER, SEATS
from . import Bound, bind, loop, setting
from .cpu import dtype
from .runs import Played, Run, room

BLOCKS, THREADS = 8, 128  # blocks for each multiprocessor, threads in a block

# Where a kernel counts: games by their winner, NONE among them, and in between
UNFINISHED, MOVES = SEATS, SEATS + 1


def decorate(function: Any) -> Any:
    return cuda.jit(device=True)(function)


def kernel(bound: Bound, rules: Rules, places: tuple[int, int]) -> Any:
    """A kernel that plays as many games as there are states, and counts what came of them."""
    begin, seed_stream, play_out = bound.begin, bound.seed_stream, bound.play_out
    cards_purpose, bots_purpose = bound.CARDS_STREAM, bound.BOTS_STREAM
    for_order, for_moves = places
    record = np.dtype((np.record, dtype(rules)))  # the simulator finds its fields by name
    padding = record["padding"].shape[0]

    @cuda.jit
    def play_games(states, counts, taken, setting, players, seed, first, limit):  # type: ignore[no-untyped-def]
        order = cuda.local.array(for_order, np.uint8)
        moves = cuda.local.array(for_moves, np.int32)
        cards_stream = cuda.local.array(3, np.int64)
        bots_stream = cuda.local.array(3, np.int64)
        # A thread's own memory lies woven with that of its neighbours, who read the same field at
        # the same time: half as fast again as playing in `states`.
        own = cuda.local.array(1, record)
        s = own[0]
        for i in range(padding):
            s.padding[i] = 0
        game = cuda.atomic.add(taken, 0, 1)
        while game < len(states):
            seed_stream(cards_stream, seed, first + game, cards_purpose)
            seed_stream(bots_stream, seed, first + game, bots_purpose)
            begin(s, *setting)
            made = play_out(s, players, order, moves, cards_stream, bots_stream, limit)
            states[game] = s
            cuda.atomic.add(counts, s.winner if s.waiting == OVER else UNFINISHED, 1)
            cuda.atomic.add(counts, MOVES, made)
            game = cuda.atomic.add(taken, 0, 1)

    return play_games


def grid() -> tuple[int, int]:
    """How many blocks of how many threads fill the GPU."""
    if config.ENABLE_CUDASIM:
        return 2, 2  # each is a thread of Python's
    blocks = BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT
    return max(blocks, 128), THREADS  # of fewer, Numba would warn


class Runner:
    """Plays games of any run whose rules have the same constants as those it was made for."""

    fewest, most = 1 << 12, 1 << 19  # enough to fill a large GPU several times over

    def __init__(self, rules: Rules, *modules: ModuleType) -> None:
        if not cuda.is_available():
            raise SkipboError("no GPU that CUDA can use was found; play on cpu instead")
        bound = bind(rules, loop, *modules, decorate=decorate)
        self._play_games = kernel(bound, rules, room(rules, modules))[grid()]
        self.play(Run(rules, (), seed=0, limit=1), 0, 1)  # this compiles

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
        )
