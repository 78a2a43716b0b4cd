"""Are a GPU's games the CPU's games, and how fast does it play them?

    python benchmarks/gpu.py                 a million games of each table, on both
    python benchmarks/gpu.py --games 10000

Each line is one table. Its games are played on both machines with the same seed; `digest` is that
of the fingerprints of all last states, and the exit code is 1 if any two differ. The speeds are
those of playing alone, in slices as long as suit each machine, without digests and copies.
"""

import argparse
import os
import sys

from host import machine, tell
from skipbo.arena.bench import LONGEST, speed, tables
from skipbo.arena.simulate import BOTS, simulate, why_not_there
from skipbo.errors import SkipboError
from skipbo.rules.editions import Rules


def main() -> int:
    told, _, _ = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(description=told)
    parser.add_argument("--games", type=int, default=1_000_000, help="of each table")
    parser.add_argument("--seconds", type=float, default=0.5, help="to measure each speed")
    args = parser.parse_args()
    missing = why_not_there("gpu")
    if missing:
        raise SkipboError(missing)
    print(f"{machine()}, {os.cpu_count()} cores; {gpu_name()}")
    print(f"{'table':<20} {'bots':<7} {'moves':>14} {'digest':<17} {'same':<5} {'moves/s':>14}")
    differ = 0
    try:
        for name, rules in tables().items():
            for bot in BOTS:
                differ += compare(name, rules, bot, args)
    except KeyboardInterrupt:
        return 130
    print(f"{differ} of {len(tables()) * len(BOTS)} differ")
    return 1 if differ else 0


def compare(name: str, rules: Rules, bot: str, args: argparse.Namespace) -> bool:
    """Play on both machines and print what came of it; whether it was not the same."""
    tell(f"{name}, {bot}: CPU")
    here = simulate(rules, [bot], args.games, on="cpu", threads=os.cpu_count() or 1, limit=LONGEST)
    tell(f"{name}, {bot}: GPU")
    there = simulate(rules, [bot], args.games, on="gpu", limit=LONGEST)
    if here.interrupted or there.interrupted:
        raise KeyboardInterrupt
    fast = speed(rules, bot, "gpu", args.seconds) or 0.0
    tell("")
    same = (here.digest, here.wins, here.moves) == (there.digest, there.wins, there.moves)
    shown_speed = f"{fast:>14,.0f}"
    shown = f"{there.digest[:16]}  {'yes' if same else 'NO':<5}"
    print(f"{name:<20} {bot:<7} {there.moves:>14,} {shown} {shown_speed}", flush=True)
    return not same


def gpu_name() -> str:
    from skipbo.machine.device import device_name

    return device_name()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except SkipboError as error:
        sys.exit(f"benchmarks/gpu.py: {error}")
