"""Trials: ends of one decision, each played on with the same cards to come.

Functions that a compiled machine binds. What follows on one end and not on another is mostly luck;
with the same cards to come it is the same luck for all, and what is left tells which end is better.
So that it stays the same when one end leads to more draws than another, each seat draws from cards
that are set apart for it.
"""

from typing import Any

from ..bots.features import FEATURES, LIST, LISTED
from ..bots.learned import SCRATCH as LEARNED_SCRATCH
from ..bots.learned import SURE, ask_network, look_at_best, see_table
from ..bots.network import WHOLE, sides_of
from ..bots.planner import BEST, BEST_END, BEST_NODE, ends_turn, keep_if_best, plan
from ..bots.strong import PLANNER
from ..machine.loop import BOTS_STREAM, CARDS_STREAM, chance, draw_below, seed_stream
from ..rules.cards import DRAW, PASS, STAND_IN, begin, left_of, play, side
from ..rules.state import MOVE, NONE, OVER
from .notes import CURIOUS, LEARNER, LONGEST_GAME, play_segment

LIKED = 8  # ends that are kept
TRIED = 4  # of them: the best two, and two that it might come to like best
# A seat thinks too well of what it is about to do with the cards that it kept, and learns to keep
# them. Of what trials of one turn taught, hardly a sixth was there after eight turns; of what
# trials of two taught, all of it.
TURNS = 2  # of the seat, and then it is told what came of an end
LONGEST_TRIAL = 200  # moves and segments, after which it counts the same for each side
NOT_THERE = -1.0  # of an end
NO_NODE = -1

LIKED_VALUE, LIKED_NODE, LIKED_END = (LEARNED_SCRATCH + i * LIKED for i in range(3))
ENDED_TURN = LEARNED_SCRATCH + 3 * LIKED  # by end that is tried
TRIED_NODE, TRIED_END = ENDED_TURN + TRIED, ENDED_TURN + 2 * TRIED
SET_APART = ENDED_TURN + 3 * TRIED  # by card: the seat that is to draw it
SCRATCH = SET_APART + 256


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
    the beginning of a later turn. The first state is the game, the others are for its trials.
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
            if who[i][s.seat] == LEARNER and worth_a_trial(work):
                begin_trial(states, raw, rows, work, bots, features[tried], later[tried])
                copy_state(raw, 1, 1 + TRIED)  # where the game goes on: with the end it likes best
                again = draw_below(bots, 1 << 30)
                for k in range(TRIED):
                    if later[tried, k] != NOT_THERE:
                        seed_stream(to_come, seed, again, CARDS_STREAM)
                        turns = work[ENDED_TURN + k]
                        later[tried, k] = play_on(
                            states[1 + k], s.seat, turns, rows, who[i], order, work, to_come
                        )
                tried += 1
                copy_state(raw, 1 + TRIED, 0)
            else:
                go_on(s, move, work)
    return tried


def decide(s: Any, row: Any, work: Any, stream: Any) -> int:
    """The next move; of the network, the ends that it likes best as well."""
    for k in range(LIKED):
        work[LIKED_VALUE + k] = -1
    if row[0] == PLANNER:
        return plan(s, row, work)
    return ask_network(s, row, work, stream)


def go_on(s: Any, move: int, work: Any) -> None:
    """Play what was decided: a segment, or a move of the die's."""
    if PASS < move < STAND_IN:
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
    states: Any, raw: Any, rows: Any, work: Any, stream: Any, features: Any, later: Any
) -> None:
    """Note some ends, and play each of them in a state of its own.

    The two that the learner likes best, and the two best ones that are left when it errs as it may
    well err: so that whatever it may come to prefer has been tried.
    """
    s = states[0]
    set_cards_apart(s, work)
    for k in range(TRIED):
        if k == TRIED // 2:
            decide(s, rows[CURIOUS], work, stream)
        later[k] = NOT_THERE
        which = best_untried(work, k)
        work[TRIED_NODE + k] = NO_NODE
        if which < LIKED:
            work[TRIED_NODE + k] = work[LIKED_NODE + which]
            work[TRIED_END + k] = work[LIKED_END + which]
            later[k] = 0.0
            copy_state(raw, 0, 1 + k)
            work[ENDED_TURN + k] = take_end(states[1 + k], work, which)
            see_table(s, rows[LEARNER], work)
            look_at_best(s, rows[LEARNER], work, stream)
            for j in range(len(features[k])):
                features[k][j] = work[LIST + j] if j < work[LISTED] else FEATURES


