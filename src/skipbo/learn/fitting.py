"""The weights with which a network foresees best what was noted: Newton's method.

How wrong the network is tells which way its weights have to move; how the error bends tells how
far. Both are sums over notes, and where the error is least is a system of linear equations, to be
solved at once. Thousands of features that often come together are no trouble so, as they are to
those who follow the slope alone.

The equations hold near the weights that they were written down with. So older ones count less with
each solution, and those of the beginning soon nothing.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
import torch
from torch import Tensor

from ..bots.features import FEATURES, HOW, OWN_STOCK, OWN_TOP, REACHED, TABLE
from ..bots.network import SHARES
from .model import Seen


class Pace(NamedTuple):
    """How fast the weights move."""

    first: int  # notes before a solution
    more: float  # how many times more to the next
    kept: float  # of all equations, with each solution
    ridge: float  # how many sure notes it takes to move a weight from where it began


BY_NOTES = Pace(100_000, 1.25, 0.8, 60.0)
# A trial tells by the network's own thoughts what came of an end. Weights that were solved from few
# of them are wrong, think well of that wrong, and learn it: so all waits until there are many.
BY_TRIALS = Pace(2_000_000, 1.5, 1.0, 2000.0)
BATCH = 1 << 13  # notes that are taken in at a time
LEAST_BEND = 0.02  # of a trial, so that those that are decided do not count for too much
# How much luck there is in what comes of an end, in squares of a lead: where it is compared with
# one that leaves the same in the middle, and with others. The more a game is decided, the less a
# lead counts, and the more luck is in it: with this power.
LUCK_ALIKE, LUCK_APART, LUCK_WHERE_DECIDED = 0.6, 3.7, 1.5
MIDDLE = (HOW, TABLE), (REACHED, OWN_STOCK), (OWN_STOCK, OWN_TOP)  # features that tell of it


class Fitting:
    """The equations of one kind of table, and their solution so far.

    Sums of many small numbers want twice the digits: with fewer, what few notes tell is lost in
    what was rounded off.
    """

    def __init__(
        self, start: Tensor, used: int, free: Tensor | None = None, pace: Pace = BY_NOTES
    ) -> None:
        """`used`: features from this number on do not come about at such tables; `free`: those
        whose weights may move, if not all."""
        self.start, self.weights, self._used, self._free = start, start.clone(), used, free
        self._matrix = start.new_zeros((used, used), dtype=torch.float64)
        self._vector = start.new_zeros((used, SHARES), dtype=torch.float64)
        self.notes, self.solutions, self._next = 0, 0, pace.first
        self._pace = pace
        self._root: Tensor | None = None  # of what was solved last

    def take(self, features: Tensor, targets: Tensor) -> float:
        """Take notes in, and solve the equations if there are enough new ones.

        What comes back is how far the network was from the targets, note by note, in all.
        """
        missed = 0.0
        for first in range(0, len(features), BATCH):
            part = slice(first, first + BATCH)
            missed += self._add(features[part].int(), targets[part])
        self._solve_after(len(features))
        return missed

    def compare(self, features: Tensor, later: Tensor) -> float:
        """Take trials in: of the ends of a decision, what tells them apart and came of it.

        What comes back is how far the network was off, in squares, in all.
        """
        missed = 0.0
        for first in range(0, len(features), BATCH):
            part = slice(first, first + BATCH)
            missed += self._add_trials(features[part].int(), later[part])
        self._solve_after(features.shape[0] * features.shape[1])
        return missed

    def finish(self) -> int:
        """Leave no note out, unless there are too few to solve anything; how often it solved."""
        if self.notes < BY_NOTES.first:
            return 0
        self.solve()
        return 1

    def _solve_after(self, notes: int) -> None:
        self.notes += notes
        if self.notes >= self._next:
            self.solve()
            self._next = int(self.notes * self._pace.more)

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
            add_equations(self._matrix.numpy(), self._vector.numpy(), *notes, FEATURES)
        return seen.loss(targets)

    def _add_trials(self, features: Tensor, later: Tensor) -> float:
        """A trial tells of the own side's lead, and of nothing that its ends have in common."""
        there = later >= 0
        features = torch.where(there[..., None], features, features[:, :1])  # the first always is
        seen = Seen.of(self.weights, features.flatten(0, 1))
        shares, scale = seen.shares()[:, 0].view_as(later), seen.scale.view_as(later)
        bends = mean(shares * (1 - shares), there).clamp(min=LEAST_BEND)
        scale = scale / mean(scale, there)
        steep = bends * mean(seen.scale.view_as(later), there)  # how a share grows with a lead
        compare = comparisons(alike(features, there), there)
        compare *= (4 * bends[..., None]) ** (LUCK_WHERE_DECIDED / 2)
        errors = (compare @ ((later - shares) / steep * there)[..., None])[..., 0]
        if self._matrix.is_cuda:
            ways = spread(features.flatten(0, 1))[:, : self._used].view(*later.shape, -1)
            ways = (compare @ (ways * scale[..., None])).flatten(0, 1)
            self._vector[:, 0] += ways.T @ errors.flatten()
            self._matrix += ways.T @ ways
        else:
            told = features, there, scale, compare, errors
            sums = self._matrix.numpy(), self._vector[:, 0].numpy()
            add_trials(*sums, *(some.numpy() for some in told), FEATURES)
        return float((errors**2).sum())

    def solve(self) -> None:
        """Move the weights to where the equations hold."""
        used, free = self._used, self._free
        matrix, vector = self._matrix, self._vector
        vector = vector + self._pace.ridge * (self.start[:used] - self.weights[:used])
        if free is not None:
            matrix, vector = matrix[free][:, free], vector[free]
        ridge = self._pace.ridge * torch.eye(len(matrix), device=matrix.device, dtype=matrix.dtype)
        self._root = torch.linalg.cholesky(matrix + ridge)
        step = torch.cholesky_solve(vector, self._root)
        moved = torch.zeros_like(self._vector)
        moved[slice(None) if free is None else free] = step
        self.weights[:used] += moved.float()
        self._vector -= self._matrix @ moved
        self._matrix *= self._pace.kept
        self._vector *= self._pace.kept
        self.solutions += 1

    def guess(self) -> Tensor:
        """Weights that might as well be right, by all that was taken in: other ones each time."""
        weights = self.weights.clone()
        wrong = torch.randn_like(self._vector[:, :1])
        if self._root is None:
            wrong /= self._pace.ridge**0.5
        else:
            wrong = torch.linalg.solve_triangular(self._root.mT, wrong, upper=True)
        weights[: self._used, :1] += wrong.float()
        return weights

    # --- Keeping

    def state(self) -> dict[str, Tensor]:
        """All that is needed to go on; once they are summed up, half the digits will do."""
        counts = torch.tensor([self.notes, self.solutions, self._next])
        sums = {"matrix": self._matrix.float(), "vector": self._vector}
        return {"start": self.start, "weights": self.weights, "counts": counts, **sums}

    def restore(self, state: dict[str, Tensor]) -> None:
        self.start, self.weights = state["start"], state["weights"]
        self._matrix, self._vector = state["matrix"].double(), state["vector"]
        self.notes, self.solutions, self._next = state["counts"].tolist()


