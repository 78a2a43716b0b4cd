"""Games that are over, step by step and face up; and whether their chance was fair."""

from ..errors import SkipboError, Unverifiable
from ..table.game import Game
from ..table.match import is_match, replay_match
from ..table.record import Record
from ..table.replay import replaying, verify
from . import wire
from .board import board, deal_told, move_told
from .refusal import Refused

LONGEST_GAME = 10_000  # events; the longest games of random players have fewer


def replay_text(text: str) -> wire.Replay:
    """A record that somebody brings; of a match its last game."""
    try:
        if is_match(text):
            text = replay_match(text).game.record().dumps()
        return _replay(Record.loads(text))
    except SkipboError as error:
        raise _refused(error) from None


def _replay(record: Record) -> wire.Replay:
    """A game as the page shows it: all hands open, move by move."""
    if len(record.events) > LONGEST_GAME:
        raise Refused("bad-record", f"more than {LONGEST_GAME:,} moves, shuffles and rolls")
    rules, names = record.rules, list(record.names)
    steps: list[wire.ReplayStep] = []
    seen = 0
    for game in replaying(record):
        now = board(game.view(None))
        if not steps:
            began = wire.Began(0, 1, rules.first, names, record.commitment, [])
            told: list[wire.Happened] = [began, *deal_told(0, game, now)]
        else:
            told = move_told(len(steps), rules, False, game.events[seen:], steps[-1].board, now)
        if game.over:
            told.append(wire.Ended(len(steps), game.winners, game.scores, game.blocked))
        seen = len(game.events)
        steps.append(wire.ReplayStep(told, now, _hands(game)))
    options = dict(rules.options())
    return wire.Replay(rules.edition, options, names, steps, record.commitment, record.seed)


def check_text(text: str) -> wire.Checked:
    """Whether all shuffles and rolls of a record follow from its seed."""
    record = None
    try:
        if not is_match(text):
            record = Record.loads(text)
    except SkipboError as error:
        raise _refused(error) from None
    verdict, told, line = _verdict(text)
    if record is None:
        return wire.Checked(verdict, told, line, None, None)
    return wire.Checked(verdict, told, line, record.commitment, record.seed)


def _verdict(text: str) -> tuple[wire.Verdict, str, int]:
    try:
        verify(text)
    except Unverifiable as error:
        return "unknown", str(error), error.line
    except SkipboError as error:
        return "unfair", str(error), getattr(error, "line", 0)
    told = "every shuffle and roll follows from the seed, and the seed fits its commitment"
    return "fair", told, 0


def _refused(error: SkipboError) -> Refused:
    if line := getattr(error, "line", 0):
        return Refused("bad-record", str(error), "line", line=line)
    return Refused("bad-record", str(error))


def _hands(game: Game) -> list[list[str]]:
    return [list(game.hand(seat)) for seat in range(game.rules.players)]
