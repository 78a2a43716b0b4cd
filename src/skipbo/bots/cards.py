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
    HAND,
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
    pile_of,
    takes,
    why_not_opponent_draws,
    why_not_stand_in,
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
    """How many building piles take each number (C5, as in `numbers_taken`), four bits for each.

    So one number tells all, and the piles are looked at once.
    """
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
    source = greedy_stock(s, needed)
    if DIE and source == NONE:
        move = greedy_die(s)
        if move != NO_MOVE:
            return move
    if source == NONE:
        source = greedy_discard_top(s, needed)
    if source == NONE:
        source = greedy_hand(s, needed)
    if source != NONE:
        n = source if source < FROM_STOCK else number(s.top[pile_of(s, source)])
        return source * TARGETS + nth_taker(s, n, 0)
    if s.held[s.seat] == 0:
        return PASS
    return number(s.hand[s.seat][0]) * TARGETS + TO_DISCARD


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
    """Where a stock card that fits comes from, or NONE; so, too, the next ones."""
    if is_needed(needed, s.top[FIRST_STOCK + s.seat]):
        return FROM_STOCK
    if s.partners and is_needed(needed, s.top[FIRST_STOCK + partner(s, s.seat)]):
        return FROM_PARTNER_STOCK
    return NONE


def greedy_discard_top(s: State, needed: int) -> int:
    for i in range(DISCARDS):
        if is_needed(needed, s.top[discard_pile(s.seat, i)]):
            return FROM_DISCARD + i
    if s.partners:
        for i in range(DISCARDS):
            if is_needed(needed, s.top[discard_pile(partner(s, s.seat), i)]):
                return FROM_PARTNER_DISCARD + i
    return NONE


def greedy_hand(s: State, needed: int) -> int:
    for i in range(HAND):
        if is_needed(needed, s.hand[s.seat][i]):
            return number(s.hand[s.seat][i])
    return NONE


def greedy_die(s: State) -> int:
    """The die, if it brings a stock card onto a pile or burdens the opponent who is nearest out."""
    if s.die <= DIE_WILD:
        return stand_in_for_stock(s)
    if s.die == DIE_OPPONENT_DRAWS:
        return burden_the_leader(s)
    return NO_MOVE


def stand_in_for_stock(s: State) -> int:
    for pile in range(BUILDING):
        needed = s.number[pile] + 1
        for source in (FROM_STOCK, FROM_PARTNER_STOCK):
            if why_not_stand_in(s, needed, pile, source) == OK:
                return STAND_IN + (needed * 6 + pile) * SOURCES + source
    return NO_MOVE


def burden_the_leader(s: State) -> int:
    best = NO_MOVE
    fewest = NONE
    for seat in range(s.players):
        if s.stock[seat] < fewest and why_not_opponent_draws(s, seat) == OK:
            fewest = s.stock[seat]
            best = OPPONENT_DRAWS + seat
    return best
