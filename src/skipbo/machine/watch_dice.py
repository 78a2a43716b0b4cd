"""What `watch` looks for in a game of Dice."""

from ..rules.dice import BASE, FIRST_PLACE, State


def renews(s: State, move: int) -> bool:
    """Whether a move lays all the dice that are in the cup (D8)."""
    laid, digits = 0, move - FIRST_PLACE
    while digits > 0:
        digits //= BASE
        laid += 1
    return laid == s.cup


def passes(move: int) -> bool:
    """Never: only a roll ends a turn for nothing."""
    return False


def left_over(s: State, seat: int) -> int:
    """The points of a seat."""
    return s.score[seat]