def best_untried(work: Any, tried: int) -> int:
    """The place of the best end that is not among those that were tried, or LIKED."""
    for which in range(LIKED):
        if work[LIKED_VALUE + which] < 0:
            return LIKED
        new = True
        for k in range(tried):
            same_node = work[TRIED_NODE + k] == work[LIKED_NODE + which]
            new = new and not (same_node and work[TRIED_END + k] == work[LIKED_END + which])
        if new:
            return which
    return LIKED


def set_cards_apart(s: Any, work: Any) -> None:
    """Share the cards to be drawn out among the seats."""
    for card in range(256):
        work[SET_APART + card] = NONE
    card, i = s.top[DRAW], 0
    while card != NONE:
        work[SET_APART + card] = i % s.players
        card = s.below[card]
        i += 1


def bring_up(s: Any, work: Any, seat: int) -> None:
    """Bring what is set apart for a seat to the top of the cards to be drawn, in its order."""
    card, last, rest, last_of_rest = s.top[DRAW], NONE, NONE, NONE
    while card != NONE:
        if work[SET_APART + card] == seat:
            if last == NONE:
                s.top[DRAW] = card
            else:
                s.below[last] = card
            last = card
        else:
            if rest == NONE:
                rest = card
            else:
                s.below[last_of_rest] = card
            last_of_rest = card
        card = s.below[card]
    if last_of_rest != NONE:
        s.below[last_of_rest] = NONE
    if last != NONE:
        s.below[last] = rest


def copy_state(raw: Any, source: int, to: int) -> None:
    """By bytes, as states of a compiled machine can be."""
    for j in range(raw.shape[1]):
        raw[to, j] = raw[source, j]


def take_end(s: Any, work: Any, which: int) -> int:
    """Play up to one of the ends that were liked; how many turns that ends."""
    work[BEST_NODE], work[BEST_END] = work[LIKED_NODE + which], work[LIKED_END + which]
    return go_on_apart(s, work[BEST_END], work)


def go_on_apart(s: Any, move: int, work: Any) -> int:
    """Go on where cards are set apart for those who draw next; how many turns that ends."""
    turns = 0
    if not PASS < move < STAND_IN:
        turns = 1 if is_last_of_turn(s, work[BEST_END]) else 0
        bring_up(s, work, left_of(s, s.seat) if turns == 1 else s.seat)
    go_on(s, move, work)
    return turns


def is_last_of_turn(s: Any, end: int) -> bool:
    """Whether an end of a segment ends the turn as well: with a discard, or without a card (O2)."""
    return ends_turn(end) or (end == PASS and s.held[s.seat] == 0)


def play_on(
    s: Any, seat: int, turns: int, rows: Any, who: Any, order: Any, work: Any, stream: Any
) -> float:
    """Play on until a seat has had its TURNS and looks for what to do; what it then thinks to win.

    It thinks the more by how well its next cards go with what it has left, and nothing yet by the
    luck of the stock cards that it will then turn over.
    """
    made = 0
    while s.waiting != OVER and made < LONGEST_TRIAL:
        if s.waiting != MOVE:
            chance(s, order, stream)
            continue
        made += 1
        row = rows[who[s.seat]]
        move = decide(s, row, work, stream)
        own = s.seat == seat
        if own and turns == TURNS and not PASS < move < STAND_IN:
            return float(min(1.0, work[BEST] / WHOLE))
        ended = go_on_apart(s, move, work)
        turns += ended if own else 0
    if s.winner == NONE:
        return 1.0 / sides_of(s)
    return 1.0 if s.winner == side(s, seat) else 0.0
