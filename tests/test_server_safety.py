"""Whatever is sent to the server, it says no with a clear code and goes on."""

import asyncio
import contextlib
import http.client
import json
import sqlite3
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.serving import (
    GENEROUS,
    HERE,
    SOCKET,
    answers,
    ask,
    asking,
    hear,
    joined,
    listening,
    opened,
    sit,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import skipbo
from skipbo.server import hub, socket, workers
from skipbo.server.guard import HEADERS, Doors, Limits, Rates, address_of
from skipbo.server.refusal import Refused
from skipbo.server.run import Options

HELLO = {"type": "hello", "table": "A" * 16}
FOREIGN = {"origin": "https://evil.example"}
DEEP = "[" * 50_000


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def client(store: Path) -> Iterator[TestClient]:
    """A client whose server must still be well at the end of the test."""
    with asking(store) as client:
        yield client
        assert client.get("/api/health").json()["status"] == "ok"


def code_of(answer: Any) -> tuple[int, str]:
    """Status and code of an answer that is no success."""
    return answer.status_code, answer.json()["code"]


def closed(client: TestClient, *frames: str | bytes) -> tuple[str | None, int]:
    """What was refused, and with which code the socket was closed, after these frames."""
    refused = None
    with client.websocket_connect(HERE) as ws:
        for frame in frames:
            if isinstance(frame, str):
                ws.send_text(frame)
            else:
                ws.send_bytes(frame)
        try:
            while True:
                frame = ws.receive_json()
                refused = frame["code"] if frame["type"] == "refused" else refused
        except WebSocketDisconnect as end:
            return refused, end.code


def turned_away(client: TestClient, headers: dict[str, str]) -> bool:
    """Whether a socket was refused before it was one."""
    try:
        with client.websocket_connect(HERE, headers=headers):
            return False
    except WebSocketDisconnect:
        return True


# --- Who asks


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1.evil.example", "http://[", "//"]
)
def test_a_foreign_page_gets_nothing(client: TestClient, origin: str) -> None:
    headers = {"origin": origin}
    assert code_of(client.get("/api/editions", headers=headers)) == (403, "foreign")
    assert code_of(client.post("/api/tables", json={}, headers=headers)) == (403, "foreign")
    assert turned_away(client, headers)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.nip.io", "", "[", "a:b", "127.1"])
def test_an_unknown_host_name_gets_nothing(client: TestClient, host: str) -> None:
    headers = {"host": host}
    assert code_of(client.get("/api/editions", headers=headers)) == (403, "foreign")
    assert turned_away(client, headers)


def test_a_page_under_a_name_that_points_here_gets_nothing(client: TestClient) -> None:
    headers = {"host": "evil.example:8321", "origin": "http://evil.example:8321"}
    assert code_of(client.post("/api/tables", json={}, headers=headers)) == (403, "foreign")
    assert turned_away(client, headers)


@pytest.mark.parametrize("host", ["localhost:8321", "127.0.0.1", "[::1]:8321"])
def test_ones_own_page_and_programs_are_let_in(host: str) -> None:
    Doors(()).check({"host": host})
    Doors(()).check({"host": host, "origin": f"http://{host}"})


def test_a_server_for_all_addresses_answers_to_addresses_and_not_to_names() -> None:
    doors = Doors(["0.0.0.0"])
    doors.check({"host": "192.168.1.7:8321"})
    with pytest.raises(Refused):
        doors.check({"host": "evil.example:8321"})


def test_a_site_that_was_named_may_ask_from_its_own_host() -> None:
    doors = Doors((), ["https://play.example.org"])
    doors.check({"host": "play.example.org", "origin": "https://play.example.org"})
    with pytest.raises(Refused):
        doors.check({"host": "play.example.org", "origin": "https://evil.example"})


def test_it_listens_on_this_machine_alone_unless_told() -> None:
    assert Options().host == "127.0.0.1"


# --- Frames


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "hello",
        "null",
        "{}",
        '{"type":"play"}',
        '{"type":"no-such-type"}',
        '{"type":"ping"}',
        json.dumps({**HELLO, "extra": 1}),
        json.dumps({**HELLO, "table": "../../etc/passwd"}),
        json.dumps({**HELLO, "token": ["a"]}),
        json.dumps({**HELLO, "seen": -1}),
        '{"type":"hello","table":"\\ud800"}',
        DEEP[:8000],
        "x" * 8193,
        b'{"type":"hello"}',
    ],
)
def test_a_first_frame_that_is_no_hello_closes_the_socket(
    client: TestClient, frame: str | bytes
) -> None:
    assert closed(client, frame) == ("bad-frame", 1008)


