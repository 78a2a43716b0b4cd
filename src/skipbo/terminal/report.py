"""What is said before a game, after it, and on leaving."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from ..review import can_review
from ..table.chance import Seeded
from ..table.game import Game
from ..table.match import Match
from ..table.replay import replay
from ..table.view import CardView
from . import manners, texts
from .pieces import BOLD, DIM, YOURS
from .saves import Play
from .screen import show_points, show_table, side_name
from .watching import at_table
from .words import describe

if TYPE_CHECKING:
    from .session import Session

RECENT = 15


# --- Before a game


def opening(session: "Session") -> None:
    rules, names = session.play.rules, session.names
    sides = [side_name(names, rules.members(side)) for side in range(rules.sides)]
    between = texts.AGAINST if len(sides) == 2 or rules.partners else texts.COMMA
    told = texts.OPENING.format(title=texts.title(rules), names=between.join(sides))
    session.console.print(Text(told, BOLD))
    if session.match and len(session.match.games) == 1 and not session.game.moves:
        cut(session, session.match)
    commitment(session)
    session.say_how()
    if at_table(session.game):
        session.console.print(Text(texts.HOW_TO_TABLE, YOURS))


def commitment(session: "Session") -> None:
    known = session.game.commitment
    if known:
        short = f"{known[:8]}...{known[-8:]}"
        session.console.print(Text(texts.COMMITMENT.format(short=short), DIM))


def cut(session: "Session", match: Match) -> None:
    """C14: who drew what, who deals, who begins."""
    names = session.names
    for drawn in match.cut:
        cards = ", ".join(f"{names[seat]} {' '.join(faces)}" for seat, faces in drawn.items())
        session.say([texts.CUT.format(cards=cards)])
    if match.cut:
        first = names[match.game.rules.first]
        session.say([texts.DEALER.format(dealer=names[match.dealer], first=first)])


def recent(play: Play, seat: int) -> list[list[str]]:
    """The last moves of a game that was resumed, in words: a copy of it is taken back."""
    game = play.game if isinstance(play, Match) else play
    if not game.moves:
        return []
    copy = replay(game.record(secret=True).dumps())
    assert isinstance(copy, Game)
    told: list[list[str]] = []
    for mover, move in reversed(game.moves[-RECENT:]):
        after, events = copy.view(seat), copy.events[:]
        copy.undo()
        before, happened = copy.view(seat), events[len(copy.events) :]
        if isinstance(before, CardView) and isinstance(after, CardView) and before.manners:
            told.insert(0, manners.told(before, after, mover, move, happened, game.names))
        else:
            told.insert(0, [describe(before, mover, move, game.names)])
    return told


def match_note(match: Match | None) -> str:
    """How a match stands, for the head of the table."""
    if match is None:
        return ""
    scores = " : ".join(map(str, match.scores))
    return texts.MATCH.format(target=match.rules.target, scores=scores)


# --- After it


def game_over(session: "Session") -> None:
    """The last table, who won, the points, the seed."""
    game = session.game
    show_table(session.console, session.view, session.names, match_note(session.match))
    if game.blocked:
        session.say([texts.BLOCKED])
    else:
        said = won(texts.WINS, session, game.winners)
        session.console.print(Text(f"{said} {points(session)}", BOLD))
    if session.match:
        show_points(session.console, session.match)
    if isinstance(game.chance, Seeded):
        session.console.print(Text(texts.SEED.format(seed=game.chance.seed.hex())))


def won(said: tuple[str, str, str], session: "Session", winners: list[int]) -> str:
    if session.seat in winners and len(winners) == 1:
        return said[0]
    names = texts.AND.join(session.names[seat] for seat in winners)
    return said[1 if len(winners) == 1 else 2].format(names=names)


def points(session: "Session") -> str:
    view = session.view
    if not isinstance(view, CardView):
        totals = zip(session.names, view.scores, strict=True)
        return ", ".join(f"{name} {score}" for name, score in totals)
    left = sum(player.stock for player in view.players)
    return texts.WON_WITH.format(left=left, points=max(view.scores))


def finish(session: "Session") -> None:
    """Store the record; the save has had its day."""
    if session.match:
        said = won(texts.MATCH_WON, session, session.match.winners)
        session.console.print(Text(said, BOLD))
    path = session.keeper.finish(session.play.record().dumps())
    if path is None:
        session.say([texts.NO_RECORD.format(why=session.keeper.trouble)])
        return
    show_path(session, texts.RECORD, path)
    if session.game.commitment:
        show_path(session, texts.VERIFY, path)
    if can_review(session.play.rules):
        show_path(session, texts.REVIEW, path)


# --- Leaving


def farewell(session: "Session") -> None:
    """Save once more and say how to go on."""
    session.console.print()
    if session.save():
        saved(session, session.keeper.path)


def crashed(session: "Session") -> None:
    session.console.print()
    if session.keeper.path.exists():
        session.say([texts.CRASHED])
        saved(session, session.keeper.path)


def saved(session: "Session", path: Path) -> None:
    show_path(session, texts.SAVED, path)
    last = path == session.keeper.path  # what was saved last is resumed without a name
    show_path(session, texts.RESUME_LAST if last else texts.RESUME_WITH, path)


def show_path(session: "Session", told: str, path: Path) -> None:
    """A line to copy from: it is not broken."""
    line = Text(told.format(path=shlex.quote(str(path))), DIM)
    session.console.print(line, soft_wrap=True)
