"""The real server as a process with a store of its own, and clients that speak as pages do."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from socket import SHUT_RDWR
from typing import Any, TypeVar
from uuid import uuid4

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from skipbo.server import log
from skipbo.server.sqlite import SqliteStore
from skipbo.server.table import Table

PLENTY = 20.0  # seconds: nobody waits for them
START = "import sys; from skipbo.cli import main; sys.exit(main(sys.argv[1:]))"

Frame = dict[str, Any]
Result = TypeVar("Result")


class Server:
    """A process. `prelude`: what it does first, such as to be less patient than usual."""

    def __init__(self, store: Path, prelude: str = "") -> None:
        self.store = store
        self.errors = store.with_suffix(".log")
        self.address = ""
        self.clients = ExitStack()  # their connections
        self._code = f"{prelude}\n{START}"
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.clients.close()

    def start(self) -> None:
        """Returns as soon as it answers. Started again, it is where it was."""
        port = self.address.rpartition(":")[2] or "0"
        options = ["--port", port, "--store", str(self.store), "--workers", "1"]
        command = ["serve", *options, "--tables-per-address", "1000"]
        with self.errors.open("a") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-c", self._code, *command],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self._process.stdout
        found = re.search(r"http://\S+", self._process.stdout.readline())
        assert found, f"it did not start: {self.said()}"
        self.address = found[0]

    @property
    def place(self) -> tuple[str, int]:
        host, _, port = self.address.removeprefix("http://").partition(":")
        return host, int(port)

    def stop(self) -> int:
        """Ask it to end, and wait for that."""
        return self._end(signal.SIGTERM)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def _end(self, how: int) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(how)
        with process:
            return process.wait(PLENTY)

    def restart(self) -> None:
        assert self.stop() == 0
        self.start()

    def open_files(self) -> int:
        assert self._process
        return len(os.listdir(f"/proc/{self._process.pid}/fd"))

    def said(self) -> str:
        """All that it has written to its log."""
        return self.errors.read_text()

    # --- HTTP

    def get(self, path: str) -> httpx.Response:
        return httpx.get(f"{self.address}/api{path}", timeout=PLENTY)

    def post(self, path: str, content: Frame, token: str = "") -> httpx.Response:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        url = f"{self.address}/api{path}"
        return httpx.post(url, json=content, headers=headers, timeout=PLENTY)

    def open(self, people: int = 2, **table: Any) -> list[Frame]:
        """A table with so many people, the first of them its host; what each was told."""
        table.setdefault("options", {"players": 2})
        seated = [self.post("/tables", {"name": "Host", **table}).raise_for_status().json()]
        path = f"/tables/{seated[0]['code']}/seats"
        for i in range(1, people):
            seated.append(self.post(path, {"name": f"Guest {i}"}).raise_for_status().json())
        return seated

    def begin(self, people: int = 2, **table: Any) -> "list[Client]":
        """The same with everybody connected and the first game dealt."""
        clients = [Client(self, seat) for seat in self.open(people, **table)]
        clients[0].ask("start")
        for client in clients:
            client.wait(lambda client: client.state["board"] is not None)
        return clients

    # --- The log

    def entries(self, code: str) -> list[log.Entry]:
        return in_store(self.store, lambda store: store.load(code))

    def moves(self, code: str) -> list[log.Moved]:
        events = [entry.event for entry in self.entries(code)]
        return [event for event in events if isinstance(event, log.Moved)]

    def table(self, seated: Frame) -> Table:
        """A table as its log has it."""
        found = log.Found(seated["code"], seated["watch"])
        return Table.load(found, self.entries(found.code))


def in_store(path: Path, ask: Callable[[SqliteStore], Awaitable[Result]]) -> Result:
    """What a store answers, asked from outside of the server."""

    async def asked() -> Result:
        store = SqliteStore(path)
        try:
            return await ask(store)
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as aside:  # a browser's test has a loop of its own running here
        return aside.submit(asyncio.run, asked()).result()


class Client:
    """A page: it says hello, and remembers the last `table` and `state` that it was shown.

    `seated`: what the server said when the seat was taken; without a token it watches.
    """

    def __init__(self, server: Server, seated: Frame, seen: int = 0, **options: Any) -> None:
        self.seated = seated
        self.heard: list[Frame] = []
        self.table: Frame = {}
        self.state: Frame = {}
        address = server.address.replace("http", "ws", 1)
        plain: dict[str, Any] = {"compression": None, "proxy": None, "ping_interval": None}
        plain["close_timeout"] = 0.5
        connecting = connect(f"{address}/api/socket", **plain, **options)
        self.socket: ClientConnection = server.clients.enter_context(connecting)
        token = {"token": seated["token"]} if "token" in seated else {}
        self.send("hello", table=seated["code"], seen=seen, **token)
        self.welcome = self.until("welcome")
        self.until("state")

    @property
    def seat(self) -> Any:
        return self.welcome["you"]

    @property
    def seq(self) -> int:
        return int(self.state["seq"])

    @property
    def on_turn(self) -> bool:
        return bool(self.state["legal"])

    # --- Frames

    def send(self, type: str, **frame: Any) -> None:
        self.socket.send(msgspec.json.encode({"type": type, **frame}).decode())

    def receive(self) -> Frame:
        frame: Frame = msgspec.json.decode(self.socket.recv(PLENTY))
        self.heard.append(frame)
        if frame["type"] == "state":
            self.state = frame
        if frame["type"] in ("welcome", "table"):
            self.table = frame["table"]
        return frame

    def until(self, type: str, **values: Any) -> Frame:
        """The next frame of a type, with these values."""
        while True:
            frame = self.receive()
            if frame["type"] == type and values.items() <= frame.items():
                return frame

    def wait(self, reached: "Callable[[Client], bool]") -> None:
        """Receive until things are so."""
        while not reached(self):
            self.receive()

    def rest(self) -> list[Frame]:
        """Whatever has been sent by now: all that comes before the answer to a ping."""
        before = len(self.heard)
        self.send("ping")
        self.until("pong")
        return self.heard[before:-1]

    def answer(self, id: str) -> Frame:
        while True:
            frame = self.receive()
            if frame["type"] in ("done", "refused", "hint") and frame["id"] == id:
                return frame

    def ask(self, type: str, **frame: Any) -> Frame:
        """Send something with an id of its own; the answer."""
        id = frame.setdefault("id", new_id())
        self.send(type, **frame)
        return self.answer(id)

    def refusal(self, type: str, **frame: Any) -> str:
        """Why something is refused."""
        answer = self.ask(type, **frame)
        assert answer["type"] == "refused", answer
        return str(answer["code"])

    def drop(self) -> None:
        """The line is cut: not a word more, in either direction."""
        self.socket.socket.shutdown(SHUT_RDWR)

    def close(self) -> None:
        self.socket.close()

    def closed(self) -> int:
        """Receive until the server closes; its code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else 1006

    # --- Moves

    def move(self) -> str:
        """A sensible move: the stock, else a building pile, else a discard."""
        return sensible(self.state["legal"])

    def play(self, move: str = "", **frame: Any) -> Frame:
        return self.ask("play", **{"move": move or self.move(), "after": self.seq, **frame})


def sensible(legal: list[str]) -> str:
    return min(legal, key=lambda move: (not move.startswith("s>b"), ">b" not in move))


def new_id() -> str:
    return uuid4().hex


def whose_turn(clients: list[Client]) -> Client:
    """The client that is to move, once all have been shown the same."""
    newest = max(client.seq for client in clients)
    for client in clients:
        client.wait(lambda client: client.seq >= newest)
    return next(client for client in clients if client.on_turn)


def play_on(clients: list[Client], moves: int) -> None:
    """So many moves, or to the end of the game."""
    for _ in range(moves):
        client = whose_turn(clients)
        assert client.play()["type"] == "done"
        if client.table["phase"] == "over":
            return


def eventually(holds: Callable[[], bool]) -> None:
    """What comes true without a frame that would tell of it."""
    end = time.monotonic() + PLENTY
    while not holds():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.02)
