"""Before a sitting: a new game or match with its seats filled, or one taken from a save."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from ..bots import check, native
from ..errors import SkipboError
from ..files import state_directory
from ..rules.editions import Rules
from ..table.chance import Seeded, seed_from
from ..table.game import Game
from ..table.match import Match
from . import texts
from .prompt import Reader
from .saves import Keeper, Play, load, may_slip, read, typed_path, waiting
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
        play, seat, bots, slips, keeper, told = taken_up(args.resume, directory)
    else:
        slips = check_slips(args.slips, rules)
        seat, bots = args.seat, seat_bots(wanted_bots(args), args.seat, rules)
        play = new_play(rules, args, seat_names(bots, seat, args.name))
        keeper = Keeper.of(play, directory)
        told = [texts.WAITING] if waiting(directory) else []
    for line in told:
        console.print(line, soft_wrap=True)
    return Session(play, seat, bots, console, reader, keeper, pause, slips)


def check_slips(wanted: bool, rules: Rules) -> bool:
    """Whether bots err now and then: there has to be something that they can do wrong."""
    if wanted and not may_slip(rules):
        raise SkipboError(texts.NO_SLIPS)
    return wanted


def new_play(rules: Rules, args: argparse.Namespace, names: Sequence[str]) -> Play:
    """A game, or a match."""
    if args.match:
        return Match(rules, seed=args.seed, names=names)
    return Game(rules, Seeded(seed_from(args.seed)), names)


def taken_up(
    named: str | None, directory: Path
) -> tuple[Play, int, tuple[str, ...], bool, Keeper, list[str]]:
    """A saved game, the last one if none is named; and what is to be said of it."""
    saves = [typed_path(named)] if named else waiting(directory)
    if not saves:
        raise SkipboError(texts.NO_SAVE.format(path=directory))
    path, *more = saves
    saved = read(path)
    play, seat, bots, slips = load(path, saved)
    keeper = Keeper.of(play, directory, path, saved)
    told = [texts.RESUMED.format(path=path)]
    if keeper.path != path:
        told.append(texts.KEPT.format(path=keeper.path))
    if more:
        told.append(texts.more_saves(len(more), directory))
    return play, seat, bots, slips, keeper, told


def wanted_bots(args: argparse.Namespace) -> str | None:
    """The bots that are listed. A level is the name of a bot, for all seats."""
    if args.bots is not None and args.level is not None:
        raise SkipboError(texts.BOTS_OR_LEVEL)
    return args.level if args.bots is None else str(args.bots)


def seat_bots(listed: str | None, seat: int, rules: Rules) -> tuple[str, ...]:
    """A bot's name for each seat, from the person's left on; the person's own is not asked."""
    players = rules.players
    if seat not in range(players):
        raise SkipboError(f"seat must be 0 to {players - 1}, not {seat}")
    listed = native.best(rules.family) if listed is None else listed
    names = [check(name.strip(), rules) for name in listed.split(",")]
    if len(names) >= players:
        raise SkipboError(texts.too_many_bots(len(names), players - 1))
    return tuple(names[(i - seat - 1) % players % len(names)] for i in range(players))


def seat_names(bots: Sequence[str], seat: int, name: str) -> list[str]:
    """The players' names; bots of one kind are numbered."""
    others = [bot for i, bot in enumerate(bots) if i != seat]
    names: list[str] = []
    for i, kind in enumerate(others):
        number = f" {others[: i + 1].count(kind)}" if others.count(kind) > 1 else ""
        names.append(kind.capitalize() + number)
    return [*names[:seat], name, *names[seat:]]