def test_an_unknown_table_and_a_forged_token_have_close_codes_of_their_own(
    client: TestClient,
) -> None:
    table = opened(client)["code"]
    assert closed(client, json.dumps(HELLO)) == ("no-table", 4404)
    forged = json.dumps({**HELLO, "table": table, "token": "x" * 32})
    assert closed(client, forged) == ("bad-token", 4401)


def test_silence_instead_of_hello_is_not_waited_for(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "GREETING", 0.05)
    assert closed(client) == (None, 1013)


@pytest.mark.parametrize(
    "frame",
    [
        "[]",
        DEEP[:8000],
        '{"type":"play","id":"ask","after":0}',
        '{"type":"play","id":"ask","after":"0","move":"s>b1"}',
        '{"type":"say","id":"ask","text":""}',
        '{"type":"say","id":"ask"}',
        '{"type":"say","id":"ask","phrase":"<script>"}',
        '{"type":"leave","id":"ask","seat":6}',
        '{"type":"hello","table":"AAAAAAAAAAAAAAAA"}',
    ],
)
def test_a_bad_frame_later_is_refused_and_the_socket_stays(client: TestClient, frame: str) -> None:
    with joined(client, opened(client)) as ws:
        ws.send_text(frame)
        assert hear(ws, "refused")["code"] == "bad-frame"
        assert answers(ws)


@pytest.mark.parametrize("move", ["s>b1", "h13>b1", "pass", "place:1,2", "\u202e", "'; DROP--"])
def test_a_move_that_cannot_be_is_refused(client: TestClient, move: str) -> None:
    with joined(client, opened(client, start=True, options={"players": 2})) as ws:
        if move not in ws.state["legal"]:
            assert ask(ws, type="play", after=99, move=move)["code"] == "illegal"
        assert answers(ws)


def test_what_the_host_may_others_may_not(client: TestClient) -> None:
    host = opened(client)
    guest = sit(client, host["code"], name="Guest").json()
    with joined(client, guest) as ws:
        assert ask(ws, type="start")["code"] == "not-host"
        assert ask(ws, type="leave", seat=0)["code"] == "not-host"
        assert ask(ws, type="configure", settings={"chat": True})["code"] == "not-host"
        assert ask(ws, type="play", after=9, move="s>b1")["code"] == "no-game"


def test_a_seat_plays_for_itself_alone(client: TestClient) -> None:
    host = opened(client, options={"players": 2})
    guest = sit(client, host["code"]).json()
    with joined(client, host) as first, joined(client, guest) as second:
        first.send_json({"type": "start", "id": "start"})
        legal = hear(first, "state")["legal"]
        answer = ask(second, type="play", after=99, move=legal[0])
        assert answer["code"] == "not-your-turn"


def test_a_frame_of_ten_megabytes_closes_its_socket_alone(store: Path) -> None:
    with listening(store) as address, connect(f"ws://{address}{SOCKET}") as ws:
        with contextlib.suppress(ConnectionClosed, OSError):  # it need not take it all
            ws.send("x" * 10_000_000)
        with pytest.raises((ConnectionClosed, OSError)):
            ws.recv(timeout=10)
        assert httpx.get(f"http://{address}/api/health").json()["status"] == "ok"


def test_a_text_that_is_not_utf8_closes_its_socket_alone(store: Path) -> None:
    with listening(store) as address, connect(f"ws://{address}{SOCKET}") as ws:
        ws.send(b"\xff\xfe{", text=True)
        with pytest.raises(ConnectionClosed) as end:
            ws.recv(timeout=10)
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == 1007
        assert httpx.get(f"http://{address}/api/health").json()["status"] == "ok"


# --- Floods


