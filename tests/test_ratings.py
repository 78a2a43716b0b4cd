"""Ratings against values that were worked out otherwise."""

import math
from itertools import pairwise

import numpy as np
import pytest

from skipbo.arena.ratings import (
    SequentialTest,
    Sprt,
    elo_of,
    interval,
    league,
    matrix_of,
    resampled,
    score_of,
    superiority,
)

# --- Elo


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0.0), (10 / 11, 400.0), (1 / 11, -400.0), (0.75, 190.8485)]
)
def test_elo_of_a_score(score: float, elo: float) -> None:
    assert float(elo_of(np.array(score))) == pytest.approx(elo, abs=1e-3)
    assert score_of(elo) == pytest.approx(score, abs=1e-6)


def test_whoever_wins_everything_is_infinitely_stronger() -> None:
    assert elo_of(np.array([0.0, 1.0])).tolist() == [-math.inf, math.inf]


# --- Intervals


def column(*points: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    return np.array(points, np.int64).reshape(-1, 1)


def test_blocks_that_are_all_even_leave_no_doubt() -> None:
    scores = resampled(column(*[2] * 50), 4)
    assert interval(scores) == (0.5, 0.5)
    assert superiority(scores) == 0.5


@pytest.mark.parametrize(("blocks", "least"), [(1, 0.1), (10, 0.7), (100, 0.96)])
def test_some_wins_in_a_row_do_not_prove_that_all_are_won(blocks: int, least: float) -> None:
    low, high = interval(resampled(column(*[4] * blocks), 4))
    assert least - 0.15 < low < least + 0.06
    assert high == 1.0


@pytest.mark.parametrize("blocks", [400, 6000])  # one by one, and in batches
def test_the_interval_is_as_wide_as_theory_has_it(blocks: int) -> None:
    points = np.random.default_rng(1).integers(0, 5, (blocks, 1))
    low, high = interval(resampled(points, 4))
    error = float(points.std()) / 4 / math.sqrt(blocks)
    assert (high - low) / 2 == pytest.approx(1.96 * error, rel=0.12)
    assert (high + low) / 2 == pytest.approx(float(points.mean()) / 4, abs=error / 4)


def test_resampling_is_always_the_same() -> None:
    points = column(*[0, 1, 2, 3, 4, 4] * 20)
    assert resampled(points, 4).tolist() == resampled(points, 4).tolist()


def test_superiority_follows_the_normal_law() -> None:
    points = np.random.default_rng(3).integers(0, 5, (400, 1))
    away = (points.mean() / 4 - 0.5) / (points.std() / 4 / math.sqrt(400))
    assert superiority(resampled(points, 4)) == pytest.approx(
        (1 + math.erf(away / math.sqrt(2))) / 2, abs=0.03
    )


# --- A league


def test_a_league_finds_the_ratings_that_made_the_scores() -> None:
    true = np.array([120.0, 0.0, -120.0])
    scores = np.array([score_of(120), score_of(240), score_of(120)])
    assert league(matrix_of(scores, 3), 1e-6) == pytest.approx(true, abs=1e-6)


def test_a_league_of_two_is_their_elo() -> None:
    ratings = league(matrix_of(np.array([0.75]), 2), 1e-6)
    assert ratings[0] - ratings[1] == pytest.approx(190.8485, abs=1e-3)


def test_a_league_gives_everyone_the_score_that_was_made() -> None:
    """What Bradley and Terry's likelihood demands; here with scores that no ratings explain."""
    matrix = matrix_of(np.array([0.7, 0.4, 0.8]), 3)  # a circle: 0 beats 1, 1 beats 2, 2 beats 0
    ratings = league(matrix, 1e-6)
    expected = [[score_of(a - b) for b in ratings] for a in ratings]
    assert np.sum(expected, axis=1) == pytest.approx(matrix.sum(axis=1))


def test_a_league_of_winners_and_losers_stays_finite() -> None:
    ratings = league(matrix_of(np.array([1.0, 1.0, 1.0]), 3), 1 / 400)
    assert np.isfinite(ratings).all()
    assert all(a > b for a, b in pairwise(ratings))


def test_many_leagues_at_once() -> None:
    scores = np.array([[0.6, 0.7, 0.6], [0.5, 0.5, 0.5]])
    both = league(matrix_of(scores, 3), 1e-6)
    assert both[0] == pytest.approx(league(matrix_of(scores[0], 3), 1e-6))
    assert both[1] == pytest.approx(np.zeros(3), abs=1e-9)


# --- The sequential test


def test_the_bounds_are_walds() -> None:
    assert Sprt().bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)


