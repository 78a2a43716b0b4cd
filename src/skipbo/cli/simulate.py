"""`skipbo simulate`: many games between players that need no search."""

import argparse
from typing import Any

from ..rules.editions import Rules, edition
from .common import (
    INTERRUPTED,
    Subparsers,
    add_command,
    add_edition_options,
    add_json,
    console,
    list_bots,
    print_json,
    progress_bar,
    rules_from,
)


def add(commands: Subparsers) -> None:
    command = add_command(
        commands,
        "simulate",
        run,
        "play many games between bots and sum them up",
        """
        skipbo simulate classic --games 100000
        skipbo simulate classic --players 4 --partners --stock 10
        skipbo simulate mod --bots greedy,random --seed 7 --threads 2 --json
        skipbo simulate dice --wild-faces 1 --on python
        skipbo simulate dice --bots optimal,myopic
        skipbo simulate classic --games 30000000 --on gpu
        """,
    )
    add_edition_options(command, seed=0)
    option = command.add_argument
    list_bots(command)
    told = "a bot for all or for each seat (default %(default)s)"
    option("--bots", default="greedy", metavar="A,B", help=told)
    option("--games", type=int, default=10_000, metavar="N", help="how many (default %(default)s)")
    option("--on", metavar="MACHINE", help="python, cpu or gpu (default cpu, if Numba is there)")
    option("--threads", type=int, default=1, metavar="N", help="cores on cpu (default %(default)s)")
    told = "moves after which a game is left unfinished (default %(default)s)"
    option("--limit", type=int, default=100_000, metavar="N", help=told)
    add_json(command)


def run(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from ..arena.simulate import simulate

    rules = rules_from(args)
    bots = [name.strip() for name in args.bots.split(",")]
    with progress_bar(args.games, "playing") as progress:
        summary = simulate(
            rules,
            bots,
            args.games,
            seed=args.seed,
            on=args.on,
            threads=args.threads,
            limit=args.limit,
            progress=progress,
        )
    if args.json:
        print_json(asdict(summary))
    else:
        show_summary(summary, rules)
    return INTERRUPTED if summary.interrupted else 0


def show_summary(summary: Any, rules: Rules) -> None:
    from rich.table import Table

    table = Table("", "", "wins", title=f"{edition(rules.edition).title}, seed {summary.seed}")
    table.columns[2].justify = "right"
    for side, wins in enumerate(summary.wins):
        seats = rules.members(side)
        who = " and ".join(f"seat {seat}" for seat in seats)
        playing = ", ".join(dict.fromkeys(summary.bots[seat] for seat in seats))
        table.add_row(who, playing, share(wins, summary.games))
    for name, count in (("blocked", summary.blocked), ("unfinished", summary.unfinished)):
        if count:
            table.add_row(name, "", share(count, summary.games))
    out = console()
    out.print(table)
    stopped = ", stopped early" if summary.interrupted else ""
    out.print(f"{summary.games:,} games, {summary.moves:,} moves{stopped}")
    speed = f"{summary.moves_per_second:,.0f} moves/s on {summary.machine}"
    out.print(f"{summary.seconds:.2f} s, {speed}")
    out.print(f"digest {summary.digest}")


def share(count: int, games: int) -> str:
    return f"{count:,}  {count / games:6.1%}" if games else f"{count:,}"
