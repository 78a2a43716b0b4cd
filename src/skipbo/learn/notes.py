"""Games that are played to learn from, as functions that a compiled machine binds.

Of each end of a segment that the learner chose, its features are noted, and what each side's share
was thought to be. When the game is over, every note gets a target: the result, blended with what
was thought at each later end (the lambda-return of temporal differences).
"""

from typing import Any

from ..bots.features import FEATURES, LIST, LISTED
from ..bots.learned import SURE, ask_network, look_at_best, see_table, share_of_seat
from ..bots.network import WHOLE
from ..bots.planner import BEST_NODE, plan
from ..bots.strong import PLANNER
from ..machine.loop import (
    BOTS_STREAM,
    CARDS_STREAM,
    chance,
    seed_stream,
)
from ..rules.cards import PASS, STAND_IN, begin, play, side
from ..rules.state import MOVE, NONE, OVER

LEARNER, TEACHER = 0, 1  # the numbers of their rows: who learns, and whom it follows at first


def choose(s: Any, player: Any, work: Any, stream: Any) -> int:
    """Those who play along: networks, and the planner."""
    return plan(s, player, work) if player[0] == PLANNER else ask_network(s, player, work, stream)


def teach_games(
    states: Any,
    settings: Any,
    rows: Any,
    who: Any,
    seed: int,
    watched: int,
    blend: float,
    order: Any,
    work: Any,
    cards_stream: Any,
    bots_stream: Any,
    features: Any,
    targets: Any,
    seats: Any,
) -> int:
    """Play a game for each row of `settings` while there is room for notes; how many were made.

    `settings` is what `begin` is told, `who` the number of each seat's row; what the `watched` row
    does is noted, and thought about by the learner.
    """
    noted = 0
    s = states[0]
    for i in range(len(settings)):
        told = settings[i]
        begin(s, told[0], told[1], told[2], told[3])
        seed_stream(cards_stream, seed, i, CARDS_STREAM)
        seed_stream(bots_stream, seed, i, BOTS_STREAM)
        start = noted
        while s.waiting != OVER and noted < len(features):
            if s.waiting != MOVE:
                chance(s, order, cards_stream)
                continue
            row = who[i][s.seat]
            move = choose(s, rows[row], work, bots_stream)
            if row == watched and ends_segment(work, move):
                noted = note(s, rows[LEARNER], work, bots_stream, features, targets, seats, noted)
            play(s, move)
        if s.waiting != OVER:
            return start  # no room for the whole game
        blend_back(s, blend, targets, seats, start, noted)
    return noted


def ends_segment(work: Any, move: int) -> bool:
    """Whether the best end is reached by this move."""
    if PASS < move < STAND_IN:
        return False  # the die's: the segment goes on
    return int(work[BEST_NODE]) == 0


def note(
    s: Any, row: Any, work: Any, stream: Any, features: Any, targets: Any, seats: Any, n: int
) -> int:
    """Note the end that was chosen: its features, and each side's share."""
    see_table(s, row, work)
    if look_at_best(s, row, work, stream) == SURE:
        return n  # it has won: nothing is left to be said
    listed = work[LISTED]
    for j in range(len(features[n])):
        features[n][j] = work[LIST + j] if j < listed else FEATURES
    for seat in range(s.players):
        targets[n][side(s, seat)] = share_of_seat(s, work, seat) / WHOLE
    seats[n] = s.seat
    return n + 1


def blend_back(s: Any, blend: float, targets: Any, seats: Any, start: int, end: int) -> None:
    """From the last note to the first: what was thought becomes what is to be learned.

    The shares are turned about so that the side that made the note comes first.
    """
    sides = s.players >> 1 if s.partners else s.players
    for k in range(sides):
        later = 1.0 / sides if s.winner == NONE else 1.0 if s.winner == k else 0.0
        for n in range(end - 1, start - 1, -1):
            thought = targets[n][k]
            targets[n][k] = later
            later = blend * later + (1.0 - blend) * thought
    for n in range(start, end):
        turn_about(targets[n], side(s, seats[n]), sides)


def turn_about(shares: Any, first: int, sides: int) -> None:
    """Put a side first, and the others behind it in their order."""
    for _ in range(first):
        taken = shares[0]
        for k in range(1, sides):
            shares[k - 1] = shares[k]
        shares[sides - 1] = taken
    for k in range(sides, len(shares)):
        shares[k] = -1.0  # no such side
