"""Opponents in games that are stepped: the learner has one seat, and bots play the others.

`bind` binds these functions with `steps`, where they take the place of those that do nothing, and
with the modules of the bots. `others` are: the bots' rows, in order to the learner's left; a stream
for each slot; and room to think in.
"""

from typing import Any

from ...rules.state import MOVE
from ..loop import BOTS_STREAM, choose, draw_below, seed_stream
from .steps import GAME, LEARNS, MADE, advance
from .terms import ANY_SEAT, LEARNER, SEED


def others_sit_down(s: Any, clock: Any, terms: Any, others: Any, i: int) -> None:
    """Before a game begins: where the learner sits, unless its seat was chosen."""
    seed_stream(others[1][i], terms[SEED], clock[GAME], BOTS_STREAM)
    clock[LEARNS] = terms[LEARNER]
    if terms[LEARNER] == ANY_SEAT:
        clock[LEARNS] = draw_below(others[1][i], int(s.players))


def others_play(
    s: Any,
    board: Any,
    clock: Any,
    stream: Any,
    limit: int,
    others: Any,
    i: int,
    order: Any,
) -> None:
    """All moves until it is the learner's turn, the game is over or the limit is reached."""
    learner = int(clock[LEARNS])
    while s.waiting == MOVE and s.seat != learner and clock[MADE] < limit:
        left = s.seat - learner if s.seat > learner else s.seat - learner + s.players
        move = choose(s, others[0][left - 1], others[2], others[1][i])
        advance(s, board, clock, stream, move, order)


def onlooker(s: Any, clock: Any) -> int:
    """The learner sees, whoever is on turn."""
    return int(clock[LEARNS])
