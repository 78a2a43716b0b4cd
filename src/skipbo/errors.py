"""What can go wrong, each with its own type and a text that says what would be right."""


class SkipboError(ValueError):
    """Any refusal: something given to skipbo was wrong, and nothing has changed."""


class RulesError(SkipboError):
    """An unknown edition or option, or a value out of its range.

    Where options do not fit each other, `kind` and `values` say how, for other languages.
    """

    def __init__(self, text: str, kind: str = "", **values: int) -> None:
        super().__init__(text)
        self.kind = kind
        self.values = values


class IllegalMove(SkipboError):
    """A move that the rules do not allow now; the text says why."""


class NotationError(IllegalMove):
    """A text that is no move at all."""


class RecordError(SkipboError):
    """A record that is damaged, was edited, or is no record; `line` says where (0: all of it)."""

    def __init__(self, text: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {text}" if line else text)
        self.line = line


class Unverifiable(RecordError):
    """A record that has not got what a check of its chance would need."""


class BotFailed(SkipboError):
    """A bot that crashed, gave no answer in time, or answered with what is no legal move."""


def shorten(value: object, most: int = 60) -> str:
    """What was given, as an error shows it."""
    try:
        text = repr(value)
    except ValueError:  # Python does not write out a number of thousands of digits
        text = f"a very long {type(value).__name__}"
    return text if len(text) <= most else f"{text[: most - 10]}...{text[-4:]}"
