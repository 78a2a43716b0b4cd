"""Table mode at the server: anyone may act, everybody is told the same, the log's order decides."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.serving import asking, joined, opened, sit

from skipbo.bots import slips
from skipbo.server import live

KITCHEN = {"players": 2, "enforcement": "table", "first": 0}
PARTNERS = {**KITCHEN, "players": 4, "partners": True}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with asking(tmp_path / "tables.db") as client:
        yield client


class Person:
    """Somebody at a table, who keeps what was last shown and all that was told."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.state = socket.state
        self.told: list[Any] = []
        self.count = 0

    def do(self, move: str, after: int | None = None) -> Any:
        """Ask for a move and hear the answer; what comes before it is taken in."""
        after = self.state["seq"] if after is None else after
        return self.ask(type="play", move=move, after=after)

    def ask(self, **frame: Any) -> Any:
        self.count += 1
        self.socket.send_json({"id": str(self.count), **frame})
        while True:
            heard = self.socket.receive_json()
            self._take_in(heard)
            if heard.get("id") == str(self.count):
                return heard

    def catch_up(self, seq: int) -> Any:
        while self.state["seq"] < seq:
            self._take_in(self.socket.receive_json())
        return self.state

    def _take_in(self, frame: Any) -> None:
        if frame["type"] == "state":
            self.state = frame
            self.told += frame["happened"]

    @property
    def manners(self) -> Any:
        return self.state["board"]["manners"]

    def rulings(self) -> list[tuple[str, int, int | None]]:
        ruled = [told for told in self.told if told["kind"] == "ruled"]
        return [(told["ruling"], told["seat"], told["other"]) for told in ruled]


def seat_people(client: TestClient, options: dict[str, Any], bots: int = 0) -> list[Any]:
    """A table of Deluxe with somebody on every seat but the last ones."""
    settings = {"pace": "instant", "level": "easy", "slips": bots > 0}
    first = opened(client, edition="deluxe", options=options, settings=settings)
    names = [f"Guest {i}" for i in range(1, options["players"] - bots)]
    return [first, *(sit(client, first["code"], name=name).json() for name in names)]


@contextlib.contextmanager
def at_table(client: TestClient, seated: list[Any]) -> Iterator[list[Person]]:
    """Everybody is there, and the first game is dealt."""
    with contextlib.ExitStack() as stack:
        there = [Person(stack.enter_context(joined(client, seat))) for seat in seated]
        all_catch_up(there, there[0].ask(type="start")["seq"])
        yield there


@contextlib.contextmanager
def people(client: TestClient, options: dict[str, Any], bots: int = 0) -> Iterator[list[Person]]:
    with at_table(client, seat_people(client, options, bots)) as there:
        yield there


def all_catch_up(there: list[Person], seq: int) -> None:
    for person in there:
        person.catch_up(seq)


def discard(person: Person) -> Any:
    return person.do(f"h{person.state['hand'][0]}>d1")


def test_classic_is_refused_with_the_reason(client: TestClient) -> None:
    options = {"enforcement": "table"}
    refused = client.post("/api/tables", json={"edition": "classic", "options": options})
    assert refused.status_code == 422
    assert (refused.json()["code"], refused.json()["kind"]) == ("bad-options", "special")
    opened(client, edition="classic", options={**options, "special": True})


def test_t1_cards_are_taken_by_hand_and_one_too_many_is_told_to_all(client: TestClient) -> None:
    with people(client, KITCHEN) as (ana, ben):
        assert (ana.state["hand"], ana.state["legal"]) == ([], ["take", "draw"])
        assert ana.manners["due"] == 5
        assert ana.ask(type="ask")["code"] == "no-hint"
        assert ana.do("s>d1")["code"] == "illegal"
        ana.do("take")
        seq = ana.do("draw")["seq"]
        assert "take" not in ana.state["legal"]
        assert {"take", "call"} <= set(ana.state["slips"])
        stock = ana.state["board"]["players"][0]["stock"]
        seq = ana.do("take")["seq"]
        ben.catch_up(seq)
        assert ana.rulings() == ben.rulings() == [("overdraw", 0, None)]
        assert ben.state["board"]["players"][0]["stock"] == stock + 1
        drew = [told["cards"] for told in ben.told if told["kind"] == "drew"]
        assert drew == [1, 4]


