"""`skipbo stats`: what is known about a game, measured."""

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
    print_json,
    progress_bar,
    rules_from,
)


def add(commands: Subparsers) -> None:
    command = add_command(
        commands,
        "stats",
        run,
        "measure a game: its length, who wins, what happens, luck and skill",
        """
        skipbo stats classic
        skipbo stats classic --players 4 --partners --games 500 --plot game.svg
        skipbo stats mod --tables --skill --threads 2
        skipbo stats dice --games 20000 --json
        """,
    )
    add_edition_options(command, seed=0)
    option = command.add_argument
    told = "who plays, for all or each seat (default the best there is)"
    option("--bots", metavar="A,B", help=told)
    told = "games at this table (default %(default)s)"
    option("--games", type=int, default=600, metavar="N", help=told)
    told = "a fifth as many at each table of other sizes, too"
    option("--tables", action="store_true", help=told)
    told = "luck and skill, too, with a fifth as many deals"
    option("--skill", action="store_true", help=told)
    option("--threads", type=int, default=1, metavar="N", help="cores (default %(default)s)")
    option("--plot", metavar="FILE", help="draw it, too: .svg, .png or .pdf (needs Matplotlib)")
    add_json(command)


def run(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from ..arena.stats import FEWEST, stats, total_games

    rules = rules_from(args)
    if args.plot:
        from ..arena import charts

        charts.check(args.plot)
    bots = [name.strip() for name in args.bots.split(",")] if args.bots else []
    fewer = max(FEWEST, args.games // 5)
    parts = {"tables": fewer * args.tables, "skill": fewer * args.skill}
    with progress_bar(total_games(rules, args.games, **parts), "playing") as progress:
        measured = stats(
            rules,
            bots,
            args.games,
            **parts,
            seed=args.seed,
            threads=args.threads,
            progress=progress,
        )
    if args.plot and measured.game:
        charts.draw(measured, args.plot)
    if args.json:
        print_json(asdict(measured))
    else:
        show(measured, rules)
    return INTERRUPTED if measured.interrupted else 0


# --- Printing


def show(measured: Any, rules: Rules) -> None:
    if measured.game:
        show_game(measured.game, rules, measured.seed)
    if measured.tables:
        show_tables(measured.tables, rules)
    if measured.luck:
        show_luck(measured.luck)
    if measured.skill:
        show_skill(measured.skill)
    if measured.interrupted:
        console().print("stopped early")


def show_game(game: Any, rules: Rules, seed: int) -> None:
    from rich.table import Table

    from ..arena.stats import MEASURES

    title = f"{edition(rules.edition).title}, {game.games:,} games, seed {seed}"
    table = Table("", "", "95 %", title=title)
    table.columns[1].justify = table.columns[2].justify = "right"
    for name, spread in (("turns", game.turns), ("moves", game.moves)):
        table.add_row(f"{name} a game", *with_interval(spread.mean))
        table.add_row(f"  half the games have at most {spread.median:g}", "", "")
        table.add_row(f"  nine in ten have {spread.low} to {spread.high}", "", "")
    for place, wins in enumerate(game.wins or ()):
        table.add_row(f"wins of {place_name(place, rules)}", *with_interval(wins, percent=True))
    if rules.family == "cards":
        table.add_row("blocked games (O3)", *with_interval(game.blocked, percent=True))
    for measure in MEASURES[rules.family]:
        shown = with_interval(game.measures[measure.name], percent=measure.by_turn)
        table.add_row(measure.label, *shown)
    if game.unfinished:
        table.add_row("unfinished games", f"{game.unfinished:,}", "")
    out = console()
    out.print(table)
    out.print(f"players: {', '.join(game.bots)}")


def place_name(place: int, rules: Rules) -> str:
    names = ("first", "second", "third", "fourth", "fifth", "sixth")
    return f"the {names[place]} {'side' if rules.partners else 'player'}"


def with_interval(estimate: Any, percent: bool = False) -> tuple[str, str]:
    """A figure and its interval; nothing where nothing was seen."""
    if estimate is None:
        return "-", ""
    pattern = "{:.1%}" if percent else "{:.2f}" if estimate.value < 10 else "{:.1f}"
    value, low, high = map(pattern.format, (estimate.value, estimate.low, estimate.high))
    return value, f"{low} to {high}"


def show_tables(tables: Any, rules: Rules) -> None:
    from rich.table import Table

    from ..arena.stats import table_cells, table_head

    title = f"other tables, {tables[0].games:,} games each (95 % intervals)"
    table = Table(*table_head(rules), title=title, box=None, padding=(0, 1, 0, 0))
    for column in table.columns:
        column.justify = "right"
    for game in tables:
        table.add_row(*table_cells(game))
    console().print(table)


def show_luck(luck: Any) -> None:
    value, interval = with_interval(luck.share, percent=True)
    console().print(
        f"luck of the deal: it decides {value} ({interval}) of who wins\n"
        f"  ({luck.deals:,} deals, {luck.repeats} times each, by {luck.bot} "
        f"with {luck.random_moves:.0%} random moves)"
    )


def show_skill(rungs: Any) -> None:
    from rich.table import Table

    title = f"against {rungs[0].against}, {rungs[0].deals:,} deals from both seats"
    table = Table("", "score", "95 %", "games until the better wins 95 %", title=title)
    for column in table.columns[1:]:
        column.justify = "right"
    for rung in rungs:
        needed = "not told apart" if rung.games_to_tell is None else f"{rung.games_to_tell:,}"
        table.add_row(rung.bot, *with_interval(rung.score, percent=True), needed)
    console().print(table)
