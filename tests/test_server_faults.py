"""Lines that break, pages that lag, servers that end: nothing is lost, nothing done twice."""

import asyncio
import contextlib
import random
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from tests.server import (
    PLENTY,
    Client,
    Frame,
    Server,
    eventually,
    new_id,
    play_on,
    whose_turn,
)
from websockets.exceptions import ConnectionClosed, InvalidMessage

from skipbo.cli import main
from skipbo.server import log
from skipbo.server.run import listen

SHORT = {"players": 2, "stock": 1}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server
        assert "Traceback" not in server.said()


@pytest.fixture
def server(running: Server) -> Iterator[Server]:
    """One for all tests that leave it running."""
    yield running
    running.clients.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """One that the test may stop."""
    with Server(tmp_path / "tables.db") as server:
        yield server
        assert "Traceback" not in server.said()


def back(server: Server, client: Client, seen: int = 0) -> Client:
    """The same person with a new connection."""
    return Client(server, client.seated, seen)


def moves_of(server: Server, client: Client) -> int:
    return len(server.moves(client.seated["code"]))


# --- Lines that break


def test_a_move_is_played_once_though_the_line_broke_before_its_answer(server: Server) -> None:
    clients = server.begin()
    for n in range(1, 6):
        client = whose_turn(clients)
        frame = {"id": new_id(), "after": client.seq, "move": client.move()}
        client.send("play", **frame)
        client.drop()
        again = clients[client.seat] = back(server, client)
        assert again.ask("play", **frame)["type"] == "done"
        assert moves_of(server, client) == n


def test_whoever_falls_silent_is_shown_as_away_and_can_come_back(tmp_path: Path) -> None:
    prelude = "import skipbo.server.socket as s; s.SILENCE = 1.5"
    with Server(tmp_path / "tables.db", prelude) as server:
        host, guest = server.begin()
        assert host.table["seats"][1]["here"]

        def away() -> bool:
            time.sleep(0.2)
            host.rest()
            return not host.table["seats"][1]["here"]

        eventually(away)
        assert guest.closed() == 1013  # it would have heard of it, had it listened
        guest = back(server, guest)
        host.wait(lambda host: host.table["seats"][1]["here"])
        play_on([host, guest], 3)


SMALL_BUFFERS = """
import socket, skipbo.server.connection as c, skipbo.server.run as r
c.SENDING, r.UNTAKEN, bound = 0.2, 0.5, r._bound
def small(*where):
    listening = bound(*where)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    return listening
r._bound = small
"""


def test_a_connection_that_never_reads_is_cut_and_the_others_play_on(tmp_path: Path) -> None:
    """It goes on pinging all the while, so that it does not just look silent."""
    with Server(tmp_path / "tables.db", SMALL_BUFFERS) as server:
        host, guest = server.begin(settings={"chat": True})
        guest.close()
        deaf = Client(server, guest.seated, sock=narrow(server), max_queue=1)
        host.wait(lambda host: host.table["seats"][1]["here"])

        for _ in range(80):
            host.ask("say", text="🂡" * 200)

        def cut() -> bool:
            time.sleep(0.2)
            with contextlib.suppress(ConnectionClosed):
                deaf.send("ping")
            host.rest()
            return not host.table["seats"][1]["here"]

        files = server.open_files()
        eventually(cut)
        if sys.platform == "linux":
            eventually(lambda: server.open_files() < files)
        play_on([host, back(server, guest)], 3)


