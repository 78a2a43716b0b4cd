"""What a better look would have found: ends of a segment, played on with many other hidden cards.

Functions that a compiled machine binds. At some decisions of a game the ends that the network likes
best are each played on up to the end of the same seat's next turn, over and over, with the cards
that the seat cannot see dealt anew, the same for all ends. What the network thinks then, on
average, is what each end was worth one turn later.
"""

from typing import Any

from ..bots.learned import SCRATCH as LEARNED_SCRATCH
from ..bots.learned import SURE, ask_network, look_at_best, see_table
from ..bots.network import WHOLE, sides_of
from ..bots.planner import BEST, BEST_END, BEST_NODE, ends_turn, keep_if_best
from ..machine.loop import BOTS_STREAM, CARDS_STREAM, chance, draw_below, seed_stream
from ..rules.cards import DRAW, FIRST_STOCK, PASS, STAND_IN, begin, play, side
from ..rules.state import MOVE, NONE, OVER
from .notes import play_segment

LIKED = 8  # ends that are looked at
LIKED_VALUE, LIKED_NODE, LIKED_END = (LEARNED_SCRATCH + i * LIKED for i in range(3))
SCRATCH = LEARNED_SCRATCH + 3 * LIKED


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


def judge_game(
    states: Any,
    raw: Any,
    row: Any,
    told: Any,
    seed: int,
    every: int,
    samples: int,
    order: Any,
    work: Any,
    streams: Any,
    unseen: Any,
    thought: Any,
    later: Any,
    ends: Any,
) -> int:
    """Play a game by one network, and judge one decision in `every`; how many were judged.

    `thought` is what the network thinks of each end, `later` what it thinks a turn later, summed up
    over the even samples and over the odd ones. The second and third state are to play on with.
    """
    s, judged = states[0], 0
    cards, bots, copied = streams[0], streams[1], streams[2]
    begin(s, told[0], told[1], told[2], told[3])
    seed_stream(cards, seed, 0, CARDS_STREAM)
    seed_stream(bots, seed, 0, BOTS_STREAM)
    while s.waiting != OVER and judged < len(thought):
        if s.waiting != MOVE:
            chance(s, order, cards)
            continue
        move = find_liked(s, row, work, bots)
        if draw_below(bots, every) == 0 and work[LIKED_VALUE + 1] >= 0 and work[BEST] != SURE:
            for k in range(LIKED):
                thought[judged, k] = work[LIKED_VALUE + k] / WHOLE
                ends[judged, k, 0] = work[LIKED_NODE + k]
                ends[judged, k, 1] = work[LIKED_END + k]
            for sample in range(samples):
                copy_state(raw, 0, 1)
                deal_again(states[1], s.seat, unseen, bots)
                again = draw_below(bots, 1 << 30)
                for k in range(LIKED):
                    if thought[judged, k] >= 0:
                        seed_stream(copied, seed, again, CARDS_STREAM)
                        copy_state(raw, 1, 2)
                        value = play_on(states[2], row, order, work, copied, ends[judged, k])
                        later[judged, sample & 1, k] += value
            judged += 1
            move = find_liked(s, row, work, bots)
        if PASS < move < STAND_IN:  # the die's: the segment goes on
            play(s, move)
        else:
            play_segment(s, work)
    return judged


def find_liked(s: Any, row: Any, work: Any, stream: Any) -> int:
    for k in range(LIKED):
        work[LIKED_VALUE + k] = -1
    return ask_network(s, row, work, stream)


def copy_state(raw: Any, source: int, to: int) -> None:
    """By bytes, as states of a compiled machine can be."""
    for j in range(raw.shape[1]):
        raw[to, j] = raw[source, j]


def deal_again(s: Any, seat: int, unseen: Any, stream: Any) -> None:
    """Deal the cards that a seat cannot see anew: other hands, stocks but for their tops, draws."""
    count = gather_unseen(s, seat, unseen)
    for i in range(count - 1, 0, -1):
        j = draw_below(stream, i + 1)
        card = unseen[i]
        unseen[i] = unseen[j]
        unseen[j] = card
    dealt = 0
    for other in range(s.players):
        if other != seat:
            for slot in range(s.held[other]):
                s.hand[other][slot] = unseen[dealt]
                dealt += 1
        if s.stock[other] > 0:
            above = s.top[FIRST_STOCK + other]
            dealt = lay_beneath(s, above, unseen, dealt, dealt + s.stock[other] - 1)
    if dealt < count:
        s.top[DRAW] = unseen[dealt]
        lay_beneath(s, unseen[dealt], unseen, dealt + 1, count)


def lay_beneath(s: Any, top: int, unseen: Any, first: int, last: int) -> int:
    """Lay some cards beneath one, and nothing beneath them; the number of the next to be dealt."""
    above = top
    for i in range(first, last):
        s.below[above] = unseen[i]
        above = unseen[i]
    s.below[above] = NONE
    return last


def gather_unseen(s: Any, seat: int, unseen: Any) -> int:
    """The cards that a seat cannot see, and how many there are."""
    count = 0
    for other in range(s.players):
        if other != seat:
            for slot in range(s.held[other]):
                unseen[count] = s.hand[other][slot]
                count += 1
        if s.stock[other] > 0:
            count = gather_pile(s, s.below[s.top[FIRST_STOCK + other]], unseen, count)
    return gather_pile(s, s.top[DRAW], unseen, count)


def gather_pile(s: Any, top: int, unseen: Any, count: int) -> int:
    card = top
    while card != NONE:
        unseen[count] = card
        count += 1
        card = s.below[card]
    return count


def play_on(s: Any, row: Any, order: Any, work: Any, stream: Any, end: Any) -> float:
    """Play an end, and on to the end of the same seat's next turn; what it then thinks to win."""
    seat = s.seat
    find_liked(s, row, work, stream)  # writes the nodes that the end belongs to
    work[BEST_NODE], work[BEST_END] = end[0], end[1]
    turns = 1 if is_last_of_turn(s, end[1]) else 0
    play_segment(s, work)
    while s.waiting != OVER:
        if s.waiting != MOVE:
            chance(s, order, stream)
            continue
        move = find_liked(s, row, work, stream)
        if PASS < move < STAND_IN:
            play(s, move)
            continue
        if s.seat == seat and is_last_of_turn(s, work[BEST_END]):
            if turns == 1:
                see_table(s, row, work)
                return look_at_best(s, row, work, stream) / WHOLE
            turns = 1
        play_segment(s, work)
    if s.winner == NONE:
        return 1.0 / sides_of(s)
    return 1.0 if s.winner == side(s, seat) else 0.0


def is_last_of_turn(s: Any, end: int) -> bool:
    """Whether an end of a segment ends the turn as well: with a discard, or without a card (O2)."""
    return ends_turn(end) or (end == PASS and s.held[s.seat] == 0)