def spread(features: Tensor) -> Tensor:
    """How often each feature is there."""
    there = torch.zeros((len(features), FEATURES + 1), device=features.device)
    ones = torch.ones((), device=features.device).expand(features.shape)
    return there.scatter_add_(1, features.long(), ones)


def mean(some: Tensor, there: Tensor) -> Tensor:
    """Over the ends of each trial."""
    return (some * there).sum(1, keepdim=True) / there.sum(1, keepdim=True)


def alike(features: Tensor, there: Tensor) -> Tensor:
    """By trial, which ends leave the same in the middle: the building piles, the stock card."""
    numbers = torch.arange(FEATURES + 1, device=features.device)
    middle = sum((numbers >= first) & (numbers < end) for first, end in MIDDLE)
    known_by = middle * numbers.double().sin()  # other features, another sum of sines
    told = known_by[features.long()].sum(-1)
    return ((told[:, :, None] - told[:, None]).abs() < 1e-9) & there[:, :, None] & there[:, None]


def comparisons(alike: Tensor, there: Tensor) -> Tensor:
    """By trial, a matrix that makes comparisons of its ends, each told in units of its luck.

    Ends that are alike are compared with each other, and the mean of those that are alike with the
    others: much more luck is in that.
    """
    size = alike.sum(-1).clamp(min=1)
    means = alike / size[..., None]
    within = torch.diag_embed(there.float()) - means
    groups = (there / size).sum(-1)
    middle = there / size / groups[:, None]  # so that each group counts the same
    between = (means - middle[:, None]) * there[..., None]
    told = within / LUCK_ALIKE + between.mT @ (between / size[..., None]) / LUCK_APART
    values, vectors = torch.linalg.eigh(told)
    compare: Tensor = values.clamp(min=0).sqrt()[..., None] * vectors.mT
    return compare


