"""`skipbo arena`: bots against each other, until it is known which is the stronger."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from ..errors import SkipboError, shorten
from .common import (
    INTERRUPTED,
    Subparsers,
    add_command,
    add_edition_options,
    add_json,
    console,
    list_bots,
    needing,
    print_json,
    progress_bar,
    rules_from,
)

BLOCKS, BLOCKS_OF_A_TEST = 1000, 100_000  # that are played if nobody says how many
MOST_FAILURES = 8  # kinds of failures that are listed
BAR = 30  # characters


def add(commands: Subparsers) -> None:
    command = add_command(
        commands,
        "arena",
        run,
        "let bots compete, and rate them",
        """
        skipbo arena planner h13
        skipbo arena planner h13 --sprt            stop as soon as it is clear
        skipbo arena planner h13 --edition mod --players 4 --partners
        skipbo arena planner h13 greedy ./mybot --blocks 200 --plot league.png
        skipbo arena ./mybot greedy --records games --seconds 1
        skipbo arena learned/weights.bin learned   what `skipbo learn` has taught
        skipbo arena greedy random --blocks 1000000 --resume
        """,
    )
    list_bots(command)
    option = command.add_argument
    option(
        "bots",
        nargs="+",
        metavar="BOT",
        help="two or more: names, plug-ins, programs such as ./mybot, weights such as new.bin",
    )
    told = f"deals, each played in every seating (default {BLOCKS}; {BLOCKS_OF_A_TEST} with --sprt)"
    option("--blocks", type=int, metavar="K", help=told)
    told = "test two bots block by block, and stop when it is decided (default %(const)s)"
    option("--sprt", nargs="?", const="0,10", metavar="ELO0,ELO1", help=told)
    option("--workers", type=int, metavar="N", help="games at a time (default: one for each core)")
    told = "that a plug-in or a program may take for a move (default %(default)g)"
    option("--seconds", type=float, default=5.0, metavar="S", help=told)
    told = "moves after which a game is left unfinished (default %(default)s)"
    option("--limit", type=int, default=100_000, metavar="N", help=told)
    option("--resume", action="store_true", help="go on where the same contest was left off")
    option("--journal", metavar="FILE", help="where to keep what is needed for that")
    option("--records", metavar="DIR", help="write the record of every game to this directory")
    option("--plot", metavar="FILE", help="draw the results: .png, .svg or .pdf")
    add_json(command)
    add_edition_options(command, seed=0, named=True)


def run(args: argparse.Namespace) -> int:
    with needing("fast"):
        from ..arena.compete import compete
        from ..arena.contest import Contest
        from ..arena.journal import Journal

    contest = Contest(rules_from(args), tuple(args.bots), args.seed, args.limit, args.seconds)
    sprt = test_of(args.sprt)
    draw = plotter(args.plot)
    records = directory(args.records)
    journal = Journal(contest, Path(args.journal) if args.journal else None, args.resume)
    blocks = args.blocks
    if blocks is None:
        blocks = BLOCKS_OF_A_TEST if sprt else BLOCKS
    try:
        with progress_bar(blocks, "blocks") as progress:
            result = compete(
                contest,
                blocks,
                workers=args.workers,
                sprt=sprt,
                journal=journal,
                records=records,
                progress=progress,
            )
    except KeyboardInterrupt:  # while it was compiling
        print("skipbo: stopped before anything was played", file=sys.stderr)
        return INTERRUPTED
    if args.json:
        print_json(result.json())
    else:
        show(result)
    if draw and result.blocks:
        draw(result, Path(args.plot))
    if journal.trouble:
        print(f"skipbo: this cannot be resumed: {journal.trouble}", file=sys.stderr)
    elif result.interrupted:
        print("skipbo: the same command with --resume goes on from here", file=sys.stderr)
    return INTERRUPTED if result.interrupted else 0


# --- What is asked for


def test_of(text: str | None) -> Any:
    """The sequential test that two numbers ask for."""
    from ..arena.ratings import Sprt

    if text is None:
        return None
    try:
        elo0, elo1 = (float(number) for number in text.split(","))
    except ValueError:
        told = f"--sprt is two numbers such as 0,10, not {shorten(text)}"
        raise SkipboError(told) from None
    return Sprt(elo0, elo1)


def plotter(file: str | None) -> Any:
    """What draws the plot; that it cannot be written is found before anything is played."""
    if file is None:
        return None
    with needing("plots"):
        from ..arena.plot import draw
    path = Path(file)
    if path.suffix not in (".png", ".svg", ".pdf"):
        raise SkipboError(f"--plot needs a file that ends in .png, .svg or .pdf, not {file}")
    there = path.exists()
    try:
        path.open("ab").close()
    except OSError as error:
        raise SkipboError(f"{file}: {error.strerror}") from None
    if not there:
        path.unlink()
    return draw


def directory(name: str | None) -> Path | None:
    """A directory that can be written to."""
    if name is None:
        return None
    path = Path(name)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SkipboError(f"{name}: {error.strerror}") from None
    if not os.access(path, os.W_OK):
        raise SkipboError(f"{name}: no file can be written there")
    return path


# --- Results


def show(result: Any) -> None:
    out = console()
    if not result.blocks:
        out.print("no block was finished")
        return
    if len(result.bots) == 2:
        show_two(out, result)
    else:
        show_league(out, result)
    show_games(out, result)
    show_failures(out, result)


def show_two(out: Any, result: Any) -> None:
    from rich.table import Table
    from rich.text import Text

    from ..arena.contest import labels

    first, second = labels(result.bots)
    title = Text.assemble((first, "bold"), " against ", (second, "bold"), f", {setting(result)}")
    low, high = result.score_interval
    table = Table("", "", "95% interval", title=title)
    table.add_row("score", f"{result.score:.2%}", f"{low:.2%} to {high:.2%}")
    table.add_row("Elo", elo(result.elo, result.score), elo_interval(result))
    table.add_row("stronger", likelihood(result.superiority), "")
    out.print(table)
    show_counts(out, result.counts)
    if result.sprt:
        show_test(out, result.sprt)


def show_counts(out: Any, counts: list[int]) -> None:
    """How the blocks went, in five classes; with two players these are all there are."""
    from rich.table import Table

    half = len(counts) // 2
    classes = {
        "lost all": counts[0],
        "lost more": sum(counts[1:half]),
        "even": counts[half],
        "won more": sum(counts[half + 1 : -1]),
        "won all": counts[-1],
    }
    table = Table("games of a block", "", "blocks", "", box=None)
    table.columns[1].justify = table.columns[2].justify = "right"
    for name, count in classes.items():
        bar = "█" * round(BAR * count / max(classes.values()))
        table.add_row(name, f"{count / sum(counts):.1%}", f"{count:,}", f"[cyan]{bar}[/]")
    out.print(table)


def show_test(out: Any, test: dict[str, Any]) -> None:
    low, high = test["bounds"]
    question = f"{test['elo1']:+g} Elo (H1) rather than {test['elo0']:+g} (H0)"
    answer = {"H1": "[green]yes[/]", "H0": "[red]no[/]", None: "open"}[test["verdict"]]
    out.print(f"{question}? {answer}: LLR {test['llr']:.2f}, bounds {low:.2f} and {high:.2f}")


def show_league(out: Any, result: Any) -> None:
    from rich.table import Table

    from ..arena.contest import labels

    names = labels(result.bots)
    ranking = result.ranking
    table = Table("", "bot", "Elo", "95% interval", "score", title=setting(result))
    for column in (0, 2, 4):
        table.columns[column].justify = "right"
    for place, bot in enumerate(ranking, 1):
        low, high = result.interval[bot]
        between = f"{low:+.0f} to {high:+.0f}"
        score = f"{result.score[bot]:.1%}"
        table.add_row(str(place), names[bot], f"{result.elo[bot]:+.0f}", between, score)
    out.print(table)
    cross = Table("", "score against", title=None)
    for place, _ in enumerate(ranking, 1):
        cross.add_column(str(place), justify="right")
    for place, bot in enumerate(ranking, 1):
        row = [result.matrix[bot][other] for other in ranking]
        cross.add_row(str(place), names[bot], *(shade(score) for score in row))
    out.print(cross)


def shade(score: float | None) -> str:
    """A score in the matrix; who wins is green, who loses is red."""
    if score is None:
        return "-"
    colour = "green" if score > 0.5 else "red" if score < 0.5 else "default"
    return f"[{colour}]{100 * score:.1f}[/]"


def show_games(out: Any, result: Any) -> None:
    games = f"{counted(result.games, 'game')} in {counted(result.blocks, 'block')}"
    without = [
        f"{count:,} {what}"
        for what, count in (("blocked", result.blocked), ("unfinished", result.unfinished))
        if count
    ]
    stopped = ["stopped early"] if result.interrupted else []
    out.print(", ".join([games, *without, *stopped]))
    workers = counted(result.workers, "worker")
    out.print(f"{result.seconds:.2f} s, {workers}, seed {result.seed}")


def show_failures(out: Any, result: Any) -> None:
    for failure in result.failures[:MOST_FAILURES]:
        told = f"{failure['bot']} lost {counted(failure['games'], 'game')}: {failure['reason']}"
        out.print(told, style="red", markup=False)
    more = result.failures[MOST_FAILURES:]
    if more:
        games = counted(sum(failure["games"] for failure in more), "game")
        out.print(f"and {games} were lost by other failures")


# --- Words and numbers


def counted(n: int, what: str) -> str:
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"


def setting(result: Any) -> str:
    return f"{result.edition}, {result.players} players"


def elo(value: float | None, score: float) -> str:
    """An Elo, which is infinite (None) for who won or lost everything."""
    if value is None:
        return "∞" if score > 0.5 else "-∞"
    return f"{value:+.1f}"


def elo_interval(result: Any) -> str:
    ends = zip(result.interval, result.score_interval, strict=True)
    return " to ".join(elo(value, score) for value, score in ends)


def likelihood(share: float) -> str:
    """How likely it is that the first bot is the stronger one."""
    if share > 0.999:
        return "more than 99.9% likely"
    if share < 0.001:
        return "less than 0.1% likely"
    return f"{share:.1%} likely"
