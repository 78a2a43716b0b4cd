"""Tune the planner's weights by play.

    python scripts/tune.py --minutes 10 --out weights.json
    python scripts/tune.py --edition mod --against s1-advanced --start weights.json

An evolution strategy. Each round draws pairs of weights, mirrored about the present ones, and each
of them plays blocks of the same deals against the present weights and against fixed opponents. The
present weights then move along the differences in score. Every round prints its scores and its
weights, so that a run can be stopped at any time and the best of it kept.
"""

import argparse
import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from skipbo.arena.contest import lineups
from skipbo.arena.simulate import runner
from skipbo.bots import native, planner, strong
from skipbo.machine.runs import Player, Run
from skipbo.rules.editions import Rules, configure
from skipbo.rules.state import NONE

Weights = NDArray[np.float64]

MOMENTUM = 0.8
SPREAD, LEAST_SPREAD = 0.2, 12.0  # how far candidates lie away: a share of the weight, or so much


class Field:
    """Where candidates play: a table, with opponents who stay the same."""

    def __init__(self, rules: Rules, opponents: Sequence[str]) -> None:
        self.rules = rules
        self.opponents = [native.player(name, rules) for name in opponents]
        planners = native.player("planner", rules)
        modules = native.modules([planners, *self.opponents], rules)
        self.runner = runner(rules, "cpu", modules)

    def score(self, one: Player, other: Player, blocks: int, first: int) -> float:
        """The share of the points of `one`, the same deals played in every seating."""
        points, games = 0.0, 0
        for lineup in lineups(self.rules):
            seats = tuple((one, other)[bot] for bot in lineup)
            run = Run(self.rules, seats, seed=2026, limit=20_000)
            for winner in self.runner.play(run, first, blocks).winners():
                points += 0.5 if winner == NONE else float(lineup[winner] == 0)
                games += 1
        return points / games


def row(weights: Weights) -> Player:
    return (strong.PLANNER, *(int(w) for w in np.rint(weights)))


class Tuning:
    """The present weights, and where they are heading."""

    def __init__(self, field: Field, start: Sequence[int], args: argparse.Namespace) -> None:
        self.field = field
        self.present = np.array(start, np.float64)
        self.velocity = np.zeros_like(self.present)
        self.rng = np.random.default_rng(args.seed)
        self.pool = ThreadPoolExecutor(args.workers)
        self.pairs, self.blocks, self.rate = args.pairs, args.blocks, args.rate
        self.rounds = 0

    def round(self) -> list[float]:
        """Play one round and move; the mean score against each opponent, the present one first."""
        spread = np.maximum(np.abs(self.present) * SPREAD, LEAST_SPREAD)
        noise = self.rng.standard_normal((self.pairs, len(self.present)))
        scores = self._scores([row(self.present + s * spread * n) for n in noise for s in (1, -1)])
        gains = (scores[0::2] - scores[1::2]).sum(axis=1)
        slope = gains @ noise / self.pairs / max(gains.std(), 0.01)
        self.velocity = MOMENTUM * self.velocity + (1 - MOMENTUM) * slope
        self.present = self.present + self.rate * spread * self.velocity
        self.rounds += 1
        return [float(mean) for mean in scores.mean(axis=0)]

    def _scores(self, candidates: Sequence[Player]) -> Weights:
        """The score of each candidate (rows) against each opponent (columns), on new deals."""
        opponents = [row(self.present), *self.field.opponents]
        first = self.rounds * self.blocks

        def score(pair: tuple[Player, Player]) -> float:
            return self.field.score(*pair, self.blocks, first)

        scores = self.pool.map(score, product(candidates, opponents))
        return np.array(list(scores)).reshape(len(candidates), len(opponents))


def main() -> None:
    args = arguments()
    rules = configure(args.edition, players=args.players, partners=args.partners)
    start = json.loads(Path(args.start).read_text()) if args.start else planner.TUNED
    tuning = Tuning(Field(rules, args.against), start, args)
    end = time.time() + 60 * args.minutes
    while time.time() < end:
        scores = [f"{score:.3f}" for score in tuning.round()]
        weights = row(tuning.present)[1:]
        told = {"round": tuning.rounds, "scores": scores, "weights": weights}
        print(json.dumps(told), flush=True)
        if args.out:
            Path(args.out).write_text(json.dumps(weights))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Tune the planner's weights by play.")
    option = parser.add_argument
    option("--edition", default="classic")
    option("--players", type=int, default=2)
    option("--partners", action="store_true")
    option("--against", nargs="*", default=["s1-advanced", "h13"], help="who stays the same")
    option("--minutes", type=float, default=10)
    option("--pairs", type=int, default=16, help="pairs of candidates in a round")
    option("--blocks", type=int, default=100, help="that each plays against each opponent")
    option("--rate", type=float, default=1.0, help="how fast the weights move")
    option("--workers", type=int, default=2)
    option("--seed", type=int, default=1)
    option("--start", help="a file of weights to begin with")
    option("--out", help="a file that the weights are kept in")
    return parser.parse_args()


if __name__ == "__main__":
    main()
