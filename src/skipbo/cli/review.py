"""`skipbo review`: a game looked at afterwards."""

import argparse
from dataclasses import asdict
from typing import Any

from ..errors import SkipboError
from .common import Subparsers, add_command, add_json, print_json, progress_bar
from .replay import read_record


def add(commands: Subparsers) -> None:
    from ..texts import ENGLISH, LANGUAGES

    command = add_command(
        commands,
        "review",
        run,
        "show how the chances moved in a game, its costliest moves, and what was luck",
        """
        skipbo review game.txt
        skipbo review game.txt --moves 10 --lang es
        skipbo review match.txt --game 2
        skipbo review game.txt --plot game.svg
        skipbo review game.txt --json
        """,
    )
    option = command.add_argument
    option("file", metavar="RECORD", help="a game's or a match's record; - reads input")
    told = "how many of the costliest moves, of those that cost anything (default %(default)s)"
    option("--moves", type=int, default=5, metavar="N", help=told)
    option("--game", type=int, metavar="N", help="which game of a match, from 1 (default the last)")
    option("--plot", metavar="FILE", help="draw it, too: .svg, .png or .pdf (needs Matplotlib)")
    told = f"{' or '.join(LANGUAGES)} (default %(default)s)"
    option("--lang", choices=LANGUAGES, default=ENGLISH, metavar="L", help=told)
    add_json(command)


def run(args: argparse.Namespace) -> int:
    from ..review import moves_in, review
    from ..texts import speaking

    if args.moves < 0:
        raise SkipboError(f"--moves is 0 or more, not {args.moves}")
    if args.plot:
        from ..arena import charts

        charts.check(args.plot)
    text = read_record(args.file)
    try:
        record = record_in(text, args.game)
        with progress_bar(moves_in(record), "looking at moves") as progress:
            reviewed = review(record, progress=progress)
    except SkipboError as error:
        raise SkipboError(f"{args.file}: {error}") from None
    with speaking(args.lang):
        if args.plot:
            from ..review import plot

            plot.draw(reviewed, args.plot, args.moves)
        if args.json:
            print_json(as_data(reviewed))
        else:
            show(reviewed, record, args.moves)
    return 0


def record_in(text: str, number: int | None) -> Any:
    """The record of the game that is asked for."""
    from ..table.match import is_match, replay_match
    from ..table.record import Record

    if not is_match(text):
        if number not in (None, 1):
            raise SkipboError(f"there is no game {number}: this is the record of a single one")
        return Record.loads(text)
    games = replay_match(text).games
    if number is not None and not 1 <= number <= len(games):
        raise SkipboError(f"there is no game {number}: the match has {len(games)}, from 1")
    return Record.loads(games[(number or 0) - 1].record().dumps())


def show(reviewed: Any, record: Any, count: int) -> None:
    from ..table.replay import replaying
    from ..terminal.review import show_review
    from ..terminal.screen import make_console

    wanted = {decision.step for decision in reviewed.costliest(count)}
    steps = enumerate(replaying(record)) if wanted else ()
    views = {step: game.view(None) for step, game in steps if step in wanted}
    show_review(make_console(), reviewed, views, count)


def as_data(reviewed: Any) -> dict[str, Any]:
    """A review for programs: everything, in full."""
    rules = reviewed.rules
    return {
        "edition": rules.edition,
        "options": rules.options(),
        "names": list(reviewed.names),
        "over": reviewed.over,
        "blocked": reviewed.blocked,
        "curve": reviewed.curve,
        "decisions": [asdict(decision) for decision in reviewed.decisions],
        "sides": [
            {"seats": rules.members(side), **asdict(reviewed.split(side))}
            for side in range(rules.sides)
        ],
    }
