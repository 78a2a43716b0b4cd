"""What came of a contest, in numbers."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .contest import Blocks, Contest
from .ratings import (
    Floats,
    Points,
    Sprt,
    elo_of,
    interval,
    league,
    matrix_of,
    resampled,
    superiority,
)

Number = float | None  # None: nothing was played, or nobody can say (an infinite rating)
Interval = list[Number] | None


@dataclass(frozen=True)
class Result:
    """What came of a contest. With two bots all is told from the first one's point of view.

    With more, `score`, `elo` and `interval` are lists by bot, `matrix` has each one's score against
    each, and `counts` goes by pair in the same way.
    """

    edition: str
    options: dict[str, Any]
    players: int
    bots: list[str]
    score: Any
    elo: Any
    interval: Any
    score_interval: Any
    superiority: Any
    matrix: list[list[Number]]
    blocks: int
    games: int
    blocked: int
    unfinished: int
    counts: Any  # how many blocks scored 0, ..., 1 in equal steps
    sprt: dict[str, Any] | None
    failures: list[dict[str, Any]]
    seed: int
    limit: int
    workers: int
    seconds: float
    interrupted: bool
    points: Points = field(repr=False)  # block by block; for a plot

    @property
    def ranking(self) -> list[int]:
        """The bots of a league, the strongest first; equals in the order in which they came."""
        return sorted(range(len(self.bots)), key=lambda bot: -round(self.elo[bot], 6))

    def json(self) -> dict[str, Any]:
        """All of it but the single blocks, and who played them."""
        return {k: v for k, v in vars(self).items() if k not in ("points", "workers")}


def points_of(blocks: Blocks, contest: Contest) -> Points:
    """The half points, block by block (rows) and pair by pair (columns)."""
    return np.array(blocks.points, np.int64).reshape(-1, len(contest.pairs))


def sum_up(
    contest: Contest,
    blocks: Blocks,
    sprt: Sprt | None,
    *,
    workers: int,
    seconds: float,
    interrupted: bool,
) -> Result:
    """The result of these blocks."""
    points = points_of(blocks, contest)
    return Result(
        edition=contest.rules.edition,
        options=contest.rules.options(),
        players=contest.rules.players,
        bots=list(contest.bots),
        blocks=len(blocks),
        games=len(blocks) * len(contest.lineups) * len(contest.pairs),
        blocked=sum(blocks.blocked),
        unfinished=sum(blocks.unfinished),
        sprt=_test(sprt, points, contest.most) if sprt else None,
        failures=_failures(blocks, contest),
        seed=contest.seed,
        limit=contest.limit,
        workers=workers,
        seconds=seconds,
        interrupted=interrupted,
        points=points,
        **_rated(points, contest),
    )


def _rated(points: Points, contest: Contest) -> dict[str, Any]:
    bots = len(contest.bots)
    if not len(points):
        nothing = ("score", "elo", "interval", "score_interval", "superiority", "counts")
        return {**dict.fromkeys(nothing), "matrix": [[None] * bots for _ in range(bots)]}
    scores = points.sum(axis=0) / (len(points) * contest.most)
    drawn = resampled(points, contest.most)
    matrix = matrix_of(scores, bots)
    told = _rated_two(scores, drawn) if bots == 2 else _rated_many(points, drawn, matrix, contest)
    counts = _counts(points, contest)
    off = [[None if a == b else float(matrix[a, b]) for b in range(bots)] for a in range(bots)]
    return {**told, "matrix": off, "counts": counts[0][1] if bots == 2 else counts}


def _rated_two(scores: Floats, drawn: Floats) -> dict[str, Any]:
    return {
        "score": float(scores[0]),
        "elo": _number(float(elo_of(scores)[0])),
        "interval": _numbers(interval(elo_of(drawn[:, 0]))),
        "score_interval": _numbers(interval(drawn[:, 0])),
        "superiority": superiority(drawn[:, 0]),
    }


def _rated_many(points: Points, drawn: Floats, matrix: Floats, contest: Contest) -> dict[str, Any]:
    bots = len(contest.bots)
    smallest = 1 / (2 * contest.most * len(points))  # half of the least that can be scored
    drawn_matrix = matrix_of(drawn, bots)
    elo, drawn_elo = league(matrix, smallest), league(drawn_matrix, smallest)
    score, drawn_score = _means(matrix), _means(drawn_matrix)
    return {
        "score": score.tolist(),
        "elo": elo.tolist(),
        "interval": [_numbers(interval(drawn_elo[:, bot])) for bot in range(bots)],
        "score_interval": [_numbers(interval(drawn_score[:, bot])) for bot in range(bots)],
        # How likely a bot (row) is stronger than another (column).
        "superiority": [
            [None if a == b else superiority(drawn_matrix[:, a, b]) for b in range(bots)]
            for a in range(bots)
        ],
    }


def _means(matrix: Floats) -> Floats:
    """Each bot's score against all others together."""
    bots = matrix.shape[-1]
    return np.asarray((matrix.sum(axis=-1) - 0.5) / (bots - 1))


def _counts(points: Points, contest: Contest) -> list[list[Any]]:
    bots = len(contest.bots)
    counts: list[list[Any]] = [[None] * bots for _ in range(bots)]
    for pair, (a, b) in enumerate(contest.pairs):
        counts[a][b] = np.bincount(points[:, pair], minlength=contest.most + 1).tolist()
        counts[b][a] = counts[a][b][::-1]
    return counts


def _test(sprt: Sprt, points: Points, most: int) -> dict[str, Any]:
    llr = float(sprt.llr(np.bincount(points[:, 0], minlength=most + 1))) if len(points) else 0.0
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "llr": llr,
        "bounds": list(sprt.bounds),
        "verdict": sprt.verdict(llr),
    }


def _failures(blocks: Blocks, contest: Contest) -> list[dict[str, Any]]:
    """How often which bot failed, and why; the most frequent first."""
    counted = Counter((failure.bot, failure.reason) for failure in blocks.failures)
    return [
        {"bot": contest.bots[bot], "reason": reason, "games": games}
        for (bot, reason), games in counted.most_common()
    ]


def _number(value: float) -> Number:
    return value if np.isfinite(value) else None


def _numbers(values: tuple[float, float]) -> Interval:
    return [_number(value) for value in values]