def pings_until_closed(client: TestClient, seated: Any, watching: bool) -> tuple[int, str, int]:
    pongs, refused = 0, ""
    with joined(client, seated, watching) as ws:
        try:
            for _ in range(20):
                ws.send_text('{"type":"ping"}')
            while True:
                frame = hear(ws, "pong", "refused")
                pongs += frame["type"] == "pong"
                refused = frame.get("code", refused)
        except WebSocketDisconnect as end:
            return pongs, refused, end.code


def test_too_many_frames_close_the_socket_and_a_watchers_sooner(store: Path) -> None:
    with asking(store, Limits(frames=(9, 1e6), watching=(4, 1e6))) as client:
        seated = opened(client)
        assert pings_until_closed(client, seated, False) == (9, "too-fast", 1008)
        assert pings_until_closed(client, seated, True) == (4, "too-fast", 1008)
        with joined(client, seated) as ws:  # comes back
            assert answers(ws)


def test_an_address_opens_only_so_many_tables(store: Path) -> None:
    with asking(store, Limits(tables=(3, 1e6))) as client:
        answers = [client.post("/api/tables", json={}) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
        assert answers[-1].json()["code"] == "too-fast"


def test_a_server_holds_only_so_many_tables(store: Path) -> None:
    with asking(store, Limits(all_tables=1)) as client:
        opened(client)
        assert code_of(client.post("/api/tables", json={})) == (503, "too-many")


def test_an_address_takes_only_so_many_seats(store: Path) -> None:
    with asking(store, Limits(seats=(2, 1e6))) as client:
        code = opened(client, options={"players": 6})["code"]
        answers = [sit(client, code, name=f"P{i}").status_code for i in range(3)]
        assert answers == [201, 201, 429]


def test_an_address_asks_only_so_often(store: Path) -> None:
    with asking(store, Limits(requests=(2, 1e6))) as client:
        answers = [client.get("/api/health").status_code for _ in range(3)]
        assert answers == [200, 200, 429]


def test_an_address_comes_only_so_often(store: Path) -> None:
    with asking(store, Limits(requests=(2, 1e6))) as client:
        assert [turned_away(client, {}) for _ in range(3)] == [False, False, True]


def test_an_address_has_only_so_many_sockets(store: Path) -> None:
    limits = Limits(connections=2)
    with listening(store, limits) as address:
        url = f"ws://{address}{SOCKET}"
        with connect(url), connect(url), pytest.raises(InvalidStatus):
            connect(url)
        for _ in range(200):  # their places are free again
            try:
                with connect(url):
                    break
            except InvalidStatus:
                time.sleep(0.02)
        else:
            pytest.fail("a closed socket is still counted")


def test_rates_forget_addresses_before_they_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("skipbo.server.guard.ADDRESSES_KEPT", 10)
    rates = Rates(1, 1e6)
    for i in range(100):
        rates.take(f"10.0.0.{i}", "requests")
    assert len(rates._rates) == 10


def test_a_table_has_only_so_long_a_log(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skipbo.server.live.LONGEST_LOG", 4)
    with joined(client, opened(client)) as ws:
        answers = [ask(ws, type="say", id=f"say{i}", phrase="hello") for i in range(4)]
    assert [answer.get("code") for answer in answers] == [None, None, "too-many", "too-many"]


# --- Requests


@pytest.mark.parametrize(
    ("path", "most"), [("/api/tables", 8192), ("/api/replay", 524_288), ("/api/check", 524_288)]
)
def test_a_request_that_is_too_long_is_not_read(client: TestClient, path: str, most: int) -> None:
    answer = client.post(path, content=b'"' + b"x" * most)
    assert code_of(answer) == (413, "bad-frame")


@pytest.mark.parametrize(
    "body",
    [b"", b"null", b"[]", b"\xff\xfe", DEEP[:8000].encode(), b'{"name":"\\ud800"}', b'{"x":1}'],
)
def test_a_request_that_is_not_understood_is_refused(client: TestClient, body: bytes) -> None:
    assert code_of(client.post("/api/tables", content=body)) == (400, "bad-frame")


@pytest.mark.parametrize(
    "options",
    [
        {"stock": 10**30},
        {"stock": -1},
        {"players": 7},
        {"players": "2"},
        {"players": True},
        {"edition": "dice"},
        {"self": 1},
        {"name": "x"},
        {"__class__": 1},
        {"x" * 5000: 1},
    ],
)
def test_options_that_cannot_be_are_refused(client: TestClient, options: Any) -> None:
    answer = client.post("/api/tables", json={"options": options})
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] in ("bad-options", "bad-frame")
    assert len(answer.content) < 1000


@pytest.mark.parametrize("game", ["0", "2", "9" * 5000, "-1", "x", "1.5"])
def test_a_game_that_is_not_there_has_no_record(client: TestClient, game: str) -> None:
    code = opened(client, start=True)["code"]
    answer = client.get(f"/api/tables/{code}/games/{game}/record")
    assert answer.status_code in (404, 409)


def test_a_game_in_progress_shows_no_record_replay_or_review(client: TestClient) -> None:
    code = opened(client, start=True)["code"]
    for what in ("record", "replay", "review"):
        answer = client.get(f"/api/tables/{code}/games/1/{what}")
        assert code_of(answer) == (409, "no-game")


@pytest.mark.parametrize("text", ["", "x", "skipbo record 1\n", "skipbo record 1\n" + "a\n" * 9999])
def test_a_record_that_is_none_is_refused(client: TestClient, text: str) -> None:
    for what in ("replay", "check"):
        answer = client.post(f"/api/{what}", json={"record": text})
        assert code_of(answer) == (422, "bad-record")


def test_a_record_is_fair_or_not_or_cannot_be_checked(client: TestClient) -> None:
    game = skipbo.new("classic", stock=1)
    bot, rng = skipbo.bot("greedy"), Random(1)
    while not game.over:
        game.play(bot.choose(game.view(game.seat), game.legal(), rng))
    text = game.record().dumps()
    changed = text.replace("shuffle: ", "shuffle: 12 ", 1)
    seedless = "".join(line for line in text.splitlines(True) if not line.startswith("seed:"))

    def verdict(text: str) -> str:
        return str(client.post("/api/check", json={"record": text}).json()["verdict"])

    assert [verdict(each) for each in (text, changed, seedless)] == ["fair", "unfair", "unknown"]


def test_a_record_with_more_moves_than_any_game_is_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skipbo.server.replays.LONGEST_GAME", 5)
    text = finished_game().record().dumps()
    assert code_of(client.post("/api/replay", json={"record": text})) == (422, "bad-record")


def finished_game() -> skipbo.Game:
    game = skipbo.new("dice", players=2, seed=1)
    rng = Random(1)
    while not game.over:
        game.play(rng.choice(game.legal()))
    return game


def test_a_request_that_breaks_off_is_nobodys_fault(
    store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with listening(store) as address:
        half = http.client.HTTPConnection(address)
        half.putrequest("POST", "/api/tables")
        half.putheader("content-length", "100")
        half.endheaders(b"{")
        half.close()
        assert httpx.get(f"http://{address}/api/health").json()["status"] == "ok"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


# --- Names and words


@pytest.mark.parametrize(
    "name",
    [
        *("<script>", "a<b", "x\u202ey", "\u2066x\u2069", "a\x00b", "\x1b[31m", "\u200b", " "),
        *("a\ufeff", "\u0301\u0301\u0301", "a\u0301\u0301\u0301\u0301", "%s{}", '"'),
    ],
)
def test_a_name_is_plain_text(client: TestClient, name: str) -> None:
    answer = client.post("/api/tables", json={"name": name})
    assert code_of(answer) == (422, "bad-name")
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("name", ["Zoë", "O'Neill", "李小龍", "Ana-María", "נועה", "🙂", "Nr. 5"])
def test_people_may_be_called_what_they_are_called(client: TestClient, name: str) -> None:
    code = opened(client, name=name)["code"]
    assert client.get(f"/api/tables/{code}").json()["seats"][0]["name"] == name


def test_nobody_takes_the_name_of_somebody_here(client: TestClient) -> None:
    code = opened(client, name="Anna")["code"]
    assert code_of(sit(client, code, name="ANNA")) == (409, "name-taken")


def test_free_text_is_off_unless_the_host_turns_it_on(client: TestClient) -> None:
    with joined(client, opened(client)) as ws:
        assert ask(ws, type="say", text="hello")["code"] == "no-chat"
        assert ask(ws, type="say", phrase="hello")["type"] == "done"


@pytest.mark.parametrize("text", ["a\u202eb", "a\x07b", "\u200b", "\ue000", "a\u2066b", " "])
def test_text_has_no_signs_that_cannot_be_seen(client: TestClient, text: str) -> None:
    with joined(client, opened(client, settings={"chat": True})) as ws:
        assert ask(ws, type="say", text=text)["code"] == "bad-frame"


def test_markup_in_text_is_text(client: TestClient) -> None:
    with joined(client, opened(client, settings={"chat": True})) as ws:
        ws.send_json({"type": "say", "id": "1", "text": "<script>alert(1)</script>"})
        said = hear(ws, "state")["happened"]
        assert said[0]["text"] == "<script>alert(1)</script>"
        assert hear(ws, "done")["id"] == "1"


# --- Tokens, tickets and codes


def test_a_token_is_told_once_and_never_kept(client: TestClient, store: Path) -> None:
    seated = opened(client, start=True)
    token = seated["token"].encode()
    with joined(client, seated) as ws, joined(client, seated, watching=True) as watcher:
        frames = [
            ws.state,
            watcher.state,
            ask(ws, type="say", phrase="wow"),
            hear(watcher, "state"),
        ]
    shown = json.dumps(frames).encode() + client.get(f"/api/tables/{seated['code']}").content
    assert token not in shown
    with sqlite3.connect(store) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = b"".join(path.read_bytes() for path in store.parent.iterdir())
    assert b'"sat"' in kept
    assert token not in kept


def test_only_their_owner_may_read_the_files(client: TestClient, store: Path) -> None:
    opened(client)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in store.parent.iterdir()}
    assert modes
    assert set(modes.values()) == {0o600}, modes


def test_another_tables_token_is_none_here(client: TestClient) -> None:
    here, there = opened(client), opened(client)
    answer = client.post(
        f"/api/tables/{here['code']}/tickets", headers={"authorization": f"Bearer {there['token']}"}
    )
    assert code_of(answer) == (401, "bad-token")
    hello = json.dumps({**HELLO, "table": here["code"], "token": there["token"]})
    assert closed(client, hello) == ("bad-token", 4401)


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic eDp5", "Bearer \xe9"])
def test_a_ticket_needs_a_token(client: TestClient, header: str) -> None:
    code = opened(client)["code"]
    headers = {"authorization": header.encode("latin-1")}
    answer = client.post(f"/api/tables/{code}/tickets", headers=headers)
    assert code_of(answer) == (401, "bad-token")


def ticket_for(client: TestClient, seated: Any) -> str:
    answer = client.post(
        f"/api/tables/{seated['code']}/tickets",
        headers={"authorization": f"Bearer {seated['token']}"},
    )
    return str(answer.json()["ticket"])


def test_a_ticket_works_once(client: TestClient) -> None:
    seated = opened(client)
    ticket = ticket_for(client, seated)
    moved = sit(client, seated["code"], ticket=ticket)
    assert moved.json()["seat"] == seated["seat"]
    assert moved.json()["token"] != seated["token"]
    assert code_of(sit(client, seated["code"], ticket=ticket)) == (401, "bad-token")


def test_a_ticket_expires(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "TICKET_LASTS", -1.0)
    seated = opened(client)
    assert code_of(sit(client, seated["code"], ticket=ticket_for(client, seated)))[0] == 401


def test_a_ticket_is_for_its_own_table(client: TestClient) -> None:
    here, there = opened(client), opened(client)
    assert code_of(sit(client, there["code"], ticket=ticket_for(client, here)))[0] == 401


def test_a_ticket_is_void_once_its_owner_has_left(client: TestClient) -> None:
    host = opened(client)
    guest = sit(client, host["code"], name="Guest").json()
    ticket = ticket_for(client, guest)
    with joined(client, host) as ws:
        assert ask(ws, type="leave", seat=guest["seat"])["type"] == "done"
    assert sit(client, host["code"], name="Newcomer").json()["seat"] == guest["seat"]
    assert code_of(sit(client, host["code"], ticket=ticket)) == (401, "bad-token")


def test_the_watchers_code_cannot_sit(client: TestClient) -> None:
    seated = opened(client)
    assert code_of(sit(client, seated["watch"])) == (404, "no-table")
    with client.websocket_connect(HERE) as ws:
        ws.send_json({"type": "hello", "table": seated["watch"], "token": seated["token"]})
        welcome = ws.receive_json()
        assert (welcome["you"], welcome["code"]) == (None, None)
        assert seated["code"] not in json.dumps(welcome)
        assert ask(ws, type="start")["code"] == "not-seated"


def test_who_was_put_out_watches_and_cannot_come_back_by_the_old_token(
    client: TestClient,
) -> None:
    host = opened(client)
    guest = sit(client, host["code"], name="Guest").json()
    with joined(client, host) as ws, joined(client, guest) as out:
        ask(ws, type="leave", seat=guest["seat"])
        assert hear(out, "welcome")["you"] is None
        assert ask(out, type="say", phrase="hello")["code"] == "not-seated"
    hello = json.dumps({**HELLO, "table": host["code"], "token": guest["token"]})
    assert closed(client, hello) == ("bad-token", 4401)


# --- The page and the headers


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>")
    (folder / "assets" / "index-abc.js").write_text("//")
    (folder / "secret.txt").write_text("secret")
    return folder


@pytest.mark.parametrize(
    "name",
    [
        *("..%2fsecret.txt", "%2e%2e%2fsecret.txt", "..%5csecret.txt", "../secret.txt"),
        *("%2fetc%2fpasswd", "index-abc.js%00.txt", "", "no.js", "x" * 5000),
    ],
)
def test_only_files_of_the_page_are_given(store: Path, built: Path, name: str) -> None:
    with asking(store, page=built) as client:
        answer = client.get(f"/assets/{name}")
        assert code_of(answer) == (404, "not-found")
        assert client.get("/assets/index-abc.js").status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/t/AAAAAAAAAAAAAAAA", 200),
        ("GET", "/assets/index-abc.js", 200),
        ("GET", "/assets/no.js", 404),
        ("GET", "/api/health", 200),
        ("GET", "/api/editions", 200),
        ("GET", "/api/tables/AAAAAAAAAAAAAAAA", 404),
        ("GET", "/no/such/page", 404),
        ("DELETE", "/api/tables", 405),
        ("POST", "/api/tables", 400),
        ("HEAD", "/", 200),
    ],
)
def test_every_answer_keeps_a_page_to_itself(
    store: Path, built: Path, method: str, path: str, status: int
) -> None:
    with asking(store, page=built) as client:
        answer = client.request(method, path)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


