"""How much one server process on one core can do: moves, waiting times, memory.

    python benchmarks/load.py
    python benchmarks/load.py --tables 20 --seconds 3 --sleeping 0
    python benchmarks/load.py --json > load.json

The real server runs in a process of its own on the first core, with its rate limits off and its log
in a temporary file; people's moves come from this process on the other cores. First every table
plays as fast as it can, then all together at a given rate; at the end many tables are opened,
dealt and left alone. A waiting time is that from sending a move to hearing that it is done.
"""

import argparse
import asyncio
import contextlib
import json
import multiprocessing as mp
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from host import cores, machine, pin, tell

SEATS = 4
MIB = 1024 * 1024
NO_LIMIT = (10**9, 1.0)
SLEEP_WAIT = 60.0  # seconds for the tables to be dropped from memory


# --- The server's process


def serve(pipe: Connection, folder: str, core: int | None) -> None:
    """Serve on a free port; tell it, and then the time and the memory used so far, when asked."""
    import uvicorn

    from skipbo.server.app import make_app
    from skipbo.server.guard import Limits
    from skipbo.server.run import configuration, listen, settle_memory
    from skipbo.server.sqlite import SqliteStore

    pin({core} if core is not None else None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that measures
    limits = Limits(
        frames=NO_LIMIT,
        requests=NO_LIMIT,
        tables=NO_LIMIT,
        seats=NO_LIMIT,
        connections=10**6,
        all_connections=10**6,
    )
    listening = listen("127.0.0.1", 0)
    app = make_app(SqliteStore(Path(folder, "tables.db")), limits=limits)
    server = uvicorn.Server(configuration(app, limits))

    def answer() -> None:
        pipe.send(listening.getsockname()[1])
        with contextlib.suppress(EOFError):  # whoever asked has gone
            while pipe.recv() == "used":
                pipe.send((time.process_time(), resident()))
        server.should_exit = True

    threading.Thread(target=answer, daemon=True).start()
    settle_memory()
    server.run([listening])


def resident() -> int:
    """Bytes of memory that this process has now, where the system tells."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


class Server:
    """The other process, and what it has used."""

    def __init__(self, pipe: Any) -> None:
        self._pipe = pipe
        self.address = f"127.0.0.1:{pipe.recv()}"

    def used(self) -> tuple[float, int]:
        """Seconds of its core, and bytes of memory."""
        self._pipe.send("used")
        seconds, memory = self._pipe.recv()
        return seconds, memory


@contextlib.contextmanager
def running(core: int | None) -> Iterator[Server]:
    ours, theirs = mp.Pipe()
    with tempfile.TemporaryDirectory(prefix="skipbo-load-") as folder:
        process = mp.get_context("spawn").Process(target=serve, args=(theirs, folder, core))
        process.start()
        try:
            yield Server(ours)
        finally:
            with contextlib.suppress(OSError):
                ours.send("stop")
            process.join(10)
            if process.is_alive():
                process.kill()
                process.join()


# --- People


class Heard(msgspec.Struct):
    """As much of a frame as a player without eyes needs."""

    type: str
    seq: int = 0
    legal: list[str] = []
    board: msgspec.Raw = msgspec.Raw(b"null")
    id: str = ""


class Stands(msgspec.Struct):
    turn: int | None = None


hear = msgspec.json.Decoder(Heard).decode
stands = msgspec.json.Decoder(Stands | None).decode


class Pace:
    """When a table may move: at once, or at even times of its own."""

    def __init__(self, every: float = 0.0, offset: float = 0.0) -> None:
        self._every = every
        self._next = time.perf_counter() + offset

    def wait(self) -> float:
        """Seconds until the next move."""
        if not self._every:
            return 0.0
        now = time.perf_counter()
        self._next = max(self._next + self._every, now - 1.0)
        return max(0.0, self._next - now)


class TableOfPeople:
    """Four connections that play random legal moves, game after game."""

    def __init__(self, seed: int) -> None:
        self.pace: Pace | None = None  # None: nobody moves
        self.waits: list[float] = []
        self._rng = random.Random(seed)
        self._sent: dict[str, float] = {}
        self._turn: tuple[ClientConnection, Heard] | None = None  # who could move
        self._sockets: list[ClientConnection] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, client: httpx.AsyncClient, address: str) -> None:
        """Open a table, seat four people and deal."""
        asked = {"options": {"players": SEATS}, "name": "P0"}
        seated = [await post(client, "/api/tables", asked)]
        code = seated[0]["code"]
        for i in range(1, SEATS):
            seated.append(await post(client, f"/api/tables/{code}/seats", {"name": f"P{i}"}))
        for one in seated:
            socket = await connect(
                f"ws://{address}/api/socket", compression=None, ping_interval=None
            )
            hello = {"type": "hello", "table": code, "token": one["token"]}
            await socket.send(json.dumps(hello))
            self._sockets.append(socket)
            self._tasks.append(asyncio.create_task(self._listen(socket)))
        await self._sockets[0].send('{"type":"start","id":"first"}')

    async def _listen(self, socket: ClientConnection) -> None:
        while True:
            frame = hear(await socket.recv(decode=False))
            if frame.type == "done":
                if sent := self._sent.pop(frame.id, None):
                    self.waits.append(time.perf_counter() - sent)
            elif frame.type == "state" and frame.legal:
                self._turn = socket, frame
                await self._act()
            elif frame.type == "state" and socket is self._sockets[0]:
                board = stands(frame.board)
                if board and board.turn is None:  # over: deal again
                    await socket.send(f'{{"type":"start","id":"again{frame.seq}"}}')
            elif frame.type == "refused":
                raise RuntimeError("a move was refused")

    async def go(self, pace: Pace) -> None:
        self.pace, self.waits = pace, []
        await self._act()

    async def _act(self) -> None:
        if self._turn is None or self.pace is None:
            return
        (socket, frame), self._turn = self._turn, None
        if wait := self.pace.wait():
            asyncio.get_running_loop().call_later(wait, self._begin, socket, frame)
        else:
            await self._play(socket, frame)

    def _begin(self, socket: ClientConnection, frame: Heard) -> None:
        self._tasks[0:0] = [asyncio.create_task(self._play(socket, frame))]
        del self._tasks[1 : len(self._tasks) - SEATS]

    async def _play(self, socket: ClientConnection, frame: Heard) -> None:
        if self.pace is None:
            self._turn = socket, frame
            return
        move, id = self._rng.choice(frame.legal), f"after{frame.seq}"
        self._sent[id] = time.perf_counter()
        await socket.send(f'{{"type":"play","id":"{id}","after":{frame.seq},"move":"{move}"}}')

    def check(self) -> None:
        """Whoever listens goes on listening."""
        for task in self._tasks[-SEATS:]:
            if task.done():
                task.result()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for socket in self._sockets:
            await socket.close()


async def post(client: httpx.AsyncClient, path: str, body: dict[str, Any]) -> Any:
    answer = await client.post(path, content=json.dumps(body))
    answer.raise_for_status()
    return answer.json()


# --- What is measured


@dataclass
class Played:
    """A time of play: moves a second, waiting times in milliseconds, shares of a core."""

    asked: int | None  # moves a second; None: as many as can be
    moves: int
    seconds: float
    moves_per_second: float
    p50_ms: float
    p99_ms: float
    server_core: float
    client_core: float
    server_us: float  # of its core, for a move


@dataclass
class Report:
    machine: str
    tables: int
    connections: int
    fast: Played
    paced: Played
    table_kib: float  # a table in play, with its four connections
    sleeping: int
    opened_per_second: float
    left_mib: float  # the whole server, tables opened a moment ago
    left_table_kib: float
    asleep_mib: float  # the whole server, when they have been dropped from memory


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


async def play(
    server: Server, tables: list[TableOfPeople], seconds: float, rate: int | None, tell: Any
) -> Played:
    """All tables play for a while; the first half second does not count."""
    every = len(tables) / rate if rate else 0.0
    for i, table in enumerate(tables):
        await table.go(Pace(every, every * i / len(tables)))
    await asyncio.sleep(0.5)
    for table in tables:
        table.waits = []
    before, (used, _), own = time.perf_counter(), server.used(), time.process_time()
    while (passed := time.perf_counter() - before) < seconds:
        await asyncio.sleep(min(0.5, seconds - passed))
        for table in tables:
            table.check()
        moves = sum(len(table.waits) for table in tables)
        tell(f"{moves:,} moves in {time.perf_counter() - before:.1f} s")
    passed = time.perf_counter() - before
    waits = [wait * 1000 for table in tables for wait in table.waits]
    server_used, client_used = server.used()[0] - used, time.process_time() - own
    for table in tables:
        table.pace = None
    await asyncio.sleep(0.3)
    return Played(
        asked=rate,
        moves=len(waits),
        seconds=round(passed, 2),
        moves_per_second=round(len(waits) / passed, 1),
        p50_ms=round(percentile(waits, 0.50), 2),
        p99_ms=round(percentile(waits, 0.99), 2),
        server_core=round(server_used / passed, 2),
        client_core=round(client_used / passed, 2),
        server_us=round(server_used * 1e6 / max(1, len(waits)), 1),
    )


async def open_and_leave(
    server: Server, client: httpx.AsyncClient, count: int, tell: Any
) -> tuple[float, int, int]:
    """Tables with a game begun and nobody there: opened a second, bytes at first, bytes later."""
    began = time.perf_counter()
    for i in range(count):
        await post(client, "/api/tables", {"options": {"players": SEATS}, "start": True})
        if i % 50 == 49:
            tell(f"{i + 1:,} tables opened")
    rate = count / (time.perf_counter() - began)
    left = server.used()[1]
    for waited in range(int(SLEEP_WAIT)):
        awake = (await client.get("/api/health")).json()["tables"]
        if not awake:
            break
        tell(f"{awake:,} tables awake, {waited} s")
        await asyncio.sleep(1.0)
    return rate, left, server.used()[1]


async def measure(args: argparse.Namespace, server: Server, tell: Any) -> Report:
    tables = [TableOfPeople(args.seed + i) for i in range(args.tables)]
    address = f"http://{server.address}"
    async with httpx.AsyncClient(base_url=address, timeout=30) as client:
        await post(client, "/api/tables", {"options": {"players": SEATS}, "start": True})
        empty = server.used()[1]
        try:
            for i, table in enumerate(tables):
                await table.open(client, server.address)
                tell(f"{i + 1} tables opened")
            fast = await play(server, tables, args.seconds, None, tell)
            paced = await play(server, tables, args.seconds, args.rate, tell)
            full = server.used()[1]
        finally:
            for table in tables:
                await table.close()
        base = server.used()[1]
        opened, left, asleep = 0.0, base, base
        if args.sleeping:
            opened, left, asleep = await open_and_leave(server, client, args.sleeping, tell)
    return Report(
        machine=machine(),
        tables=args.tables,
        connections=args.tables * SEATS,
        fast=fast,
        paced=paced,
        table_kib=round((full - empty) / args.tables / 1024, 1),
        sleeping=args.sleeping,
        opened_per_second=round(opened, 1),
        left_mib=round(left / MIB, 1),
        left_table_kib=round((left - base) / max(1, args.sleeping) / 1024, 1),
        asleep_mib=round(asleep / MIB, 1),
    )


# --- The command


def show(report: Report) -> None:
    print(f"{report.machine}; {report.tables} tables, {report.connections} connections\n")
    print("| | moves/s | p50 | p99 | server's core | a move | client's core |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, played in (
        ("as fast as possible", report.fast),
        (f"at {report.paced.asked} moves/s", report.paced),
    ):
        print(
            f"| {name} | {played.moves_per_second:,.0f} | {played.p50_ms:.1f} ms "
            f"| {played.p99_ms:.1f} ms | {played.server_core:.0%} "
            f"| {played.server_us:.0f} µs | {played.client_core:.0%} |"
        )
    print(f"\nA table in play, with its connections: {report.table_kib:,.0f} KiB.")
    if report.sleeping:
        print(
            f"{report.sleeping:,} tables dealt and left: {report.left_mib:,.0f} MiB "
            f"({report.left_table_kib:,.0f} KiB each), "
            f"opened at {report.opened_per_second:,.0f}/s; "
            f"once asleep, {report.asleep_mib:,.0f} MiB in all."
        )


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=50, help="of four people (default 50)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement (10)")
    parser.add_argument("--rate", type=int, default=500, help="moves a second (default 500)")
    parser.add_argument("--sleeping", type=int, default=1000, help="tables left alone (1000)")
    parser.add_argument("--seed", type=int, default=1, help="of the players' choices")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    if min(args.tables, args.rate) < 1 or args.seconds <= 0 or args.sleeping < 0:
        parser.error("--tables, --rate and --seconds must be above 0, --sleeping not below")
    return args


def main() -> int:
    args = arguments()
    known = cores()
    apart = len(known) > 1
    pin(set(known[1:]))
    try:
        with running(known[0] if apart else None) as server:
            report = asyncio.run(measure(args, server, tell))
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    tell("")
    if args.json:
        print(json.dumps(asdict(report), indent=1))
    else:
        show(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
