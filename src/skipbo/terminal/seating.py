"""Before a sitting: a new game or match with its seats filled, or one taken from a save."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from ..bots import bot
from ..errors import SkipboError
from ..rules.editions import Rules
from ..table.chance import Seeded, seed_from
from ..table.game import Game
from ..table.match import Match
from . import texts
from .prompt import Reader
from .saves import Keeper, Play, latest, load, state_directory
from .session import Session


def sit_down(
    rules: Rules | None,
    args: argparse.Namespace,
    console: Console,
    reader: Reader,
    pause: float = 0.0,
) -> Session:
    """The sitting that the arguments ask for."""
    directory = state_directory()
    if args.resume is not None or rules is None:
        play, seat, bots, keeper = taken_up(args.resume, directory)
        told = texts.RESUMED.format(path=keeper.path)
    else:
        seat, bots = args.seat, seat_bots(args.bots, args.seat, rules.players)
        play = new_play(rules, args, seat_names(bots, seat, args.name))
        keeper = Keeper.of(play, directory)
        told = texts.WAITING if latest(directory) else ""
    if told:
        console.print(told, soft_wrap=True)
    return Session(play, seat, bots, console, reader, keeper, pause)


def new_play(rules: Rules, args: argparse.Namespace, names: Sequence[str]) -> Play:
    """A game, or a match."""
    if args.match:
        return Match(rules, seed=args.seed, names=names)
    return Game(rules, Seeded(seed_from(args.seed)), names)


def taken_up(named: str | None, directory: Path) -> tuple[Play, int, tuple[str, ...], Keeper]:
    """A saved game: the last one, if none is named."""
    path = Path(named).expanduser() if named else latest(directory)
    if path is None:
        raise SkipboError(texts.NO_SAVE.format(path=directory))
    play, seat, bots = load(path)
    return play, seat, bots, Keeper.of(play, directory, path)


def seat_bots(listed: str, seat: int, players: int) -> tuple[str, ...]:
    """A bot's name for each seat, from the person's left on; the person's own is not asked."""
    if seat not in range(players):
        raise SkipboError(f"seat must be 0 to {players - 1}, not {seat}")
    names = [bot(name.strip()).name for name in listed.split(",")]
    return tuple(names[(i - seat - 1) % players % len(names)] for i in range(players))


def seat_names(bots: Sequence[str], seat: int, name: str) -> list[str]:
    """The players' names; bots of one kind are numbered."""
    others = [bot for i, bot in enumerate(bots) if i != seat]
    names: list[str] = []
    for i, kind in enumerate(others):
        number = f" {others[: i + 1].count(kind)}" if others.count(kind) > 1 else ""
        names.append(kind.capitalize() + number)
    return [*names[:seat], name, *names[seat:]]
