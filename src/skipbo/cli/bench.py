"""`skipbo bench`: how fast every machine plays."""

import argparse

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


def add(commands: Subparsers) -> None:
    command = add_command(
        commands,
        "bench",
        run,
        "measure how fast every machine plays",
        """
        skipbo bench
        skipbo bench classic dice --json
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
    add_json(command)


def run(args: argparse.Namespace) -> int:
    from ..arena.bench import behaviour_digest, bench

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
    speeds: dict[str, dict[str, float | None]] = {}
    code = 0
    with progress_bar(len(names), "measuring") as progress:
        try:
            for name in names:
                speeds.update(bench([name], seconds=args.seconds))
                progress(len(speeds))
        except KeyboardInterrupt:
            code = INTERRUPTED
    if args.json:
        print_json(speeds)
    else:
        show_speeds(speeds)
    return code


def show_speeds(speeds: dict[str, dict[str, float | None]]) -> None:
    from rich.table import Table

    table = Table("moves/s, greedy", title="one core; one GPU")
    for on in ("python", "cpu", "gpu"):
        table.add_column(on, justify="right")
    for name, by_machine in speeds.items():
        table.add_row(name, *("-" if v is None else f"{v:,.0f}" for v in by_machine.values()))
    console().print(table)
