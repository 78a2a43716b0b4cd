"""`skipbo editions`: the editions and their options."""

import argparse
from typing import Any

from ..rules.editions import EDITIONS, OPTIONS, Edition, Option, edition
from .common import Subparsers, add_command, add_json, console, print_json


def add(commands: Subparsers) -> None:
    command = add_command(
        commands,
        "editions",
        run,
        "list the editions and their options",
        """
        skipbo editions
        skipbo editions mod
        skipbo editions --json
        """,
    )
    command.add_argument("edition", nargs="?", metavar="EDITION", help=", ".join(EDITIONS))
    add_json(command)


def run(args: argparse.Namespace) -> int:
    chosen = [edition(args.edition)] if args.edition else list(EDITIONS.values())
    if args.json:
        print_json({entry.name: edition_as_data(entry) for entry in chosen})
    else:
        show_editions(chosen)
    return 0


def edition_as_data(entry: Edition) -> dict[str, Any]:
    """What there is to know of an edition."""
    return {
        "title": entry.title,
        "year": entry.year,
        "summary": entry.summary,
        "special_situations": entry.special,
        "options": {
            name: {
                "default": default_of(entry, OPTIONS[name]),
                "range": OPTIONS[name].range,
                "help": OPTIONS[name].help,
            }
            for name in entry.options
        },
    }


def default_of(entry: Edition, option: Option) -> int | bool | str:
    return False if option.name == "short" else getattr(entry.rules, option.name)


def show_editions(entries: list[Edition]) -> None:
    from rich.table import Table

    out = console()
    for entry in entries:
        out.print(f"[bold]{entry.name}[/]: {entry.title} ({entry.year})")
        out.print(f"  {entry.summary}")
        table = Table("option", "default", "range", "", box=None, padding=(0, 2, 0, 2))
        for name in entry.options:
            option = OPTIONS[name]
            default = default_of(entry, option)
            shown = str(default) if not option.flag else "yes" if default else "no"
            table.add_row(name, shown, option.range, option.help)
        out.print(table)
        if 0 < entry.stock_for_many < entry.rules.stock:
            out.print(f"  With five or six players the stock is {entry.stock_for_many}.")
        out.print()
