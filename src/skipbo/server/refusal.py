"""What was asked cannot be done: a code for programs, a sentence for people."""

from . import wire
from .wire import Refusal


class Refused(Exception):
    """Nothing has changed."""

    def __init__(self, code: Refusal, message: str, kind: str = "", **values: int) -> None:
        super().__init__(message)
        self.code: Refusal = code
        self.message = message
        self.kind = kind
        self.values = values


def told(id: str | None, refused: Refused) -> wire.Refused:
    """A refusal as the socket says it."""
    return wire.Refused(id, refused.code, refused.message, refused.kind, refused.values)
