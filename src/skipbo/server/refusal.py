"""What was asked cannot be done: a code for programs, a sentence for people."""

from .wire import Refusal


class Refused(Exception):
    """Nothing has changed."""

    def __init__(self, code: Refusal, message: str) -> None:
        super().__init__(message)
        self.code: Refusal = code
        self.message = message
