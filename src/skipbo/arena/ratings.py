"""How strong: shares of wins, Elo, intervals by resampling blocks, a league, a sequential test.

Scores go from 0 to 1. `points` is an array with a row for each block and a column for each pair of
bots: the half points that the pair's first bot has of them, of `most` that there are.
"""

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Points = NDArray[np.int64]

RESAMPLES = 2000
BATCHES = 1000
INTERVAL = (2.5, 97.5)  # percentiles
PER_NAT = 400 / math.log(10)  # Elo for one unit of log odds


def elo_of(score: Floats) -> Floats:
    """The difference in Elo that a score stands for; infinite where one side won everything."""
    with np.errstate(divide="ignore"):
        return np.asarray(PER_NAT * (np.log(score) - np.log1p(-score)))


def score_of(elo: float) -> float:
    """The score to be expected of a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


# --- Resampling


def resampled(points: Points, most: int) -> Floats:
    """The score of each pair in each resample: as many blocks, drawn with replacement.

    All pairs of a block stay together, since they were dealt the same cards. The draws are always
    the same. Very many blocks are drawn in batches, which are as independent as they are. Two
    blocks more, one won and one lost, stand for what was not seen: ten wins in a row are no proof
    that the next is one. Only where every block is even, as of a bot against itself, is that sure.
    """
    if (2 * points != most).any():
        unseen = np.array([[0], [most]]) * np.ones_like(points[:1])
        points = np.concatenate([points, unseen])
    parts = np.array_split(points, min(len(points), BATCHES))
    sums = np.array([part.sum(axis=0) for part in parts], np.float64)
    sizes = np.array([len(part) for part in parts], np.float64)
    rng = np.random.default_rng(len(points))
    drawn = rng.multinomial(len(parts), [1 / len(parts)] * len(parts), size=RESAMPLES)
    return np.asarray((drawn @ sums) / (drawn @ sizes)[:, None] / most)


def interval(values: Floats) -> tuple[float, float]:
    """Where 95% of the resampled values lie.

    It is made of values that occurred, since one between infinities would be no number.
    """
    low, high = np.percentile(values, INTERVAL, method="nearest")
    return float(low), float(high)


def superiority(scores: Floats) -> float:
    """How likely the first bot is the stronger one: its share of the resamples, ties halved."""
    return float(np.mean(scores > 0.5) + np.mean(scores == 0.5) / 2)


# --- A league (Bradley and Terry's model)


def matrix_of(scores: Floats, bots: int) -> Floats:
    """The score of each bot (row) against each (column); a bot is even with itself."""
    whole = np.full((*scores.shape[:-1], bots, bots), 0.5)
    for pair, (a, b) in enumerate(combinations(range(bots), 2)):
        whole[..., a, b] = scores[..., pair]
        whole[..., b, a] = 1 - scores[..., pair]
    return whole


def league(matrix: Floats, smallest: float) -> Floats:
    """The Elo of each bot, with a mean of 0: the most likely ratings, by Newton's method.

    A pair that one bot always won counts as if the other had scored `smallest`, so that all
    ratings are finite.
    """
    scores = np.clip(matrix, smallest, 1 - smallest)
    rating = np.zeros(scores.shape[:-1])
    bots = scores.shape[-1]
    for _ in range(100):
        expected = 1 / (1 + np.exp(rating[..., None, :] - rating[..., :, None]))
        slope = expected * (1 - expected)
        # The mean stays where it is: 1 / bots everywhere makes the curvature invertible.
        curvature = np.eye(bots) * slope.sum(axis=-1)[..., None] - slope + 1 / bots
        surplus = (scores - expected).sum(axis=-1)
        step = np.linalg.solve(curvature, surplus[..., None])[..., 0]
        rating = rating + np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-12:
            break
    return np.asarray(PER_NAT * (rating - rating.mean(axis=-1, keepdims=True)))


# --- The sequential test


@dataclass(frozen=True)
class Sprt:
    """Whether a difference in Elo is rather `elo1` (H1) or `elo0` (H0), asked after every block.

    The likelihoods are those of the frequencies of the block scores (five, for two players), with
    the mean that each hypothesis has: a generalized sequential probability ratio test.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """H0 is accepted at the lower one, H1 at the upper one (Wald)."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, counts: Floats | Points) -> Floats:
        """The log of the likelihood ratio, from how many blocks scored 0, ..., 1 in equal steps."""
        counts = np.maximum(np.asarray(counts, np.float64), 1e-3)  # what was not seen is possible
        share = counts / counts.sum(axis=-1, keepdims=True)
        zero = _tilted(share, score_of(self.elo0))
        one = _tilted(share, score_of(self.elo1))
        return np.asarray((counts * (np.log(one) - np.log(zero))).sum(axis=-1))

    def verdict(self, llr: float) -> str | None:
        """`H0`, `H1`, or None as long as it is open."""
        low, high = self.bounds
        return "H1" if llr >= high else "H0" if llr <= low else None


class SequentialTest:
    """A sequential test under way. `decided` is the number of blocks after which it was."""

    def __init__(self, sprt: Sprt, most: int) -> None:
        self.sprt = sprt
        self.counts = np.zeros(most + 1, np.int64)
        self.decided: int | None = None

    def look(self, points: list[int]) -> None:
        """Take the next blocks into account, one after the other."""
        if self.decided is not None or not points:
            return
        rows = np.array(points)[:, None] == np.arange(len(self.counts))
        counts = self.counts + rows.cumsum(axis=0)
        llr = self.sprt.llr(counts)
        low, high = self.sprt.bounds
        beyond = np.flatnonzero((llr <= low) | (llr >= high))
        last = int(beyond[0]) if len(beyond) else len(points) - 1
        self.counts = counts[last]
        if len(beyond):
            self.decided = int(self.counts.sum())


def _tilted(share: Floats, mean: float) -> Floats:
    """The likeliest distribution with this mean, given the shares of the scores 0, ..., 1.

    It is share / (1 + t (score - mean)), with the t for which it sums up to 1.
    """
    off = np.linspace(0, 1, share.shape[-1]) - mean
    low = np.full((*share.shape[:-1], 1), -1 / off[-1])
    high = np.full_like(low, -1 / off[0])
    for _ in range(60):
        middle = (low + high) / 2
        above = (share * off / (1 + middle * off)).sum(axis=-1, keepdims=True) > 0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return np.asarray(share / (1 + low * off))
