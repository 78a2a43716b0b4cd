"""Blocks between the bots that every machine knows, played compiled: thousands in a second."""

import numpy as np

from ..bots import native
from ..machine.cpu import dtype
from ..machine.runs import Run
from ..rules.state import NONE, OVER
from .contest import HALF, LOSS, WIN, Blocks, Contest
from .simulate import runner


class Compiled:
    """Plays blocks of any pair of native bots; many threads may use it at once."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.players = contest.natives
        modules = native.modules(self.players.values(), contest.rules)
        self.runner = runner(contest.rules, "cpu", modules)

    def play(self, pair: tuple[int, int], first: int, count: int) -> Blocks:
        """Blocks from number `first` on. A block's number is that of its games in each run."""
        contest = self.contest
        points, blocked, unfinished = (np.zeros(count, np.int64) for _ in range(3))
        for lineup in contest.lineups:
            seated = tuple(self.players[pair[bot]] for bot in lineup)
            run = Run(contest.rules, seated, contest.seed, contest.limit)
            played = self.runner.play(run, first, count)
            states = np.frombuffer(played.states(), dtype(contest.rules))
            over = states["waiting"] == OVER
            points += worth(lineup)[states["winner"]]
            blocked += over & (states["winner"] == NONE)
            unfinished += ~over
        return Blocks(points[:, None].tolist(), blocked.tolist(), unfinished.tolist())


def worth(lineup: tuple[int, ...]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """What the first bot gains if a side wins, by side; seat n is always on side n, if it is one.

    NONE stands for no winner.
    """
    table = np.full(NONE + 1, HALF, np.int64)
    table[: len(lineup)] = [LOSS if bot else WIN for bot in lineup]
    return table
