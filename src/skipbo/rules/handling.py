"""Cards moved by hand, outside of any move: neutral acts, bound together with `cards`.

Why one of them is done, and when, is not known here: a table's referee decides that.
"""

from .cards import DRAW, FIRST_STOCK, State, await_player, lay_down, pop, push, start_turn
from .state import NONE


def begin_turn_of(s: State, seat: int) -> None:
    """A turn of that seat begins, whoever's was being played."""
    s.seat = seat
    start_turn(s)
    await_player(s)


def do_without_draw(s: State) -> None:
    """This turn has no draw; a pass in it says nothing about a blocked game (O3)."""
    s.acted = 1


def begin_round(s: State) -> None:
    """Passes are counted anew: a seat was left out (O3)."""
    s.passes = 0


def draw_card(s: State) -> None:
    """The top draw card goes into the hand of the player on turn."""
    s.hand[s.seat][s.held[s.seat]] = pop(s, DRAW)
    s.held[s.seat] += 1


def draw_onto_stock(s: State, seat: int) -> None:
    """O11: the top draw card goes, unseen, under a stock's open card; or it is the new stock."""
    card, stock = pop(s, DRAW), FIRST_STOCK + seat
    open_card = s.top[stock]
    if open_card == NONE:
        push(s, stock, card)
    else:
        s.below[card] = s.below[open_card]
        s.below[open_card] = card
    s.stock[seat] += 1


def face_down(s: State, seat: int, order: list[int]) -> int:
    """Put the stock's cards under the open one into `order`, and return how many there are."""
    n = 0
    if s.top[FIRST_STOCK + seat] != NONE:
        card = s.below[s.top[FIRST_STOCK + seat]]
        while card != NONE:
            order[n] = card
            n += 1
            card = s.below[card]
    return n


def lay_face_down(s: State, seat: int, order: list[int], n: int) -> None:
    """Lay all those cards under the open one again, `order[0]` being the next to be turned up."""
    open_card = pop(s, FIRST_STOCK + seat)
    s.top[FIRST_STOCK + seat] = NONE
    lay_down(s, FIRST_STOCK + seat, order, n)
    push(s, FIRST_STOCK + seat, open_card)