def narrow(server: Server) -> socket.socket:
    """A connection of which next to nothing is held for a reader who does not read."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", httpx.URL(server.address).port))
    return made


def test_frames_are_sent_at_once() -> None:
    """And are not held back for 40 ms until the other side has confirmed the one before."""

    async def accepted() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def look(_: object, writer: asyncio.StreamWriter) -> None:
            made = writer.get_extra_info("socket")
            found.set_result(made.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listening = listen("127.0.0.1", 0)
        async with await asyncio.start_server(look, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            flag = await found
            writer.close()
        return flag

    assert asyncio.run(accepted())


# --- Messages that come twice, or in another order


def test_what_is_sent_twice_is_done_once_and_answered_twice(server: Server) -> None:
    def twice(client: Client, type: str, **frame: Any) -> Frame:
        frame = {"id": new_id(), **frame}
        client.send(type, **frame)
        client.send(type, **frame)
        answers = [client.answer(frame["id"]) for _ in range(2)]
        assert answers[0] == answers[1]
        return answers[0]

    seats = server.open(settings={"chat": True})
    clients = [Client(server, seat) for seat in seats]
    twice(clients[0], "configure", settings={"chat": True, "grace": 300})
    twice(clients[0], "start")
    for _ in range(12):
        client = whose_turn(clients)
        assert twice(client, "play", after=client.seq, move=client.move())["type"] == "done"
        twice(client, "say", text="there")
    wrong = twice(whose_turn(clients), "play", after=10**6, move="s>d1")
    assert (wrong["type"], wrong["code"]) == ("refused", "illegal")
    kinds = [type(entry.event).__name__ for entry in server.entries(seats[0]["code"])]
    assert kinds == ["Opened", "Sat", "Sat", "Configured", "Began", *["Moved", "Said"] * 12]


def test_moves_in_the_wrong_order_are_refused_or_played_but_never_doubled(server: Server) -> None:
    """The discard that ends a turn overtakes the card before it, which then comes too late."""
    clients = server.begin()
    client = whose_turn(clients)
    client.send("play", id="second", after=client.seq + 1, move=discard(client))
    client.send("play", id="first", after=client.seq, move=client.move())
    assert client.answer("second")["type"] == "done"
    refused = client.answer("first")
    assert (refused["type"], refused["code"]) == ("refused", "late")
    assert moves_of(server, client) == 1


def discard(client: Client) -> str:
    return str(next(move for move in client.state["legal"] if ">d" in move))


def test_an_answer_is_the_same_after_a_restart(own_server: Server) -> None:
    clients = own_server.begin()
    client = whose_turn(clients)
    frame = {"id": "mine", "after": client.seq, "move": client.move()}
    first = client.ask("play", **frame)
    own_server.restart()
    assert back(own_server, client).ask("play", **frame) == first
    assert moves_of(own_server, client) == 1


# --- Pages beside each other, and pages that lag behind


def test_two_pages_of_one_seat_both_see_everything_and_a_move_of_both_is_played_once(
    server: Server,
) -> None:
    clients = server.begin()
    client = whose_turn(clients)
    other = back(server, client)
    before = other.state
    assert {**before, "happened": [], "whole": True} == {
        **client.state,
        "happened": [],
        "whole": True,
    }
    move, after = client.move(), client.seq
    for page in (client, other):
        page.send("play", id=f"from {id(page)}", after=after, move=move)
    answers = [page.answer(f"from {id(page)}") for page in (client, other)]
    assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
    assert next(a["code"] for a in answers if a["type"] == "refused") == "late"
    assert moves_of(server, client) == 1
    for page in (client, other):
        page.rest()
    assert client.state["board"] == other.state["board"]
    assert client.state["hand"] == other.state["hand"]


def test_a_page_that_lags_behind_is_refused_and_shown_how_things_stand(server: Server) -> None:
    clients = server.begin()
    play_on(clients, 10)
    client = whose_turn(clients)
    stale = back(server, client)
    play_on(clients, 1)
    client = whose_turn(clients)
    moved = moves_of(server, client)
    assert client.refusal("play", move=client.move(), after=5) == "late"
    shown = client.until("state")
    assert shown["whole"]
    assert shown["happened"] == []
    assert shown["legal"] == client.state["legal"]
    assert moves_of(server, client) == moved
    stale.rest()
    assert stale.seq == client.seq


def test_whoever_comes_back_is_told_only_the_news(server: Server) -> None:
    clients = server.begin()
    play_on(clients, 8)
    whose_turn(clients)
    seen = clients[0].seq - 3
    again = back(server, clients[0], seen)
    assert again.state["whole"]
    assert {told["seq"] for told in again.state["happened"]} == {seen + 1, seen + 2, seen + 3}
    nothing_new = back(server, clients[0], clients[0].seq)
    assert nothing_new.state["happened"] == []
    assert nothing_new.state["board"] == clients[0].state["board"]


# --- Who may do what


def test_whoever_comes_by_the_watchers_link_sees_all_and_can_do_nothing(server: Server) -> None:
    clients = server.begin()
    seated = clients[0].seated
    for token in ({}, {"token": seated["token"]}):  # not even with a seat's token
        watcher = Client(server, {"code": seated["watch"], **token})
        assert watcher.welcome["you"] is None
        assert watcher.welcome["code"] is None
        assert watcher.state["hand"] is None
        assert watcher.state["legal"] == []
        move = whose_turn(clients).move()
        asked: dict[str, Frame] = {
            "play": {"after": watcher.seq, "move": move},
            "undo": {"after": watcher.seq},
            "start": {},
            "leave": {"seat": 0},
            "say": {"phrase": "hello"},
            "configure": {},
            "ask": {},
        }
        assert {watcher.refusal(kind, **frame) for kind, frame in asked.items()} == {"not-seated"}
        watcher.close()
    for path in ("seats", "tickets"):
        answer = server.post(f"/tables/{seated['watch']}/{path}", {}, seated["token"])
        assert (answer.status_code, answer.json()["code"]) == (404, "no-table")


def test_a_seat_is_moved_by_its_owner_alone(server: Server) -> None:
    clients = server.begin()
    on_turn = whose_turn(clients)
    other = next(client for client in clients if client is not on_turn)
    move, seq = on_turn.move(), on_turn.seq
    assert other.refusal("play", move=move, after=seq) == "not-your-turn"
    assert other.refusal("ask") == "not-your-turn"
    assert clients[1].refusal("leave", seat=0) == "not-host"
    assert clients[1].refusal("configure", settings={}) == "not-host"
    assert clients[1].refusal("start") == "no-game"
    assert moves_of(server, other) == 0
    code = other.seated["code"]
    foreign = {**server.open()[1], "code": code}
    with pytest.raises(ConnectionClosed) as closed:
        Client(server, foreign)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 4401
    answer = server.post(f"/tables/{code}/tickets", {}, foreign["token"])
    assert (answer.status_code, answer.json()["code"]) == (401, "bad-token")


def test_records_are_for_games_that_are_over(server: Server) -> None:
    clients = server.begin(options=SHORT)
    code, watch = (clients[0].seated[name] for name in ("code", "watch"))
    addresses = [
        f"/tables/{one}/games/1/{what}" for one in (code, watch) for what in ("record", "replay")
    ]
    for address in addresses:
        answer = server.get(address)
        assert (answer.status_code, answer.json()["code"]) == (409, "no-game")
    play_on(clients, 1000)
    for address in addresses:
        assert server.get(address).status_code == 200
    checked = server.post("/check", {"record": server.get(addresses[0]).text})
    assert checked.json()["verdict"] == "fair"


# --- People who are away


def test_a_bot_plays_for_someone_away_until_they_are_back(own_server: Server) -> None:
    settings = {"grace": 5, "pace": "instant", "level": "easy"}
    clients = own_server.begin(settings=settings)
    away = whose_turn(clients)
    other = next(client for client in clients if client is not away)
    began = time.monotonic()
    away.drop()
    other.wait(lambda other: not other.table["seats"][away.seat]["here"])
    assert not other.table["seats"][away.seat]["bot_plays"]
    other.wait(lambda other: other.table["seats"][away.seat]["bot_plays"])
    assert time.monotonic() - began > 4.5
    other.wait(lambda other: other.on_turn)
    again = back(own_server, away)
    other.wait(lambda other: not other.table["seats"][away.seat]["bot_plays"])
    played = own_server.moves(away.seated["code"])
    assert {(move.seat, move.bot) for move in played} == {(away.seat, True)}
    while other.on_turn:
        other.play()
    again.wait(lambda again: again.on_turn)
    assert again.play()["type"] == "done"
    assert not own_server.moves(away.seated["code"])[-1].bot


# --- A server that is restarted


def test_a_game_goes_on_after_a_restart_where_it_was(own_server: Server) -> None:
    clients = own_server.begin(3, options={"players": 3}, settings={"chat": True})
    play_on(clients, 15)
    whose_turn(clients)
    clients[1].ask("say", text="one moment")
    shown = [(client.state["board"], client.state["hand"]) for client in clients]
    own_server.restart()
    assert [client.closed() for client in clients] == [1012] * 3
    clients = [back(own_server, client) for client in clients]
    assert [(client.state["board"], client.state["hand"]) for client in clients] == shown
    said = [told for told in clients[0].state["happened"] if told["kind"] == "said"]
    assert [told["text"] for told in said] == ["one moment"]
    play_on(clients, 15)


def test_a_move_can_be_taken_back_after_a_restart(own_server: Server) -> None:
    clients = own_server.begin()
    client = whose_turn(clients)
    while not client.state["undo"]:
        before = client.state
        client.play(move_from_hand(client))
        client = whose_turn(clients)
    own_server.restart()
    again = back(own_server, client)
    assert again.state["undo"]
    assert again.ask("undo", after=again.seq)["type"] == "done"
    assert again.state["board"] == before["board"]
    assert again.state["hand"] == before["hand"]
    own_server.restart()
    assert back(own_server, client).state["board"] == before["board"]


def move_from_hand(client: Client) -> str:
    """One that turns nothing over, if there is one."""
    legal = client.state["legal"]
    return str(next((m for m in legal if m.startswith("h") and ">b" in m), client.move()))


def test_a_match_goes_on_after_restarts_with_all_points(own_server: Server) -> None:
    options = {**SHORT, "stock": 2, "target": 60}
    clients = own_server.begin(options=options, settings={"match": True})
    points: list[list[int]] = []
    while not clients[0].table["match"]["winners"]:
        play_on(clients, 3)
        own_server.restart()
        clients = [back(own_server, client) for client in clients]
        if clients[0].table["phase"] != "over":
            play_on(clients, 1000)
        for client in clients:
            client.wait(lambda client: client.table["phase"] == "over")
        match = clients[0].table["match"]
        assert match["games"][:-1] == points
        points = match["games"]
        assert match["totals"] == [sum(side) for side in zip(*points, strict=True)]
        own_server.restart()
        clients = [back(own_server, client) for client in clients]
        assert clients[0].table["match"] == match
        if not match["winners"]:
            assert clients[1].ask("start")["type"] == "done"
            clients[0].wait(lambda client: client.table["phase"] == "playing")
    assert len(points) > 1
    assert max(match["totals"]) >= 60


def test_the_host_passes_on_and_stays_the_host_after_a_restart(own_server: Server) -> None:
    host, guest = (Client(own_server, seat) for seat in own_server.open())
    assert guest.refusal("start") == "not-host"
    assert host.ask("leave")["type"] == "done"
    host.wait(lambda host: host.table["host"] == 1)
    assert host.refusal("start") == "not-seated"
    own_server.restart()
    guest = back(own_server, guest)
    assert guest.table["host"] == 1
    assert guest.ask("start")["type"] == "done"
    with pytest.raises(ConnectionClosed):
        back(own_server, host)


def test_two_servers_on_one_store_do_not_write_over_each_other(
    own_server: Server, tmp_path: Path
) -> None:
    """The one that comes too late says so, looks into the log, and goes on from there."""
    clients = own_server.begin()
    with Server(tmp_path / "tables.db") as second:
        client = whose_turn(clients)
        elsewhere = Client(second, client.seated)
        frame = {"after": client.seq, "move": client.move()}
        assert client.ask("play", **frame)["type"] == "done"
        assert elsewhere.refusal("play", **frame) == "failed"
        elsewhere.wait(lambda page: page.seq == client.seq)
        assert elsewhere.state["board"] == client.state["board"]
        assert moves_of(own_server, client) == 1
        play_on([Client(second, client.seated) for client in clients], 5)
        assert moves_of(own_server, client) == 6
        own_server.errors.write_text("")  # both write there, and a trace is right here


# --- kill -9

KILLS = 30
TABLES = 4


class Game(Thread):
    """Two people who play as fast as they are answered, and come back when the line breaks."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self.server = server
        self.seats = server.open()
        self.acknowledged: list[tuple[int, str, str]] = []  # number, id, move
        self.refused: list[Frame] = []
        self.stopped = False
        self._pending: tuple[int, str, Frame] | None = None  # whose, and what

    def run(self) -> None:
        while not self.stopped or self._pending:
            with contextlib.suppress(OSError, ConnectionClosed, InvalidMessage, EOFError):
                self._play([Client(self.server, seat) for seat in self.seats])
            time.sleep(0.02)

    def _play(self, clients: list[Client]) -> None:
        for _ in range(90):  # more from one connection would be too fast
            if self.stopped and not self._pending:
                return
            seat, type, frame = self._pending = self._pending or self._next(clients)
            answer = clients[seat].ask(type, **frame)
            if answer["type"] == "refused":
                self.refused.append(answer)
            elif type == "play":
                self.acknowledged.append((answer["seq"], frame["id"], frame["move"]))
            self._pending = None

    def _next(self, clients: list[Client]) -> tuple[int, str, Frame]:
        newest = max(client.seq for client in clients)
        for client in clients:
            client.wait(lambda client: client.seq >= newest)
            if client.on_turn:
                frame = {"id": new_id(), "after": client.seq, "move": client.move()}
                return client.seat, "play", frame
        return 0, "start", {"id": new_id()}


