"""Card players that need no search, as functions of a state that any machine can bind.

They look only at what the seat on turn may see; a test changes every hidden card to make sure.
"""

from typing import Any

from ..machine.loop import draw_word, scaled
from ..rules.cards import (
    BUILDING,
    DIE,
    DIE_OPPONENT_DRAWS,
    DIE_SPENT,
    DIE_WILD,
    DISCARDS,
    FIRST_STOCK,
    FROM_DISCARD,
    FROM_PARTNER_DISCARD,
    FROM_PARTNER_STOCK,
    FROM_STOCK,
    OPPONENT_DRAWS,
    PASS,
    SOURCES,
    STAND_IN,
    TARGETS,
    TO_DISCARD,
    WILD,
    State,
    discard_pile,
    fits,
    held_numbers,
    legal_with_die,
    number,
    number_offered,
    numbers_taken,
    partner,
    takes,
    why_not,
)
from ..rules.state import NONE, OK

RANDOM, GREEDY = 0, 1
NO_MOVE = -1


def choose(s: State, player: Any, moves: Any, stream: Any) -> int:
    """The move of a player without a search."""
    return greedy(s) if player[0] == GREEDY else choose_random(s, moves, stream)


def choose_random(s: State, moves: Any, stream: Any) -> int:
    """Any legal move, each as likely as the others: counted first, and only one is told.

    `choose_any` does the same with a list of them, at half the speed.
    """
    word = draw_word(stream)  # first, as it takes the longest: the processor counts meanwhile
    held, takers = held_numbers(s), count_takers(s)
    in_hand = count_hand_moves(s, held)
    on_tops = count_top_moves(s, takers, FROM_STOCK, FROM_DISCARD)
    of_partner = 0
    if s.partners:
        of_partner = count_top_moves(s, takers, FROM_PARTNER_DISCARD, FROM_PARTNER_DISCARD)
    passes = 1 if held == 0 else 0
    with_die = 0
    if DIE and s.die != DIE_SPENT:
        with_die = legal_with_die(s, moves, 0, held)
    n = scaled(word, in_hand + on_tops + of_partner + passes + with_die)
    if n < in_hand:
        return nth_hand_move(s, takers, held, n)
    n -= in_hand
    if n < on_tops:
        return nth_top_move(s, takers, FROM_STOCK, FROM_DISCARD, n)
    n -= on_tops
    if n < of_partner:
        return nth_top_move(s, takers, FROM_PARTNER_DISCARD, FROM_PARTNER_DISCARD, n)
    n -= of_partner
    return PASS if n < passes else int(moves[n - passes])


def count_takers(s: State) -> int:
    """How many building piles take each number: four bits each, so that one number tells all."""
    table = BUILDING << 4 * WILD
    for pile in range(BUILDING):
        table += 1 << 4 * (int(s.number[pile]) + 1)
    return table


def takers_of(takers: int, n: int) -> int:
    return takers >> 4 * n & 15


def count_bits(bits: int) -> int:
    n = 0
    while bits != 0:  # compilers know this loop, and make one instruction of it
        bits &= bits - 1
        n += 1
    return n


def count_hand_moves(s: State, held: int) -> int:
    n = DISCARDS * count_bits(held)
    for pile in range(BUILDING):
        n += count_bits(held & numbers_taken(s.number[pile]))
    return n


def count_top_moves(s: State, takers: int, first: int, discards: int) -> int:
    n = 0
    for source in range(first, discards + DISCARDS):
        on_card = number_offered(s, source, 0)
        n += 0 if on_card == NONE else takers_of(takers, on_card)
    return n


def nth_hand_move(s: State, takers: int, held: int, n: int) -> int:
    on_card = 0
    while True:
        if held >> on_card & 1:
            builds = takers_of(takers, on_card)
            if n < builds:
                return on_card * TARGETS + nth_taker(s, on_card, n)
            n -= builds
            if n < DISCARDS:
                return on_card * TARGETS + TO_DISCARD + n
            n -= DISCARDS
        on_card += 1


