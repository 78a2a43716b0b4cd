"""Reading a line from the person, with Tab completion where there is a terminal for it."""

import contextlib
import io
import sys
from collections.abc import Sequence
from typing import Protocol

try:
    import readline
except ImportError:  # Windows
    readline = None  # type: ignore[assignment]


class Reader(Protocol):
    """Where lines come from. `EOFError` says that there are no more."""

    def read(self, prompt: str, words: Sequence[str]) -> str:
        """The next line; `words` is what may be typed now."""


class Keyboard:
    """Standard input. What is piped in is printed too, so that the output reads as a whole."""

    def __init__(self) -> None:
        self.words: Sequence[str] = ()
        self.terminal = sys.stdin.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        if self.terminal and readline:
            self._complete_with_tab()

    def read(self, prompt: str, words: Sequence[str]) -> str:
        self.words = words
        line = input(prompt)
        if not self.terminal:
            print(line)
        return line

    def _complete_with_tab(self) -> None:
        readline.set_completer(self.complete)
        readline.set_completer_delims(" \t\n")  # a move is one word, its > and : included
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def complete(self, start: str, number: int) -> str | None:
        """The word of that number that begins so, whatever its case."""
        fitting = [word for word in self.words if word.lower().startswith(start.lower())]
        return fitting[number] if number < len(fitting) else None

    def close(self) -> None:
        """Leave readline as it was."""
        if self.terminal and readline:
            with contextlib.suppress(Exception):
                readline.set_completer(None)
