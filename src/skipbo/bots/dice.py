"""Dice players that need no search, as functions of a state that any machine can bind."""

from typing import Any

from ..machine.loop import choose_any, draw_below
from ..rules.dice import AGAIN, BASE, FIRST_PLACE, STOP, WILD, State, legal

RANDOM, GREEDY, CARELESS = 0, 1, 3


def choose(s: State, player: Any, moves: Any, stream: Any) -> int:
    """For games in which nobody plans."""
    return choose_at_once(s, player, moves, stream)


def choose_at_once(s: State, player: Any, moves: Any, stream: Any) -> int:
    """The move of a player without a search."""
    if player[0] == GREEDY or (player[0] == CARELESS and draw_below(stream, 256) >= player[1]):
        return greedy(s, moves)
    return choose_any(s, moves, stream)


def greedy(s: State, moves: Any) -> int:
    """Lay as many dice as may end the turn, and end it; lay all of them if none may."""
    n = legal(s, moves)
    if not s.rolled:
        return AGAIN if s.wild_last else STOP
    best = moves[n - 1]  # the moves come with the shortest first
    for i in range(n):
        if ends_natural(moves[i]):
            best = moves[i]
    return int(best)


def ends_natural(move: int) -> bool:
    """Whether the last die of a placement shows its number (D7)."""
    digits = move - FIRST_PLACE
    while digits >= BASE:
        digits //= BASE
    return digits - 1 != WILD


def dice_laid(move: int) -> int:
    """How many dice a placement lays."""
    laid = 0
    digits = move - FIRST_PLACE
    while digits > 0:
        laid += 1
        digits //= BASE
    return laid
