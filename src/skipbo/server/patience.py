"""HTTP connections that only keep the server waiting: they have a while, and there may not be many.

uvicorn itself waits for ever for the rest of a request, and takes as many connections as come.
"""

import asyncio
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

ASKING = 10.0  # seconds from the first byte of a request, or from the connection, to its headers


def impatient(most: int | None) -> type[H11Protocol]:
    """A protocol of which an address may have so many connections at once."""
    return type("Impatient", (Impatient,), {"most": most, "open": Counter()})


class Impatient(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with a deadline and a limit."""

    most: int | None
    open: Counter[str]
    address = ""
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.open[self.address] += 1
        if self.most is not None and self.open[self.address] > self.most:
            transport.abort()
        else:
            self._arm()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        half_asked = self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]
        self._arm() if half_asked else self._disarm()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._release()  # sockets have limits of their own
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def _arm(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(ASKING, self.transport.abort)

    def _disarm(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

    def _release(self) -> None:
        self._disarm()
        if self.address in self.open:
            self.open[self.address] -= 1
            if self.open[self.address] <= 0:
                del self.open[self.address]
            self.address = ""
