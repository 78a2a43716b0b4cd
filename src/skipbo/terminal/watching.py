"""Table mode at the terminal: cards to take, a prompt while others play, and bots that err (T1-T5).

What the person is asked while others play is always the same: whether there is something to call
is theirs to notice.
"""

from random import Random
from typing import TYPE_CHECKING

from rich.control import Control
from rich.segment import ControlType

from ..bots.slips import tempted
from ..table.game import Game
from ..table.notation import Move
from ..table.view import BEGINS, CardView, Ruling
from . import texts
from .manners import ruled

if TYPE_CHECKING:
    from .session import Session


def at_table(game: Game) -> bool:
    """Whether a game is in table mode."""
    return game.rules.enforcement == "table"


def acts(game: Game) -> list[str]:
    """What may be typed besides moves and commands."""
    return list(texts.table_help(game.rules))


def options(session: "Session") -> list[Move]:
    """The moves that the person can make now: legal ones, or those out of turn."""
    game, seat = session.game, session.seat
    return game.legal() if game.seat == seat else game.slips(seat)


def rulings_below(session: "Session", since: int) -> list[str]:
    """What the referee said, if a table comes next: above it, a small screen would not show it."""
    game, view = session.game, session.view
    if game.seat != session.seat or game.over or not isinstance(view, CardView):
        return []
    rulings = [event for event in game.events[since:] if isinstance(event, Ruling)]
    return [ruled(ruling, view, session.names) for ruling in rulings if ruling.kind != BEGINS]


# --- While others play


def is_watching(session: "Session") -> bool:
    """Whether somebody else has just done something, and goes on."""
    game = session.game
    others = game.seat != session.seat and game.mover not in (None, session.seat)
    return at_table(game) and others and not game.over


def watch(session: "Session") -> None:
    """Let the person have a word after what another did; an empty line lets it go on."""
    moves = len(session.game.moves)
    while len(session.game.moves) == moves:
        line = session.reader.read(texts.WATCH_PROMPT, session.words())
        if not line.strip():
            _wipe(session)
            return
        session.obey(line)


def _wipe(session: "Session") -> None:
    """Take an answered prompt off the screen: what happened is read in one piece."""
    if session.console.is_terminal:
        up = (ControlType.CURSOR_UP, 1)
        session.console.control(Control(up, (ControlType.ERASE_IN_LINE, 2)))


# --- Bots that err, and call


def slip(session: "Session") -> bool:
    """Whether a bot does what it should not, or calls; it is done then."""
    game = session.game
    for seat in range(game.rules.players):
        if seat == session.seat:
            continue
        act = _temptation(game, seat)
        if act:
            session.make(act, seat)
            return True
    return False


def _temptation(game: Game, seat: int) -> str | None:
    view = game.view(seat)
    assert isinstance(view, CardView)
    # As for a move: resuming brings the same again.
    return tempted(view, game.slips(seat), Random(f"{game.commitment} {len(game.moves)} {seat}"))
