"""`skipbo play`: a person against bots, in the terminal."""

import argparse

from ..errors import SkipboError
from ..rules.editions import OPTIONS
from .common import Subparsers, add_command, add_edition_options, list_bots, rules_from


def add(commands: Subparsers) -> None:
    from .. import terminal

    command = add_command(
        commands,
        "play",
        run,
        "play in the terminal against bots",
        """
        skipbo play
        skipbo play classic --players 3 --short
        skipbo play dice --level easy
        skipbo play deluxe --players 4 --partners --match
        skipbo play mod --players 3 --bots planner,greedy --name Ana
        skipbo play deluxe --enforcement table --slips
        skipbo play --resume
        """,
    )
    list_bots(command)
    add_edition_options(command, optional=True)
    terminal.add_arguments(command)


def run(args: argparse.Namespace) -> int:
    from .. import terminal

    if args.resume is None:
        args.edition = args.edition or "classic"
        return terminal.run(rules_from(args), args)
    values = {name: getattr(args, name) for name in ("edition", "seed", *OPTIONS, "bots", "level")}
    values["slips"] = args.slips
    given = [name for name, value in values.items() if value is not None and value is not False]
    if given:
        raise SkipboError(f"--resume goes on with a game as it is: leave out {', '.join(given)}")
    return terminal.run(None, args)