# --- What a GPU multiplies out, one by one: few of a note's features are there. The number that
# fills a list up is handed in: what Numba keeps on disk is not compiled anew if it changes.


@numba.njit(nogil=True, cache=True)  # type: ignore[untyped-decorator]
def add_equations(
    matrix: Any, vector: Any, features: Any, slopes: Any, bends: Any, none: int
) -> None:
    for n in range(len(features)):
        there = features[n, : listed(features[n], none)]
        for i in there:
            row = matrix[i]
            for side in range(vector.shape[1]):
                vector[i, side] += slopes[n, side]
            for j in there:
                row[np.uint32(j)] += bends[n]  # nothing is negative: no time is lost on that


@numba.njit(nogil=True, cache=True)  # type: ignore[untyped-decorator]
def add_trials(
    matrix: Any,
    vector: Any,
    features: Any,
    there: Any,
    scale: Any,
    compare: Any,
    errors: Any,
    none: int,
) -> None:
    trials, ends, width = features.shape
    has = np.zeros((len(matrix), ends))  # what each end has of a feature
    known = np.zeros(len(matrix), np.uint8)
    found = np.zeros(ends * width, np.uint32)  # the features that any end has
    ways = np.zeros((ends, ends * width))  # by comparison, what is told of each feature
    for n in range(trials):
        count = 0
        for k in range(ends):
            if there[n, k]:
                for i in features[n, k, : listed(features[n, k], none)]:
                    has[i, k] += scale[n, k]
                    if not known[i]:
                        known[i] = 1
                        found[count] = i
                        count += 1
        apart = 0  # of those found, the ones that are not the same for all ends come first
        for c in range(count):
            i = found[c]
            same = True
            for k in range(ends):
                way = 0.0
                for other in range(ends):
                    way += compare[n, k, other] * has[i, other]
                ways[k, apart] = way
                same = same and abs(way) < 1e-6
            if not same:
                found[c], found[apart] = found[apart], i
                apart += 1
        for k in range(ends):
            for a in range(apart):
                row, way = matrix[found[a]], ways[k, a]
                vector[found[a]] += errors[n, k] * way
                for b in range(apart):
                    row[found[b]] += way * ways[k, b]
        for i in found[:count]:
            known[i] = 0
            has[i] = 0.0


@numba.njit(nogil=True, cache=True)  # type: ignore[untyped-decorator]
def listed(features: Any, none: int) -> int:
    """How many features there are before those that fill the list up, which are `none`."""
    count = 0
    while count < len(features) and features[count] < none:
        count += 1
    return count
