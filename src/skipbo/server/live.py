"""One table, live: its connections, the bots that play at it, and one queue for all that is asked.

Whatever changes a table goes through the queue, one thing after the other: decided, committed to
the log, applied, and only then acknowledged and shown.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Coroutine, Sequence
from time import monotonic

import msgspec
from msgspec import Raw, Struct

from ..table.game import Game
from . import log, wire, wishes
from .absence import Absence
from .connection import RESTARTING, Connection, encode
from .guard import Limits, Rate
from .mischief import Mischief
from .refusal import Refused, told
from .table import Table, key_of
from .workers import Workers

PAUSES = {"calm": 1.6, "normal": 0.9, "quick": 0.35, "instant": 0.0}  # seconds before a bot's move
STALE = ("late", "illegal", "not-your-turn", "no-game", "cannot-undo")  # the page was behind
LONGEST_LOG = 100_000  # entries: a match of the longest games has a tenth of it
TO_CALL = 2.2  # seconds at least, where somebody may wish to call (T2)
READING = 5.0  # times as long, where there is a text of the tutorial to read meanwhile
RETRY = 3.0  # seconds until a bot tries again what the store could not take
FINISHING = 2.0  # seconds that a closing server waits for what was begun

logger = logging.getLogger("skipbo.table")

Decision = Callable[[Table], Sequence[log.AnyEvent]]


class EncodedState(Struct, tag_field="type", tag="state"):
    """A `wire.State` whose parts for everybody have been encoded once."""

    seq: int
    board: Raw
    hand: tuple[str, ...] | None
    legal: Sequence[str]
    slips: Sequence[str]
    undo: bool
    happened: Raw
    whole: bool
    lesson: str | None


class LiveTable:
    """A table that somebody is connected to, or was a moment ago."""

    def __init__(
        self, table: Table, store: log.EventStore, workers: Workers, limits: Limits
    ) -> None:
        self.table = table
        self._limits = limits
        self._rates: dict[tuple[int, str], Rate] = {}
        self.connections: set[Connection] = set()
        self.idle_since = monotonic()
        self._store = store
        self._workers = workers
        self._jobs: asyncio.Queue[tuple[str, Decision, asyncio.Future[int]]] = asyncio.Queue()
        self._asked = 0  # what is in the queue, or being settled
        self._consumer = asyncio.create_task(self._consume())
        self._bot: asyncio.Task[None] | None = None
        self._bot_for: tuple[int, int, str | None] | None = None  # entry, seat, a slip or a call
        self._mischief = Mischief()
        self._absence = Absence(self._covering)
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def idle(self) -> bool:
        return not self.connections and not self._asked

    # --- Coming and going

    def join(self, connection: Connection, token: str | None, seen: int) -> None:
        """Somebody comes, or comes back, and is shown how things stand."""
        connection.token = token if connection.may_sit else None
        connection.seat = self._seat_of(connection)
        self.connections.add(connection)
        self._attend()
        self._welcome(connection)
        self._show(connection, [told for told in self.table.story if told.seq > seen], whole=True)
        self._table_changed(but=connection)
        self._drive()

    def _seat_of(self, connection: Connection) -> int | None:
        return self.table.seat_of(connection.token) if connection.token else None

    def part(self, connection: Connection) -> None:
        self.connections.discard(connection)
        for advice in connection.advice.values():
            advice.cancel()
        self.idle_since = monotonic()
        self._attend()
        self._table_changed()
        self._drive()

    def _here(self) -> list[bool]:
        present = {connection.seat for connection in self.connections}
        return [seat in present for seat in range(len(self.table.chairs))]

    def _attend(self) -> None:
        """Note who is here and who is away."""
        chairs = zip(self.table.chairs, self._here(), strict=True)
        away = [seat for seat, (chair, here) in enumerate(chairs) if chair.keys and not here]
        self._absence.note(away, self.table.settings.grace)

    def _covering(self) -> None:
        """A bot begins to play for somebody who has been away for long."""
        if self.table.phase == "lobby" and self.table.host in self._absence.covered:
            self._background(self._pass_host_on())
        self._table_changed()
        self._drive()

    async def _pass_host_on(self) -> None:
        """Nobody shall wait for a host who has gone before the first game."""
        here = [seat for seat, present in enumerate(self._here()) if present]
        if here:
            with contextlib.suppress(Refused):
                await self.settle(f"host:{self.table.seq}", lambda table: [log.Hosted(here[0])])

    def _background(self, task: Coroutine[None, None, None]) -> None:
        running = asyncio.create_task(task)
        self._tasks.add(running)
        running.add_done_callback(self._tasks.discard)

    def close(self, code: int = RESTARTING) -> None:
        """No more from here: connections are told, and nothing is begun any more."""
        for connection in self.connections:
            connection.close(code)
        self._absence.count_anew()
        self._stop_bot()
        self._consumer.cancel()

    async def finish(self) -> None:
        """Close, after what was asked so far has been settled."""
        self._stop_bot()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FINISHING):
                await self._jobs.join()
        self.close()

    # --- What is asked

    async def ask(self, connection: Connection, frame: wire.ClientFrame) -> wire.ServerFrame | None:
        """The answer to a frame; None if it will be posted later."""
        if isinstance(frame, wire.Ping):
            return wire.Pong()
        if isinstance(frame, wire.Hello):
            raise Refused("bad-frame", "hello is said once")
        seat = connection.seat
        if seat is None:
            raise Refused("not-seated", "you are watching: sit down first")
        self._check_rate(seat, frame)
        if isinstance(frame, (wire.AskHint, wire.AskChance)):
            self._begin_advice(connection, seat, frame)
            return None
        wish = frame
        person = key_of(connection.token or "")[:16]  # ids are a person's, not a seat's
        seq = await self.settle(
            f"{person}:{frame.id}", lambda table: [wishes.decide(table, seat, wish)]
        )
        return wire.Done(frame.id, seq)

    def _check_rate(self, seat: int, frame: wire.ClientFrame) -> None:
        """A seat may ask so often, over however many connections; and say things less often."""
        kinds = {"frames": self._limits.frames}
        if isinstance(frame, wire.Say):
            kinds["words"] = self._limits.talk
        for kind, limit in kinds.items():
            if not self._rates.setdefault((seat, kind), Rate(*limit)).take():
                raise Refused("too-fast", f"at most {limit[0]} {kind} in {limit[1]:g} seconds")

    async def settle(self, id: str, decision: Decision) -> int:
        """Have something decided, logged and applied; its number in the log."""
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._asked += 1
        self._jobs.put_nowait((id, decision, future))
        return await asyncio.shield(future)

    async def _consume(self) -> None:
        while True:
            id, decision, future = await self._jobs.get()
            try:
                future.set_result(await self._settle(id, decision))
            except Refused as refused:
                future.set_exception(refused)
            except asyncio.CancelledError:
                future.set_exception(Refused("closing", "the server is closing"))
                raise
            except Exception:
                logger.exception("table %s: nothing was changed", self.name)
                future.set_exception(Refused("failed", "the server could not do this"))
                await self._reload()
            finally:
                future.exception()  # whoever asked may have gone
                self._asked -= 1
                self.idle_since = monotonic()
                self._jobs.task_done()

    async def _settle(self, id: str, decision: Decision) -> int:
        if id in self.table.ids:  # sent again: answered again, not done again
            return self.table.ids[id]
        if self.table.seq >= LONGEST_LOG:
            raise Refused("too-many", "too much has happened at this table: open another")
        events = decision(self.table)
        first = self.table.seq + 1
        ids = [id, *(secrets.token_hex(8) for _ in events[1:])]
        entries = [
            log.Entry(first + i, entry_id, event)
            for i, (entry_id, event) in enumerate(zip(ids, events, strict=True))
        ]
        await self._store.append(self.table.code, entries)
        told = [happened for entry in entries for happened in self.table.apply(entry)]
        self._changed(events, told)
        return first

    async def _reload(self) -> None:
        """Another server has written to this log: what it says is what counts."""
        found = log.Found(self.table.code, self.table.watch)
        try:
            self.table = Table.load(found, await self._store.load(found.code))
        except Exception:  # it is tried again at the next conflict
            logger.exception("table %s could not be read again", self.name)
            return
        for connection in self.connections:
            connection.seat = self._seat_of(connection)
        self._attend()
        for connection in self.connections:
            self._welcome(connection)
            self._show(connection, list(self.table.story), whole=True)
        self._drive()

    def _begin_advice(
        self, connection: Connection, seat: int, asked: wire.AskHint | wire.AskChance
    ) -> None:
        """Have something thought about; what else the connection asks is answered meanwhile."""
        kind = type(asked).__name__
        if self.table.on_turn != seat:
            code: wire.Refusal = "not-your-turn" if kind == "AskHint" else "no-hint"
            raise Refused(code, "hints are for your own turn")
        if self.table.game and self.table.game.due:
            raise Refused("no-hint", "first take your cards from the draw pile")
        if self.table.out_of_turn:
            raise Refused("no-hint", "there are no hints out of turn")
        if kind in connection.advice and not connection.advice[kind].done():
            raise Refused("no-hint", "one hint at a time")
        connection.advice[kind] = asyncio.create_task(self._advise(connection, seat, asked))

    async def _advise(
        self, connection: Connection, seat: int, asked: wire.AskHint | wire.AskChance
    ) -> None:
        game, seq, id = self.table.game, self.table.seq, asked.id
        assert game
        view, legal = game.view(seat), self.table.legal()
        try:
            if isinstance(asked, wire.AskHint):
                connection.post(wire.Hinted(id, seq, *await self._workers.hint(view, legal)))
            else:
                connection.post(wire.Chance(id, seq, await self._workers.chance(view, legal)))
        except Refused as refused:
            connection.post(told(id, refused))

    # --- What everybody is shown

    @property
    def name(self) -> str:
        """For the server's log: the whole code would let its reader sit down."""
        return self.table.code[:5]

    def _changed(self, events: Sequence[log.AnyEvent], told: list[wire.Happened]) -> None:
        if any(not isinstance(event, (log.Moved, log.Undone, log.Said)) for event in events) or (
            self.table.phase == "over"
        ):
            self._reseat(events)
            if any(isinstance(event, log.Configured) for event in events):
                self._absence.count_anew()  # there may be another grace
            self._attend()
            self._table_changed()
        shared = self._encoded(told)
        for connection in self.connections:
            connection.post_bytes(self._state(connection.seat, shared, whole=False))
        self._drive()

    def _reseat(self, events: Sequence[log.AnyEvent]) -> None:
        """Those whose seat was given up watch from now on."""
        for event in events:
            if isinstance(event, log.Left):
                for connection in self.connections:
                    if connection.seat == event.seat:
                        connection.seat = None
                        self._welcome(connection)

    def info(self) -> wire.TableInfo:
        here = self._here()
        covered = [seat in self._absence.covered for seat in range(len(here))]
        watchers = sum(connection.seat is None for connection in self.connections)
        return self.table.info(here, covered, watchers)

    def _welcome(self, connection: Connection) -> None:
        table = self.table
        code = table.code if connection.may_sit else None
        connection.post(
            wire.Welcome(connection.seat, code, table.watch, table.seq, self.info(), version())
        )

    def _table_changed(self, but: Connection | None = None) -> None:
        if not self.connections:
            return
        frame = encode(wire.TableChanged(self.info()))
        for connection in self.connections:
            if connection is not but:
                connection.post_bytes(frame)

    def _show(self, connection: Connection, told: list[wire.Happened], *, whole: bool) -> None:
        connection.post_bytes(self._state(connection.seat, self._encoded(told), whole=whole))

    def show_again(self, connection: Connection, code: wire.Refusal) -> None:
        """Whoever was late, or tried what cannot be, is shown how things stand."""
        if code in STALE:
            self._show(connection, [], whole=True)

    def _encoded(self, told: list[wire.Happened]) -> tuple[Raw, Raw]:
        return Raw(encode(self.table.board)), Raw(encode(told))

    def _state(self, seat: int | None, shared: tuple[Raw, Raw], *, whole: bool) -> bytes:
        """A seat's own frame: what everybody sees, and beside it the seat's hand and moves."""
        table = self.table
        return encode(
            EncodedState(
                seq=table.seq,
                board=shared[0],
                hand=table.hand(seat),
                legal=table.legal_for(seat),
                slips=table.slips_for(seat),
                undo=table.can_undo(seat),
                happened=shared[1],
                whole=whole,
                lesson=table.lesson_key(),
            )
        )

    # --- Bots

    def _drive(self) -> None:
        """Have a bot think, if it is a bot's turn and a person is here to see it."""
        wanted = self._bot_wanted()
        if wanted == self._bot_for:
            return
        self._stop_bot()
        if wanted:
            self._bot_for = wanted
            self._bot = asyncio.create_task(self._play_bot(*wanted))

    def _bot_wanted(self) -> tuple[int, int, str | None] | None:
        """After which entry which bot does something, and what, unless it is to choose a move."""
        if self.table.on_turn is None or not any(self._here()):
            return None
        after = self.table.game_seq
        if tempted := self._mischief.tempted(self.table):
            return after, *tempted
        seat = self._bot_to_move()
        return None if seat is None else (after, seat, None)

    def _stop_bot(self) -> None:
        self._bot_for = None
        if self._bot and self._bot is not asyncio.current_task():
            self._bot.cancel()
        self._bot = None

    def _bot_to_move(self) -> int | None:
        seat = self.table.on_turn
        assert seat is not None
        is_bot = not self.table.chairs[seat].keys
        return seat if is_bot or seat in self._absence.covered else None

    async def _play_bot(self, after: int, seat: int, act: str | None) -> None:
        """Play, and if the store fails, again and again until it is well."""
        await asyncio.sleep(self._bot_pause())
        while await self._bot_failed(after, seat, act):
            await asyncio.sleep(RETRY)

    def _bot_pause(self) -> float:
        pause = PAUSES[self.table.settings.pace]
        if self.table.lesson:
            return min(pause, 1.0) * READING
        return max(pause, TO_CALL) if self.table.out_of_turn else pause

    async def _bot_failed(self, after: int, seat: int, act: str | None) -> bool:
        game = self.table.game
        assert game
        try:
            move = act or await self._chosen(game)
            await self.settle(
                f"bot:{after}:{secrets.token_hex(4)}",
                lambda table: [wishes.for_bot(table, seat, move, after)],
            )
        except Refused as refused:  # if it came too late: the person is back, or took a move back
            return refused.code == "failed"
        return False

    async def _chosen(self, game: Game) -> str:
        if self.table.lesson:
            return str(self.table.legal()[0])
        if game.due:
            return "draw"
        view = game.view(game.seat)
        return await self._workers.choose(self.table.bot(), view, self.table.legal())


def version() -> str:
    from .. import __version__

    return __version__


assert {field.name for field in msgspec.structs.fields(EncodedState)} == {
    field.name for field in msgspec.structs.fields(wire.State)
}
