"""The learned player's search for a GPU: one thread finds the ends, many ask the network later.

What `learned` would ask the network at once is only written down here, end by end: its features,
the node it belongs to, and the first move of the way to it.
"""

from typing import Any

from ..bots import learned
from ..bots.cards import NO_MOVE
from ..bots.features import LIST, LISTED, put_own
from ..bots.learned import (
    PILES_LISTED,
    SURE,
    ask_about_discards,
)
from ..bots.network import SCALE
from ..bots.segment import FIRST, Numbers, node_at
from ..rules.cards import State

MOST_FOUND = 640
LONGEST = 256  # features of an end, at most: six players have the most
END_NODE, END_MOVE, END_FIRST, END_SURE, END_SCALE, END_LISTED, END_LIST = range(7)
END = END_LIST + LONGEST

# How many ends were found, the extra discard before them (M6), and the ends.
FOUND = learned.SCRATCH
EXTRA_FIRST = FOUND + 1
FIRST_END = FOUND + 2
SCRATCH = FIRST_END + MOST_FOUND * END


def end_at(i: int) -> int:
    return FIRST_END + i * END


def sum_up(row: Numbers, work: Numbers, to: int, first: int) -> None:
    """Nothing is added up yet."""


def sum_up_discards(s: State, row: Numbers, work: Numbers, node: int) -> None:
    """Nor here."""


def sum_up_hand_without(s: State, row: Numbers, work: Numbers, node: int, slot: int) -> None:
    """Nor here."""


def value_of_discard(
    s: State, row: Numbers, work: Numbers, node: int, pile: int, stream: Any
) -> int:
    """All features are listed."""
    return value_of_hand(s, row, work, node, stream)


def value_of_hand(s: State, row: Numbers, work: Numbers, node: int, stream: Any) -> int:
    """Write the features down; `propose` comes next. There is no room for more than the most."""
    if work[FOUND] == MOST_FOUND - 1:
        return 0
    work[LISTED] = work[PILES_LISTED]
    put_own(s, work, node)
    end = end_at(work[FOUND])
    work[end + END_SCALE] = work[SCALE]
    listed = min(work[LISTED], LONGEST)
    work[end + END_LISTED] = listed
    for i in range(listed):
        work[end + END_LIST + i] = work[LIST + i]
    return 0


def propose(work: Numbers, i: int, move: int, value: int) -> None:
    """Write an end down; those that are too many are left out."""
    if work[FOUND] == MOST_FOUND - 1 and value != SURE:
        return
    end = end_at(work[FOUND])
    first = move if i == 0 else work[node_at(i) + FIRST]
    work[end + END_NODE] = i
    work[end + END_MOVE] = move
    work[end + END_FIRST] = first if work[EXTRA_FIRST] == NO_MOVE else work[EXTRA_FIRST]
    work[end + END_SURE] = 1 if value == SURE else 0
    work[FOUND] = min(work[FOUND] + 1, MOST_FOUND - 1)


def ask_after_extra(s: State, row: Numbers, work: Numbers, extra: int, stream: Any) -> None:
    """M6: an extra discard, and then each discard that may end the turn."""
    work[EXTRA_FIRST] = extra
    ask_about_discards(s, row, work, 0, stream)
    work[EXTRA_FIRST] = NO_MOVE
