"""Lessons on a GPU: thousands of games go on side by side, a move each in every round.

A round is three kernels. A thread for each game finds the ends of its segment (`deferred`); a block
of threads for each game asks the network about them; a thread for each game makes the move, notes
the end, and begins a new game where one is over.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bots import cards, features, learned, network, planner, segment
from ..bots.cards import NO_MOVE
from ..bots.features import FEATURES
from ..bots.learned import SURE
from ..bots.network import (
    BIAS_1,
    BIAS_2,
    BIAS_3,
    BITS,
    FIRST_LAYER,
    LARGEST,
    SECOND_LAYER,
    SHARES,
    WEIGHTS_1,
    WEIGHTS_2,
    WEIGHTS_3,
    WHOLE,
)
from ..bots.planner import BEST_MOVE
from ..machine import Bound, bind, loop
from ..machine.cpu import dtype
from ..machine.device import SIMULATED, check_device, cuda
from ..machine.runs import room
from ..rules.editions import Rules
from ..rules.state import MOVE, OVER, SEATS
from . import deferred, notes
from .deferred import (
    END_FIRST,
    END_LIST,
    END_LISTED,
    END_NODE,
    END_SURE,
    EXTRA_FIRST,
    FOUND,
    LONGEST,
)
from .lessons import SHORTEST, Table

MODULES = (cards, segment, planner, features, network, learned, deferred, notes)
THREADS = 4 if SIMULATED else 32
NUMBER = np.int64 if SIMULATED else np.int32  # NumPy's own small numbers would overflow


def blank(shape: Any, type: Any) -> Any:
    """An array of zeros on the GPU: the search wants its work to begin so."""
    if SIMULATED:
        return cuda.to_device(np.zeros(shape, type))
    array = cuda.device_array(shape, type)
    clear[1024, 256](array.reshape(-1))
    return array


@cuda.jit
def clear(array):  # type: ignore[no-untyped-def]
    for i in range(cuda.grid(1), len(array), cuda.gridsize(1)):
        array[i] = 0


def bound_for(rules: Rules) -> Bound:
    return bind(rules, loop, *MODULES, decorate=cuda.jit(device=True))


def find_kernel(bound: Bound) -> Any:
    """Find the ends of each game's segment."""
    search, opponent_draws = bound.best_by_network, bound.DIE_OPPONENT_DRAWS
    burden, with_die = bound.burden_the_leader, bound.DIE

    @cuda.jit
    def find(states, row, work, streams, forced):  # type: ignore[no-untyped-def]
        g = cuda.grid(1)
        if g < len(states):
            s, own = states[g], work[g]
            own[FOUND] = 0
            own[EXTRA_FIRST] = NO_MOVE
            own[BEST_MOVE] = NO_MOVE
            forced[g] = NO_MOVE
            if with_die and s.die == opponent_draws:
                forced[g] = burden(s)
            if forced[g] == NO_MOVE:
                search(s, row, own, streams[g])

    return find


def ask_kernel(bound: Bound, sides: int) -> Any:
    """Ask the network about all ends of a game, which a block's threads work out together."""
    share, end_at, odds_at = bound.share, bound.end_at, bound.ODDS

    @cuda.jit
    def ask(row, work, best, shares):  # type: ignore[no-untyped-def]
        first = cuda.shared.array(FIRST_LAYER, np.int32)
        second = cuda.shared.array(SECOND_LAYER, np.int32)
        g, j = cuda.blockIdx.x, cuda.threadIdx.x
        own = work[g]
        highest, found = -1, 0
        for i in range(own[FOUND]):
            end = end_at(i)
            sure = own[end + END_SURE] != 0
            total = row[BIAS_1 + j]
            for k in range(own[end + END_LISTED] if not sure else 0):
                total += row[WEIGHTS_1 + own[end + END_LIST + k] * FIRST_LAYER + j]
            first[j] = max(0, min(total, LARGEST))
            cuda.syncthreads()
            if j < SECOND_LAYER:
                total = row[BIAS_2 + j]
                for k in range(FIRST_LAYER):
                    total += first[k] * row[WEIGHTS_2 + k * SECOND_LAYER + j]
                second[j] = max(0, min(total >> BITS, LARGEST))
            cuda.syncthreads()
            if j < sides:
                total = row[BIAS_3 + j]
                for k in range(SECOND_LAYER):
                    total += second[k] * row[WEIGHTS_3 + j * SECOND_LAYER + k]
                own[odds_at + j] = total
            cuda.syncthreads()
            if j == 0:
                value = SURE if sure else share(own, 0, sides)
                if value > highest:
                    highest, found = value, i
                    best[g] = i
                    for side in range(sides):
                        shares[g, side] = share(own, side, sides) / WHOLE
            cuda.syncthreads()

    return ask


