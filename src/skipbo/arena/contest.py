"""What a contest between bots is: who meets whom, in which seats, and what came of it.

The unit is a deal block: the same shuffles, and the same chance of the bots, in every seating of
two bots, scored as one observation. A bot against itself scores exactly half in every block.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from ..bots import native
from ..errors import SkipboError
from ..machine.runs import Player
from ..machine.warm import LARGEST, LONGEST, check
from ..rules.editions import Rules

LONGEST_WAIT = 86_400
WIN, HALF, LOSS = 2, 1, 0  # half points; O3: a game without a winner is half won by both


@dataclass(frozen=True)
class Contest:
    """What decides every game: block number `n` is the same games wherever they are played."""

    rules: Rules
    bots: tuple[str, ...]
    seed: int = 0
    limit: int = 100_000  # moves after which a game is left unfinished
    seconds: float = 5.0  # that a bot may take for a move, if it is not one of this package

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise SkipboError(f"an arena needs at least 2 bots, not {len(self.bots)}")
        check("seed", self.seed, 0, LARGEST)
        check("limit", self.limit, 1, LONGEST)
        if not 0 < self.seconds <= LONGEST_WAIT:
            told = f"seconds must be above 0 and at most {LONGEST_WAIT}, not {self.seconds:g}"
            raise SkipboError(told)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Who meets whom."""
        return list(combinations(range(len(self.bots)), 2))

    @property
    def lineups(self) -> list[tuple[int, ...]]:
        """The games of a block."""
        return lineups(self.rules)

    @property
    def most(self) -> int:
        """The half points that a pair plays for in a block."""
        return WIN * len(self.lineups)

    @property
    def natives(self) -> dict[int, Player]:
        """The bots that every machine knows, as it knows them."""
        rows = enumerate(native.entrant(name, self.rules) for name in self.bots)
        return {bot: row for bot, row in rows if row is not None}


def lineups(rules: Rules) -> list[tuple[int, ...]]:
    """Which bot of a pair, 0 or 1, has which seat, in each game of a block.

    The sides alternate; every rotation is played, and every one with the bots exchanged.
    """
    sides = [side % 2 for side in range(rules.sides)]
    turned = [tuple(sides[i:] + sides[:i]) for i in range(len(sides))]
    exchanged = [tuple(1 - bot for bot in each) for each in turned]
    return [
        tuple(by_side[rules.side(seat)] for seat in range(rules.players))
        for by_side in dict.fromkeys(turned + exchanged)
    ]


def labels(bots: Sequence[str]) -> list[str]:
    """The bots' names as they are shown: a second one of the same name has a number."""
    return [
        name if name not in bots[:i] else f"{name} ({bots[:i].count(name) + 1})"
        for i, name in enumerate(bots)
    ]


class Written(NamedTuple):
    """The record of a game, to be kept in a file of that name."""

    block: int
    name: str
    text: str


class Failure(NamedTuple):
    """A game that a bot lost because it crashed, hung or answered with nonsense."""

    block: int
    bot: int
    reason: str


@dataclass(frozen=True)
class Blocks:
    """What came of some blocks in a row, block by block."""

    points: list[list[int]] = field(default_factory=list)  # of each pair's first bot
    blocked: list[int] = field(default_factory=list)  # games without a winner
    unfinished: list[int] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    records: list[Written] = field(default_factory=list)  # if they are wanted

    def __len__(self) -> int:
        return len(self.points)

    def add(self, more: "Blocks") -> None:
        """The blocks that follow; their records are not kept in mind."""
        self.points.extend(more.points)
        self.blocked.extend(more.blocked)
        self.unfinished.extend(more.unfinished)
        self.failures.extend(more.failures)

    def until(self, end: int) -> "Blocks":
        """The first blocks only, counted from the first of the contest."""
        return Blocks(
            self.points[:end],
            self.blocked[:end],
            self.unfinished[:end],
            [failure for failure in self.failures if failure.block < end],
        )


def joined(pairs: Sequence[Blocks]) -> Blocks:
    """The same blocks of several pairs, of which each has its own column, as one."""
    every_row = zip(*(blocks.points for blocks in pairs), strict=True)
    return Blocks(
        [[points for row in rows for points in row] for rows in every_row],
        [sum(counts) for counts in zip(*(blocks.blocked for blocks in pairs), strict=True)],
        [sum(counts) for counts in zip(*(blocks.unfinished for blocks in pairs), strict=True)],
        sorted(failure for blocks in pairs for failure in blocks.failures),
        sorted(record for blocks in pairs for record in blocks.records),
    )
