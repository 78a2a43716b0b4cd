"""CUDA: the CPU's records, one thread for each game."""

from typing import Any

import numpy as np
from numba import cuda

from ..rules.editions import Rules
from . import Bound, rules_module

THREADS = 128


def decorate(function: Any) -> Any:
    return cuda.jit(device=True)(function)


def kernel(bound: Bound, rules: Rules) -> Any:
    """A kernel that plays one game in each state of an array."""
    begin, seed_stream, play_out = bound.begin, bound.seed_stream, bound.play_out
    cards_purpose, bots_purpose = bound.CARDS_STREAM, bound.BOTS_STREAM
    room_for_order = max(rules.cards, 8)
    room_for_moves = rules_module(rules).MOST_LEGAL

    @cuda.jit
    def play_games(states, made, setting, policies, seed, first, limit):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(states):
            order = cuda.local.array(room_for_order, np.uint8)
            moves = cuda.local.array(room_for_moves, np.int32)
            cards_stream = cuda.local.array(3, np.int64)
            bots_stream = cuda.local.array(3, np.int64)
            seed_stream(cards_stream, seed, first + i, cards_purpose)
            seed_stream(bots_stream, seed, first + i, bots_purpose)
            s = states[i]
            begin(s, *setting)
            made[i] = play_out(s, policies, order, moves, cards_stream, bots_stream, limit)

    return play_games
