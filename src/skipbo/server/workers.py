"""Processes that think for bots and hints, so that the server never waits for one.

Each answers one question at a time. One that takes too long, or fails, is ended and begun anew.
"""

import asyncio
import contextlib
import json
import logging
import os
import sys
from collections.abc import Sequence
from random import SystemRandom
from typing import Any

from ..bots import protocol
from ..bots.seats import host_environment
from ..table.notation import Move
from ..table.view import View
from . import wire
from .refusal import Refused

DEADLINE = 5.0  # seconds for an answer
STARTING = 10.0  # seconds more for the first one
FALLBACK = "greedy"  # decides in no time
LONGEST_ANSWER = 1 << 20  # a review of the longest game
COMMAND = (sys.executable, "-P", "-m", "skipbo.server.worker")

logger = logging.getLogger("skipbo.workers")


class Failed(Exception):
    """A worker gave no answer."""


class Worker:
    """One process."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, line: str, seconds: float) -> dict[str, Any]:
        """The answer; `Failed` if there is none in time, and the process has been ended."""
        try:
            if self._process is None:
                await self._start()
                seconds += STARTING
            return await asyncio.wait_for(self._exchange(line), seconds)
        except (TimeoutError, OSError, ValueError) as error:
            await self.close()
            raise Failed(f"no answer within {seconds:g} s ({type(error).__name__})") from None
        except BaseException:
            await self.close()  # whoever asked is gone; an answer would be taken for the next one
            raise

    async def _start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *COMMAND,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,  # a trace could show a hand
            env=host_environment(),
            limit=LONGEST_ANSWER,
            start_new_session=True,  # Ctrl-C is for the server
        )

    async def _exchange(self, line: str) -> dict[str, Any]:
        assert self._process
        questions, answers = self._process.stdin, self._process.stdout
        assert questions
        assert answers
        questions.write(line.encode() + b"\n")
        await questions.drain()
        answer: dict[str, Any] = json.loads(await answers.readline())
        return answer

    async def close(self) -> None:
        process, self._process = self._process, None
        if process:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Workers:
    """As many processes as there are cores to spare; the next free one is asked."""

    def __init__(self, count: int = 0, deadline: float = DEADLINE) -> None:
        self._deadline = deadline
        self._all = [Worker() for _ in range(count or spare_cores())]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._rng = SystemRandom()
        self._asking: set[asyncio.Task[dict[str, Any]]] = set()
        for worker in self._all:
            self._free.put_nowait(worker)

    async def choose(self, bot: str, view: View, legal: Sequence[Move]) -> str:
        """A bot's move. There always is one: if need be that of a simpler bot, or any."""
        if len(legal) == 1:
            return str(legal[0])
        for name in (bot, FALLBACK):
            try:
                move = (await self._ask(name, view, legal))["move"]
                if move in legal:
                    return str(move)
                raise Failed("not a legal move")
            except Failed as error:
                logger.warning("%s failed: %s", name, error)
        return str(self._rng.choice(legal))

    async def hint(self, view: View, legal: Sequence[Move]) -> tuple[str, wire.Reason]:
        """What a strong bot would do, and why."""
        try:
            told = await self._ask(None, view, legal)
            return told["move"], wire.Reason(**told["reason"])
        except Failed as error:
            logger.warning("hint failed: %s", error)
            raise Refused("no-hint", "there is no hint just now") from None

    async def chance(self, view: View, legal: Sequence[Move]) -> float:
        """How likely the seat that asks is to win, as it sees the game."""
        try:
            found = (await self._ask(None, view, legal, chance=True))["chance"]
        except Failed as error:
            logger.warning("chance failed: %s", error)
            found = None
        if found is None:
            raise Refused("no-hint", "nobody knows the chances just now")
        return float(found)

    async def _ask(
        self, bot: str | None, view: View, legal: Sequence[Move], **more: bool
    ) -> dict[str, Any]:
        question = json.loads(protocol.question(view, legal, self._rng))
        asking = asyncio.create_task(self._exchange(json.dumps({**question, "bot": bot, **more})))
        self._asking.add(asking)
        asking.add_done_callback(self._asked)
        return await asyncio.shield(asking)  # who asks may go; the worker answers to the end

    async def _exchange(self, line: str) -> dict[str, Any]:
        worker = await self._free.get()
        try:
            return await worker.ask(line, self._deadline)
        finally:
            self._free.put_nowait(worker)

    def _asked(self, asking: "asyncio.Task[dict[str, Any]]") -> None:
        self._asking.discard(asking)
        if not asking.cancelled():
            asking.exception()  # has been told to whoever still waits for it

    async def close(self) -> None:
        for asking in self._asking:
            asking.cancel()
        await asyncio.gather(*(worker.close() for worker in self._all))


def spare_cores() -> int:
    return max(2, min(8, (os.cpu_count() or 2) - 1))
