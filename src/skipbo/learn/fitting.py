"""The weights with which a network foresees best what was noted: Newton's method.

How wrong the network is tells which way its weights have to move; how the error bends tells how
far. Both are sums over notes, and where the error is least is a system of linear equations, to be
solved at once. Thousands of features that often come together are no trouble so, as they are to
those who follow the slope alone.

The equations hold near the weights that they were written down with. So older ones count less with
each solution, and those of the beginning soon nothing.
"""

from typing import Any

import numba
import numpy as np
import torch
from torch import Tensor

from ..bots.features import FEATURES
from ..bots.network import SHARES
from .model import Seen

RIDGE = 60.0  # how many sure notes it takes to move a weight from where it began
FIRST_SOLUTION, MORE = 100_000, 1.25  # notes before a solution, and how many times more to the next
KEPT = 0.8  # of all equations, with each solution
BATCH = 1 << 13  # notes that are taken in at a time


class Fitting:
    """The equations of one kind of table, and their solution so far."""

    def __init__(self, start: Tensor, used: int) -> None:
        """`used`: features from this number on do not come about at such tables."""
        self.start, self.weights, self._used = start, start.clone(), used
        self._matrix = torch.zeros((used, used), device=start.device)
        self._vector = torch.zeros((used, SHARES), device=start.device)
        self.notes, self.solutions, self._next = 0, 0, FIRST_SOLUTION

    def take(self, features: Tensor, targets: Tensor) -> float:
        """Take notes in, and solve the equations if there are enough new ones.

        What comes back is how far the network was from the targets, note by note, in all.
        """
        missed = 0.0
        for first in range(0, len(features), BATCH):
            part = slice(first, first + BATCH)
            missed += self._add(features[part].int(), targets[part])
        self.notes += len(features)
        if self.notes >= self._next:
            self.solve()
            self._next = int(self.notes * MORE)
        return missed

    def finish(self) -> None:
        """Leave no note out, unless there are too few to solve anything."""
        if self.notes >= FIRST_SOLUTION:
            self.solve()

    def _add(self, features: Tensor, targets: Tensor) -> float:
        seen = Seen.of(self.weights, features)
        slopes, bends = seen.errors(targets) * seen.scale[:, None], seen.bend() * seen.scale**2
        if self._matrix.is_cuda:
            there = spread(features)[:, : self._used]
            self._vector += there.T @ slopes
            there *= bends.sqrt()[:, None]
            self._matrix += there.T @ there
        else:
            notes = features.numpy(), slopes.numpy(), bends.numpy()
            add_equations(self._matrix.numpy(), self._vector.numpy(), *notes)
        return seen.loss(targets)

    def solve(self) -> None:
        """Move the weights to where the equations hold."""
        used = self._used
        ridge = RIDGE * torch.eye(used, device=self._matrix.device, dtype=torch.float64)
        back = RIDGE * (self.start[:used] - self.weights[:used])
        lower = torch.linalg.cholesky(self._matrix.double() + ridge)
        moved = torch.cholesky_solve((self._vector + back).double(), lower).float()
        self.weights[:used] += moved
        self._vector -= self._matrix @ moved
        self._matrix *= KEPT
        self._vector *= KEPT
        self.solutions += 1

    # --- Keeping

    def state(self) -> dict[str, Tensor]:
        """All that is needed to go on."""
        counts = torch.tensor([self.notes, self.solutions, self._next])
        sums = {"matrix": self._matrix, "vector": self._vector}
        return {"weights": self.weights, "counts": counts, **sums}

    def restore(self, state: dict[str, Tensor]) -> None:
        self.weights, self._matrix = state["weights"], state["matrix"]
        self._vector = state["vector"]
        self.notes, self.solutions, self._next = state["counts"].tolist()


def spread(features: Tensor) -> Tensor:
    """How often each feature is there."""
    there = torch.zeros((len(features), FEATURES + 1), device=features.device)
    ones = torch.ones((), device=features.device).expand(features.shape)
    return there.scatter_add_(1, features.long(), ones)


@numba.njit(nogil=True, cache=True)  # type: ignore[untyped-decorator]
def add_equations(matrix: Any, vector: Any, features: Any, slopes: Any, bends: Any) -> None:
    """What a GPU multiplies out, one by one: few of a note's features are there."""
    for n in range(len(features)):
        listed = 0
        while listed < features.shape[1] and features[n, listed] < FEATURES:
            listed += 1
        there = features[n, :listed]
        for i in there:
            row = matrix[i]
            for side in range(vector.shape[1]):
                vector[i, side] += slopes[n, side]
            for j in there:
                row[np.uint32(j)] += bends[n]  # nothing is negative: no time is lost on that