def move_kernel(bound: Bound, places: int, table: Table) -> Any:
    """Note the best end, make its first move, and all that follows up to the next decision."""
    begin, chance, play = bound.begin, bound.chance, bound.play
    draw_below, side, end_at = bound.draw_below, bound.side, bound.end_at
    blend_back, pass_move, stand_in = bound.blend_back, bound.PASS, bound.STAND_IN
    players, partners = table.players, int(table.partners)
    sides = players // 2 if partners else players

    @cuda.jit
    def move_on(  # type: ignore[no-untyped-def]
        states, work, streams, forced, best, shares, made, noted, thought, seats, paper, stock, blend
    ):
        g = cuda.grid(1)
        if g >= len(states):
            return
        order = cuda.local.array(places, np.uint8)
        s, own, stream = states[g], work[g], streams[g]
        kept_features, kept_targets, counts = paper
        if s.waiting == MOVE:
            move = forced[g]
            if move == NO_MOVE:
                end = end_at(best[g])
                move = own[end + END_FIRST]
                goes_on = own[end + END_NODE] != 0 or (pass_move < move and move < stand_in)
                if not goes_on and own[end + END_SURE] == 0 and made[g] < noted.shape[1]:
                    n = made[g]
                    listed = own[end + END_LISTED]
                    for k in range(noted.shape[2]):
                        noted[g, n, k] = own[end + END_LIST + k] if k < listed else FEATURES
                    for k in range(sides):
                        thought[g, n, (side(s, s.seat) + k) % sides] = shares[g, k]
                    seats[g, n] = s.seat
                    made[g] = n + 1
            play(s, move)
        while s.waiting != MOVE:
            if s.waiting != OVER:
                chance(s, order, stream)
                continue
            count = made[g]
            if 0 < count < noted.shape[1]:
                blend_back(s, blend, thought[g], seats[g], 0, count)
                place = cuda.atomic.add(counts, 0, count)
                if place + count <= len(kept_features):
                    cuda.atomic.add(counts, 1, 1)
                    for n in range(count):
                        for k in range(noted.shape[2]):
                            kept_features[place + n, k] = noted[g, n, k]
                        for k in range(SHARES):
                            kept_targets[place + n, k] = thought[g, n, k]
            made[g] = 0
            first = draw_below(stream, players)
            begin(s, players, first, partners, SHORTEST + draw_below(stream, stock))
        if made[g] == noted.shape[1]:  # it goes on for ever: another one
            s.waiting = OVER
            made[g] = 0

    return move_on


class GpuLessons:
    """Games at one table that go on side by side on the GPU, and what is noted in them."""

    def __init__(
        self, rules: Rules, table: Table, games: int, width: int, longest: int, seed: int
    ) -> None:
        check_device()
        bound = bound_for(rules)
        sides = rules.sides
        blocks = (games + THREADS - 1) // THREADS
        self._find = find_kernel(bound)[blocks, THREADS]
        self._ask = ask_kernel(bound, sides)[games, FIRST_LAYER]
        self._move = move_kernel(bound, room(rules)[0], table)[blocks, THREADS]
        states = np.zeros(games, dtype(rules))
        states["waiting"] = OVER
        rng = np.random.default_rng([seed, table.players, int(table.partners)])
        streams = np.zeros((games, 3), np.int64)
        streams[:, :2] = rng.integers(1 << 32, size=(games, 2))
        self._states = cuda.to_device(states)
        self._streams = cuda.to_device(streams)
        self._work = blank((games, deferred.SCRATCH), NUMBER)
        self._row = blank(network.ROW, NUMBER)
        self._forced = cuda.to_device(np.zeros(games, np.int32))
        self._best = cuda.to_device(np.zeros(games, np.int32))
        self._shares = cuda.to_device(np.zeros((games, SEATS), np.float32))
        self._made = cuda.to_device(np.zeros(games, np.int32))
        self._noted = cuda.device_array((games, longest, width), np.uint16)
        self._thought = cuda.device_array((games, longest, SEATS), np.float32)
        self._seats = cuda.device_array((games, longest), np.uint8)
        self._stock = rules.stock

    def play(self, row: NDArray[np.int32], rounds: int, paper: Any, blend: float) -> None:
        """Some rounds with this network; notes of games that end go onto the paper."""
        self._row.copy_to_device(row.astype(NUMBER))
        for _ in range(rounds):
            self._move(
                self._states,
                self._work,
                self._streams,
                self._forced,
                self._best,
                self._shares,
                self._made,
                self._noted,
                self._thought,
                self._seats,
                paper,
                self._stock,
                np.float32(blend),
            )
            self._find(self._states, self._row, self._work, self._streams, self._forced)
            self._ask(self._row, self._work, self._best, self._shares)


def paper(room: int, width: int) -> Any:
    """Where notes are written: features, targets, and how many notes and games there are."""
    return (
        cuda.device_array((room, width), np.uint16),
        cuda.device_array((room, SEATS), np.float32),
        cuda.to_device(np.zeros(2, np.int64)),
    )