def nth_top_move(s: State, takers: int, first: int, discards: int, n: int) -> int:
    for source in range(first, discards + DISCARDS):
        on_card = number_offered(s, source, 0)
        builds = 0 if on_card == NONE else takers_of(takers, on_card)
        if n < builds:
            return source * TARGETS + nth_taker(s, on_card, n)
        n -= builds
    return NO_MOVE


def nth_taker(s: State, on_card: int, n: int) -> int:
    """The building pile that takes a number after `n` others do."""
    for pile in range(BUILDING):
        if takes(s.number[pile], on_card):
            if n == 0:
                return pile
            n -= 1
    return NONE


def greedy(s: State) -> int:
    """The stock card if it fits, else a discard top, else a hand card; never thinks ahead."""
    needed = numbers_needed(s)
    move = greedy_stock(s, needed)
    if move == NO_MOVE and DIE:
        move = greedy_die(s)
    if move == NO_MOVE:
        move = greedy_discard_tops(s, needed)
    if move == NO_MOVE:
        move = greedy_hand(s, needed)
    return move


def numbers_needed(s: State) -> int:
    """The numbers that fit somewhere, a bit each: found out once for all cards."""
    bits = 0
    for pile in range(BUILDING):
        bits |= numbers_taken(s.number[pile])
    return bits


def is_needed(needed: int, card: int) -> bool:
    return card != NONE and needed >> number(card) & 1 != 0


def place_for(s: State, card: int) -> int:
    """The first building pile that takes a card, or NONE."""
    if card == NONE:
        return NONE
    for pile in range(BUILDING):
        if fits(s, card, pile):
            return pile
    return NONE


def greedy_stock(s: State, needed: int) -> int:
    card = s.top[FIRST_STOCK + s.seat]
    if is_needed(needed, card):
        return FROM_STOCK * TARGETS + place_for(s, card)
    if s.partners:
        card = s.top[FIRST_STOCK + partner(s, s.seat)]
        if is_needed(needed, card):
            return FROM_PARTNER_STOCK * TARGETS + place_for(s, card)
    return NO_MOVE


def greedy_discard_tops(s: State, needed: int) -> int:
    for i in range(DISCARDS):
        card = s.top[discard_pile(s.seat, i)]
        if is_needed(needed, card):
            return (FROM_DISCARD + i) * TARGETS + place_for(s, card)
    if s.partners:
        for i in range(DISCARDS):
            card = s.top[discard_pile(partner(s, s.seat), i)]
            if is_needed(needed, card):
                return (FROM_PARTNER_DISCARD + i) * TARGETS + place_for(s, card)
    return NO_MOVE


def greedy_hand(s: State, needed: int) -> int:
    """The first hand card that fits; else the first one goes onto discard pile 1."""
    for i in range(s.held[s.seat]):
        card = s.hand[s.seat][i]
        if is_needed(needed, card):
            return number(card) * TARGETS + place_for(s, card)
    if s.held[s.seat] == 0:
        return PASS
    return number(s.hand[s.seat][0]) * TARGETS + TO_DISCARD


def greedy_die(s: State) -> int:
    """The die, if it brings a stock card onto a pile or burdens the opponent who is nearest out."""
    if s.die <= DIE_WILD:
        return stand_in_for_stock(s)
    if s.die == DIE_OPPONENT_DRAWS:
        return burden_the_leader(s)
    return NO_MOVE


def stand_in_for_stock(s: State) -> int:
    for pile in range(BUILDING):
        place = ((s.number[pile] + 1) * 6 + pile) * SOURCES
        for source in (FROM_STOCK, FROM_PARTNER_STOCK):
            if why_not(s, STAND_IN + place + source) == OK:
                return STAND_IN + place + source
    return NO_MOVE


def burden_the_leader(s: State) -> int:
    best = NO_MOVE
    fewest = NONE
    for seat in range(s.players):
        if s.stock[seat] < fewest and why_not(s, OPPONENT_DRAWS + seat) == OK:
            fewest = s.stock[seat]
            best = OPPONENT_DRAWS + seat
    return best
