"""The server for tests: in this process, with or without a real port."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.testclient import TestClient, WebSocketTestSession

from skipbo.server.app import make_app
from skipbo.server.guard import Doors, Limits
from skipbo.server.run import configuration, listen
from skipbo.server.sqlite import SqliteStore

HOME = "http://127.0.0.1"
SOCKET = "/api/socket"
HERE = f"ws://127.0.0.1{SOCKET}"  # for TestClient, which would say another host
GENEROUS = Limits(requests=(10**6, 1.0), tables=(10**6, 1.0), seats=(10**6, 1.0))


def app_at(path: Path, limits: Limits = GENEROUS, page: Path | None = None) -> Starlette:
    return make_app(SqliteStore(path), doors=Doors(()), limits=limits, workers=1, page=page)


@contextlib.contextmanager
def asking(path: Path, limits: Limits = GENEROUS, page: Path | None = None) -> Iterator[TestClient]:
    """A client of a server without a port. What fails there is an answer, as it is outside."""
    app = app_at(path, limits, page)
    with TestClient(app, HOME, raise_server_exceptions=False) as client:
        yield client


@contextlib.contextmanager
def listening(path: Path, limits: Limits = GENEROUS) -> Iterator[str]:
    """A server on a port of its own, as `skipbo serve` runs it; host and port."""
    port = listen("127.0.0.1", 0)
    server = uvicorn.Server(configuration(app_at(path, limits), limits))
    thread = Thread(target=server.run, args=([port],))
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield "{}:{}".format(*port.getsockname())
    finally:
        server.should_exit = True
        thread.join()
        port.close()


def opened(client: TestClient, **body: Any) -> Any:
    """A new table; what its opener is told."""
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def sit(client: TestClient, code: str, **body: Any) -> Any:
    return client.post(f"/api/tables/{code}/seats", json=body)


@contextlib.contextmanager
def joined(client: TestClient, seated: Any, watching: bool = False) -> Iterator[Any]:
    """A socket at a table, past its welcome and its first state, which it keeps as `state`."""
    table = {"table": seated["watch"] if watching else seated["code"]}
    with client.websocket_connect(HERE) as socket:
        socket.send_json({"type": "hello", **table, **({} if watching else token_of(seated))})
        assert socket.receive_json()["type"] == "welcome"
        state = socket.receive_json()
        assert state["type"] == "state"
        vars(socket)["state"] = state
        yield socket


def token_of(seated: Any) -> dict[str, str]:
    return {"token": seated["token"]}


def hear(socket: WebSocketTestSession, *kinds: str) -> Any:
    """The next frame of one of these types."""
    while (frame := socket.receive_json())["type"] not in kinds:
        pass
    return frame


def ask(socket: WebSocketTestSession, **frame: Any) -> Any:
    """Send a frame; the answer to it."""
    socket.send_json({"id": "ask", **frame})
    return hear(socket, "done", "refused", "hint")


def answers(socket: WebSocketTestSession) -> bool:
    """Whether a socket is still listened to."""
    socket.send_json({"type": "ping"})
    return bool(hear(socket, "pong"))