def test_no_acknowledged_move_is_lost_by_thirty_kills(tmp_path: Path) -> None:
    rng = random.Random(1)
    with Server(tmp_path / "tables.db") as server:
        games = [Game(server) for _ in range(TABLES)]
        for game in games:
            game.start()
        for _ in range(KILLS):
            time.sleep(rng.uniform(0.05, 0.25))
            server.kill()
            server.start()
        for game in games:
            game.stopped = True
        for game in games:
            game.join(PLENTY)
            assert not game.is_alive()
        server.kill()
        assert "Traceback" not in server.said()
        for game in games:
            check_log(server, game)


def check_log(server: Server, game: Game) -> None:
    """Every move that was acknowledged is there, once and in its place, and no other."""
    entries = server.entries(game.seats[0]["code"])
    assert game.refused == []
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert len({entry.id for entry in entries}) == len(entries)
    moves = [
        (entry.seq, entry.id.partition(":")[2], entry.event.move)
        for entry in entries
        if isinstance(entry.event, log.Moved)
    ]
    assert moves == game.acknowledged
    assert len(moves) > KILLS
    table = server.table(game.seats[0])  # every move of the last game is legal again
    assert table.seq == len(entries)
    assert table.games > 0


def test_a_seat_asked_for_again_is_the_same_seat(server: Server) -> None:
    (seated,) = server.open(people=1, options={"players": 3})
    asked = {"name": "Bea", "token": "b" * 48}
    path = f"/tables/{seated['code']}/seats"
    first, second = (server.post(path, asked).json() for _ in range(2))
    assert first == second
    assert first["token"] == asked["token"]
    assert server.post(path, {"name": "Cem"}).json()["seat"] == first["seat"] + 1


