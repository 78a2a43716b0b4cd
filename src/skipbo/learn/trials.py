"""Trials: ends of one decision, each played on with the same cards to come.

Functions that a compiled machine binds. What follows on one end and not on another is mostly luck;
with the same cards to come it is the same luck for all, and what is left tells which end is better.
"""

from typing import Any

from ..bots.features import FEATURES, LIST, LISTED
from ..bots.learned import SCRATCH as LEARNED_SCRATCH
from ..bots.learned import SURE, ask_network, look_at_best, see_table
from ..bots.network import WHOLE, sides_of
from ..bots.planner import BEST, BEST_END, BEST_NODE, ends_turn, keep_if_best, plan
from ..bots.strong import PLANNER
from ..machine.loop import BOTS_STREAM, CARDS_STREAM, chance, draw_below, seed_stream
from ..rules.cards import PASS, STAND_IN, begin, play, side
from ..rules.state import MOVE, NONE, OVER
from .notes import LEARNER, LONGEST_GAME, play_segment

LIKED = 8  # ends that are kept
TRIED = 4  # of them: the best two, and two of the others
EVERY = 2  # one decision in so many is tried
LONGEST_TRIAL = 200  # moves and segments, after which it counts the same for each side
NOT_THERE = -1.0  # of an end

LIKED_VALUE, LIKED_NODE, LIKED_END = (LEARNED_SCRATCH + i * LIKED for i in range(3))
ENDED_TURN = LEARNED_SCRATCH + 3 * LIKED  # by end that is tried
SCRATCH = ENDED_TURN + TRIED


def try_games(
    states: Any,
    raw: Any,
    settings: Any,
    rows: Any,
    who: Any,
    seed: int,
    order: Any,
    work: Any,
    streams: Any,
    features: Any,
    later: Any,
) -> int:
    """Play a game for each row of `settings` while there is room for trials; how many were made.

    Of each end that is tried its features are noted, and `later`, what its seat thinks to win at
    the end of its next turn. The first state is the game, the others are for its trials.
    """
    s, tried = states[0], 0
    cards, bots, to_come = streams[0], streams[1], streams[2]
    for i in range(len(settings)):
        told = settings[i]
        begin(s, told[0], told[1], told[2], told[3])
        seed_stream(cards, seed, i, CARDS_STREAM)
        seed_stream(bots, seed, i, BOTS_STREAM)
        made = 0
        while s.waiting != OVER and made < LONGEST_GAME and tried < len(later):
            if s.waiting != MOVE:
                chance(s, order, cards)
                continue
            made += 1
            row = rows[who[i][s.seat]]
            move = decide(s, row, work, bots)
            if who[i][s.seat] == LEARNER and worth_a_trial(work) and draw_below(bots, EVERY) == 0:
                begin_trial(states, raw, row, work, bots, features[tried], later[tried])
                again = draw_below(bots, 1 << 30)
                for k in range(TRIED):
                    if later[tried, k] != NOT_THERE:
                        seed_stream(to_come, seed, again, CARDS_STREAM)
                        turns = work[ENDED_TURN + k]
                        later[tried, k] = play_on(
                            states[1 + k], s.seat, turns, rows, who[i], order, work, to_come
                        )
                tried += 1
                move = decide(s, row, work, bots)
            go_on(s, row, move, work)
    return tried


def decide(s: Any, row: Any, work: Any, stream: Any) -> int:
    """The next move; of the network, the ends that it likes best as well."""
    for k in range(LIKED):
        work[LIKED_VALUE + k] = -1
    if row[0] == PLANNER:
        return plan(s, row, work)
    return ask_network(s, row, work, stream)


def go_on(s: Any, row: Any, move: int, work: Any) -> None:
    """Play what was decided: a segment, or a move of the planner's or the die's."""
    if row[0] == PLANNER or PASS < move < STAND_IN:
        play(s, move)
    else:
        play_segment(s, work)


def propose(work: Any, i: int, move: int, value: int) -> None:
    """As the planner's, and the best ends are kept; those of the same value are taken as alike."""
    keep_if_best(work, i, move, value)
    for k in range(LIKED):
        if work[LIKED_VALUE + k] == value:
            return
    place = LIKED
    while place > 0 and work[LIKED_VALUE + place - 1] < value:
        place -= 1
        if place + 1 < LIKED:
            work[LIKED_VALUE + place + 1] = work[LIKED_VALUE + place]
            work[LIKED_NODE + place + 1] = work[LIKED_NODE + place]
            work[LIKED_END + place + 1] = work[LIKED_END + place]
    if place < LIKED:
        work[LIKED_VALUE + place] = value
        work[LIKED_NODE + place] = i
        work[LIKED_END + place] = move


def worth_a_trial(work: Any) -> bool:
    """Whether there is more than one end, and none that wins."""
    return bool(work[LIKED_VALUE + 1] >= 0 and work[BEST] != SURE)


def begin_trial(
    states: Any, raw: Any, row: Any, work: Any, stream: Any, features: Any, later: Any
) -> None:
    """Note some ends, and play each of them in a state of its own."""
    s, liked = states[0], 0
    while liked < LIKED and work[LIKED_VALUE + liked] >= 0:
        liked += 1
    for k in range(TRIED):
        which = k
        if k >= 2 and liked > TRIED:  # any of the better half of the others, and of the rest
            half = (liked - 2) // 2
            which = 2 + (k - 2) * half + draw_below(stream, half)
        later[k] = NOT_THERE
        if which < liked:
            later[k] = 0.0
            copy_state(raw, 0, 1 + k)
            work[ENDED_TURN + k] = take_end(states[1 + k], work, which)
            see_table(s, row, work)
            look_at_best(s, row, work, stream)
            for j in range(len(features[k])):
                features[k][j] = work[LIST + j] if j < work[LISTED] else FEATURES


def copy_state(raw: Any, source: int, to: int) -> None:
    """By bytes, as states of a compiled machine can be."""
    for j in range(raw.shape[1]):
        raw[to, j] = raw[source, j]


def take_end(s: Any, work: Any, which: int) -> int:
    """Play up to one of the ends that were liked; how many turns that ends."""
    work[BEST_NODE], work[BEST_END] = work[LIKED_NODE + which], work[LIKED_END + which]
    turns = 1 if is_last_of_turn(s, work[BEST_END]) else 0
    play_segment(s, work)
    return turns


def is_last_of_turn(s: Any, end: int) -> bool:
    """Whether an end of a segment ends the turn as well: with a discard, or without a card (O2)."""
    return ends_turn(end) or (end == PASS and s.held[s.seat] == 0)


def play_on(
    s: Any, seat: int, turns: int, rows: Any, who: Any, order: Any, work: Any, stream: Any
) -> float:
    """Play on to the end of a seat's second turn; what it then thinks to win."""
    made = 0
    while s.waiting != OVER and made < LONGEST_TRIAL:
        if s.waiting != MOVE:
            chance(s, order, stream)
            continue
        made += 1
        row = rows[who[s.seat]]
        move = decide(s, row, work, stream)
        if s.seat == seat and not PASS < move < STAND_IN and is_last_of_turn(s, work[BEST_END]):
            if turns == 1:
                see_table(s, row, work)
                return look_at_best(s, row, work, stream) / WHOLE
            turns = 1
        go_on(s, row, move, work)
    if s.winner == NONE:
        return 1.0 / sides_of(s)
    return 1.0 if s.winner == side(s, seat) else 0.0
