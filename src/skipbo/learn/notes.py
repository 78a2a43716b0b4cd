"""Games that are played to learn from, as functions that a compiled machine binds.

Of each end of a segment that the learner chose, its features are noted, and what each side's share
was thought to be. When the game is over, every note gets a target: the result, blended with what
the same seat thought at each later end (the lambda-return of temporal differences).
"""

from typing import Any

from ..bots.features import FEATURES, LIST, LISTED
from ..bots.learned import SURE, ask_network, look_at_best, see_table, share_of_seat
from ..bots.network import WHOLE
from ..bots.planner import BEST_END, BEST_NODE, plan
from ..bots.segment import CAME_FROM, CARDS_PLAYED, NUMBERS, node_at, pile_that_reached, step_to
from ..bots.strong import PLANNER
from ..machine.loop import (
    BOTS_STREAM,
    CARDS_STREAM,
    chance,
    draw_below,
    seed_stream,
)
from ..rules.cards import PASS, SOURCES, STAND_IN, TARGETS, TO_DISCARD, begin, play, side
from ..rules.state import MOVE, NONE, OVER

LEARNER, CURIOUS = 0, 1  # the numbers of the rows that learn: as it plays, and as it errs
CURIOUS_ONCE_IN = 6  # decisions
LONGEST_GAME = 10_000  # moves and segments, after which it counts the same for each side


def teach_games(
    states: Any,
    settings: Any,
    rows: Any,
    who: Any,
    seed: int,
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

    `settings` is what `begin` is told, `who` the number of each seat's row: the learner, whose ends
    are noted, and those who play along, other networks and the planner.
    """
    noted = 0
    s = states[0]
    for i in range(len(settings)):
        told = settings[i]
        begin(s, told[0], told[1], told[2], told[3])
        seed_stream(cards_stream, seed, i, CARDS_STREAM)
        seed_stream(bots_stream, seed, i, BOTS_STREAM)
        start, made = noted, 0
        while s.waiting != OVER and noted < len(features) and made < LONGEST_GAME:
            if s.waiting != MOVE:
                chance(s, order, cards_stream)
                continue
            made += 1
            row = who[i][s.seat]
            if rows[row][0] == PLANNER:
                play(s, plan(s, rows[row], work))
                continue
            if row == LEARNER and draw_below(bots_stream, CURIOUS_ONCE_IN) == 0:
                row = CURIOUS
            move = ask_network(s, rows[row], work, bots_stream)
            if PASS < move < STAND_IN:  # the die's: the segment goes on
                play(s, move)
                continue
            if row <= CURIOUS:
                noted = note(s, rows[row], work, bots_stream, features, targets, seats, noted)
            play_segment(s, work)
        if s.waiting != OVER and made < LONGEST_GAME:
            return start  # no room for the whole game
        blend_back(s, blend, targets, seats, start, noted)
    return noted


def play_segment(s: Any, work: Any) -> None:
    """Play all of the segment up to the end that was found best, without another search."""
    best, end, held = work[BEST_NODE], work[BEST_END], s.held[s.seat]
    for cards_left in range(work[node_at(best) + CARDS_PLAYED] - 1, -1, -1):
        i = best
        for _ in range(cards_left):
            i = work[node_at(i) + CAME_FROM]
        play(s, step_to(s, work, i))
    if end != PASS or held == 0:
        play(s, with_piles_as_they_stand(s, work, node_at(best), end))


def with_piles_as_they_stand(s: Any, work: Any, node: int, end: int) -> int:
    """A stock card's move onto a building pile, which has its place in the node's order there."""
    if end >= STAND_IN:
        pile = (end - STAND_IN) // SOURCES % 6
        return end + (pile_that_reached(s, work[node + NUMBERS + pile]) - pile) * SOURCES
    if end < PASS and end % TARGETS < TO_DISCARD:
        pile = end % TARGETS
        return end - pile + pile_that_reached(s, work[node + NUMBERS + pile])
    return end


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

    A seat learns from its own later thoughts alone. The others do not know its hand: by what they
    think it would learn that a hand is worth nothing. The shares are turned about so that the side
    that made the note comes first.
    """
    sides = s.players >> 1 if s.partners else s.players
    for seat in range(s.players):
        for k in range(sides):
            later = 1.0 / sides if s.winner == NONE else 1.0 if s.winner == k else 0.0
            for n in range(end - 1, start - 1, -1):
                if seats[n] == seat:
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
