"""Whether what a bot answered is a legal move."""

from collections.abc import Sequence

from ..errors import BotFailed, NotationError
from ..machine.python import machine
from ..rules.state import OK
from ..table.notation import EXAMPLES, Move
from ..table.reasons import explain
from ..table.view import View
from .imagine import imagine


def legal_move(name: str, answer: str, view: View, legal: Sequence[Move]) -> Move:
    """The answer of the bot of that name as one of the legal moves, or why it is none."""
    try:
        move = Move.parse(answer)
    except NotationError as error:
        raise BotFailed(f"{name} gave no legal move: {error}") from None
    if move not in legal:
        raise BotFailed(f"{name} gave no legal move: {why_not(view, move)}")
    return move


def why_not(view: View, move: Move) -> str:
    """Why a move is not legal. The answer cannot depend on cards that the seat does not see."""
    family = view.rules.family
    if move.family != family:
        return f"{move} is not a move of {family}; try {EXAMPLES[family]}"
    s = imagine(view)
    reason = machine(view.rules).why_not(s, move.code)
    return f"{move}: not now" if reason == OK else explain(s, view.rules, move, reason)
