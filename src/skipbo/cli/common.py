"""What the commands share: how a parser is made, the options of an edition, and how to print."""

import argparse
import contextlib
import json
import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from ..errors import SkipboError
from ..rules.editions import EDITIONS, OPTIONS, Rules, configure

Subparsers = Any  # argparse keeps its type to itself

INTERRUPTED = 130  # an exit code, as a shell has it
WIDTH = 80  # of what is printed, at most
PATIENCE = 2.0  # seconds that pass without a progress bar
COMPILING = "getting ready (compiles once)"  # what a bar says until something is done


class Parser(argparse.ArgumentParser):
    """Raises what is wrong with the arguments, so that `main` says it like anything else."""

    def error(self, message: str) -> NoReturn:
        raise SkipboError(f"{message} (see {self.prog} --help)")


def add_command(
    commands: Subparsers,
    name: str,
    run: Callable[[argparse.Namespace], int],
    summary: str,
    shown: str,
) -> Parser:
    """A parser for a command, with examples shown."""
    made: Parser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=examples(shown),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,  # a script's short form must not break when an option is added
    )
    made.set_defaults(run=run)
    return made


def list_bots(command: Parser) -> None:
    """Tell in a command's help who can play, game by game."""
    from ..bots import native

    lines = []
    for family, policies in native.POLICIES.items():
        lines.append(f"bots for {family} (the strongest: {native.best(family)}):")
        lines += [f"  {name:<12} {native.SUMMARIES[family][name]}" for name in policies]
    command.epilog = "\n".join([*lines, "", command.epilog or ""])


def examples(lines: str) -> str:
    return f"examples:\n{textwrap.indent(textwrap.dedent(lines).strip(), '  ')}"


def add_edition_options(
    command: Parser, *, seed: int | None = None, optional: bool = False, named: bool = False
) -> None:
    """The edition, every option of every edition, and the seed: for commands that play.

    `optional`: the edition may be left out. `named`: it is an option itself.
    """
    known = ", ".join(EDITIONS)
    if named:
        told = f"{known} (default %(default)s)"
        command.add_argument("--edition", default="classic", metavar="E", help=told)
    elif optional:
        told = f"{known} (default classic)"
        command.add_argument("edition", metavar="EDITION", nargs="?", help=told)
    else:
        command.add_argument("edition", metavar="EDITION", help=known)
    default = "" if seed is None else f" (default {seed})"
    told = f"the same seed brings the same cards and dice{default}"
    command.add_argument("--seed", type=int, default=seed, metavar="N", help=told)
    options = command.add_argument_group("options of the edition")
    for option in OPTIONS.values():
        name = f"--{option.name.replace('_', '-')}"
        if option.flag:
            options.add_argument(name, action="store_true", help=option.help)
        else:
            told = f"{option.help}: {option.range}"
            options.add_argument(name, metavar="X" if option.choices else "N", help=told)


def rules_from(args: argparse.Namespace) -> Rules:
    """The rules that the options of `add_edition_options` ask for."""
    given = {name: getattr(args, name) for name in OPTIONS}
    return configure(
        args.edition,
        **{
            name: OPTIONS[name].parse(value) if isinstance(value, str) else value
            for name, value in given.items()
            if value not in (None, False)
        },
    )


def add_json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON object")


@contextlib.contextmanager
def needing(extra: str) -> Iterator[None]:
    """Around imports of what is not always installed: if it is not, say how it would be."""
    try:
        yield
    except ModuleNotFoundError as error:
        told = f"this needs {str(error.name).split('.')[0]}, which is not installed"
        raise SkipboError(f"{told}: pip install 'skipbo[{extra}]'") from None


# --- Output


def print_json(value: object) -> None:
    print(json.dumps(value))


def console() -> Any:
    """Where Rich writes to: no colours in a pipe, and never wider than a page."""
    from rich.console import Console

    plain = Console(highlight=False)
    return Console(highlight=False, width=min(plain.width, WIDTH))


@contextlib.contextmanager
def progress_bar(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A bar with the time left: on a terminal only, and only for what takes its time."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from threading import Timer

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(COMPILING, total=total)
    begin = Timer(PATIENCE, bar.start)
    begin.daemon = True
    begin.start()

    def show(done: int) -> None:
        # What was done before the first call, in a run that goes on, says nothing of the speed.
        move = bar.update if bar.tasks[0].completed else bar.reset
        move(task, completed=done, description=what)

    try:
        yield show
    finally:
        begin.cancel()
        begin.join()
        bar.stop()
