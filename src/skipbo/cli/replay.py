"""`skipbo replay`: a record played again and checked."""

import argparse
import sys
from typing import Any

from ..errors import SkipboError
from ..rules.editions import edition
from .common import Subparsers, add_command, add_json, print_json


def add(commands: Subparsers) -> None:
    command = add_command(
        commands,
        "replay",
        run,
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


def run(args: argparse.Namespace) -> int:
    from ..table.match import Match
    from ..table.replay import replay, verify

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
    from ..table.record import SEALED

    try:
        file = sys.stdin.buffer if name == "-" else open(name, "rb")  # noqa: SIM115
        with file:
            text = file.read().decode("utf-8-sig")
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
    from ..table.record import result_text

    print(f"{title}{edition(game.rules.edition).title}, {len(game.moves)} moves")
    for seat, name in enumerate(game.names):
        print(f"  seat {seat}: {name}")
    if moves:
        for seat, move in game.moves:
            print(f"  {seat} {move}")
    print(f"  {result_text(game) if game.over else 'not over'}")
