"""Reviews of games, made by a process of their own: it takes seconds, and no bot waits for it."""

import asyncio
import hashlib
import json
import logging

import msgspec

from . import wire
from .refusal import Refused
from .workers import Failed, Worker

DEADLINE = 120.0  # seconds for a review
MOST_WAITING = 8  # reviews that are asked for at the same time
MOST_KEPT = 200  # games whose reviews are kept, to be told again

logger = logging.getLogger("skipbo.reviews")


class Reviews:
    """One review after the other; what was asked before is answered at once."""

    def __init__(self, deadline: float = DEADLINE) -> None:
        self._deadline = deadline
        self._worker = Worker()
        self._one = asyncio.Semaphore(1)
        self._kept: dict[bytes, asyncio.Task[wire.Review]] = {}  # the last one asked for comes last

    async def of(self, record: str) -> wire.Review:
        """The review of a game by its record; `Refused` says why there is none."""
        key = hashlib.sha256(record.encode()).digest()
        made = self._kept.pop(key, None) or self._begin(record)
        self._kept[key] = made
        try:
            return await asyncio.shield(made)  # who asks may go; the next one has it at once
        finally:
            if made.done() and (made.cancelled() or made.exception()):
                self._kept.pop(key, None)

    def _begin(self, record: str) -> asyncio.Task[wire.Review]:
        if sum(not made.done() for made in self._kept.values()) >= MOST_WAITING:
            raise Refused("too-many", "many reviews are being made; ask again in a minute")
        while len(self._kept) >= MOST_KEPT:
            self._kept.pop(next(key for key, made in self._kept.items() if made.done()))
        return asyncio.create_task(self._make(record))

    async def _make(self, record: str) -> wire.Review:
        async with self._one:
            try:
                told = await self._worker.ask(json.dumps({"review": record}), self._deadline)
            except Failed as error:
                logger.warning("review failed: %s", error)
                raise Refused("no-review", "there is no review just now") from None
        if "problem" in told:
            problem = msgspec.convert(told["problem"], wire.Problem)
            raise Refused(problem.code, problem.message, problem.kind, **problem.values)
        return msgspec.convert(told, wire.Review)

    async def close(self) -> None:
        for made in self._kept.values():
            made.cancel()
        await asyncio.gather(*self._kept.values(), return_exceptions=True)
        await self._worker.close()
