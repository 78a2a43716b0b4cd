"""What a person may type besides moves."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.text import Text

from ..bots.chance import chance, in_a_hundred
from ..bots.hint import Hint, Why
from ..bots.hint import hint as ask
from ..errors import SkipboError
from ..table.view import CardView, View
from ..texts import text
from . import report, texts
from .advice import advise, odds
from .pieces import BOLD, WARNING
from .saves import write_copy
from .screen import show_entries
from .watching import at_table

if TYPE_CHECKING:
    from .session import Session

LOG_LINES = 15


class Leave(Exception):
    """The person leaves the table."""


def show_help(session: "Session", rest: str) -> None:
    show_entries(session.console, texts.HELP_MOVES, texts.help_moves(session.game.rules))
    show_entries(session.console, texts.HELP_COMMANDS, texts.COMMANDS)


def show_moves(session: "Session", rest: str) -> None:
    if is_others_turn(session):
        session.say([texts.WATCH_HOW])
    else:
        session.show_moves()


def is_others_turn(session: "Session") -> bool:
    """In table mode the person is asked then, too."""
    return session.game.seat != session.seat


def is_out_of_turn(session: "Session") -> bool:
    """Whether the person plays in another's turn: nobody advises in that."""
    view = session.view
    manners = view.manners if isinstance(view, CardView) else None
    return manners is not None and manners.right is not None


def show_table(session: "Session", rest: str) -> None:
    session.show_table()


def hint(session: "Session", rest: str) -> None:
    """What a strong bot would do in the person's place, from what the person sees."""
    view, game = session.view, session.game
    if is_others_turn(session) or is_out_of_turn(session):
        session.say([texts.NOT_YOUR_TURN])
    elif game.due:
        session.say([texts.take_first(game.due)])
    else:
        found = ask(view, game.legal())
        session.say([advise(view, found, session.names), *chance_told(view, found)])


def chance_told(view: View, found: Hint) -> list[str]:
    """The chance to win, unless the reason has told it, or nobody knows."""
    reason = found.reason
    if reason.kind in (Why.CHANCE, Why.WINS):
        return []
    if reason.chance > 0:
        return [" ".join(odds(reason))]
    known = chance(view)
    return [] if known is None else [text("hint.chance", in_a_hundred(known))]


def undo(session: "Session", rest: str) -> None:
    """Only the person's own moves of this turn: a bot's move cannot be the last one then."""
    game = session.game
    mine = bool(game.moves) and game.moves[-1][0] == session.seat
    if not mine or not game.can_undo:
        known = texts.BY_HAND if at_table(game) else texts.CANNOT_UNDO
        told = known if mine else texts.NOTHING_TO_UNDO
        session.console.print(Text(told, WARNING))
        return
    move = game.moves[-1][1]
    game.undo()
    if session.told:
        session.told.pop()
    session.listed = False
    session.save()
    session.say([texts.UNDONE.format(move=move)])


def show_log(session: "Session", rest: str) -> None:
    lines = [line for said in session.told for line in said]
    session.say(lines[-LOG_LINES:] or [texts.NO_LOG])


def show_rules(session: "Session", rest: str) -> None:
    session.console.print(Text(texts.title(session.game.rules), BOLD))
    session.say(texts.rules_summary(session.game.rules))


def fair(session: "Session", rest: str) -> None:
    commitment = session.game.commitment
    if commitment is None:
        session.say([texts.NO_COMMITMENT])
    else:
        session.say([line.format(commitment=commitment) for line in texts.FAIR])


def save(session: "Session", rest: str) -> None:
    """A copy where the person wants it; without a name, where the game is kept."""
    if not rest:
        if session.save():
            report.saved(session, session.keeper.path)
        else:
            session.say([texts.CANNOT_SAVE.format(why=session.keeper.trouble)])
        return
    try:
        path = write_copy(rest, session.save_text())
    except SkipboError as error:
        session.say([str(error)])
    else:
        session.may_leave = True
        report.saved(session, path)


def leave(session: "Session", rest: str) -> None:
    """Save and go. Where that is not possible, it takes a second quit."""
    if session.save() or session.may_leave:
        report.farewell(session)
        raise Leave
    session.may_leave = True
    session.say([texts.NOT_SAVED.format(why=session.keeper.trouble)])


COMMANDS: dict[str, Callable[["Session", str], None]] = {
    "help": show_help,
    "moves": show_moves,
    "table": show_table,
    "hint": hint,
    "undo": undo,
    "log": show_log,
    "rules": show_rules,
    "fair": fair,
    "save": save,
    "quit": leave,
}
ALIASES = {name: name for name in COMMANDS} | {
    "?": "moves",
    "m": "moves",
    "t": "table",
    "i": "hint",
    "u": "undo",
    "l": "log",
    "h": "help",
    "q": "quit",
    "exit": "quit",
}
