"""What the card game and the dice game share: the phases of a state, and how its fields are told.

A state class lists its fields once, with `cell` and `cells`. The interpreted machine makes plain
ints and lists of them, the compiled machines a NumPy record with the same names (`machine.layout`).
"""

from dataclasses import field
from typing import Any

SEATS = 6  # C2: the largest table
NONE = 255  # no card, no seat: the largest byte

# What a state waits for.
MOVE, SHUFFLE, ROLL, OVER = 0, 1, 2, 3

OK = 0  # what `why_not` says of a legal move; every reason against one is larger


def cell(type: str = "i2") -> Any:
    """One number of two bytes, or `i4` of four; `u2` for one that is never counted down.

    Compiled code need not ask of an unsigned index whether it is negative, as in Python's `a[-1]`.
    Numbers that are counted with are signed: compiled, unsigned and signed ones make a float.
    Where one is shifted by, or gets large, `int` comes first: NumPy's own numbers would overflow.
    """
    return field(default=0, metadata={"type": type, "shape": ()})


def cells(*shape: int | str, type: str = "i2") -> Any:
    """A list of numbers, or a list of lists; a name stands for one of the edition's constants.

    `u1` is a byte, enough for a card's identity.
    """
    return field(default_factory=list, metadata={"type": type, "shape": shape})
