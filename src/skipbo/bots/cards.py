"""Card players that need no search, as functions of a state that any machine can bind.

They look only at what the seat on turn may see; a test changes every hidden card to make sure.
"""

from typing import Any

from ..machine.loop import choose_any
from ..rules.cards import (
    BUILDING,
    DIE,
    DIE_OPPONENT_DRAWS,
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
    State,
    discard_pile,
    fits,
    number,
    partner,
    why_not,
)
from ..rules.state import NONE, OK

RANDOM, GREEDY = 0, 1
NO_MOVE = -1


def choose(s: State, player: Any, moves: Any, stream: Any) -> int:
    """The move of a player without a search."""
    return greedy(s) if player[0] == GREEDY else choose_any(s, moves, stream)


def greedy(s: State) -> int:
    """The stock card if it fits, else a discard top, else a hand card; never thinks ahead."""
    move = greedy_stock(s)
    if move == NO_MOVE and DIE:
        move = greedy_die(s)
    if move == NO_MOVE:
        move = greedy_discard_tops(s)
    if move == NO_MOVE:
        move = greedy_hand(s)
    return move


def place_for(s: State, card: int) -> int:
    """The first building pile that takes a card, or NONE."""
    if card == NONE:
        return NONE
    for pile in range(BUILDING):
        if fits(s, card, pile):
            return pile
    return NONE


def greedy_stock(s: State) -> int:
    pile = place_for(s, s.top[FIRST_STOCK + s.seat])
    if pile != NONE:
        return FROM_STOCK * TARGETS + pile
    if s.partners:
        pile = place_for(s, s.top[FIRST_STOCK + partner(s, s.seat)])
        if pile != NONE:
            return FROM_PARTNER_STOCK * TARGETS + pile
    return NO_MOVE


def greedy_discard_tops(s: State) -> int:
    for i in range(DISCARDS):
        pile = place_for(s, s.top[discard_pile(s.seat, i)])
        if pile != NONE:
            return (FROM_DISCARD + i) * TARGETS + pile
    if s.partners:
        for i in range(DISCARDS):
            pile = place_for(s, s.top[discard_pile(partner(s, s.seat), i)])
            if pile != NONE:
                return (FROM_PARTNER_DISCARD + i) * TARGETS + pile
    return NO_MOVE


def greedy_hand(s: State) -> int:
    """The first hand card that fits; else the first one goes onto discard pile 1."""
    for i in range(s.held[s.seat]):
        card = s.hand[s.seat][i]
        pile = place_for(s, card)
        if pile != NONE:
            return number(card) * TARGETS + pile
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
