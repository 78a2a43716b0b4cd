"""Opponents in games that are stepped: the learner has one seat, and bots play the others.

`bind` binds these functions with `steps`, where they take the place of those that do nothing, and
with the modules of the bots. `others` are: the bots' rows, in order to the learner's left; a stream
for each slot; and room to think in.
"""

from typing import Any

from ..loop import BOTS_STREAM, choose, draw_below, seed_stream
from .steps import GAME, LEARNS, NO_MOVE
from .terms import ANY_SEAT, LEARNER, SEED


def others_sit_down(s: Any, clock: Any, terms: Any, others: Any, i: int) -> None:
    """Before a game begins: where the learner sits, unless its seat was chosen."""
    seed_stream(others[1][i], terms[SEED], clock[GAME], BOTS_STREAM)
    clock[LEARNS] = terms[LEARNER]
    if terms[LEARNER] == ANY_SEAT:
        clock[LEARNS] = draw_below(others[1][i], int(s.players))


def others_move(s: Any, clock: Any, others: Any, i: int) -> int:
    """What the bot does that is on turn; NO_MOVE if it is the learner's turn."""
    left = s.seat - clock[LEARNS]
    if left == 0:
        return NO_MOVE
    player = others[0][left - 1 if left > 0 else left - 1 + s.players]
    return int(choose(s, player, others[2], others[1][i]))


def onlooker(s: Any, clock: Any) -> int:
    """The learner sees, whoever is on turn."""
    return int(clock[LEARNS])
