"""The commands.

To add one: a function that adds its parser and names the function that runs it (`add_bench` and
`run_bench`), and a line in COMMANDS. What a command needs is imported inside the function that
runs it, so that `skipbo --help` starts at once.
"""

import argparse
import contextlib
import json
import os
import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from . import __version__
from .errors import SkipboError
from .rules.editions import EDITIONS, OPTIONS, Edition, Option, Rules, configure, edition

Subparsers = Any  # argparse keeps its type to itself

WRONG, INTERRUPTED, READER_GONE = 2, 130, 141  # exit codes, as a shell has them
WIDTH = 80  # of what is printed, at most
PATIENCE = 2.0  # seconds that pass without a progress bar


def main(argv: list[str] | None = None) -> int:
    """Run one command; its exit code."""
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
    except BrokenPipeError:
        # Python flushes once more as it ends; there must be something to flush to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE


# --- Parsers


class Parser(argparse.ArgumentParser):
    """Raises what is wrong with the arguments, so that `main` says it like anything else."""

    def error(self, message: str) -> NoReturn:
        raise SkipboError(f"{message} (see {self.prog} --help)")


def parser() -> Parser:
    """The parser of all commands."""
    top = Parser(
        prog="skipbo",
        description="The Skip-Bo family of games.",
        epilog=_examples(
            """
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
    for add in COMMANDS:
        add(commands)
    top.set_defaults(run=run_nothing)
    return top


def run_nothing(args: argparse.Namespace) -> int:
    """No command: play, if somebody is there to play; else say what there is."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return main(["play"])
    parser().print_help()
    return 0


def add_command(
    commands: Subparsers, run: Callable[[argparse.Namespace], int], summary: str, examples: str
) -> Parser:
    """A parser for the command that `run_NAME` runs."""
    made: Parser = commands.add_parser(
        run.__name__.removeprefix("run_"),
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=_examples(examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,  # a script's short form must not break when an option is added
    )
    made.set_defaults(run=run)
    return made


def _examples(lines: str) -> str:
    return f"examples:\n{textwrap.indent(textwrap.dedent(lines).strip(), '  ')}"


def add_edition_options(
    command: Parser, *, seed: int | None = None, edition: str | None = None
) -> None:
    """The edition, every option of every edition, and the seed: for commands that play."""
    known = ", ".join(EDITIONS)
    if edition:
        told = f"{known} (default {edition})"
        command.add_argument("edition", metavar="EDITION", nargs="?", default=edition, help=told)
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
    task = bar.add_task(what, total=total)
    begin = Timer(PATIENCE, bar.start)
    begin.daemon = True
    begin.start()
    try:
        yield lambda done: bar.update(task, completed=done)
    finally:
        begin.cancel()
        begin.join()
        bar.stop()


# --- skipbo play


def add_play(commands: Subparsers) -> None:
    from . import terminal

    command = add_command(
        commands,
        run_play,
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


def run_play(args: argparse.Namespace) -> int:
    from . import terminal

    return terminal.run(None if args.resume is not None else rules_from(args), args)


# --- skipbo replay


def add_replay(commands: Subparsers) -> None:
    command = add_command(
        commands,
        run_replay,
        "play a record again, and check that its shuffles were fair",
        """
        skipbo replay game.txt
        skipbo replay game.txt --moves
        skipbo replay game.txt --verify --json
        """,
    )
    command.add_argument("file", metavar="FILE", help="a game's or a match's record; - reads input")
    told = "check every shuffle and roll against the seed that was committed to"
    command.add_argument("--verify", action="store_true", help=told)
    command.add_argument("--moves", action="store_true", help="print every move")
    add_json(command)


def run_replay(args: argparse.Namespace) -> int:
    from .table.match import Match
    from .table.record import replay, verify

    text = read_record(args.file)
    try:
        played = replay(text)
        if args.verify:
            verify(text)
    except SkipboError as error:
        raise SkipboError(f"{args.file}: {error}") from None
    games = played.games if isinstance(played, Match) else [played]
    if args.json:
        print_json({**replay_as_data(played), "verified": True if args.verify else None})
        return 0
    for number, game in enumerate(games, 1):
        show_replay(game, f"Game {number}: " if len(games) > 1 else "", args.moves)
    if isinstance(played, Match):
        print(f"match: {'over' if played.over else 'not over'}, points {played.scores}")
    if args.verify:
        print("verified: every shuffle and roll follows from the seed, and the seed is the one")
        print("that was committed to before the deal")
    return 0


def read_record(name: str) -> str:
    """The text of a record file. A save is none: its cards stay hidden until the game is over."""
    from .table.record import SEALED

    try:
        file = sys.stdin.buffer if name == "-" else open(name, "rb")  # noqa: SIM115
        with file:
            text = file.read().decode()
    except OSError as error:
        raise SkipboError(f"{name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SkipboError(f"{name}: this is not a record: it is no text") from None
    if text.startswith(SEALED):
        raise SkipboError(f"{name}: this game is not over; go on with skipbo play --resume {name}")
    return text


def replay_as_data(played: Any) -> dict[str, Any]:
    """What came of a game, or of a match and its games."""
    rules = played.rules
    data = {
        "edition": rules.edition,
        "options": rules.options(),
        "names": list(played.names),
        "over": played.over,
        "winners": played.winners,
        "scores": played.scores,
    }
    if hasattr(played, "games"):
        return {**data, "games": [replay_as_data(game) for game in played.games]}
    moves = [f"{seat} {move}" for seat, move in played.moves]
    return {**data, "blocked": played.blocked, "moves": moves}


def show_replay(game: Any, title: str, moves: bool) -> None:
    from .table.record import result_text

    print(f"{title}{edition(game.rules.edition).title}, {len(game.moves)} moves")
    for seat, name in enumerate(game.names):
        print(f"  seat {seat}: {name}")
    if moves:
        for seat, move in game.moves:
            print(f"  {seat} {move}")
    print(f"  {result_text(game) if game.over else 'not over'}")


# --- skipbo simulate


def add_simulate(commands: Subparsers) -> None:
    command = add_command(
        commands,
        run_simulate,
        "play many games between simple bots and sum them up",
        """
        skipbo simulate classic --games 100000
        skipbo simulate classic --players 4 --partners --stock 10
        skipbo simulate mod --bots greedy,random --seed 7 --threads 2 --json
        skipbo simulate dice --wild-faces 1 --on python
        """,
    )
    add_edition_options(command, seed=0)
    option = command.add_argument
    option("--bots", default="greedy", metavar="A,B", help="random or greedy: for all or each seat")
    option("--games", type=int, default=10_000, metavar="N", help="how many (default %(default)s)")
    option("--on", metavar="MACHINE", help="python, cpu or gpu (default cpu, if Numba is there)")
    option("--threads", type=int, default=1, metavar="N", help="cores on cpu (default %(default)s)")
    told = "moves after which a game is left unfinished (default %(default)s)"
    option("--limit", type=int, default=100_000, metavar="N", help=told)
    add_json(command)


def run_simulate(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from .arena.simulate import simulate

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


# --- skipbo bench


def add_bench(commands: Subparsers) -> None:
    command = add_command(
        commands,
        run_bench,
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


def run_bench(args: argparse.Namespace) -> int:
    from .arena.bench import behaviour_digest, bench

    if args.digest:
        print(behaviour_digest())
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


# --- skipbo editions


def add_editions(commands: Subparsers) -> None:
    command = add_command(
        commands,
        run_editions,
        "list the editions and their options",
        """
        skipbo editions
        skipbo editions mod
        skipbo editions --json
        """,
    )
    command.add_argument("edition", nargs="?", metavar="EDITION", help=", ".join(EDITIONS))
    add_json(command)


def run_editions(args: argparse.Namespace) -> int:
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


COMMANDS = (add_play, add_replay, add_simulate, add_bench, add_editions)
