"""Games that are over: step by step and face up, reviewed; and whether their chance was fair."""

from typing import Any

import msgspec

from ..errors import RecordError, SkipboError, Unverifiable
from ..review import Decision, Review, review
from ..table.game import Game
from ..table.match import is_match, replay_match
from ..table.record import Record
from ..table.replay import replaying, verify
from . import wire
from .board import board, deal_told, move_told
from .refusal import Refused

LONGEST_GAME = 10_000  # events; the longest games of random players have fewer
DIGITS = 4  # of a share
COSTLY = 0.005  # moves that cost less are not told
MOST_MOVES = 60  # that are told


def replay_text(text: str) -> wire.Replay:
    """A record that somebody brings; of a match its last game."""
    try:
        return _replay(_last_game(text))
    except SkipboError as error:
        raise _refused(error) from None


def _last_game(text: str) -> Record:
    if is_match(text):
        text = replay_match(text).game.record().dumps()
    record = Record.loads(text)
    if len(record.events) > LONGEST_GAME:
        raise Refused("bad-record", f"more than {LONGEST_GAME:,} moves, shuffles and rolls")
    return record


def _replay(record: Record) -> wire.Replay:
    """A game as the page shows it: all hands open, move by move."""
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


# --- Reviewed


def review_text(text: str) -> dict[str, Any]:
    """For a worker: a review as plain data, or a `Problem` that says why there is none."""
    try:
        return dict(msgspec.to_builtins(told(review(_last_game(text)))))
    except (RecordError, Refused) as error:
        refused = error if isinstance(error, Refused) else _refused(error)
    except SkipboError as error:
        refused = Refused("no-review", str(error))
    problem = wire.Problem(refused.code, refused.message, refused.kind, refused.values)
    return {"problem": msgspec.to_builtins(problem)}


def told(reviewed: Review) -> wire.Review:
    """A review in short, as it goes to the page."""
    steps = [decision.step for decision in reviewed.decisions]
    points = zip([*steps, reviewed.steps], reviewed.curve, strict=True)
    costly = [move for move in reviewed.costliest(MOST_MOVES) if move.cost >= COSTLY]
    return wire.Review(
        over=reviewed.over,
        points=[wire.ReviewPoint(step, [_short(x) for x in shares]) for step, shares in points],
        moves=[_move_told(reviewed, decision) for decision in costly],
        sides=[_side_told(reviewed, side) for side in range(reviewed.rules.sides)],
    )


def _move_told(reviewed: Review, made: Decision) -> wire.ReviewMove:
    side = reviewed.rules.side(made.seat)
    return wire.ReviewMove(
        step=made.step,
        seat=made.seat,
        turn=made.turn,
        move=str(made.move),
        best=str(made.best),
        before=_short(made.before[side]),
        after=_short(made.after[side]),
        cost=_short(made.cost),
    )


def _side_told(reviewed: Review, side: int) -> wire.ReviewSide:
    split = reviewed.split(side)
    return wire.ReviewSide(
        seats=reviewed.rules.members(side),
        start=_short(split.start),
        own=_short(split.own),
        others=_short(split.others),
        luck=_short(split.luck),
        result=_short(split.result),
        by_luck={kind.value: _short(share) for kind, share in split.by_luck.items()},
    )


def _short(share: float) -> float:
    return round(share, DIGITS) + 0.0  # no -0.0


# --- Checked


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
