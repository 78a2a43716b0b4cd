"""Dice players that need no search, as functions of a state that any machine can bind."""

from typing import Any

from ..machine.loop import choose_any
from ..rules.dice import AGAIN, BASE, FIRST_PLACE, STOP, WILD, State, legal

RANDOM, GREEDY = 0, 1


def choose(s: State, player: Any, moves: Any, stream: Any) -> int:
    """The move of a player without a search."""
    return greedy(s, moves) if player[0] == GREEDY else choose_any(s, moves, stream)


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
