"""All tables: found by a code, loaded when somebody comes, dropped when all have gone."""

import asyncio
import contextlib
import logging
import secrets
import time

from ..table.game import Game
from . import log, wire, wishes
from .guard import Limits
from .live import LiveTable
from .refusal import Refused
from .table import Table, key_of
from .workers import Workers

CODE_BYTES = 12  # 16 letters in a link
TOKEN_BYTES = 24
TICKET_LASTS = 600.0  # seconds
KEPT_DAYS = 365.0  # a table at which nothing has happened for so long is forgotten
UNPLAYED_DAYS = 7.0  # the same for one at which no move was made
SLEEPS_AFTER = 30.0  # seconds without a connection until a table is dropped from memory

logger = logging.getLogger("skipbo.hub")


class Hub:
    """The tables of one server."""

    def __init__(self, store: log.EventStore, workers: Workers, limits: Limits) -> None:
        self.store = store
        self.workers = workers
        self.limits = limits
        self.closing = False
        self._awake: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tickets: dict[str, tuple[str, str, float]] = {}  # a table, a key to it, until when
        self._sweeper: asyncio.Task[None] | None = None
        self._next_forgetting = 0.0

    async def begin(self) -> None:
        await self._forget()
        self._sweeper = asyncio.create_task(self._sweep())

    @property
    def awake(self) -> int:
        return len(self._awake)

    # --- Tables

    async def open(self, asked: wire.OpenTable) -> wire.Seated:
        """A new table; who opens it sits on its first seat."""
        if self.closing:
            raise Refused("closing", "the server is closing")
        if await self.store.count() >= self.limits.all_tables:
            raise Refused("too-many", "this server has no room for more tables")
        found = log.Found(secrets.token_urlsafe(CODE_BYTES), secrets.token_urlsafe(CODE_BYTES))
        token = secrets.token_urlsafe(TOKEN_BYTES)
        table = Table(found)
        events = wishes.opening(asked, key_of(token))
        entries = [log.Entry(i, f"open:{i}", event) for i, event in enumerate(events, 1)]
        for entry in entries:
            table.apply(entry)
        if asked.start or asked.lesson:
            entries.append(log.Entry(len(entries) + 1, "open:start", wishes.beginning(table)))
            table.apply(entries[-1])
        await self.store.open(found, entries)
        self._awake[found.code] = LiveTable(table, self.store, self.workers, self.limits)
        logger.info(
            "table %s opened: %s, %d players",
            found.code[:5],
            table.rules.edition,
            table.rules.players,
        )
        return wire.Seated(found.code, found.watch, 0, token)

    async def find(self, code: str) -> tuple[LiveTable, bool]:
        """The table with this code; and whether it is the players' code, not the watchers'."""
        if live := self._awake.get(code):
            return live, True
        found = await self.store.find(code)
        if found is None:
            raise Refused("no-table", "there is no such table")
        try:
            async with self._loading.setdefault(found.code, asyncio.Lock()):
                live = self._awake.get(found.code) or await self._wake(found)
        finally:
            self._loading.pop(found.code, None)
        return live, code == found.code

    async def _wake(self, found: log.Found) -> LiveTable:
        """A table from its log; a long one is played again beside the others."""
        entries = await self.store.load(found.code)
        table = await asyncio.to_thread(Table.load, found, entries)
        live = self._awake[found.code] = LiveTable(table, self.store, self.workers, self.limits)
        logger.info("table %s woke up at entry %d", live.name, table.seq)
        return live

    async def find_to_sit(self, code: str) -> LiveTable:
        live, may_sit = await self.find(code)
        if not may_sit:
            raise Refused("no-table", "this link is for watching only")
        return live

    # --- Seats

    async def sit(self, code: str, asked: wire.TakeSeat) -> wire.Seated:
        """Take a seat; or with a ticket the one that it was made for."""
        live = await self.find_to_sit(code)
        token = asked.token or secrets.token_urlsafe(TOKEN_BYTES)
        key = key_of(token)
        if live.table.seat_of(token) is not None:
            pass  # asked again, as the first answer was lost
        elif asked.ticket is not None:
            owner = self._use(asked.ticket, code)
            await live.settle(
                f"key:{key[:16]}", lambda table: [wishes.moving_here(table, owner, key)]
            )
        else:
            await live.settle(f"sit:{key[:16]}", lambda table: [wishes.sitting(table, asked, key)])
        seat = live.table.seat_of(token)
        if seat is None:
            raise Refused("bad-token", "this token was for a seat that was given up: take another")
        return wire.Seated(code, live.table.watch, seat, token)

    async def ticket(self, code: str, token: str) -> wire.Ticket:
        """What moves a seat to another device, once and soon."""
        live = await self.find_to_sit(code)
        if live.table.seat_of(token) is None:
            raise Refused("bad-token", "this token is for no seat here")
        self._tickets = {
            key: made for key, made in self._tickets.items() if made[2] > time.monotonic()
        }
        made = secrets.token_urlsafe(TOKEN_BYTES)
        self._tickets[key_of(made)] = (code, key_of(token), time.monotonic() + TICKET_LASTS)
        return wire.Ticket(made)

    def _use(self, ticket: str, code: str) -> str:
        """The key of whoever made the ticket."""
        made_for, owner, until = self._tickets.pop(key_of(ticket), ("", "", 0.0))
        if made_for != code or until < time.monotonic():
            raise Refused("bad-token", "this ticket was used, or is too old: make another")
        return owner

    # --- Games that are over

    async def finished(self, code: str, game: int) -> Game:
        """A game that is over: only then may all of it be seen."""
        found = await self.store.find(code)
        if found is None:
            raise Refused("no-table", "there is no such table")
        entries = await self.store.load(found.code)
        if not 1 <= game <= sum(isinstance(entry.event, log.Began) for entry in entries):
            raise Refused("no-game", f"there is no game {game} at this table")
        table = await asyncio.to_thread(Table.load, found, entries, game)
        if table.game is None or not table.game.over:
            raise Refused("no-game", "this game is not over yet")
        return table.game

    # --- Sleep

    async def _forget(self) -> None:
        forgotten = await self.store.remove_unused(KEPT_DAYS, UNPLAYED_DAYS)
        logger.info("%d tables are kept; %d old ones went", await self.store.count(), forgotten)
        self._next_forgetting = time.monotonic() + 86_400

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SLEEPS_AFTER / 2)
            if time.monotonic() > self._next_forgetting:
                await self._forget()
            for code, live in list(self._awake.items()):
                if live.idle and time.monotonic() - live.idle_since > SLEEPS_AFTER:
                    del self._awake[code]
                    live.close()
                    logger.info("table %s sleeps", live.name)

    async def close(self) -> None:
        """Everybody is told; what was begun is finished; nothing is lost."""
        self.closing = True
        if self._sweeper:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper
        await asyncio.gather(*(live.finish() for live in self._awake.values()))
        self._awake.clear()
        await self.workers.close()
        await self.store.close()
