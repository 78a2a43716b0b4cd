"""Shares and means with their 95 % intervals, and what follows from them."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import TypeVar

Z = NormalDist().inv_cdf(0.975)
RESAMPLES = 1000
SURE = 0.95  # how often the better player shall win a match
LONGEST_MATCH = 100_001

T = TypeVar("T")


@dataclass(frozen=True)
class Estimate:
    """A figure and the interval that it lies in with 95 % confidence."""

    value: float
    low: float
    high: float


def share(count: int, of: int) -> Estimate | None:
    """A share of independent cases; None of none."""
    return wilson(count / of, of) if of else None


def score(blocks: Sequence[float]) -> Estimate:
    """The mean of shares, one of each block of games.

    The blocks' variance tells how many independent cases they are worth.
    """
    value = fmean(blocks)
    variance = stdev(blocks) ** 2 / len(blocks)
    return wilson(value, value * (1 - value) / variance if variance else len(blocks))


def wilson(p: float, of: float) -> Estimate:
    """A share with Wilson's interval."""
    middle = (p + Z * Z / (2 * of)) / (1 + Z * Z / of)
    reach = Z / (1 + Z * Z / of) * math.sqrt(p * (1 - p) / of + (Z / (2 * of)) ** 2)
    return Estimate(p, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: Sequence[float]) -> Estimate | None:
    """The mean of independent values, none below 0; None of fewer than two of them."""
    if len(values) < 2:
        return None
    value = fmean(values)
    reach = Z * stdev(values) / math.sqrt(len(values))
    return Estimate(value, max(0.0, value - reach), value + reach)


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> Estimate | None:
    """The share that all parts have in all wholes, where each pair is one case."""
    value = sum(parts) / sum(wholes)
    off = mean([part - value * whole for part, whole in zip(parts, wholes, strict=True)])
    if off is None:
        return None
    reach = (off.high - off.value) / fmean(wholes)
    return Estimate(value, max(0.0, value - reach), value + reach)


def quantile(values: Sequence[int], q: float) -> int:
    """The value that a share `q` of the others does not exceed."""
    return sorted(values)[max(0, math.ceil(q * len(values)) - 1)]


def bootstrap(cases: Sequence[T], figure: Callable[[Sequence[T]], float]) -> Estimate:
    """A figure of some cases; its interval is that of the figure when cases are drawn anew."""
    rng = Random(0)
    drawn = sorted(figure(rng.choices(cases, k=len(cases))) for _ in range(RESAMPLES))
    return Estimate(figure(cases), quantile_of(drawn, 0.025), quantile_of(drawn, 0.975))


def quantile_of(ordered: Sequence[float], q: float) -> float:
    return ordered[round(q * (len(ordered) - 1))]


def share_between(groups: Sequence[Sequence[float]]) -> float:
    """The share of the variance that lies between groups of one size, not within them.

    What chance alone puts between the groups' means is taken off, so that it is 0 on average
    where the groups do not matter.
    """
    within = fmean(stdev(group) ** 2 for group in groups)
    between = stdev([fmean(group) for group in groups]) ** 2 - within / len(groups[0])
    return between / (between + within) if between + within > 0 else 0.0


# --- Matches


def match_chances(score: float, games: int) -> list[float]:
    """How likely it is to win most of 1, 3, 5 ... games, each of them with the chance `score`."""
    lose = 1 - score
    chance, level = score, score * lose  # level: C(2k+1, k) times (score * lose) ** (k + 1)
    chances = []
    for k in range((games + 1) // 2):
        chances.append(chance)
        chance += (score - lose) * level
        level *= score * lose * (2 * k + 3) * (2 * k + 2) / ((k + 1) * (k + 2))
    return chances


def games_to_tell(score: float) -> int | None:
    """The games of the shortest match that the better player wins in 95 of 100; None: too many."""
    better = max(score, 1 - score)
    if better < 0.5 + 0.83 / math.sqrt(LONGEST_MATCH):
        return None  # by the normal approximation, a longer match than the longest
    for k, chance in enumerate(match_chances(better, LONGEST_MATCH)):
        if chance >= SURE:
            return 2 * k + 1
    return None
