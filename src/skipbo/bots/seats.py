"""A player that sits at one seat, game after game, wherever it runs.

A bot of this package is asked in this process. A plug-in or a program runs in a process of its
own, so that whatever it does can be ended: it fails in that game, and begins anew with the next.
"""

import hashlib
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import TracebackType

from ..errors import BotFailed, SkipboError, shorten
from ..rules.editions import Rules
from ..table.notation import Move
from ..table.view import View
from . import NAMES, Bot, bot, native, plugins, protocol
from .judge import legal_move
from .program import Program, command_of


def take_seat(spec: str, rules: Rules, seconds: float) -> "Seated":
    """The player that a name or a command stands for, started."""
    if not isinstance(spec, str):
        raise SkipboError(f"a bot is a name or a program, not {shorten(spec)}")
    if not seconds > 0:
        raise SkipboError(f"a bot's seconds must be above 0, not {shorten(seconds)}")
    if spec in native.names(rules):
        return Here(bot(spec))
    if spec not in NAMES and plugins.find(spec):
        host = [sys.executable, "-P", "-m", "skipbo.bots.host", spec]
        return Apart(spec, host, host_environment(), rules, seconds)
    command = command_of(spec)
    if command is None:
        raise unknown(spec, rules)
    return Apart(spec, command, environment(), rules, seconds)


def unknown(spec: str, rules: Rules) -> SkipboError:
    known = ", ".join(dict.fromkeys([*native.names(rules), *plugins.names()]))
    told = f"there is no bot {shorten(spec)} for {rules.edition}; the bots are {known}"
    return SkipboError(f"{told}; a program is named by its path, as in ./mybot")


def fingerprint(spec: str) -> str:
    """What tells one version of a plug-in or a program from another: its path and its content."""
    files = command_of(spec) or []
    if point := plugins.find(spec):
        module = find_spec(point.module.partition(".")[0])
        files = [module.origin] if module and module.origin else []
    digest = hashlib.sha256()
    for file in filter(os.path.isfile, files):
        digest.update(os.path.abspath(file).encode() + Path(file).read_bytes())
    return f"{spec} {digest.hexdigest()}"


def environment() -> dict[str, str]:
    """What a program inherits. Python's sets keep one order, so that a game can be repeated."""
    return {**os.environ, "PYTHONHASHSEED": "0"}


def host_environment() -> dict[str, str]:
    """A plug-in is sought where this process has found it."""
    path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    return {**environment(), "PYTHONPATH": path}


class Seated(ABC):
    """A player at a seat. Every failure of its own is a `BotFailed`, which loses it that game."""

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def new_game(self, seat: int) -> None:
        """A game begins, to be played from that seat."""

    @abstractmethod
    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        """One of the legal moves."""

    def stop(self) -> None:  # noqa: B027
        """Fail now, if another thread waits for a move; to be closed all the same."""

    @abstractmethod
    def close(self) -> None:
        """No more games: end what was started. A second time does nothing."""

    def __enter__(self) -> "Seated":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Here(Seated):
    """A bot of this package, in this process."""

    def __init__(self, player: Bot) -> None:
        super().__init__(player.name)
        self._player = player

    def new_game(self, seat: int) -> None:
        pass

    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        return legal_move(self.name, self._player.choose(view, legal, rng), view, legal)

    def close(self) -> None:
        pass


class Apart(Seated):
    """A program, which is started anew after a failure."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        rules: Rules,
        seconds: float,
    ) -> None:
        super().__init__(name)
        self._command = command
        self._environment = environment
        self._rules = rules
        self._seconds = seconds
        self._program: Program | None = self._started()

    def _started(self) -> Program:
        return Program(self.name, self._command, self._environment)

    def new_game(self, seat: int) -> None:
        self._program = self._program or self._started()
        self._program.tell(protocol.new_game(seat, self._rules))

    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        if self._program is None:
            raise BotFailed(f"{self.name} has failed, and waits for the next game")
        try:
            line = self._program.ask(protocol.question(view, legal, rng), self._seconds)
            return legal_move(self.name, protocol.read_answer(self.name, line), view, legal)
        except BotFailed:
            self.close()
            raise

    def stop(self) -> None:
        program = self._program
        if program:
            program.stop()

    def close(self) -> None:
        if self._program:
            self._program.close()
        self._program = None
