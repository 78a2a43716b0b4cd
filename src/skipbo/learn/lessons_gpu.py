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
    HIDDEN,
    LARGEST,
    SCALE,
    SECOND_LAYER,
    SHARES,
    WEIGHTS_1,
    WEIGHTS_2,
    WEIGHTS_3,
    WHOLE,
)
from ..bots.planner import BEST_END, BEST_MOVE, BEST_NODE
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
    END_MOVE,
    END_NODE,
    END_SCALE,
    END_SURE,
    EXTRA_FIRST,
    FOUND,
)
from .lessons import SHORTEST, Table, rules_at, width

MODULES = (cards, segment, planner, features, network, learned, deferred, notes)
THREADS = 4 if SIMULATED else 32
MOST_NOTES = 1024  # of a game; one that has more is given up
AT_ONCE = 4  # ends of a game that a block works out side by side


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
            s, own = states[g], work[:, g]
            own[FOUND] = 0
            own[EXTRA_FIRST] = NO_MOVE
            own[BEST_MOVE] = NO_MOVE
            forced[g] = NO_MOVE
            if s.waiting == MOVE:
                if with_die and s.die == opponent_draws:
                    forced[g] = burden(s)
                if forced[g] == NO_MOVE:
                    search(s, row, own, streams[g])

    return find


def ask_kernel(bound: Bound) -> Any:
    """Ask the network about all ends of a game, which a block's threads work out together."""
    share, end_at, sides_of, odds_at = bound.share, bound.end_at, bound.sides_of, bound.ODDS
    scale_odds, blurred_share = bound.scale_odds, bound.blurred_share

    @cuda.jit
    def ask(states, row, work, streams, best, shares):  # type: ignore[no-untyped-def]
        first = cuda.shared.array((AT_ONCE, FIRST_LAYER), np.int32)
        second = cuda.shared.array((AT_ONCE, SECOND_LAYER), np.int32)
        odds = cuda.shared.array((AT_ONCE, SHARES), np.int32)
        g, j, lane = cuda.blockIdx.x, cuda.threadIdx.x, cuda.threadIdx.y
        own, sides = work[:, g], sides_of(states[g])
        highest = -1
        for start in range(0, own[FOUND], AT_ONCE):
            i = start + lane
            end = end_at(i)
            there = i < own[FOUND] and own[end + END_SURE] == 0
            total = row[BIAS_1 + j]
            for k in range(own[end + END_LISTED] if there else 0):
                total += row[WEIGHTS_1 + own[end + END_LIST + k] * FIRST_LAYER + j]
            first[lane, j] = total if j < SHARES else max(0, min(total, LARGEST))
            cuda.syncthreads()
            if j < SECOND_LAYER:
                total = row[BIAS_2 + j]
                for k in range(HIDDEN):
                    total += first[lane, SHARES + k] * row[WEIGHTS_2 + j * HIDDEN + k]
                second[lane, j] = max(0, min(total >> BITS, LARGEST))
            cuda.syncthreads()
            if j < sides:
                total = row[BIAS_3 + j] + (first[lane, j] << BITS)
                for k in range(SECOND_LAYER):
                    total += second[lane, k] * row[WEIGHTS_3 + j * SECOND_LAYER + k]
                odds[lane, j] = total
            cuda.syncthreads()
            if j == 0 and lane == 0:
                for other in range(min(AT_ONCE, own[FOUND] - start)):
                    for side in range(sides):
                        own[odds_at + side] = odds[other, side]
                    own[SCALE] = own[end_at(start + other) + END_SCALE]
                    scale_odds(own, sides)
                    sure = own[end_at(start + other) + END_SURE] != 0
                    value = SURE if sure else blurred_share(row, own, sides, streams[g])
                    if value > highest:
                        highest = value
                        best[g] = start + other
                        for side in range(sides):
                            shares[g, side] = share(own, side, sides) / WHOLE
            cuda.syncthreads()

    return ask