def test_t2_a_call_before_the_discard_undoes_it_and_the_discard_is_late(client: TestClient) -> None:
    with people(client, KITCHEN) as (ana, ben):
        before = ana.state["board"]
        seq = ben.do("draw")["seq"]
        ana.catch_up(seq)
        assert (ana.manners["right"], ana.state["board"]["turn"]) == (0, 1)
        assert ben.ask(type="ask")["code"] == "no-hint"
        assert ana.do("take")["code"] == "illegal"
        old, seen = ben.state["hand"], ben.state["seq"]
        seq = ana.do("call")["seq"]
        crossing = ben.do(f"h{old[0]}>d1", after=seen)
        assert crossing["code"] == "late"
        ben.catch_up(seq)
        undone = [("out-of-turn", 1, 0), ("undone", 1, 0)]
        assert ana.rulings() == ben.rulings() == undone
        assert ben.state["hand"] == []
        now = ben.state["board"]
        assert now["manners"].pop("no_draw") == [1]
        assert before["manners"].pop("no_draw") == []
        assert now == before


def test_t2_a_call_that_crosses_the_discard_is_late_for_both(client: TestClient) -> None:
    with people(client, KITCHEN) as (ana, ben):
        seen = ben.do("draw")["seq"]
        ana.catch_up(seen)
        discard(ben)
        seq = ana.do("call", after=seen)["seq"]
        ben.catch_up(seq)
        story = [("out-of-turn", 1, 0), ("stands", 1, 0), ("late-call", 0, None)]
        assert ana.rulings() == ben.rulings() == story
        assert ana.told[-4:] == ben.told[-4:]
        assert ana.manners["wrong_calls"] == [0, 0]
        assert ana.state["board"]["turn"] == 0, "left of the one who played, with two players"


def test_t3_p5_a_partner_who_speaks_may_be_called(client: TestClient) -> None:
    with people(client, PARTNERS) as there:
        ana, ben, partner, _ = there
        seq = partner.ask(type="say", phrase="hurry")["seq"]
        assert ana.do("draw", after=seq - 1)["type"] == "done", "words make no move late"
        all_catch_up(there, seq + 1)
        assert [person.manners["talked"] for person in there] == [2] * 4
        stock = ben.state["board"]["players"][2]
        seq = ben.do("call")["seq"]
        all_catch_up(there, seq)
        assert [person.rulings() for person in there] == [[("two-cards", 2, 1)]] * 4
        now = ben.state["board"]["players"][2]
        assert (now["stock"], now["stock_top"]) == (stock["stock"] + 2, stock["stock_top"])


def test_t3_others_may_speak_and_talk_is_no_move(client: TestClient) -> None:
    with people(client, PARTNERS) as there:
        there[0].ask(type="say", phrase="hurry")
        seq = there[1].ask(type="say", phrase="hurry")["seq"]
        all_catch_up(there, seq)
        assert there[0].manners["talked"] is None
        assert there[2].do("talk")["code"] == "illegal"


def test_t5_wrong_calls_are_counted_and_do_not_disturb(client: TestClient) -> None:
    with people(client, KITCHEN) as (ana, ben):
        seen = ana.state["seq"]
        for _ in range(3):
            assert ben.do("call")["type"] == "done"
        assert ben.do("call")["code"] == "illegal"
        assert ben.manners == {**ben.manners, "wrong_calls": [0, 3], "silenced": [1]}
        assert "call" not in ben.state["slips"]
        assert ana.do("draw", after=seen)["type"] == "done", "a wrong call makes no move late"


