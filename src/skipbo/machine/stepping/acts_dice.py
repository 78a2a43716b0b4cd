"""The actions of Skip-Bo Dice: a fixed row of numbers for learners.

0 rolls again, 1 stops. From 2 on come the placements, the shortest first: one die natural or wild,
then two dice, and so on up to five. Among those of one length, bit `i` of the number says whether
die `i` is laid as a wild (D5); which numbers the others show follows from the board (D4).

`bind` binds these functions with the rules; `acts_cards` has the same names.
"""

from typing import Any

from ...rules.dice import (
    AGAIN,
    BASE,
    CUP,
    FIRST_PLACE,
    SPACES,
    STOP,
    WILD,
    State,
    colour,
    rolled_number,
    rolled_wilds,
)


def count_actions(s: State) -> int:
    """How many actions there are, legal or not."""
    return at_length(CUP + 1)


def at_length(length: int) -> int:
    """Where the placements of so many dice begin."""
    return FIRST_PLACE + (1 << length) - 2


def length_of(action: int) -> int:
    """How many dice a placement lays."""
    length = 1
    while action >= at_length(length + 1):
        length += 1
    return length


def natural(s: State, place: int) -> int:
    """The number that belongs on the `place`-th of the empty spaces."""
    return int(s.space + place) % SPACES + 1


def move_of(s: State, action: int) -> int:
    """The rules' number of the move that an action stands for."""
    if action < FIRST_PLACE:
        return action
    length = length_of(action)
    wilds = action - at_length(length)
    digits = 0
    for i in range(length - 1, -1, -1):
        shown = WILD if wilds >> i & 1 else natural(s, i)
        digits = digits * BASE + shown + 1
    return FIRST_PLACE + digits


def action_of(s: State, move: int) -> int:
    """The action that stands for a legal move."""
    if move < FIRST_PLACE:
        return move
    digits = move - FIRST_PLACE
    length, wilds = 0, 0
    while digits > 0:
        if digits % BASE - 1 == WILD:
            wilds |= 1 << length
        digits //= BASE
        length += 1
    return at_length(length) + wilds


def mark_legal(s: State, row: Any) -> None:
    """Put a 1 at every action that is legal, into a row of zeros."""
    if s.rolled:
        mark_places(s, row)
        return
    row[AGAIN] = 1
    if not s.wild_last:  # D7
        row[STOP] = 1


def mark_places(s: State, row: Any) -> None:
    """D4, D5: lengthen what can be laid by one die at a time, natural or wild."""
    group = 0  # the dice before the last that have its colour, a bit each
    for i in range(s.cup):
        if (s.space + i) % 4 == 0:
            group = 0
        fits = rolled_number(s, natural(s, i))
        wilds = rolled_wilds(s, colour(s.space + i))
        shorter, longer = at_length(i), at_length(i + 1)
        for laid in range(1 << i):
            if i == 0 or row[shorter + laid]:
                if fits:
                    row[longer + laid] = 1
                if ones(laid & group) < wilds:
                    row[longer + laid + (1 << i)] = 1
        group |= 1 << i


def ones(bits: int) -> int:
    n = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n
