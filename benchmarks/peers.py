"""How fast we play next to others: on one core, in one run, as ratios.

Everybody plays for a second, then everybody again, and so on; the medians are compared. What is
counted are steps. Those are decisions; with OpenSpiel each card that is dealt or drawn is one as
well, so for a ratio with OpenSpiel ours are counted in that way, too, and in brackets stands what
it is with our decisions alone (`12.8 (6.6) of 8`: the goal was 8). The games differ, so a ratio
tells no more than how far apart two of them are. Nobody uses more than one core.
"""

import argparse
import contextlib
import io
import json
import os
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from statistics import median
from typing import Any

from contestants import GROUPS, Group, Play, Some, with_chance
from host import cores, machine, pin, tell

EXAMPLES = """\
examples:
  make peers                                             install everybody, then measure
  make peers ARGS='--only openspiel --rounds 9'          some of them, together with ours
  python benchmarks/peers.py --only pgx-2048 --seconds 3
  python benchmarks/peers.py --json > peers.json
"""
WIDTH = 160  # that a terminal may wrap: figures cut short are worse
ONE_THREAD = {
    "JAX_PLATFORMS": "cpu",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",  # it would greet people in the middle of our JSON
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}


# --- Measuring


@dataclass
class Entry:
    """One contestant, and what has been measured of it."""

    name: str
    group: Group
    game: str
    play: Play | None = None
    steps: list[float] = field(default_factory=list)  # a second, by round
    games: list[float] = field(default_factory=list)
    also: list[float] = field(default_factory=list)
    alike: float = 1.0  # our steps for each decision, if chance is counted too
    reason: str = ""  # why there is nothing more

    @property
    def speed(self) -> float | None:
        return median(self.steps) if self.steps else None


Table = list[Entry]  # those who are compared with each other


def tables(sections: Sequence[Sequence[Group]], only: Sequence[str] = ()) -> list[Table]:
    """Those asked for; ours are always among them, as there is no ratio without."""
    found = []
    for groups in sections:
        everybody = [Entry(f"{group.name}-{g}", group, g) for group in groups for g in group.games]
        if not only:
            found.append(everybody)
        elif any(asked(x, only) for x in everybody):
            found.append([x for x in everybody if is_ours(x) or asked(x, only)])
    return found


def asked(entry: Entry, only: Sequence[str]) -> bool:
    return any(fits(entry, name) for name in only)


def is_ours(entry: Entry) -> bool:
    return entry.group.package == "skipbo"


def fits(entry: Entry, name: str) -> bool:
    return f"{entry.name}-".startswith(f"{name}-")


def compete(entries: Sequence[Entry], rounds: int, seconds: float) -> None:
    for entry in entries:
        tell(f"getting ready: {entry.name}")
        with blamed(entry):
            entry.play = entry.group.ready(entry.game)
            entry.alike = with_chance(entry.game) if entry.group.name == "skipbo" else 1.0
            play_for(entry.play, seconds / 4)  # whatever is slow at first
    for number in range(1, rounds + 1):
        for entry in entries:
            tell(f"round {number} of {rounds}: {entry.name}")
            with blamed(entry):
                if entry.play and not entry.reason:
                    played = play_for(entry.play, seconds)
                    entry.steps.append(played.steps)
                    entry.games += [played.games] if played.games else []
                    entry.also += [played.also] if entry.group.also else []


