"""How fast games are stepped side by side, masks and observations included.

Two rates are told: `step` alone, with random legal actions that were drawn before the clock ran,
and `sample` and `step` in turn, which is random play. On a GPU the first waits for each step to be
done, the second only for what `step` itself waits for.
"""

import argparse
import json
import sys
import time
from statistics import median

from skipbo.envs import Batch
from skipbo.errors import SkipboError
from skipbo.rules.editions import EDITIONS, OPTIONS, configure

EXAMPLES = """\
examples:
  python benchmarks/stepping.py
  python benchmarks/stepping.py mod players=4 partners=yes --games 1024
  python benchmarks/stepping.py --on gpu --games 1048576 --json
"""
SLICE = 0.1  # seconds that are measured as one


def step_alone(games: Batch, slots: int) -> float:
    """Steps a second, over a slice of time."""
    steps, spent = 0, 0.0
    while spent < SLICE:
        actions = games.sample()
        games.wait()
        start = time.perf_counter()
        games.step(actions)
        games.wait()
        spent += time.perf_counter() - start
        steps += slots
    return steps / spent


def random_play(games: Batch, slots: int) -> float:
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < SLICE:
        games.step(games.sample())
        steps += slots
    games.wait()
    return steps / (time.perf_counter() - start)


def measure(games: Batch, slots: int, seconds: float, warmup: int) -> dict[str, float]:
    """The median rates; first the games get apart from each other, as those of a long run are."""
    games.reset(slots)
    for _ in range(warmup):
        games.step(games.sample())
    rounds = max(1, round(seconds / SLICE / 2))
    alone = [step_alone(games, slots) for _ in range(rounds)]
    play = [random_play(games, slots) for _ in range(rounds)]
    return {"step": median(alone), "sample_and_step": median(play)}


def option_of(text: str) -> tuple[str, object]:
    """An option of the edition, as it is written here."""
    name, found, value = text.partition("=")
    if name not in OPTIONS or not found:
        raise SkipboError(
            f"{text!r} is no option such as players=6; there are {', '.join(OPTIONS)}"
        )
    return name, OPTIONS[name].parse(value)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("edition", nargs="?", choices=EDITIONS, default="classic")
    parser.add_argument("options", nargs="*", metavar="option=value", help="such as players=6")
    parser.add_argument("--on", choices=("python", "cpu", "gpu"), default="cpu")
    parser.add_argument("--games", type=int, default=4096, help="side by side (%(default)s)")
    parser.add_argument("--seconds", type=float, default=4.0, help="to measure (%(default)s)")
    parser.add_argument("--warmup", type=int, default=500, help="steps before (%(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="on cpu (%(default)s)")
    parser.add_argument("--json", action="store_true", help="for programs")
    args = parser.parse_args()
    options = dict(option_of(text) for text in args.options)
    rules = configure(args.edition, **options)
    with Batch(rules, on=args.on, threads=args.threads) as games:
        rates = measure(games, args.games, args.seconds, args.warmup)
    if args.json:
        told = {"edition": rules.edition, "options": options, "on": args.on, "games": args.games}
        print(json.dumps({**told, **rates}))
    else:
        for name, rate in rates.items():
            print(f"{name.replace('_', ' '):15} {rate / 1e6:8.2f} M steps/s")


if __name__ == "__main__":
    try:
        main()
    except SkipboError as error:
        sys.exit(f"benchmarks/stepping.py: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
