"""`skipbo bench`: how fast every machine plays, and how long every bot thinks."""

import argparse
from collections.abc import Callable, Mapping

from ..errors import SkipboError
from ..rules.editions import EDITIONS
from .common import (
    INTERRUPTED,
    Subparsers,
    add_command,
    add_json,
    console,
    print_json,
    progress_bar,
)

Measured = Mapping[str, float | None]


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
        "--seconds",
        type=float,
        default=1.0,
        metavar="S",
        help="how long to measure each (default %(default)s)",
    )
    command.add_argument(
        "--digest", action="store_true", help="print only a digest of how bots play"
    )
    command.add_argument(
        "--thinking", action="store_true", help="measure how long every bot thinks instead"
    )
    add_json(command)


def run(args: argparse.Namespace) -> int:
    from ..arena.bench import behaviour_digest, bench, tables
    from ..arena.thinking import thinking

    if args.digest:
        if args.editions:
            raise SkipboError("--digest is of all editions: leave out their names")
        digest = behaviour_digest()
        if args.json:
            print_json({"digest": digest})
        else:
            print(digest)
        return 0
    measure: Callable[..., Measured] = thinking if args.thinking else bench
    wanted = tables(args.editions)
    if args.thinking:
        wanted = {name: rules for name, rules in wanted.items() if name in EDITIONS}
    measured: dict[str, Measured] = {}
    code = 0
    with progress_bar(len(wanted), "measuring") as progress:
        try:
            for name, rules in wanted.items():
                measured[name] = measure(rules, seconds=args.seconds)
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


def show_times(times: Mapping[str, Measured]) -> None:
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


SHOWN = {  # what is measured, and how a column is headed
    "python_moves_per_second": "greedy\npython",
    "cpu_moves_per_second": "greedy\ncpu",
    "gpu_moves_per_second": "greedy\ngpu",
    "cpu_random_moves_per_second": "random\ncpu",
    "gpu_random_moves_per_second": "random\ngpu",
    "cpu_steps_per_second": "steps\ncpu",
    "gpu_steps_per_second": "steps\ngpu",
}


def show_speeds(speeds: Mapping[str, Measured]) -> None:
    from rich.table import Table

    from ..arena.simulate import why_not_there

    table = Table("millions\na second", title="one core; one GPU", box=None, padding=(0, 1, 0, 0))
    for heading in SHOWN.values():
        table.add_column(heading, justify="right")
    for name, measured in speeds.items():
        table.add_row(name, *(in_millions(measured[key]) for key in SHOWN))
    console().print(table)
    for on in ("cpu", "gpu"):
        if any(measured[f"{on}_moves_per_second"] is None for measured in speeds.values()):
            console().print(f"{on}: {why_not_there(on)}", markup=False)


def in_millions(speed: float | None) -> str:
    if speed is None:
        return "-"
    return f"{speed / 1e6:,.2f}" if speed < 1e8 else f"{speed / 1e6:,.0f}"
