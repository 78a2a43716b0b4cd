"""The socket: a connection says hello, and then frames go both ways until one side closes."""

import asyncio
import logging
from collections import Counter

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from . import wire
from .connection import FAILED, POLICY, RESTARTING, TRY_AGAIN, Connection
from .guard import Doors, Limits, Rate, Rates, address_of
from .hub import Hub
from .live import LiveTable
from .refusal import Refused, told

SILENCE = 30.0  # seconds without a frame: pages ping far more often, so this one has gone
GREETING = 10.0  # seconds for the first frame
CLOSE_CODES = {"bad-token": 4401, "no-table": 4404, "too-fast": POLICY, "bad-frame": POLICY}

logger = logging.getLogger("skipbo.socket")
decoder = msgspec.json.Decoder(wire.ClientFrame)


class Sockets:
    """All connections of this server."""

    def __init__(self, hub: Hub, doors: Doors, limits: Limits) -> None:
        self.hub = hub
        self.doors = doors
        self.limits = limits
        self._by_address: Counter[str] = Counter()
        self._open: set[Connection] = set()
        self._arrivals = Rates(*limits.requests)

    @property
    def count(self) -> int:
        return len(self._open)

    async def serve(self, socket: WebSocket) -> None:
        address = address_of(socket)
        try:
            self._admit(socket, address)
        except Refused as refused:
            logger.info("a connection from %s was refused: %s", address, refused.code)
            await socket.close(POLICY, refused.code)  # before accept: HTTP 403
            return
        await socket.accept()
        connection = Connection(socket, address)
        self._open.add(connection)
        self._by_address[address] += 1
        try:
            async with connection.open:
                await self._converse(connection)
        except Refused as refused:
            connection.post(told(None, refused))
            connection.close(CLOSE_CODES.get(refused.code, POLICY))
        except TimeoutError:
            connection.close(TRY_AGAIN)
        except (WebSocketDisconnect, OSError):
            pass
        except Exception:
            logger.exception("a connection failed")
            connection.close(FAILED)
        finally:
            self._open.discard(connection)
            self._by_address[address] -= 1
            self._by_address += Counter()  # drops those that have none left
            await connection.finish()

    def _admit(self, socket: WebSocket, address: str) -> None:
        self.doors.check(socket.headers)
        if self.hub.closing:
            raise Refused("closing", "the server is closing")
        self._arrivals.take(address, "connections")
        full = self._by_address[address] >= self.limits.connections
        if full or self.count >= self.limits.all_connections:
            raise Refused("too-many", "there are too many connections")

    async def _converse(self, connection: Connection) -> None:
        frame = decoded(await self._next(connection, GREETING))
        if not isinstance(frame, wire.Hello):
            raise Refused("bad-frame", "the first frame is hello")
        table, connection.may_sit = await self.hub.find(frame.table)
        if frame.token and connection.may_sit and table.table.seat_of(frame.token) is None:
            raise Refused("bad-token", "this token is for no seat here")
        table.join(connection, frame.token, frame.seen)
        try:
            await self._listen(connection, table)
        finally:
            table.part(connection)

    async def _listen(self, connection: Connection, table: LiveTable) -> None:
        limit = self.limits.watching if connection.seat is None else self.limits.frames
        rate = Rate(*limit)
        while True:
            data = await self._next(connection, SILENCE)
            if not rate.take():
                raise Refused("too-fast", f"at most {limit[0]} frames in {limit[1]:g} seconds")
            try:
                if answer := await table.ask(connection, decoded(data)):
                    connection.post(answer)
            except Refused as refused:
                connection.post(told(id_of(data), refused))
                table.show_again(connection, refused.code)

    async def _next(self, connection: Connection, seconds: float) -> str:
        """The next frame; what is too long, or no text, ends the connection."""
        async with asyncio.timeout(seconds):
            message = await connection.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1006))
        data: str | None = message.get("text")
        if data is None:
            raise Refused("bad-frame", "frames are texts of JSON")
        if len(data.encode()) > self.limits.frame:
            raise Refused("bad-frame", f"a frame has at most {self.limits.frame} bytes")
        return data

    async def close(self) -> None:
        for connection in self._open:
            connection.close(RESTARTING)


def decoded(data: str) -> wire.ClientFrame:
    try:
        frame: wire.ClientFrame = decoder.decode(data)
        return frame
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused("bad-frame", str(error)) from None


class Identified(msgspec.Struct):
    id: str | None = None


def id_of(data: str) -> str | None:
    """The id of a frame, also of one that is not understood: its sender waits for an answer."""
    try:
        return msgspec.json.decode(data, type=Identified).id
    except (msgspec.DecodeError, RecursionError):
        return None
