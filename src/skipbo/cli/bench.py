"""`skipbo bench`: how fast every machine plays, and how long every bot thinks."""

import argparse
from collections.abc import Callable, Mapping

from ..errors import SkipboError
from ..rules.editions import EDITIONS, edition
from .common import (
    INTERRUPTED,
    Subparsers,
    add_command,
    add_json,
    console,
    print_json,
    progress_bar,
)

Measure = Callable[..., Mapping[str, Mapping[str, float | None]]]


def add(commands: Subparsers) -> None:
    command = add_command(
        commands,
        "bench",
        run,
        "measure how fast every machine plays, or how long every bot thinks",
        """
        skipbo bench
        skipbo bench classic dice --json
        skipbo bench classic --thinking
        skipbo bench --digest      for the last line of a commit message
        """,
    )
    command.add_argument("editions", nargs="*", metavar="EDITION", help=", ".join(EDITIONS))
    command.add_argument(
        "--seconds", type=float, default=1.0, metavar="S", help="how long to measure each machine"
    )
    command.add_argument(
        "--digest", action="store_true", help="print only a digest of how bots play"
    )
    command.add_argument(
        "--thinking", action="store_true", help="measure how long every bot thinks instead"
    )
    add_json(command)


def run(args: argparse.Namespace) -> int:
    from ..arena.bench import behaviour_digest, bench, thinking

    if args.digest:
        if args.editions:
            raise SkipboError("--digest is of all editions: leave out their names")
        digest = behaviour_digest()
        if args.json:
            print_json({"digest": digest})
        else:
            print(digest)
        return 0
    names = [edition(name).name for name in args.editions or EDITIONS]
    measure: Measure = thinking if args.thinking else bench
    measured: dict[str, Mapping[str, float | None]] = {}
    code = 0
    with progress_bar(len(names), "measuring") as progress:
        try:
            for name in names:
                measured.update(measure([name], seconds=args.seconds))
                progress(len(measured))
        except KeyboardInterrupt:
            code = INTERRUPTED
    if args.json:
        print_json(measured)
    elif args.thinking:
        show_times(measured)
    else:
        show_speeds(measured)
    return code


def show_times(times: Mapping[str, Mapping[str, float | None]]) -> None:
    from rich.table import Table

    table = Table("ms per turn", title="one core")
    for name in times:
        table.add_column(name, justify="right")
    keys = dict.fromkeys(key for by_bot in times.values() for key in by_bot)
    for key in sorted(keys, key=lambda key: key.startswith("hint_")):  # those come last
        shown = [by_bot.get(key) for by_bot in times.values()]
        told = key.removesuffix("_ms_per_turn").replace("_ms_", ", ")
        table.add_row(told, *("-" if v is None else f"{v:.3g}" for v in shown))
    console().print(table)


def show_speeds(speeds: Mapping[str, Mapping[str, float | None]]) -> None:
    from rich.table import Table

    table = Table("moves/s, greedy", title="one core; one GPU")
    for on in ("python", "cpu", "gpu"):
        table.add_column(on, justify="right")
    for name, by_machine in speeds.items():
        table.add_row(name, *("-" if v is None else f"{v:,.0f}" for v in by_machine.values()))
    console().print(table)
