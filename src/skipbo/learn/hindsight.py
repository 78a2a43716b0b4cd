"""What a better look would have found: ends of a segment, played on with many other hidden cards.

Functions that a compiled machine binds. At some decisions of a game the ends that the network likes
best are each played on as far as in a trial, over and over, with the cards that the seat cannot see
dealt anew, the same for all ends. What the network thinks then, on average, is what each end was
worth some turns later.
"""

from typing import Any

from ..bots.network import WHOLE
from ..machine.loop import BOTS_STREAM, CARDS_STREAM, chance, draw_below, seed_stream
from ..rules.cards import DRAW, FIRST_STOCK, begin
from ..rules.state import MOVE, NONE, OVER
from .trials import (
    LIKED,
    LIKED_END,
    LIKED_VALUE,
    copy_state,
    decide,
    go_on,
    play_on,
    set_cards_apart,
    take_end,
    worth_a_trial,
)


def judge_game(
    states: Any,
    raw: Any,
    rows: Any,
    who: Any,
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

    `thought` is what the network thinks of each end, `later` what it thinks after that, summed up
    over the even samples and over the odd ones. The second and third state are to play on with.
    """
    s, judged, row = states[0], 0, rows[who[0]]
    cards, bots, to_come = streams[0], streams[1], streams[2]
    begin(s, told[0], told[1], told[2], told[3])
    seed_stream(cards, seed, 0, CARDS_STREAM)
    seed_stream(bots, seed, 0, BOTS_STREAM)
    while s.waiting != OVER and judged < len(thought):
        if s.waiting != MOVE:
            chance(s, order, cards)
            continue
        move = decide(s, row, work, bots)
        if draw_below(bots, every) == 0 and worth_a_trial(work):
            for k in range(LIKED):
                thought[judged, k] = work[LIKED_VALUE + k] / WHOLE
                ends[judged, k] = work[LIKED_END + k]
            for sample in range(samples):
                copy_state(raw, 0, 1)
                deal_again(states[1], s.seat, unseen, bots)
                set_cards_apart(states[1], work)
                again = draw_below(bots, 1 << 30)
                for k in range(LIKED):
                    if thought[judged, k] >= 0:
                        seed_stream(to_come, seed, again, CARDS_STREAM)
                        copy_state(raw, 1, 2)
                        decide(states[2], row, work, bots)  # writes the nodes that ends belong to
                        turns = take_end(states[2], work, k)
                        value = play_on(states[2], s.seat, turns, rows, who, order, work, to_come)
                        later[judged, sample & 1, k] += value
            judged += 1
            move = decide(s, row, work, bots)
        go_on(s, move, work)
    return judged


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
