"""What the learned player's choices cost: its best ends, played on with many other hidden cards.

    python scripts/hindsight.py [--minutes 4] [--samples 200] [--players 2] [--partners]

Of each decision that is judged, the best end by half of the samples is compared with the chosen one
by the other half, so that luck in the samples is no gain.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from skipbo.bots import native
from skipbo.learn import hindsight, lessons, trials
from skipbo.learn.trials import LIKED
from skipbo.machine.cpu import compiled, dtype
from skipbo.machine.runs import room
from skipbo.rules.cards import PASS, TARGETS, TO_DISCARD
from skipbo.rules.editions import Rules, configure
from skipbo.rules.state import SEATS

MODULES = (*lessons.MODULES, trials, hindsight)
EVERY, MOST = 17, 24  # one decision in so many is judged, and no more of a game than that
KINDS = ("ends the turn", "goes on")


Judged = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]


class Judge:
    """Judges games of one table, for a thread."""

    def __init__(self, rules: Rules, samples: int, seed: list[int]) -> None:
        self._rules, self._samples = rules, samples
        self._rng = np.random.default_rng(seed)
        self._play = compiled(rules, MODULES).judge_game
        self._rows = np.array([native.player("learned", rules)], np.int32)
        self._states = np.zeros(3, dtype(rules))
        for_order, for_work = room(rules, MODULES)
        self._order = np.zeros(2 * for_order, np.uint8)
        self._work = np.zeros(for_work, np.int32)

    def game(self) -> Judged:
        """One game: what was thought of each end, and what came of it, by halves of the samples."""
        rules, rng = self._rules, self._rng
        thought, later = np.zeros((MOST, LIKED)), np.zeros((MOST, 2, LIKED))
        ends = np.zeros((MOST, LIKED), np.int64)
        first, stock = rng.integers(rules.players), rng.integers(1, rules.stock + 1)
        judged = self._play(
            self._states,
            self._states.view(np.uint8).reshape(3, -1),
            self._rows,
            np.zeros(SEATS, np.int32),
            np.array([rules.players, first, int(rules.partners), stock], np.int32),
            int(rng.integers(1 << 62)),
            EVERY,
            self._samples,
            self._order,
            self._work,
            np.zeros((3, 3), np.int64),
            np.zeros(rules.cards, np.uint8),
            thought,
            later,
            ends,
        )
        return thought[:judged], later[:judged] / (self._samples / 2), ends[:judged, 0]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    option, default = parser.add_argument, "(default %(default)s)"
    option("--minutes", type=float, default=4.0, metavar="M", help=f"how long {default}")
    told = f"deals of hidden cards for each end {default}"
    option("--samples", type=int, default=200, metavar="N", help=told)
    option("--players", type=int, default=2, metavar="N", help=f"2 to 6 {default}")
    option("--partners", action="store_true", help="in teams")
    option("--seed", type=int, default=1, metavar="N", help=f"of all chance {default}")
    args = parser.parse_args()
    rules = configure("classic", players=args.players, partners=args.partners)
    threads = os.cpu_count() or 1
    judges = [Judge(rules, args.samples, [args.seed, i]) for i in range(threads)]
    judged = [0]
    until = time.monotonic() + 60 * args.minutes

    def judge_on(judge: Judge) -> list[Judged]:
        games = []
        while time.monotonic() < until:
            games.append(judge.game())
            judged[0] += len(games[-1][0])
            print(f"\r{judged[0]} decisions", end="", file=sys.stderr, flush=True)
        return games

    with ThreadPoolExecutor(threads) as pool:
        games = [game for some in pool.map(judge_on, judges) for game in some]
    print(file=sys.stderr)
    thought, later, ends = zip(*games, strict=True)
    report(np.concatenate(thought), np.concatenate(later), np.concatenate(ends))


def report(
    thought: NDArray[np.float64], later: NDArray[np.float64], ends: NDArray[np.int64]
) -> None:
    there = thought >= 0
    costs = (cost(later[:, 0], later[:, 1], there) + cost(later[:, 1], later[:, 0], there)) / 2
    print(f"{len(costs)} decisions, {there.sum() / len(costs):.1f} ends each")
    tell("all", costs)
    last = (ends < PASS) & (ends % TARGETS >= TO_DISCARD)
    for kind, some in zip(KINDS, (last, ~last), strict=True):
        tell(kind, costs[some])
    overrated = (thought - thought[:, :1] - later.mean(1) + later.mean(1)[:, :1])[:, 1:]
    print(f"spread of what was thought wrong of a difference: {overrated[there[:, 1:]].std():.4f}")


def cost(
    chosen_by: NDArray[np.float64], judged_by: NDArray[np.float64], there: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """By how much the best end by one half of the samples is better, by the other half."""
    best = np.where(there, chosen_by, -1).argmax(1)
    found: NDArray[np.float64] = judged_by[np.arange(len(best)), best] - judged_by[:, 0]
    return found


def tell(kind: str, costs: NDArray[np.float64]) -> None:
    if len(costs) > 1:
        error = costs.std() / len(costs) ** 0.5
        print(
            f"{kind}: {100 * costs.mean():.2f} +- {100 * error:.2f} points of a hundred a decision"
        )


if __name__ == "__main__":
    main()
