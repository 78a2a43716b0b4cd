"""Tune the planner's weights by play: `python scripts/tune.py --minutes 10 [--edition mod ...]`.

An evolution strategy. Each round draws pairs of weights, mirrored about the present ones, and each
of them plays blocks of the same deals against the present weights and against fixed opponents. The
present weights then move along the differences in score. Every round prints its weights, so that a
run can be stopped at any time and the best of it kept.
"""

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from skipbo.arena.simulate import runner
from skipbo.bots import native, planner, strong
from skipbo.machine.runs import Player, Run
from skipbo.rules.editions import Rules, configure
from skipbo.rules.state import NONE

Weights = NDArray[np.float64]


class Match:
    """Scores of a candidate against opponents, on one table."""

    def __init__(self, rules: Rules, opponents: list[str]) -> None:
        self.rules = rules
        self.opponents = [native.player(name, rules) for name in opponents]
        self.runner = runner(
            rules, "cpu", native.modules([row(np.zeros(1)), *self.opponents], rules)
        )

    def score(self, one: Player, other: Player, blocks: int, first: int) -> float:
        """The share of the points of `one`, the same deals played from either side."""
        points = 0.0
        for swap in (0, 1):
            seats = [
                (one, other)[(self.rules.side(i) + swap) % 2] for i in range(self.rules.players)
            ]
            run = Run(self.rules, tuple(seats), seed=2026, limit=20_000)
            for winner in self.runner.play(run, first, blocks).winners():
                points += 0.5 if winner == NONE else float((winner + swap) % 2 == 0)
        return points / (2 * blocks)


def row(weights: Weights) -> Player:
    return (strong.PLANNER, *(int(w) for w in np.rint(weights)))


def main() -> None:
    args = arguments()
    rules = configure(args.edition, players=args.players, partners=args.partners)
    match = Match(rules, args.against)
    start = json.loads(Path(args.start).read_text()) if args.start else planner.TUNED
    present = np.array(start, np.float64)
    velocity = np.zeros_like(present)
    rng = np.random.default_rng(args.seed)
    pool = ThreadPoolExecutor(args.workers)
    end = time.time() + 60 * args.minutes
    round, first = 0, 0
    while time.time() < end:
        spread = np.maximum(np.abs(present) * 0.2, 12.0)
        noise = rng.standard_normal((args.pairs, len(present)))
        opponents = [row(present), *match.opponents]
        jobs = {
            (i, sign, k): pool.submit(
                match.score, row(present + sign * spread * noise[i]), other, args.blocks, first
            )
            for i in range(args.pairs)
            for sign in (1, -1)
            for k, other in enumerate(opponents)
        }
        scores = {key: job.result() for key, job in jobs.items()}
        gain = np.array(
            [
                sum(scores[i, 1, k] - scores[i, -1, k] for k in range(len(opponents)))
                for i in range(args.pairs)
            ]
        )
        gradient = gain @ noise / args.pairs / (gain.std() + 1e-9)
        velocity = 0.8 * velocity + 0.2 * gradient
        present = present + args.rate * spread * velocity
        first += args.blocks
        round += 1
        mean = [
            float(np.mean([v for (_, _, k), v in scores.items() if k == n]))
            for n in range(len(opponents))
        ]
        told = {"round": round, "scores": [f"{m:.3f}" for m in mean], "weights": row(present)[1:]}
        print(json.dumps(told), flush=True)
        if args.out:
            Path(args.out).write_text(json.dumps(row(present)[1:]))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--partners", action="store_true")
    parser.add_argument("--against", nargs="*", default=["s1-advanced", "h13"])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--pairs", type=int, default=16)
    parser.add_argument("--blocks", type=int, default=150)
    parser.add_argument("--rate", type=float, default=0.5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", help="a file of weights to begin with")
    parser.add_argument("--out", help="a file that the weights are kept in")
    return parser.parse_args()


if __name__ == "__main__":
    main()