# --- What newcomers can and cannot do


def test_a_newcomer_sees_a_hand_when_its_turn_comes(server: Server) -> None:
    """Going from seat to seat shall not show everybody's cards."""
    settings = {"pace": "instant", "level": "easy"}
    asked = {"options": {"players": 3}, "settings": settings, "start": True, "name": "Ana"}
    seated = server.post("/tables", asked).raise_for_status().json()
    ana = Client(server, seated)
    while ana.state["board"]["players"][1]["held"] == 0:  # until the bots hold cards
        ana.play()
        ana.wait(lambda ana: ana.on_turn or ana.table["phase"] == "over")
    taken = server.post(f"/tables/{seated['code']}/seats", {"name": "Bea", "seat": 1}).json()
    bea = Client(server, taken)
    seen: Any = bea.state["hand"]
    assert seen is None
    assert bea.state["board"]["players"][1]["held"] > 0
    while not bea.on_turn:
        ana.play()
        ana.wait(lambda ana: ana.on_turn or ana.state["board"]["turn"] == 1)
        bea.rest()
    assert len(bea.state["hand"]) == bea.state["board"]["players"][1]["held"]


def test_ids_are_a_persons_and_not_a_seats(server: Server) -> None:
    host, guest = server.begin()
    path = f"/tables/{host.seated['code']}/seats"
    assert guest.ask("say", id="1", phrase="hello")["type"] == "done"
    guest.ask("leave", id="2")
    other = Client(server, server.post(path, {"name": "Quin", "seat": 1}).json())
    before = other.seq
    assert other.ask("say", id="1", phrase="hello")["seq"] > before


