"""Lessons on a GPU: thousands of games go on side by side, a segment each in every round.

A thread for each game searches its segment, notes the end that it takes, plays up to it, and begins
a new game where one is over.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bots import network
from ..bots.network import SHARES
from ..machine import Bound, bind, loop
from ..machine.cpu import dtype
from ..machine.device import SIMULATED, check_device, cuda
from ..machine.gpu import decorate
from ..machine.runs import room
from ..rules.editions import Rules
from ..rules.state import MOVE, OVER, SEATS
from .lessons import MODULES, SHORTEST, Table, width

THREADS = 4 if SIMULATED else 32
MOST_NOTES = 512  # of a game; one that has more is given up


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
    """All compiled into one kernel: in calls of functions, CUDA mixed up what they were told."""
    return bind(rules, loop, *MODULES, decorate=decorate)


def play_kernel(bound: Bound, places: int) -> Any:
    """Play each game's segment, and all that follows up to its next decision."""
    begin, chance, play = bound.begin, bound.chance, bound.play
    ask_network, note, play_segment = bound.ask_network, bound.note, bound.play_segment
    draw_below, blend_back = bound.draw_below, bound.blend_back
    pass_move, stand_in = bound.PASS, bound.STAND_IN

    @cuda.jit
    def play_on(  # type: ignore[no-untyped-def]
        states, tables, row, work, streams, made, noted, thought, seats, paper, blend
    ):
        g = cuda.grid(1)
        if g >= len(states):
            return
        order = cuda.local.array(places, np.uint8)
        s, own, stream = states[g], work[:, g], streams[g]
        kept_features, kept_targets, counts = paper
        if s.waiting == MOVE:
            move = ask_network(s, row, own, stream)
            if pass_move < move and move < stand_in:  # the die's: the segment goes on
                play(s, move)
            else:
                made[g] = note(s, row, own, stream, noted[g], thought[g], seats[g], made[g])
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
            begin(s, players, first, partners, SHORTEST + draw_below(stream, stock))

    return play_on


class GpuLessons:
    """Games that go on side by side on the GPU, and what is noted in them."""

    def __init__(
        self, rules: dict[Table, Rules], mix: dict[Table, int], games: int, seed: int
    ) -> None:
        check_device()
        rng = np.random.default_rng(seed)
        some = next(iter(rules.values()))
        bound = bound_for(some)
        blocks = (games + THREADS - 1) // THREADS
        self._play = play_kernel(bound, room(some)[0])[blocks, THREADS]
        states = np.zeros(games, dtype(some))
        states["waiting"] = OVER
        states["players"] = 2
        streams = np.zeros((games, 3), np.int64)
        streams[:, :2] = rng.integers(1 << 32, size=(games, 2))
        self._states = cuda.to_device(states)
        self._tables = cuda.to_device(seat_tables(rules, mix, games))
        self._streams = cuda.to_device(streams)
        self._work = blank((room(some, MODULES)[1], games), np.int32)
        self._row = blank(network.ROW, np.int32)
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
            self._play(
                self._states,
                self._tables,
                self._row,
                self._work,
                self._streams,
                self._made,
                self._noted,
                self._thought,
                self._seats,
                self._paper,
                np.float32(blend),
            )
        noted, games = counts.copy_to_host().tolist()
        kept = min(noted, len(self._paper[0]))
        return self._paper[0][:kept], self._paper[1][:kept], games


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
