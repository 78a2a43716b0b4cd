"""Arithmetic of `loop` for a processor whose numbers have 32 bits.

A GPU multiplies those in one step, and 64 bits in four. Its compiler sees that 32 are enough where
a number is made one of 32 bits, and not where the others are masked away.
"""

from numpy import uint32


def low(x: int) -> int:
    """As in `loop`."""
    return uint32(x)  # type: ignore[return-value]
