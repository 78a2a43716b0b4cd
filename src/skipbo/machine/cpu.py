"""Numba on the CPU: states are records in an array, many games in one call."""

from typing import Any

import numba
import numpy as np

from ..rules.editions import Rules
from . import layout


def dtype(rules: Rules) -> np.dtype[np.void]:
    """The record that holds one game.

    What fills it up to a multiple of its widest field is a field too: copies skip mere padding.
    """
    fields = [(name, f"<{type}", shape) for name, type, shape in layout(rules)]
    fill = np.dtype(fields, align=True).itemsize - np.dtype(fields).itemsize
    return np.dtype([*fields, ("fill", "u1", (fill,))], align=True)


def decorate(function: Any) -> Any:
    return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
