"""Bots against each other, block by block: `compete` plays them and rates them.

What comes out depends on the contest and on the number of blocks alone: not on the workers, nor on
how often it was interrupted and resumed.
"""

import os
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np

from ..errors import SkipboError
from ..files import write
from .blocks import Compiled
from .contest import Blocks, Contest, joined
from .journal import Journal
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
from .simulate import LARGEST, check
from .slices import in_order
from .table import Table, seat

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
        """All of it but the single blocks."""
        return {name: value for name, value in vars(self).items() if name != "points"}


def compete(
    contest: Contest,
    blocks: int,
    *,
    workers: int | None = None,
    sprt: Sprt | None = None,
    journal: Journal | None = None,
    records: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Play blocks of all pairs of the bots and rate them; Ctrl-C ends it early.

    With `sprt` two bots play until the test is decided, `blocks` at most. `records` is a directory
    for the record of every game; all bots then play at a table, which is slow.
    """
    workers = cores() if workers is None else workers
    _check(contest, blocks, workers, sprt)
    with closing(Arena(contest, keep_records=records is not None)) as arena:
        run = _Run(arena, journal, sprt, records)
        interrupted = False
        start = time.perf_counter()
        try:
            run.play(blocks, workers, progress or (lambda done: None))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            if journal:
                journal.close()
    return _result(run, blocks, workers, time.perf_counter() - start, interrupted)


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def _check(contest: Contest, blocks: int, workers: int, sprt: Sprt | None) -> None:
    check("blocks", blocks, 1, LARGEST)
    check("workers", workers, 1, 1024)
    if sprt and len(contest.bots) != 2:
        raise SkipboError(f"a sequential test compares 2 bots, not {len(contest.bots)}")
    if sprt and not sprt.elo0 < sprt.elo1:
        raise SkipboError(f"sprt needs two rising Elos, not {sprt.elo0:g},{sprt.elo1:g}")


class Arena:
    """Plays blocks of all pairs: those of native bots compiled, all others at tables."""

    fewest, most = 1, 1 << 12  # blocks at a time

    def __init__(self, contest: Contest, keep_records: bool = False) -> None:
        self.contest = contest
        self.keep_records = keep_records
        self.free: SimpleQueue[Table] = SimpleQueue()
        self.tables: list[Table] = []
        natives = set(contest.natives)
        for bot in range(len(contest.bots)):
            if bot not in natives:
                seat(contest, bot).close()  # what cannot even be started is found now
        self.at_table = [keep_records or not natives.issuperset(pair) for pair in contest.pairs]
        self.compiled = None if all(self.at_table) else Compiled(contest)

    def play(self, first: int, count: int) -> Blocks:
        """Blocks of all pairs, from number `first` on."""
        return joined(
            [
                self._at_table(pair, first, count)
                if at_table or self.compiled is None
                else self.compiled.play(pair, first, count)
                for pair, at_table in zip(self.contest.pairs, self.at_table, strict=True)
            ]
        )

    def _at_table(self, pair: tuple[int, int], first: int, count: int) -> Blocks:
        try:
            table = self.free.get_nowait()
        except Empty:
            table = Table(self.contest, self.keep_records)
            self.tables.append(table)
        try:
            return table.play(pair, first, count)
        finally:
            self.free.put(table)

    def close(self) -> None:
        for table in self.tables:
            table.close()


class _Run:
    """A contest under way: what has been played, and where it is written down."""

    def __init__(
        self, arena: Arena, journal: Journal | None, sprt: Sprt | None, records: Path | None
    ) -> None:
        self.arena = arena
        self.contest = arena.contest
        self.journal = journal
        self.blocks = Blocks()
        if journal:
            journal.open()
            self.blocks.add(journal.blocks)
        self.sprt = sprt
        self.records = records
        self.stop = self._decided(0)  # the block after which a test is decided

    def play(self, blocks: int, workers: int, progress: Callable[[int], None]) -> None:
        progress(len(self.blocks))
        first = len(self.blocks)
        if self.stop is not None or first >= blocks:
            return
        with closing(in_order(self.arena.play, self.arena, first, blocks, workers)) as played:
            for some in played:
                self._take(some)
                progress(len(self.blocks))
                if self.stop is not None:
                    return

    def _take(self, some: Blocks) -> None:
        first = len(self.blocks)
        self._keep_records(some)
        if self.journal:
            self.journal.append(first, some)
        self.blocks.add(some)
        self.stop = self._decided(first)

    def _keep_records(self, some: Blocks) -> None:
        if self.records:
            for record in some.records:
                write(self.records / record.name, record.text)

    def _decided(self, looked_at: int) -> int | None:
        if self.sprt is None:
            return None
        points = points_of(self.blocks, self.contest)
        return self.sprt.stop(points[:, 0], self.contest.most, looked_at)


def points_of(blocks: Blocks, contest: Contest) -> Points:
    """The half points, block by block (rows) and pair by pair (columns)."""
    return np.array(blocks.points, np.int64).reshape(-1, len(contest.pairs))


# --- The result


def _result(run: _Run, blocks: int, workers: int, seconds: float, interrupted: bool) -> Result:
    contest = run.contest
    counted = run.blocks.until(blocks if run.stop is None else min(run.stop, blocks))
    points = points_of(counted, contest)
    return Result(
        edition=contest.rules.edition,
        options=contest.rules.options(),
        players=contest.rules.players,
        bots=list(contest.bots),
        blocks=len(counted),
        games=len(counted) * len(contest.lineups) * len(contest.pairs),
        blocked=sum(counted.blocked),
        unfinished=sum(counted.unfinished),
        sprt=_test(run.sprt, points, contest.most) if run.sprt else None,
        failures=_failures(counted, contest),
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