def test_what_fails_inside_tells_nothing_and_has_the_headers(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("skipbo.server.app.edition_infos", fail)
    answer = client.get("/api/editions")
    assert code_of(answer) == (500, "failed")
    assert "secret" not in answer.text
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere() -> None:
    policy = HEADERS["content-security-policy"]
    parts = dict(part.split(" ", 1) for part in policy.split("; "))
    assert parts["default-src"] == "'none'"
    assert parts["script-src"] == parts["style-src"] == "'self'"
    assert parts["frame-ancestors"] == parts["base-uri"] == "'none'"
    assert "unsafe" not in policy
    assert "*" not in policy


def test_the_server_does_not_say_what_it_is_made_of(store: Path) -> None:
    with listening(store) as address:
        for path in ("/", "/api/health", "/no"):
            headers = httpx.get(f"http://{address}{path}").headers
            assert not {"server", "date", "x-powered-by"} & set(headers)


# --- Thinking apart

# A worker that answers with the first move, except to the bots it is told to be slow for.
SCRIPT = """
import json, pathlib, sys, time
slow, go = sys.argv[1].split(","), pathlib.Path(sys.argv[2])
for line in sys.stdin:
    asked = json.loads(line)
    while asked["bot"] in slow and not go.exists():
        time.sleep(0.01)
    print(json.dumps({"move": asked["legal"][0]}), flush=True)
"""


@pytest.fixture
def go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Workers hang on every strong bot until this file is there."""
    go = tmp_path / "go"
    slow = "s1-old,planner,hard-bot"
    monkeypatch.setattr(workers, "COMMAND", (sys.executable, "-c", SCRIPT, slow, str(go)))
    return go


def asked_about() -> tuple[Any, Any]:
    game = skipbo.new("classic", players=2, seed=1)
    return game.view(0), game.legal()


def test_a_worker_that_hangs_is_ended_and_a_simpler_bot_plays(go: Path) -> None:
    view, legal = asked_about()

    async def choose() -> tuple[str, int | None]:
        pool = workers.Workers(1, deadline=0.3)
        await pool.choose("greedy", view, legal)  # it runs
        process = pool._all[0]._process
        assert process
        move = await pool.choose("hard-bot", view, legal)
        await pool.close()
        return move, process.returncode

    assert asyncio.run(choose()) == (str(legal[0]), -9)


def test_a_bot_plays_even_where_nothing_can_think(monkeypatch: pytest.MonkeyPatch) -> None:
    view, legal = asked_about()
    monkeypatch.setattr(workers, "COMMAND", (sys.executable, "-c", "pass"))

    async def choose() -> str:
        pool = workers.Workers(1)
        try:
            with pytest.raises(Refused, match="no hint"):
                await pool.hint(view, legal)
            with pytest.raises(Refused, match="nobody knows"):
                await pool.chance(view, legal)
            return await pool.choose("hard-bot", view, legal)
        finally:
            await pool.close()

    assert asyncio.run(choose()) in legal


def test_a_worker_is_told_one_seats_view_and_no_more(
    go: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, legal = asked_about()
    lines: list[str] = []

    async def exchange(self: Any, line: str) -> dict[str, Any]:
        lines.append(line)
        return {"move": legal[0]}

    monkeypatch.setattr(workers.Worker, "_exchange", exchange)
    asyncio.run(workers.Workers(1).choose("greedy", view, legal))
    told = json.loads(lines[0])
    assert set(told) == {"type", "legal", "seed", "view", "bot"}
    assert told["view"] == json.loads(view.dumps())


def test_a_bot_that_thinks_at_one_table_delays_no_other(
    store: Path, go: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skipbo.server.table.Table.bot", lambda self: "hard-bot")
    instant = {"pace": "instant"}
    with asking(store, GENEROUS) as client:
        thinking = opened(client, options={"players": 2}, settings=instant, start=True)
        other = opened(client, options={"players": 2})
        guest = sit(client, other["code"]).json()
        with joined(client, thinking) as one, joined(client, other) as two:
            discard = next(move for move in one.state["legal"] if ">d" in move)
            assert ask(one, type="play", after=99, move=discard)["type"] == "done"
            with joined(client, guest):
                assert ask(two, type="start", id="start")["type"] == "done"
                for i in range(20):
                    assert ask(two, type="say", id=f"say{i}", phrase="hurry")["type"] == "done"
            go.touch()
            moved = hear(one, "state")["happened"][0]  # nothing had happened there before
            assert (moved["kind"], moved["seat"], moved["bot"]) == ("moved", 1, True)


def test_a_hint_that_takes_long_delays_no_answer(
    store: Path, go: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = SCRIPT.replace('asked["bot"] in slow', "True")
    monkeypatch.setattr(workers, "COMMAND", (sys.executable, "-c", script, "", str(go)))
    with asking(store, GENEROUS) as client:
        seated = opened(client, options={"players": 2}, start=True)
        with joined(client, seated) as ws:
            ws.send_json({"type": "ask", "id": "hint"})
            ws.send_json({"type": "ping"})
            assert hear(ws, "pong", "hint", "refused")["type"] == "pong"
            assert ask(ws, type="ask", id="more")["code"] == "no-hint"
            ws.send_json({"type": "ask-chance", "id": "chance"})
            assert ask(ws, type="ask-chance", id="more")["code"] == "no-hint"


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
    ],
)
def test_a_network_of_ipv6_is_one_address(host: str, counted: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (host, 1)})) == counted