def test_with_two_outcomes_the_ratio_is_the_binomial_one() -> None:
    sprt = Sprt(0, 20)
    s0, s1 = score_of(0), score_of(20)
    by_hand = 60 * math.log(s1 / s0) + 40 * math.log((1 - s1) / (1 - s0))
    assert float(sprt.llr(np.array([40, 60]))) == pytest.approx(by_hand, abs=1e-6)


def trinomial(loss: float, draw: float, win: float, mean: float) -> tuple[float, float, float]:
    """The likeliest shares with this mean, by hand.

    Draws are a share d; with wins w = mean - d / 2 and losses l = 1 - d - w the likelihood's
    derivative, 2 draw / d - win / w - loss / l, is 0 where a quadratic is.
    """
    a = -(loss + draw + win) / 2
    b = draw + win * (1 - mean) + loss * mean
    c = -2 * draw * mean * (1 - mean)
    roots = [(-b + sign * math.sqrt(b * b - 4 * a * c)) / (2 * a) for sign in (1, -1)]
    d = next(d for d in roots if 0 < d < 2 * min(mean, 1 - mean))
    return 1 - mean - d / 2, d, mean - d / 2


def test_with_three_outcomes_the_ratio_is_that_of_the_quadratic() -> None:
    sprt = Sprt(0, 30)
    counts = (20, 50, 30)
    zero, one = (trinomial(*counts, score_of(elo)) for elo in (0, 30))
    by_hand = sum(n * math.log(b / a) for n, a, b in zip(counts, zero, one, strict=True))
    assert float(sprt.llr(np.array(counts))) == pytest.approx(by_hand, abs=1e-6)


def test_with_five_outcomes_the_ratio_is_near_the_normal_one() -> None:
    counts = np.array([700, 2000, 4100, 2200, 1000])
    scores = np.linspace(0, 1, 5)
    mean = float(counts @ scores / counts.sum())
    variance = float(counts @ (scores - mean) ** 2 / counts.sum())
    s0, s1 = score_of(0), score_of(10)
    normal = counts.sum() * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert float(Sprt().llr(counts)) == pytest.approx(normal, rel=0.02)


def stop_of(sprt: Sprt, points: list[int], slice: int = 4096) -> tuple[int | None, str | None]:
    test = SequentialTest(sprt, 4)
    for first in range(0, len(points), slice):
        test.look(points[first : first + slice])
    return test.decided, sprt.verdict(float(sprt.llr(test.counts)))


def test_the_test_stops_where_a_look_after_every_block_would() -> None:
    rng = np.random.default_rng(5)
    points = rng.choice(5, 9000, p=[0.1, 0.2, 0.35, 0.2, 0.15]).tolist()
    stop, verdict = stop_of(Sprt(), points)
    assert verdict == "H1"
    assert stop is not None
    for slice in (1, 7, 9000):
        assert stop_of(Sprt(), points, slice) == (stop, verdict)
    assert stop_of(Sprt(), points[: stop - 1]) == (None, None)


def test_even_bots_are_soon_known_to_be_no_stronger() -> None:
    assert stop_of(Sprt(), [2] * 1000) == (102, "H0")


def test_errors_are_as_rare_as_they_should_be() -> None:
    rng = np.random.default_rng(11)
    even = [rng.choice(5, 4000, p=[0.15, 0.2, 0.3, 0.2, 0.15]).tolist() for _ in range(200)]
    verdicts = [stop_of(Sprt(0, 40), points)[1] for points in even]
    assert verdicts.count(None) == 0
    assert verdicts.count("H1") <= 20  # 10 are to be expected
