"""How strong the network is by now: deal blocks against players that stay the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..arena.contest import lineups
from ..arena.simulate import runner
from ..bots import native
from ..machine.runs import Player, Run
from ..rules.editions import Rules
from ..rules.state import NONE
from .lessons import Table, rules_at

LADDER = ("planner", "s1-advanced", "h13")
GAMES = 200
LIMIT = 20_000
SEED = 80  # the same deals every time


@dataclass(frozen=True, slots=True)
class Mark:
    """A score in an exam."""

    seconds: float
    games: int
    table: str
    opponent: str
    score: float


class Contest(NamedTuple):
    """One part of an exam."""

    table: str
    opponent: str
    row: Player
    rules: Rules


class Exam:
    """Plays the same deal blocks against each of the ladder, at each table."""

    def __init__(
        self,
        edition: str,
        tables: Sequence[Table],
        options: dict[str, Any],
        champion: Player | None = None,
        games: int = GAMES,
    ) -> None:
        """A champion is met first, wherever there is one."""
        self._champion, self._games = champion, games
        self._rules = {table: rules_at(edition, table, options) for table in tables}

    def contests(self) -> list[Contest]:
        """Against all; at other tables than the first against the planner alone."""
        contests = []
        for i, (table, rules) in enumerate(self._rules.items()):
            told = f"{table.players}{' partners' if table.partners else ''}"
            opponents = self._opponents(rules, LADDER if i == 0 else LADDER[:1])
            contests += [Contest(told, name, row, rules) for name, row in opponents.items()]
        return contests

    def sit(self, contest: Contest, row: Player, seconds: float, games: int) -> Mark:
        """The network in one of the contests."""
        score = self.score(row, contest.row, contest.rules)
        return Mark(seconds, games, contest.table, contest.opponent, score)

    def _opponents(self, rules: Rules, names: Sequence[str]) -> dict[str, Player]:
        champion = {"champion": self._champion} if self._champion else {}
        return champion | {name: native.player(name, rules) for name in names}

    def score(self, one: Player, other: Player, rules: Rules) -> float:
        """The share of the points of `one`, the same deals played in every seating."""
        machine = runner(rules, "cpu", native.modules([one, other], rules))
        points, games = 0.0, 0
        seatings = lineups(rules)
        blocks = -(-self._games // len(seatings))
        for lineup in seatings:
            seats = tuple((one, other)[bot] for bot in lineup)
            run = Run(rules, seats, seed=SEED, limit=LIMIT)
            for winner in machine.play(run, 0, blocks).winners():
                points += 0.5 if winner == NONE else float(lineup[winner] == 0)
                games += 1
        return points / games


def last(marks: Sequence[Mark]) -> list[Mark]:
    """The marks of the last exam."""
    return [mark for mark in marks if mark.seconds == marks[-1].seconds]
