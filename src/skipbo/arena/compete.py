"""Bots against each other, block by block: `compete` plays them and rates them.

What comes out depends on the contest and on the number of blocks alone: not on the workers, nor on
how often it was interrupted and resumed.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from ..bots import native
from ..bots.thinker import prepare
from ..errors import SkipboError
from ..files import write
from ..machine.warm import LARGEST, check
from .blocks import Compiled
from .contest import Blocks, Contest, joined
from .journal import Journal
from .ratings import SequentialTest, Sprt
from .result import Result, sum_up
from .slices import in_order
from .table import Table, start

PATIENCE = 2.0  # seconds for a game to end that was stopped


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
        began = time.perf_counter()
        try:
            run.play(blocks, workers, progress or (lambda done: None))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            if journal:
                journal.close()
    return sum_up(
        contest,
        run.counted(blocks),
        sprt,
        workers=workers,
        seconds=time.perf_counter() - began,
        interrupted=interrupted,
    )


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
                start(contest, bot).close()  # what cannot even be started is found now
        self.at_table = [keep_records or not natives.issuperset(pair) for pair in contest.pairs]
        self.compiled = None if all(self.at_table) else Compiled(contest)
        self._prepare({bot for pair, at in self._pairs() if at for bot in pair} & natives)

    def _pairs(self) -> Iterator[tuple[tuple[int, int], bool]]:
        """The pairs, and whether they play at a table."""
        return zip(self.contest.pairs, self.at_table, strict=True)

    def _prepare(self, natives: Iterable[int]) -> None:
        """Those who search think compiled, at a table too."""
        for name in {self.contest.bots[bot] for bot in natives}:
            if native.searches(name, self.contest.rules):
                prepare(self.contest.rules, name, wait=True)

    def play(self, first: int, count: int) -> Blocks:
        """Blocks of all pairs, from number `first` on."""
        return joined(
            [
                self._at_table(pair, first, count)
                if at_table or self.compiled is None
                else self.compiled.play(pair, first, count)
                for pair, at_table in self._pairs()
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
        """End all games and send all guests home."""
        for table in self.tables:
            table.stop()
        with suppress(Empty):
            for _ in self.tables:
                self.free.get(timeout=PATIENCE).close()


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
        self.test = SequentialTest(sprt, self.contest.most) if sprt else None
        self.records = records
        self._look(self.blocks)

    @property
    def stop(self) -> int | None:
        """The number of blocks after which a test was decided."""
        return self.test.decided if self.test else None

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

    def counted(self, blocks: int) -> Blocks:
        """What was asked for: a journal may hold more, and a slice may go beyond a test's end."""
        return self.blocks.until(blocks if self.stop is None else min(self.stop, blocks))

    def _take(self, some: Blocks) -> None:
        first = len(self.blocks)
        self._keep_records(some)
        if self.journal:
            self.journal.append(first, some)
        self.blocks.add(some)
        self._look(some)

    def _keep_records(self, some: Blocks) -> None:
        if self.records:
            for record in some.records:
                write(self.records / record.name, record.text)

    def _look(self, some: Blocks) -> None:
        if self.test:
            for start in range(0, len(some), self.arena.most):  # a journal may hold very many
                self.test.look([row[0] for row in some.points[start : start + self.arena.most]])
