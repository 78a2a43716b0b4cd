"""What `watch` looks for in a card game."""

from ..rules.cards import FROM_STOCK, PASS, SOURCES, STAND_IN, TARGETS, TO_DISCARD, State


def renews(s: State, move: int) -> bool:
    """Whether a move plays the last hand card onto a building pile (C9)."""
    if s.held[s.seat] != 1:
        return False
    if move < PASS:
        return move // TARGETS < FROM_STOCK and move % TARGETS < TO_DISCARD
    return move >= STAND_IN and (move - STAND_IN) % SOURCES < FROM_STOCK


def passes(move: int) -> bool:
    """Whether a turn ends without a discard (O2)."""
    return move == PASS


def left_over(s: State, seat: int) -> int:
    """The stock cards that a seat has left."""
    return s.stock[seat]
