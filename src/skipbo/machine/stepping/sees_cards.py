"""What a seat sees of a card game, as a row of bytes. It is told nothing hidden.

A face is 0 for no card, the card's number, or RANKS + 1 for a wild. In this order:

- the number that each building pile has reached;
- how many cards of each number are in the own hand, from wild (0) to RANKS;
- the draw pile's size; turns in a row of nothing but a pass (O3); whether this turn had a move;
- with MOD's die: its face plus 1, or 0 once it is used; the extra discards left (M6);
- for every player, first the one who sees and on to the left: the stock's size, its top face, the
  size of the hand, and for each discard pile its height and its three topmost faces, the top first.

What a state would have to be searched for, a `board` keeps, and after a move only what has changed
is looked at: the discard piles by seat, and in its first byte the cards that are in the draw pile,
in hands and in stocks, as drawing does not change their number. (All other cards are on the
building piles or were completed.)

`bind` binds these functions with the rules; `sees_dice` has the same names.
"""

from typing import Any

from ...rules.cards import (
    BUILDING,
    COPIES,
    DIE,
    DIE_FACES,
    DISCARDS,
    DRAW,
    EXTRA_DISCARD,
    FIRST_STOCK,
    FROM_DISCARD,
    FROM_PARTNER_DISCARD,
    OPPONENT_DRAWS,
    PASS,
    RANKS,
    SOURCES,
    STAND_IN,
    TO_DISCARD,
    State,
    discard_pile,
    height,
    number,
    partner,
    played_from,
    played_onto,
)
from ...rules.state import NONE

FACES_SHOWN = 3  # cards that are shown of each discard pile
OF_PILE, OF_SEAT = 1 + FACES_SHOWN, 3  # bytes for a pile; for a seat besides its piles

# --- Where each part begins


def at_hand() -> int:
    return BUILDING


def at_middle() -> int:
    return at_hand() + RANKS + 1


def at_die() -> int:
    return at_middle() + 3


def at_players() -> int:
    return at_die() + 2 * DIE


def seat_width() -> int:
    return OF_SEAT + piles_width()


def count_observed(s: State) -> int:
    """How many bytes an observation has."""
    return at_players() + int(s.players) * seat_width()


def piles_width() -> int:
    """How many of a seat's bytes are about its discard piles."""
    return DISCARDS * OF_PILE


def board_width(s: State) -> int:
    return 1 + int(s.players) * piles_width()


# --- The board


def lay_out(s: State, board: Any) -> None:
    """The board of any state, from scratch."""
    board[0] = height(s, DRAW) + cards_out(s)
    for seat in range(s.players):
        for pile in range(DISCARDS):
            show_pile(s, board, seat, pile, height(s, discard_pile(seat, pile)))


def face(card: int) -> int:
    """Wilds come last in the deck, so that they get one number more than there are ranks."""
    return 0 if card == NONE else min(int(card) // COPIES, RANKS) + 1


def pile_at(seat: int, pile: int) -> int:
    return 1 + seat * piles_width() + pile * OF_PILE


def show_pile(s: State, board: Any, seat: int, pile: int, cards: int) -> None:
    at = pile_at(seat, pile)
    board[at] = cards
    card = s.top[discard_pile(seat, pile)]
    for i in range(1, FACES_SHOWN + 1):
        board[at + i] = face(card)
        if card != NONE:
            card = s.below[card]


def cards_out(s: State) -> int:
    """The cards in hands and stocks."""
    n = 0
    for seat in range(s.players):
        n += int(s.held[seat]) + int(s.stock[seat])
    return n


def follow(s: State, board: Any, seat: int, move: int, shuffled: int) -> None:
    """Bring the board up to date after a seat's move and all that came of it.

    So many cards were shuffled into the draw pile since.
    """
    source, pile = taken_from(move), discarded_onto(move)
    left = int(board[0]) + shuffled
    board[0] = left - 1 if source < FROM_DISCARD else left
    if pile != NONE:
        show_pile(s, board, seat, pile, int(board[pile_at(seat, pile)]) + 1)
    elif source >= FROM_DISCARD and source != NONE:
        owner, pile = seat, source - FROM_DISCARD
        if source >= FROM_PARTNER_DISCARD:
            owner, pile = partner(s, seat), source - FROM_PARTNER_DISCARD
        show_pile(s, board, owner, pile, int(board[pile_at(owner, pile)]) - 1)


def taken_from(move: int) -> int:
    """The source that a move takes a card from, or NONE."""
    if move < PASS:
        return played_from(move)
    if EXTRA_DISCARD <= move < OPPONENT_DRAWS:
        return (move - EXTRA_DISCARD) // 6
    return (move - STAND_IN) % SOURCES if move >= STAND_IN else NONE


def discarded_onto(move: int) -> int:
    """The own discard pile that a move lays a card on, or NONE."""
    if move < PASS:
        target = played_onto(move)
        return target - TO_DISCARD if target >= TO_DISCARD else NONE
    return (move - EXTRA_DISCARD) % 6 if EXTRA_DISCARD <= move < OPPONENT_DRAWS else NONE


# --- The observation


def observe(s: State, board: Any, seat: int, row: Any) -> None:
    """Write what a seat sees; the players are told from that seat on."""
    for pile in range(BUILDING):
        row[pile] = s.number[pile]
    counts = 0  # of each number in the hand, four bits each
    for i in range(s.held[seat]):
        counts += 1 << 4 * number(s.hand[seat][i])
    for n in range(RANKS + 1):
        row[at_hand() + n] = counts >> 4 * n & 15
    row[at_middle()] = int(board[0]) - cards_out(s)
    row[at_middle() + 1] = s.passes
    row[at_middle() + 2] = s.acted
    if DIE:
        row[at_die()] = s.die + 1 if s.die < DIE_FACES else 0
        row[at_die() + 1] = s.extra
    at = at_players()
    for _ in range(s.players):
        row[at] = s.stock[seat]
        row[at + 1] = face(s.top[FIRST_STOCK + seat])
        row[at + 2] = s.held[seat]
        at += OF_SEAT
        here = pile_at(seat, 0)
        for i in range(piles_width()):
            row[at + i] = board[here + i]
        at += piles_width()
        seat = seat + 1 if seat + 1 < s.players else 0
