"""The commands: one module each, with a function that adds its parser and one that runs it.

What a command needs is imported inside the function that runs it, so that `skipbo --help` starts
at once.
"""

import argparse
import os
import sys

from .. import __version__
from ..errors import SkipboError
from . import arena, bench, editions, learn, play, replay, review, serve, simulate, solve, stats
from .common import INTERRUPTED, Parser, examples

WRONG, READER_GONE = 2, 141  # exit codes, as a shell has them

COMMANDS = (serve, play, replay, review, simulate, arena, stats, solve, learn, bench, editions)


def main(argv: list[str] | None = None) -> int:
    """Run one command; its exit code."""
    open_streams()
    try:
        args = parser().parse_args(argv)
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except SkipboError as error:
        print(f"skipbo: {error}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        # Python flushes once more as it ends; there must be something to flush to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return READER_GONE
        print(f"skipbo: {error.strerror or error}", file=sys.stderr)
        return WRONG


def open_streams() -> None:
    """A stream that was closed before the start (`<&-`) is None: put an empty one in its place."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115


def parser() -> Parser:
    """The parser of all commands."""
    top = Parser(
        prog="skipbo",
        description="The Skip-Bo family of games.",
        epilog=examples(
            """
            skipbo
            skipbo play classic --players 3
            skipbo simulate classic --players 4 --games 100000
            skipbo play --help
            """
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"skipbo {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for command in COMMANDS:
        command.add(commands)
    top.set_defaults(run=run_nothing)
    return top


def run_nothing(args: argparse.Namespace) -> int:
    """No command: the main job, a table in the browser."""
    return main(["serve", "--open", "--quiet"])