def test_a_table_is_its_log_also_in_table_mode(tmp_path: Path) -> None:
    """A restarted server shows the same, in the midst of a turn out of turn."""
    store = tmp_path / "restarted.db"
    with asking(store) as client:
        seated = seat_people(client, PARTNERS)
        with at_table(client, seated) as there:
            ana, ben, partner, _ = there
            partner.ask(type="say", phrase="wow")
            ana.do("draw")
            ana.do("take")
            ben.catch_up(ana.state["seq"])
            ben.do("call")
            all_catch_up(there, ben.do("draw")["seq"])
            shown = [person.state for person in there]
            story = ana.rulings()
    assert story == [("overdraw", 0, None), ("two-cards", 2, 1), ("out-of-turn", 1, 0)]
    with asking(store) as client:
        for seat, before in zip(seated, shown, strict=True):
            with joined(client, seat) as socket:
                same = {key: socket.state[key] for key in ("board", "hand", "legal", "slips")}
                assert same == {key: before[key] for key in same}
                again = [told for told in socket.state["happened"] if told["kind"] == "ruled"]
                assert [(told["ruling"], told["seat"], told["other"]) for told in again] == story


def test_bots_draw_by_hand_and_never_slip_by_themselves(client: TestClient) -> None:
    seated = opened(
        client,
        edition="deluxe",
        options={**KITCHEN, "players": 3, "first": 1},
        settings={"pace": "instant", "level": "easy"},
        start=True,
    )
    with joined(client, seated) as socket:
        person = Person(socket)
        while person.state["board"]["turn"] != 0:
            person.catch_up(person.state["seq"] + 1)
        assert person.rulings() == []
        assert person.manners["due"] == 5


def set_chances(monkeypatch: pytest.MonkeyPatch, chance: str) -> None:
    """Bots do one thing whenever they can, and nothing else."""
    for name in ("OVERDRAWS", "JUMPS_IN", "TALKS", "NOTICES", "CALLS_WRONGLY"):
        monkeypatch.setattr(slips, name, float(name == chance))


@pytest.mark.parametrize(
    ("chance", "first", "ruling"),
    [
        ("OVERDRAWS", 2, ("overdraw", 2, None)),
        ("JUMPS_IN", 0, ("out-of-turn", 2, 0)),
        ("CALLS_WRONGLY", 0, ("wrong-call", 2, None)),
        ("NOTICES", 0, ("undone", 1, 2)),
    ],
)
def test_bots_slip_and_call_where_the_settings_ask_for_it(
    client: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    chance: str,
    first: int,
    ruling: tuple[str, int, int | None],
) -> None:
    set_chances(monkeypatch, chance)
    monkeypatch.setattr(live, "TO_CALL", 0.0)
    with people(client, {**KITCHEN, "players": 3, "first": first}, bots=1) as (_, ben):
        if chance == "NOTICES":
            ben.do("take")
        while ruling not in ben.rulings():
            ben.catch_up(ben.state["seq"] + 1)


def test_a_bot_that_talks_says_something(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_chances(monkeypatch, "TALKS")
    with people(client, PARTNERS, bots=2) as (ana, _):
        while ana.manners["talked"] != 2:
            ana.catch_up(ana.state["seq"] + 1)
        assert [told["seat"] for told in ana.told if told["kind"] == "said"] == [2]


def test_nobody_sees_hands_by_going_from_seat_to_seat(client: TestClient) -> None:
    """Whoever sits down in mid-game may call, but not jump in."""
    seated = seat_people(client, KITCHEN)
    with at_table(client, seated) as (ana, ben):
        for person, other in ((ana, ben), (ben, ana)):
            person.do("draw")
            other.catch_up(discard(person)["seq"])
        ben.ask(type="leave")
        with joined(client, sit(client, seated[0]["code"], name="Cem").json()) as socket:
            newcomer = Person(socket)
            assert (newcomer.state["hand"], newcomer.state["slips"]) == (None, ["call"])
            assert newcomer.do("take")["code"] == "not-your-turn"
            assert newcomer.do("call")["type"] == "done"


def test_nobody_sits_down_where_a_turn_is_played_out_of_turn(client: TestClient) -> None:
    seated = seat_people(client, KITCHEN)
    with at_table(client, seated) as (_, ben):
        ben.do("take")
        ben.ask(type="leave")
        for where in ({}, {"seat": 1}):
            refused = sit(client, seated[0]["code"], name="Cem", **where)
            assert refused.json()["code"] == "seat-taken"
