"""`skipbo play`: a person against bots, in the terminal."""

import argparse

from .common import Subparsers, add_command, add_edition_options, rules_from


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
        skipbo play deluxe --players 4 --partners --match
        skipbo play mod --bots greedy,random --name Ana
        skipbo play --resume
        """,
    )
    add_edition_options(command, edition="classic")
    terminal.add_arguments(command)


def run(args: argparse.Namespace) -> int:
    from .. import terminal

    return terminal.run(None if args.resume is not None else rules_from(args), args)