@contextlib.contextmanager
def blamed(entry: Entry) -> Iterator[None]:
    """Whatever goes wrong is this contestant's, and stops nobody else. Nor does it print."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    except ModuleNotFoundError as error:
        missing = error.name if versions([entry]) else entry.group.package
        entry.reason = f"{missing} is not installed"
    except Exception as error:
        entry.reason = f"{type(error).__name__}: {error}".splitlines()[0]


def play_for(play: Play, seconds: float) -> Some:
    """What was done, all of it by the second."""
    steps, games, also, spent, began = 0.0, 0.0, 0.0, 0.0, time.perf_counter()
    while spent < seconds:
        some = play()
        now = time.perf_counter()
        steps += some.steps
        games += some.games or 0
        also += some.also
        spent += now - began if some.seconds is None else some.seconds
        began = now
    return Some(steps / spent, games / spent, also / spent)


# --- What came out


def as_json(tables: Sequence[Table], args: argparse.Namespace, stopped: bool) -> dict[str, Any]:
    return {
        "machine": machine(),
        "versions": versions(together(tables)),
        "rounds": args.rounds,
        "seconds": args.seconds,
        "interrupted": stopped,
        "contestants": [told(entry, table) for table in tables for entry in table],
    }


def told(entry: Entry, table: Table) -> dict[str, Any]:
    return {
        "name": entry.name,
        "what": entry.group.what,
        "games_per_second": median(entry.games) if entry.games else None,
        "steps_per_second": entry.speed,
        "slowest": min(entry.steps, default=None),
        "fastest": max(entry.steps, default=None),
        "wanted": entry.group.speed,
        "also_per_second": {entry.group.also: median(entry.also)} if entry.also else {},
        "steps_for_each_decision": entry.alike,
        "ratios": {ours.name: ratio(ours, entry) for ours in table if is_ours(ours)},
        "goals": dict(entry.group.goals),
        "reason": entry.reason or None,
    }


def together(tables: Sequence[Table]) -> list[Entry]:
    return [entry for table in tables for entry in table]


def ratio(ours: Entry, entry: Entry) -> float | None:
    """How many times as fast we are, counted as the other is."""
    if not (ours.speed and entry.speed):
        return None
    return ours.speed * (ours.alike if entry.group.counts_chance else 1.0) / entry.speed


def versions(entries: Sequence[Entry]) -> dict[str, str]:
    found = {}
    for package in dict.fromkeys(entry.group.package for entry in entries):
        with contextlib.suppress(PackageNotFoundError):
            found[package] = version(package)
    return found


def show(tables: Sequence[Table], args: argparse.Namespace) -> None:
    from rich.console import Console

    console = Console(highlight=False, width=WIDTH)
    console.print(machine())
    for table in tables:
        console.print(drawn(table))
    numbers = ", ".join(f"{name} {n}" for name, n in versions(together(tables)).items())
    console.print(f"rounds: {args.rounds}, of {args.seconds:g} s each; {numbers}")


def drawn(entries: Table) -> Any:
    """Somebody in each row, and in the last columns how many times as fast we are."""
    from rich.box import SIMPLE
    from rich.table import Table as Drawing

    ours = [entry for entry in entries if is_ours(entry)]
    counts_more = any(entry.group.also for entry in entries)
    drawing = Drawing(box=SIMPLE, padding=(0, 1, 0, 0))
    drawing.add_column("name", no_wrap=True)
    drawing.add_column("what is measured", no_wrap=True)
    ratios = [f"{x.name.rpartition('skipbo-')[2].removesuffix('-classic')}/peer" for x in ours]
    more = ["also/s"] if counts_more else []
    for heading in ("games/s", "steps/s", "min-max", *more, *ratios):
        drawing.add_column(heading, justify="right", no_wrap=True)
    for entry in entries:
        cells = [
            short(median(entry.games) if entry.games else None),
            short(entry.speed) + (f" of {short(entry.group.speed)}" if entry.group.speed else ""),
            spread(entry.steps),
            *([besides(entry)] if counts_more else []),
            *(times(x, entry) for x in ours),
        ]
        drawing.add_row(entry.name, brief(entry.reason) or entry.group.what, *cells)
    return drawing


def brief(reason: str) -> str:
    """Enough to know it by; it is whole in the JSON."""
    return reason if len(reason) <= 40 else f"{reason[:37]}..."


def besides(entry: Entry) -> str:
    return f"{short(median(entry.also))} {entry.group.also}" if entry.also else "-"


def short(value: float | None) -> str:
    """Three digits, of thousands or millions."""
    if value is None:
        return "-"
    for unit, size in (("M", 1e6), ("k", 1e3), ("", 1.0)):
        if value >= size or not unit:
            break
    scaled = value / size
    return f"{scaled:.{2 if scaled < 10 else 1 if scaled < 100 else 0}f} {unit}".rstrip()


def spread(values: Sequence[float]) -> str:
    if not values:
        return "-"
    low, high = short(min(values)), short(max(values))
    return f"{low.removesuffix(high.lstrip('.0123456789'))}-{high}"


def times(ours: Entry, entry: Entry) -> str:
    found = ratio(ours, entry)
    if found is None:
        return "-"
    decisions = f" ({digits(found / ours.alike)})" if counts_more(ours, entry) else ""
    goal = entry.group.goals.get(ours.name)
    return f"{digits(found)}{decisions}" + (f" of {goal:g}" if goal else "")


def counts_more(ours: Entry, entry: Entry) -> bool:
    return entry.group.counts_chance and ours.alike > 1


def digits(ratio: float) -> str:
    return f"{ratio:,.{1 if ratio < 100 else 0}f}"


# --- The command


def arguments(about: str, examples: str, everybody: Sequence[Entry]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=about, epilog=examples, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    told = "a contestant, or all whose names begin so; may be given again"
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help=told)
    parser.add_argument("--rounds", type=int, default=5, help="(default 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each in a round (1)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    if args.rounds < 1 or not 0 < args.seconds <= 3600:
        parser.error("--rounds must be 1 or more, --seconds above 0 and at most 3600")
    for name in args.only:
        if not any(fits(entry, name) for entry in everybody):
            known = ", ".join(entry.name for entry in everybody)
            parser.error(f"there is no {name!r}; there are {known}")
    return args


def command(about: str, examples: str, sections: Sequence[Sequence[Group]], target: str) -> int:
    """Measure everybody, and show a table for each section."""
    args = arguments(about, examples, together(tables(sections)))
    if not (find_spec("rich") and find_spec("skipbo")):
        print(f"skipbo is not installed here; try: make {target}", file=sys.stderr)
        return 1
    os.environ.update(ONE_THREAD)  # before anybody is imported
    warnings.simplefilter("ignore")  # of the others', about themselves
    pin(set(cores()[-1:]))
    competing, stopped = tables(sections, args.only), False
    try:
        compete(together(competing), args.rounds, args.seconds)
    except KeyboardInterrupt:
        stopped = True
    tell("")
    if args.json:
        print(json.dumps(as_json(competing, args, stopped), indent=1))
    else:
        show(competing, args)
    if any("not installed" in entry.reason for entry in together(competing)):
        print(f"to install what is missing, and measure again: make {target}", file=sys.stderr)
    if stopped:
        print("stopped", file=sys.stderr)
    return 130 if stopped else 0


if __name__ == "__main__":
    sys.exit(command(__doc__, EXAMPLES, [GROUPS], "peers"))
