"""No frame tells what its reader may not know.

A whole game is played at a real table, with every frame to every seat and to a spectator recorded.
Then, for many moments and every onlooker, all cards are exchanged that this onlooker has not seen
by then, and the same moves are played again: what the onlooker was sent must be the same, byte for
byte.
"""

import asyncio
import itertools
import json
import logging
import random
import secrets
import zlib
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec
import pytest
from starlette.websockets import WebSocket
from tests.server import sensible
from tests.strategies import HiddenPlaces

from skipbo.bots.chance import chance as chance_of
from skipbo.server import live, log, wire, wishes, worker
from skipbo.server import table as server_table
from skipbo.server.connection import encode
from skipbo.server.guard import Doors, Limits
from skipbo.server.hub import Hub
from skipbo.server.refusal import Refused
from skipbo.server.socket import Sockets
from skipbo.server.table import Table, key_of
from skipbo.server.workers import Workers
from skipbo.table import game as table_game
from skipbo.table.chance import Die, Seeded, seed_from
from skipbo.table.game import Game
from skipbo.table.view import RULINGS, View

SMALL = {"copies": 4, "wilds": 6, "stock": 4}  # so few cards that they are shuffled again
KINDS: dict[str, dict[str, Any]] = {
    "classic": {"edition": "classic", "options": {"players": 3, **SMALL, "stock": 5}},
    "partners": {"edition": "deluxe", "options": {"players": 4, "partners": True, **SMALL}},
    "mod": {"edition": "mod", "options": {"players": 3, **SMALL}},
    "kitchen": {  # slips, calls and penalties (T1-T5)
        "edition": "deluxe",
        "options": {"players": 4, "partners": True, "enforcement": "table", **SMALL, "copies": 6},
    },
}
EVERYTHING = (  # that the server can say in a game
    *("welcome", "table", "state", "done", "refused", "hint", "chance"),
    *("began", "moved", "drew", "shuffled", "undone", "ended", "sat", "said"),
    *("late", "illegal", "not-seated", "cannot-undo"),
)
ALSO = {  # in a game of this kind
    "kitchen": {f'"ruling":"{kind}"' for kind in RULINGS if kind != "new-stock"},
    **{kind: {'"not-your-turn"'} for kind in ("classic", "partners", "mod")},
}
REAL_CHANCES = ("classic",)  # asking the network costs three quarters of the time of a play
MOMENTS = {"classic": 6, "partners": 6, "mod": 6, "kitchen": 3}
ENDLESS = (10**6, 1.0)  # what is refused must not depend on how long anything takes
LIMITS = Limits(frames=ENDLESS, watching=ENDLESS, talk=ENDLESS)

Onlooker = int | None  # None: a spectator
Outcomes = dict[int, list[str]]  # what each shuffle and roll of a game brought


# --- What a table needs


class Known:
    """Chance that brings what is written down, or writes down what it brings."""

    commitment = "0" * 64

    def __init__(self, outcomes: Outcomes, shuffles: list[int]) -> None:
        self._outcomes = outcomes
        self._shuffles = shuffles  # which events were shuffles
        self._source = Seeded(seed_from(2))

    def shuffle(self, event: int, faces: Sequence[str]) -> list[str]:
        self._shuffles.append(event)
        if event not in self._outcomes:
            self._outcomes[event] = self._source.shuffle(event, faces)
        assert sorted(self._outcomes[event]) == sorted(faces)
        return list(self._outcomes[event])

    def roll(self, event: int, dice: Sequence[Die]) -> list[str]:
        if event not in self._outcomes:
            self._outcomes[event] = self._source.roll(event, dice)
        return list(self._outcomes[event])


class Memory:
    """A store without a disk."""

    def __init__(self) -> None:
        self.found: list[log.Found] = []
        self.entries: list[log.Entry] = []

    async def open(self, table: log.Found, entries: list[log.Entry]) -> None:
        self.found.append(table)
        self.entries += entries

    async def append(self, code: str, entries: list[log.Entry]) -> None:
        self.entries += entries

    async def load(self, code: str) -> list[log.Entry]:
        return self.entries

    async def find(self, code: str) -> log.Found | None:
        return next((table for table in self.found if code in (table.code, table.watch)), None)

    async def count(self) -> int:
        return len(self.found)

    async def remove_unused(self, days: float, unplayed_days: float) -> int:
        return 0

    async def close(self) -> None:
        pass


class Here(Workers):
    """Hints are thought of in this process; what is asked is what a worker would be told."""

    async def _exchange(self, line: str) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(json.dumps(worker.answer(json.loads(line))))
        return told