def test_a_host_who_has_gone_before_the_game_is_followed_by_another(own_server: Server) -> None:
    settings = {"grace": 5}
    host, guest = (Client(own_server, seat) for seat in own_server.open(settings=settings))
    host.close()
    assert guest.refusal("start") == "not-host"
    guest.wait(lambda guest: guest.table["host"] == guest.seat)
    assert guest.ask("start")["type"] == "done"


# --- Connections that only keep others waiting


IMPATIENT = "import skipbo.server.patience as patience; patience.ASKING = 0.5"


@pytest.mark.parametrize("begun", [b"", b"GET /api/hea", b"GET /api/health HTTP/1.1\r\nHost: l"])
def test_half_a_request_is_not_waited_for(begun: bytes, tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", IMPATIENT) as server:
        with socket.create_connection(server.place) as half:
            half.sendall(begun)
            half.settimeout(PLENTY)
            with contextlib.suppress(ConnectionResetError):
                assert half.recv(100) == b""
        assert server.get("/health").status_code == 200


def test_an_address_has_only_so_many_connections(own_server: Server) -> None:
    silent = [socket.create_connection(own_server.place) for _ in range(130)]
    try:
        eventually(lambda: own_server.open_files() < 130)
        with pytest.raises(httpx.TransportError):  # this address has used up what it has
            own_server.get("/health")
    finally:
        for connection in silent:
            connection.close()
    eventually(lambda: answers(own_server))


def answers(server: Server) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return server.get("/health").status_code == 200
    return False


@pytest.mark.parametrize(
    "wrong",
    [
        ("--workers", "-3"),
        ("--port", "70000"),
        ("--tables-per-address", "0"),
        ("--origin", "foo"),
        ("--name", ""),
        ("--store", "sqlite:"),
        ("--store", "postgres://somewhere"),
    ],
)
def test_options_that_cannot_be_are_told(
    wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *wrong]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert wrong[0].strip("-").partition("-")[0] in told
