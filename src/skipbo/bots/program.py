"""A bot that is a program: a process that is told lines and answers each question with one.

Whatever it does, it can neither block nor crash the process that asks: nothing here waits longer
than it says, and what the program says on its standard error is read away, its end being kept.
"""

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from typing import IO

from ..errors import BotFailed, SkipboError, shorten

STARTING = 10.0  # seconds more for the first answer: an interpreter starts, modules are loaded
LEAVING = 0.5  # seconds to end by itself
LONGEST_ANSWER = 65_536  # bytes
KEPT = 4096  # bytes of standard error, for the last words
LAST_WORDS = 200  # characters
AT_ONCE = 1 << 20  # bytes: more than waits in a pipe


class Program:
    """A running program. After a `BotFailed` it has been ended."""

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.name = name
        self._outgoing = b""
        self._incoming = b""
        self._complaints = b""  # the last of its standard error
        self._allowance = STARTING
        self._closed = False
        self._process = _start(name, command, environment)
        self._input = _unblocked(self._process.stdin)
        self._output = _unblocked(self._process.stdout)
        self._errors = _unblocked(self._process.stderr)
        self._selector = DefaultSelector()
        self._selector.register(self._output, EVENT_READ, self._read)
        self._selector.register(self._errors, EVENT_READ, self._read_errors)

    def tell(self, line: str) -> None:
        """Something that needs no answer; it is sent with the next question."""
        self._outgoing += line.encode() + b"\n"

    def ask(self, line: str, seconds: float) -> bytes:
        """The line that the program answers."""
        self._attend(0)
        if self._incoming:
            raise self.failed(f"spoke before it was asked: {shorten(self._incoming)}")
        self.tell(line)
        self._selector.register(self._input, EVENT_WRITE, self._write)
        self._wait_for_line(seconds)
        answer, _, more = self._incoming.partition(b"\n")
        if more or self._outgoing:
            raise self.failed(f"spoke before it was asked: {shorten(more or answer)}")
        self._incoming = b""
        self._allowance = 0.0
        return answer

    def failed(self, what: str) -> BotFailed:
        """End the program; the failure to be raised, with the last that it said of itself."""
        self._kill()
        if self._errors in self._selector.get_map():
            self._read_errors()
        self.close()
        return BotFailed(f"{self.name} {what}{self._last_words()}")

    def stop(self) -> None:
        """Kill the program, from any thread: whoever waits for its answer is told that it failed.

        Closing is for the thread that asks, since nobody may be waiting at what is closed.
        """
        self._kill()

    def close(self, patience: float = LEAVING) -> None:
        """End the program and all that it has started; its input ends first."""
        if self._closed:
            return
        self._closed = True
        self._input.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        self._kill()
        self._output.close()
        self._errors.close()
        self._selector.close()

    # --- Waiting

    def _wait_for_line(self, seconds: float) -> None:
        seconds += self._allowance
        deadline = time.monotonic() + seconds
        while b"\n" not in self._incoming:
            left = deadline - time.monotonic()
            if left <= 0:
                hint = " (does it flush what it prints?)" if self._allowance else ""
                raise self.failed(f"gave no answer within {seconds:g} s{hint}")
            self._attend(left)

    def _attend(self, seconds: float) -> None:
        """Write and read what can be written and read, waiting for it no longer than that."""
        for key, _ in self._selector.select(seconds):
            key.data()

    def _write(self) -> None:
        try:
            written = self._input.write(self._outgoing) or 0
        except BrokenPipeError:
            raise self._gone("input") from None
        self._outgoing = self._outgoing[written:]
        if not self._outgoing:
            self._selector.unregister(self._input)

    def _read(self) -> None:
        heard = self._output.read(LONGEST_ANSWER)
        if heard == b"":
            raise self._gone("output")
        self._incoming += heard or b""
        if len(self._incoming) > LONGEST_ANSWER:
            raise self.failed(f"answered with more than {LONGEST_ANSWER} bytes")

    def _read_errors(self) -> None:
        heard = self._errors.read(AT_ONCE)
        if heard == b"":
            self._selector.unregister(self._errors)
        self._complaints = (self._complaints + (heard or b""))[-KEPT:]

    # --- Ending

    def _gone(self, stream: str) -> BotFailed:
        """The failure of a program that no longer reads or writes."""
        try:
            code = self._process.wait(LEAVING)
        except subprocess.TimeoutExpired:
            return self.failed(f"closed its standard {stream}")
        if code < 0:
            return self.failed(f"crashed: {signal.strsignal(-code) or f'signal {-code}'}")
        return self.failed(f"crashed: exit code {code}" if code else "ended without an answer")

    def _kill(self) -> None:
        # The whole group, even after its leader has gone. macOS refuses if only zombies are left.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _last_words(self) -> str:
        lines = self._complaints.decode(errors="replace").splitlines()
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"; its last words: {shorten(last, LAST_WORDS)}" if last else ""


def _start(
    name: str, command: Sequence[str], environment: Mapping[str, str]
) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,  # a group of its own: Ctrl-C is not for the bot
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BotFailed(f"{name} cannot be started: {why}") from None


def _unblocked(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe
    os.set_blocking(pipe.fileno(), False)
    return pipe


# --- From what was typed to a command


def command_of(spec: str) -> list[str] | None:
    """The command that a text stands for; None if it can only be a bot's name."""
    if os.path.isfile(spec):
        return [_executable(spec)]
    try:
        words = shlex.split(spec)
    except ValueError as error:
        raise SkipboError(f"{shorten(spec)} is not a command: {error}") from None
    if not words or (len(words) == 1 and "/" not in spec):
        return None
    program = words[0] if "/" in words[0] else shutil.which(words[0]) or words[0]
    return [_executable(program), *words[1:]]


def _executable(path: str) -> str:
    if not os.path.isfile(path):
        raise SkipboError(f"there is no program {shorten(path)}")
    if not os.access(path, os.X_OK):
        told = f'make it so with chmod +x, or say what runs it, as in "python3 {path}"'
        raise SkipboError(f"{shorten(path)} is not executable: {told}")
    return os.path.abspath(path)