class Line:
    """A socket's other end: what is sent to it is kept."""

    def __init__(self, sockets: Sockets) -> None:
        self.frames: list[str] = []
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        scope = {"type": "websocket", "headers": [(b"host", b"localhost")]}
        self.serving = asyncio.create_task(
            sockets.serve(WebSocket(scope, self._said.get, self._send))
        )

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.frames.append(message["text"])

    def say(self, **frame: Any) -> None:
        self._said.put_nowait({"type": "websocket.receive", "text": json.dumps(frame)})

    async def ask(self, id: str, **frame: Any) -> None:
        """Say something, and wait for the answer."""
        before = len(self.frames)
        self.say(id=id, **frame)
        wanted = f'"id":"{id}"'
        while not any(wanted in frame for frame in self.frames[before:]):
            assert not self.serving.done(), f"the connection is closed: {self.frames[-1:]}"
            await asyncio.sleep(0)

    async def close(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.serving


# --- A whole game


class Moment(NamedTuple):
    """How far the recording was, and which cards an onlooker had not seen."""

    sent: dict[Onlooker, int]
    hidden: dict[Onlooker, set[int]]
    shuffles: int


class Play:
    """A game at a table with its frames. The moves are chosen, or those of another play."""

    def __init__(self, kind: str, outcomes: Outcomes, moves: list[str] | None = None) -> None:
        self.kind = kind
        self.outcomes = outcomes
        self.script = moves
        self.moves: list[str] = []
        self.moments: list[Moment] = []
        self.shuffles: list[int] = []  # which events were shuffles,
        self.orders: list[list[int]] = []  # and the cards as they lay then
        self.secrets: set[str] = set()
        self.code = ""
        self._shown: set[int] = set()  # by moves that were taken back
        self._glimpsed: dict[Onlooker, set[int]] = {}  # in what was played out of turn
        self._lines: dict[Onlooker, Line] = {}

    def sent(self, onlooker: Onlooker, moment: int) -> list[str]:
        """What the onlooker was sent up to a moment."""
        return self._lines[onlooker].frames[: self.moments[moment].sent[onlooker]]

    @property
    def onlookers(self) -> list[Onlooker]:
        return list(self._lines)

    async def run(self) -> "Play":
        store = Memory()
        tables = Hub(store, Here(1), LIMITS)
        sockets = Sockets(tables, Doors(()), LIMITS)
        try:
            seats = await self._sit(tables)
            await self._come(sockets, seats)
            await self._lines[0].ask("start", type="start")
            found, _ = await tables.find(self.code)
            await self._play(found, sockets, seats)
            for line in self._lines.values():
                await line.close()
        finally:
            await tables.close()
        began = next(e.event for e in store.entries if isinstance(e.event, log.Began))
        self.secrets |= {began.seed, *(key_of(seat.token) for seat in seats)}
        return self

    async def _sit(self, tables: Hub) -> list[wire.Seated]:
        asked = msgspec.convert(KINDS[self.kind] | {"settings": {"chat": True}}, wire.OpenTable)
        seats = [await tables.open(asked)]
        self.code = seats[0].code
        for i in range(1, KINDS[self.kind]["options"]["players"]):
            seats.append(await tables.sit(self.code, wire.TakeSeat(f"Guest {i}")))
        self.secrets = {seat.token for seat in seats}
        return seats

    async def _come(self, sockets: Sockets, seats: list[wire.Seated]) -> None:
        for seat in seats:
            line = self._lines[seat.seat] = Line(sockets)
            line.say(type="hello", table=seat.code, token=seat.token)
            await quiet()
        watcher = self._lines[None] = Line(sockets)
        watcher.say(type="hello", table=seats[0].watch)
        await quiet()

    async def _play(self, found: live.LiveTable, sockets: Sockets, seats: list[Any]) -> None:
        moves = iter(self.script) if self.script is not None else self._choose(found)
        for n, move in enumerate(moves):
            game = found.table.game
            assert game
            self.moves.append(move)
            await self._step(found, n, game, move)
            if n % 10 == 3:
                await self._disturb(found, sockets, seats, n)
            self._look(game)

    def _choose(self, found: live.LiveTable) -> Iterable[str]:
        """Moves until the game is over; now and then one is taken back."""
        rng = random.Random(3)
        game = found.table.game
        assert game
        for n in itertools.count():
            if game.over:
                return
            legal = [str(move) for move in game.legal()]
            seats = range(game.rules.players)
            slips = [f"{seat} {act}" for seat in seats for act in found.table.slips_for(seat)]
            if slips and rng.random() < 0.16:
                yield rng.choice(slips)
            else:
                move = rng.choice(legal) if rng.random() < 0.3 else sensible(legal)
                yield f"{game.seat} {move}"
            if n % 4 == 1 and found.table.can_undo(game.moves[-1][0]):
                yield "undo"

    async def _step(self, found: live.LiveTable, n: int, game: Game, move: str) -> None:
        after = found.table.seq
        if move != "undo":
            mover, _, what = move.partition(" ")
            await self._lines[int(mover)].ask(f"move {n}", type="play", after=after, move=what)
        else:
            seat = game.moves[-1][0]
            before = held(game, seat)
            await self._lines[seat].ask(f"move {n}", type="undo", after=after)
            self._shown |= held(game, seat) - before
        await quiet()
        assert found.table.seq == after + 1, "the move was refused"

    async def _disturb(
        self, found: live.LiveTable, sockets: Sockets, seats: list[Any], n: int
    ) -> None:
        """Everything else that makes the server speak: wrong wishes, hints, talk, newcomers."""
        after = found.table.seq
        for onlooker, line in self._lines.items():
            name = f"{n} {onlooker}"
            await line.ask(f"late {name}", type="play", after=1, move="s>b1")
            await line.ask(f"wrong {name}", type="play", after=after, move="s>d1")
            await line.ask(f"unread {name}", type="play", after=after, move="h99>d1")
            if not found.table.can_undo(onlooker):
                await line.ask(f"undo {name}", type="undo", after=after)
            await line.ask(f"hint {name}", type="ask")
            await line.ask(f"chance {name}", type="ask-chance")
            await line.ask(f"phrase {name}", type="say", phrase="wow")
            line.frames.append(encode(found.info()).decode())
            await quiet()
        for onlooker, line in self._lines.items():  # on one more device, told the whole story
            again = Line(sockets)
            who = {} if onlooker is None else {"token": seats[onlooker].token}
            again.say(type="hello", table=seats[0].watch if onlooker is None else self.code, **who)
            await quiet()
            await again.close()
            line.frames += again.frames

    def _look(self, game: Game) -> None:
        hidden = {}
        for onlooker in self._lines:
            glimpsed = self._glimpsed.setdefault(onlooker, set())
            glimpsed |= glimpsed_out_of_turn(game, onlooker)
            hidden[onlooker] = unknown(game, game._state, onlooker) - self._shown - glimpsed
        sent = {onlooker: len(line.frames) for onlooker, line in self._lines.items()}
        self.moments.append(Moment(sent, hidden, len(self.shuffles)))


def unknown(game: Game, state: Any, onlooker: Onlooker) -> set[int]:
    return set(HiddenPlaces(state, game.rules, onlooker).cards())


def glimpsed_out_of_turn(game: Game, onlooker: Onlooker) -> set[int]:
    """What has been seen since a turn out of turn began: a call makes it hidden again (S2)."""
    slip = game._referee.memory.slip if game._referee else None
    if slip is None:
        return set()
    return unknown(game, slip.state, onlooker) - unknown(game, game._state, onlooker)


async def quiet() -> None:
    """Let everything happen that is under way."""
    for _ in range(12):
        await asyncio.sleep(0)


def held(game: Game, seat: int) -> set[int]:
    s = game._state
    return set(s.hand[seat][: s.held[seat]])


# --- The same with other hidden cards


def any_chance_of(view: View) -> float | None:
    """A chance that changes with all that a worker is told, where the network's may stay."""
    return zlib.crc32(repr(view).encode()) / 2**32 if view.turn == view.seat else None


class Theatre:
    """Where plays are given: all that is drawn by lot there is known."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        identities = table_game._identities

        def noted(waiting: Any, faces: Any, shuffled: Any) -> list[int]:
            self._play.orders.append(identities(waiting, faces, shuffled))
            return self._play.orders[-1]

        def chance(seed: bytes) -> Known:
            return Known(self._play.outcomes, self._play.shuffles)

        def likely(view: View) -> float | None:
            return (chance_of if self._play.kind in REAL_CHANCES else any_chance_of)(view)

        monkeypatch.setattr(table_game, "_identities", noted)
        monkeypatch.setattr(server_table, "Seeded", chance)
        monkeypatch.setattr(worker, "chance", likely)

    def give(self, kind: str, outcomes: Outcomes, moves: list[str] | None = None) -> Play:
        numbers = itertools.count(10**15)
        self._patch.setattr(secrets, "token_urlsafe", lambda size: f"{next(numbers)}")
        self._play = Play(kind, outcomes, moves)
        return asyncio.run(self._play.run())

    def first(self, kind: str) -> Play:
        return self.give(kind, {})

    def again(self, play: Play, onlooker: Onlooker, moment: int, rng: random.Random) -> Play:
        """The play up to a moment, with all cards exchanged that the onlooker has not seen."""
        outcomes = exchanged(play, onlooker, moment, rng)
        return self.give(play.kind, outcomes, play.moves[: moment + 1])


def exchanged(play: Play, onlooker: Onlooker, moment: int, rng: random.Random) -> Outcomes:
    """Other shuffles with the same faces wherever the onlooker has seen them.

    What is shuffled again was all seen before; so cards change places within a shuffle.
    """
    now = play.moments[moment]
    shuffles = dict(zip(play.shuffles[: now.shuffles], play.orders, strict=False))
    last = {card: event for event, order in shuffles.items() for card in order}
    outcomes = dict(play.outcomes)
    for event, order in shuffles.items():
        unseen = [card in now.hidden[onlooker] and last[card] == event for card in order]
        faces = [face for face, hidden in zip(outcomes[event], unseen, strict=True) if hidden]
        others = iter(rng.sample(faces, len(faces)))
        outcomes[event] = [
            next(others) if hidden else face
            for face, hidden in zip(outcomes[event], unseen, strict=True)
        ]
    return outcomes


def leaks(theatre: Theatre, play: Play, moments: int) -> list[str]:
    """Every frame that was another one when hidden cards were exchanged."""
    rng = random.Random(4)
    last = len(play.moves) - 1
    found: list[str] = []
    for moment in (last * i // (moments - 1) for i in range(moments)):
        for onlooker in play.onlookers:
            other = theatre.again(play, onlooker, moment, rng)
            assert other.outcomes != play.outcomes
            was, now = play.sent(onlooker, moment), other.sent(onlooker, moment)
            found += [f"{onlooker}: {b}" for a, b in zip_longest(was, now) if a != b]
    return found


@pytest.fixture
def theatre(monkeypatch: pytest.MonkeyPatch) -> Theatre:
    return Theatre(monkeypatch)


@pytest.mark.parametrize("kind", KINDS)
def test_no_frame_tells_anything_of_hidden_cards(kind: str, theatre: Theatre) -> None:
    play = theatre.first(kind)
    assert "undo" in play.moves
    assert len(play.shuffles) > 1
    frames = "".join(frame for onlooker in play.onlookers for frame in play.sent(onlooker, -1))
    told = {f'"{word}"' for word in EVERYTHING} | ALSO[kind]
    assert {words for words in told if words not in frames} == set()
    assert leaks(theatre, play, MOMENTS[kind]) == []


# --- The test of the test: servers that say too much are found out


def telling_hands(self: Table, seat: Onlooker) -> Any:
    return self.game.hand(self.game.seat) if self.game else None


def telling_moves(self: Table, seat: Onlooker) -> list[str]:
    return [str(move) for move in self.legal()]


def telling_draws(self: Table, *about: Any) -> wire.TableInfo:
    info = INFO(self, *about)
    if self.game:
        info.commitment = str(HiddenPlaces(self.game._state, self.rules, None).draw[0])
    return info


def telling_in_refusals(table: Table, *about: Any, **more: Any) -> log.Moved:
    try:
        return MOVING(table, *about, **more)
    except Refused as refused:
        assert table.game
        raise Refused(refused.code, f"{table.game.hand(table.game.seat)}") from None


INFO, MOVING = Table.info, wishes.moving
LEAKS: dict[str, tuple[Any, str, Any]] = {
    "hands": (Table, "hand", telling_hands),
    "legal moves": (Table, "legal_for", telling_moves),
    "the next card, in the table's frame": (Table, "info", telling_draws),
    "a hand, in a refusal": (wishes, "moving", telling_in_refusals),
}


@pytest.mark.parametrize("what", LEAKS)
def test_a_server_that_tells_too_much_is_found_out(
    what: str, theatre: Theatre, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*LEAKS[what])
    play = theatre.first("classic")
    assert leaks(theatre, play, moments=3)


# --- Secrets that are no cards


@pytest.mark.parametrize("kind", KINDS)
def test_tokens_seeds_and_whole_codes_are_told_to_nobody(
    kind: str, theatre: Theatre, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        play = theatre.first(kind)
    assert "opened" in caplog.text
    assert len(play.secrets) == 2 * KINDS[kind]["options"]["players"] + 1
    frames = {onlooker: "".join(play.sent(onlooker, -1)) for onlooker in play.onlookers}
    for secret in play.secrets:
        assert secret not in caplog.text
        assert not any(secret in told for told in frames.values())
    assert play.code not in caplog.text
    assert play.code not in frames[None]
    assert play.code in frames[0]


def test_what_the_server_logs_tells_nothing_of_cards(
    theatre: Theatre, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    play = theatre.first("mod")
    was = caplog.messages
    caplog.clear()
    theatre.again(play, None, len(play.moves) - 1, random.Random(5))
    assert caplog.messages == was
