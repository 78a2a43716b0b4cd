"""One socket, as a table knows it: frames are posted, and leave as fast as their reader reads."""

import asyncio
import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from . import wire

MOST_UNSENT = 256 * 1024  # bytes: whoever reads more slowly is cut off, and may come back
SENDING = 2.0  # seconds that it may take to send what waits

POLICY, FAILED, TRY_AGAIN, RESTARTING = 1008, 1011, 1013, 1012  # close codes (RFC 6455)

encode = msgspec.json.Encoder().encode


class Connection:
    """A page or a program at a table, on a seat or watching."""

    def __init__(self, socket: WebSocket, address: str) -> None:
        self.socket = socket
        self.address = address
        self.seat: int | None = None
        self.token: str | None = None
        self.may_sit = False  # whether it came by the players' link
        self.advice: dict[str, asyncio.Task[None]] = {}  # by its kind, being thought about
        self._unsent: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._bytes = 0
        self._closing = False
        self.open = asyncio.timeout(None)  # what runs within it ends when the socket is cut
        self._writer = asyncio.create_task(self._write())

    def post(self, frame: wire.ServerFrame) -> None:
        self.post_bytes(encode(frame))

    def post_bytes(self, data: bytes) -> None:
        """Have a frame sent, after those before it."""
        if self._closing:
            return
        self._bytes += len(data)
        if self._bytes > MOST_UNSENT:
            self.close(TRY_AGAIN)
        else:
            self._unsent.put_nowait(data)

    def close(self, code: int) -> None:
        """Send what was posted, and close; what is too slow for that is cut."""
        if not self._closing:
            self._closing = True
            self._unsent.put_nowait(code)

    async def finish(self) -> None:
        """Wait until the socket is closed."""
        self.close(1000)
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer

    async def _write(self) -> None:
        sent = True
        while sent:
            item = await self._unsent.get()
            try:
                async with asyncio.timeout(SENDING):
                    sent = await self._send(item)
                    while sent and not self._unsent.empty():
                        sent = await self._send(self._unsent.get_nowait())
            except (TimeoutError, OSError, RuntimeError, WebSocketDisconnect):
                self._closing = True
                await self._cut()
                return

    async def _send(self, item: bytes | int) -> bool:
        """Send a frame, or close with a code; whether more may follow."""
        if isinstance(item, int):
            await self._shut(item)
            return False
        await self.socket.send({"type": "websocket.send", "text": item.decode()})
        self._bytes -= len(item)
        return True

    async def _shut(self, code: int) -> None:
        if self.socket.application_state == WebSocketState.CONNECTED:
            await self.socket.close(code)

    async def _cut(self) -> None:
        """The reader does not read, or has gone; it may still write, but is not listened to."""
        with contextlib.suppress(TimeoutError, OSError, RuntimeError, WebSocketDisconnect):
            async with asyncio.timeout(SENDING):
                await self._shut(TRY_AGAIN)
        with contextlib.suppress(RuntimeError):  # nobody listens any more
            self.open.reschedule(asyncio.get_running_loop().time())