def move_kernel(bound: Bound, places: int) -> Any:
    """Note the best end, make its first move, and all that follows up to the next decision."""
    begin, chance, play = bound.begin, bound.chance, bound.play
    draw_below, side, end_at, sides_of = bound.draw_below, bound.side, bound.end_at, bound.sides_of
    blend_back, pass_move, stand_in = bound.blend_back, bound.PASS, bound.STAND_IN
    play_segment = bound.play_segment

    @cuda.jit
    def move_on(  # type: ignore[no-untyped-def]
        states,
        tables,
        work,
        streams,
        forced,
        best,
        shares,
        made,
        noted,
        thought,
        seats,
        paper,
        blend,
    ):
        g = cuda.grid(1)
        if g >= len(states):
            return
        order = cuda.local.array(places, np.uint8)
        s, own, stream = states[g], work[:, g], streams[g]
        kept_features, kept_targets, counts = paper
        if s.waiting == MOVE:
            end = end_at(best[g])
            move = forced[g] if forced[g] != NO_MOVE else own[end + END_FIRST]
            if pass_move < move and move < stand_in:  # the die's: the segment goes on
                play(s, move)
            else:
                if own[end + END_SURE] == 0:
                    n, sides = made[g], sides_of(s)
                    listed = own[end + END_LISTED]
                    for k in range(noted.shape[2]):
                        noted[g, n, k] = own[end + END_LIST + k] if k < listed else FEATURES
                    for k in range(sides):
                        thought[g, n, (side(s, s.seat) + k) % sides] = shares[g, k]
                    seats[g, n] = s.seat
                    made[g] = n + 1
                own[BEST_NODE] = own[end + END_NODE]
                own[BEST_END] = own[end + END_MOVE]
                play_segment(s, own)
            if made[g] == noted.shape[1]:  # it goes on for ever: another one
                made[g] = 0
                s.waiting = OVER
        while s.waiting != MOVE:
            if s.waiting != OVER:
                chance(s, order, stream)
                continue
            count = made[g]
            if count > 0:
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
            players, partners, stock = tables[g, 0], tables[g, 1], tables[g, 2]
            first = draw_below(stream, players)
            cards = min(draw_below(stream, stock), draw_below(stream, stock))
            begin(s, players, first, partners, SHORTEST + cards)

    return move_on


class GpuLessons:
    """Games that go on side by side on the GPU, and what is noted in them."""

    def __init__(self, edition: str, mix: dict[Table, int], games: int, seed: int) -> None:
        check_device()
        rng = np.random.default_rng(seed)
        rules = {table: rules_at(edition, table, {}) for table in mix}
        some = next(iter(rules.values()))
        bound = bound_for(some)
        blocks = (games + THREADS - 1) // THREADS
        self._find = find_kernel(bound)[blocks, THREADS]
        self._ask = ask_kernel(bound)[games, (FIRST_LAYER, AT_ONCE)]
        self._move = move_kernel(bound, room(some)[0])[blocks, THREADS]
        states = np.zeros(games, dtype(some))
        states["waiting"] = OVER
        states["players"] = 2
        streams = np.zeros((games, 3), np.int64)
        streams[:, :2] = rng.integers(1 << 32, size=(games, 2))
        self._states = cuda.to_device(states)
        self._tables = cuda.to_device(seat_tables(rules, mix, games))
        self._streams = cuda.to_device(streams)
        self._work = blank((deferred.SCRATCH, games), np.int32)
        self._row = blank(network.ROW, np.int32)
        self._forced = blank(games, np.int32)
        self._best = blank(games, np.int32)
        self._shares = blank((games, SEATS), np.float32)
        self._made = blank(games, np.int32)
        self.width = width(list(mix))
        self._noted = cuda.device_array((games, MOST_NOTES, self.width), np.uint16)
        self._thought = cuda.device_array((games, MOST_NOTES, SEATS), np.float32)
        self._seats = cuda.device_array((games, MOST_NOTES), np.uint8)
        self._paper = paper(games * 64, self.width)

    def play(self, row: NDArray[np.int32], rounds: int, blend: float) -> tuple[Any, Any, int]:
        """Some rounds with this network: features and targets of the games that ended, and how
        many there were. The arrays are written to again the next time."""
        self._row.copy_to_device(row)
        counts = self._paper[2]
        counts.copy_to_device(np.zeros(2, np.int64))
        for _ in range(rounds):
            self._find(self._states, self._row, self._work, self._streams, self._forced)
            self._ask(self._states, self._row, self._work, self._streams, self._best, self._shares)
            self._move(
                self._states,
                self._tables,
                self._work,
                self._streams,
                self._forced,
                self._best,
                self._shares,
                self._made,
                self._noted,
                self._thought,
                self._seats,
                self._paper,
                np.float32(blend),
            )
        noted, games = counts.copy_to_host().tolist()
        room = min(noted, len(self._paper[0]))
        return self._paper[0][:room], self._paper[1][:room], games


def seat_tables(rules: dict[Table, Rules], mix: dict[Table, int], games: int) -> NDArray[np.int32]:
    """The players, partners and largest stock of each game, as often as the mix says."""
    told = [(t.players, int(t.partners), rules[t].stock) for t in mix for _ in range(mix[t])]
    return np.array([told[g * len(told) // games] for g in range(games)], np.int32)


def paper(room: int, width: int) -> Any:
    """Where notes are written: features, targets, and how many notes and games there are."""
    return (
        cuda.device_array((room, width), np.uint16),
        cuda.device_array((room, SEATS), np.float32),
        cuda.to_device(np.zeros(2, np.int64)),
    )
