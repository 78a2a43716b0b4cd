"""Observations as Gymnasium's spaces have them, which PettingZoo uses, too: a vector, or a dict."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..rules.editions import Rules
from .batch import one_of
from .fields import Field, observation_fields

KINDS = ("vector", "dict")


class Named(NamedTuple):
    """An array of a dict, and the places of the vector where its numbers stand."""

    places: NDArray[np.intp]  # in the array's shape; one axis more where two bytes are a number
    high: int
    pairs: bool

    @property
    def shape(self) -> tuple[int, ...]:
        return self.places.shape[:-1] if self.pairs else self.places.shape

    @property
    def type(self) -> Any:
        return np.uint16 if self.pairs else np.uint8

    def of(self, rows: NDArray[np.uint8]) -> NDArray[Any]:
        numbers = rows[..., self.places]
        if not self.pairs:
            return numbers
        return (numbers[..., 0].astype(np.uint16) << 8) | numbers[..., 1]


class Observations:
    """What a learner sees: the space, and what a row of `Batch` is in it."""

    def __init__(self, rules: Rules, kind: str) -> None:
        one_of("observations", kind, KINDS)
        self.kind = kind
        self._named = named(rules)
        self.space: spaces.Space[Any]
        if kind == "vector":
            fields = observation_fields(rules)
            high = np.repeat([f.high for f in fields], [f.size for f in fields]).astype(np.uint8)
            self.space = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        else:
            self.space = spaces.Dict(
                {
                    name: spaces.Box(0, part.high, part.shape, part.type)
                    for name, part in self._named.items()
                }
            )

    def of(self, rows: NDArray[np.uint8]) -> Any:
        """One row, or one for each slot: as they are, or by name."""
        if self.kind == "vector":
            return rows
        return {name: part.of(rows) for name, part in self._named.items()}


@lru_cache(maxsize=64)
def named(rules: Rules) -> dict[str, Named]:
    """The arrays of a dict: what is told of every player, or of every pile, is one array."""
    groups: dict[str, list[Field]] = {}
    for field in observation_fields(rules):
        groups.setdefault(_group(field.name), []).append(field)
    return {name: _together(fields, rules) for name, fields in groups.items()}


def _group(name: str) -> str:
    """`player_1.discard_2.height` belongs to `discard_height`."""
    if not name.startswith("player_"):
        return name
    kind, _, detail = name.partition(".")[2].partition(".")
    return f"{kind.rstrip('_0123456789')}_{detail}" if detail else kind


def _together(fields: Sequence[Field], rules: Rules) -> Named:
    name, _, size, high, _, pairs = fields[0]
    numbers = size // 2 if pairs else size
    shape: tuple[int, ...] = (numbers,)
    if name.startswith("player_"):
        piles = (rules.discards,) if ".discard_" in name else ()
        shape = (rules.players, *piles, *((numbers,) if numbers > 1 else ()))
    places = np.array([range(field.at, field.at + field.size) for field in fields])
    return Named(places.reshape((*shape, 2) if pairs else shape), 0xFFFF if pairs else high, pairs)
