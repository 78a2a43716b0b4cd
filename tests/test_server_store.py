"""The logs on the disk: committed together, all or none; and tables whose store fails them."""

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event
from typing import Any, get_args

import msgspec
import pytest

from skipbo.bots import native
from skipbo.errors import SkipboError
from skipbo.rules.editions import configure
from skipbo.server import log, wire, wishes
from skipbo.server.guard import Limits
from skipbo.server.live import LiveTable
from skipbo.server.log import Conflict, Entry, Found
from skipbo.server.refusal import Refused
from skipbo.server.sqlite import VERSION, SqliteStore
from skipbo.server.table import Table, key_of
from skipbo.server.workers import Workers

DAY = 86_400.0
TOKEN = "t" * 32


def found(n: int) -> Found:
    return Found(f"code-{n:011}", f"watch-{n:010}")


def said(seq: int, id: str = "") -> Entry:
    return Entry(seq, id or f"id {seq}", log.Said(0, None, f"text {seq}"))


def with_store(path: Path, test: Callable[[SqliteStore], Awaitable[Any]]) -> Any:
    """What a test finds out about a store that holds table 1 with two entries."""

    async def run() -> Any:
        store = SqliteStore(path)
        try:
            if await store.find(found(1).code) is None:
                await store.open(found(1), [said(1), said(2)])
            return await test(store)
        finally:
            await store.close()

    return asyncio.run(run())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "somewhere" / "tables.db"


# --- What is kept


def test_a_table_is_found_by_both_its_codes_also_by_another_server(path: Path) -> None:
    async def look(store: SqliteStore) -> None:
        for code in (found(1).code, found(1).watch):
            assert await store.find(code) == found(1)
        assert await store.find("nothing") is None
        assert await store.load(found(1).code) == [said(1), said(2)]
        assert await store.count() == 1

    with_store(path, look)
    with_store(path, look)


def test_the_file_is_for_its_owner_alone(path: Path) -> None:
    async def look(store: SqliteStore) -> list[int]:
        return [os.stat(file).st_mode & 0o777 for file in path.parent.iterdir()]

    assert set(with_store(path, look)) == {0o600}


@pytest.mark.parametrize(
    "taken",
    [
        [said(2, "new")],
        [said(3, "id 2")],
        [said(3), said(3, "new")],
        [said(3), said(4, "id 1")],
        [said(3), said(4), said(2, "new")],
    ],
)
def test_what_is_taken_is_a_conflict_and_nothing_is_written(path: Path, taken: list[Entry]) -> None:
    async def append(store: SqliteStore) -> None:
        with pytest.raises(Conflict):
            await store.append(found(1).code, taken)
        assert await store.load(found(1).code) == [said(1), said(2)]
        await store.append(found(1).code, [said(3)])
        assert await store.load(found(1).code) == [said(1), said(2), said(3)]

    with_store(path, append)


def test_a_table_is_opened_once_and_with_all_its_entries(path: Path) -> None:
    async def open_again(store: SqliteStore) -> None:
        with pytest.raises(Conflict):
            await store.open(found(1), [said(3)])
        with pytest.raises(Conflict):
            await store.open(Found("another", found(1).watch), [said(1)])
        with pytest.raises(Conflict):
            await store.open(found(2), [said(1), said(1, "new")])
        assert await store.count() == 1
        assert await store.find(found(2).code) is None

    with_store(path, open_again)


def test_entries_of_a_table_that_is_not_there_are_a_conflict(path: Path) -> None:
    async def append(store: SqliteStore) -> None:
        with pytest.raises(Conflict):
            await store.append(found(9).code, [said(1)])

    with_store(path, append)


# --- Commits


async def keep_busy(store: SqliteStore) -> tuple[asyncio.Task[bool], Event]:
    """Have the store's thread wait, so that what is asked meanwhile comes together."""
    begun, let_go = Event(), Event()

    def wait(db: sqlite3.Connection) -> bool:
        begun.set()
        return let_go.wait(20)

    busy = asyncio.create_task(store._ask(wait))
    await asyncio.to_thread(begun.wait, 20)
    return busy, let_go


def test_whatever_waits_is_committed_together_and_each_has_its_own_answer(path: Path) -> None:
    async def crowd(store: SqliteStore) -> None:
        for n in range(2, 12):
            await store.open(found(n), [said(1)])
        busy, let_go = await keep_busy(store)
        commits: list[str] = []
        store._connection.set_trace_callback(
            lambda sql: commits.append(sql) if sql == "COMMIT" else None
        )
        asked = [store.append(found(n).code, [said(1 + n % 2)]) for n in range(2, 12)]
        answers = asyncio.gather(*asked, return_exceptions=True)
        await asyncio.sleep(0)
        assert not answers.done()
        let_go.set()
        assert [type(answer) for answer in await answers] == [Conflict, type(None)] * 5
        await busy
        assert commits == ["COMMIT"] * 2
        store._connection.set_trace_callback(None)
        lengths = [len(await store.load(found(n).code)) for n in range(2, 12)]
        assert lengths == [1, 2] * 5

    with_store(path, crowd)


def test_a_full_disk_is_told_and_leaves_what_there_was(path: Path) -> None:
    async def fill(store: SqliteStore) -> None:
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        big = log.Said(0, None, "x" * 100_000)
        with pytest.raises(sqlite3.OperationalError, match="full"):
            await store.append(found(1).code, [Entry(3, "big", big)])
        assert await store.load(found(1).code) == [said(1), said(2)]
        store._connection.execute("PRAGMA max_page_count = 100000")
        await store.append(found(1).code, [Entry(3, "big", big)])
        assert len(await store.load(found(1).code)) == 3

    with_store(path, fill)


def test_a_job_that_fails_harms_no_other(path: Path) -> None:
    def fail(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM events")
        raise ValueError("a mistake")

    async def ask(store: SqliteStore) -> None:
        busy, let_go = await keep_busy(store)
        failing = asyncio.create_task(store._ask(fail))
        fine = asyncio.create_task(store.append(found(1).code, [said(3)]))
        await asyncio.sleep(0)
        let_go.set()
        async with asyncio.timeout(5):
            await busy
            with pytest.raises(ValueError, match="a mistake"):
                await failing
            await fine
            assert await store.load(found(1).code) == [said(1), said(2), said(3)]

    with_store(path, ask)


def test_whoever_goes_while_asking_leaves_the_store_working(path: Path) -> None:
    async def go(store: SqliteStore) -> None:
        asking = asyncio.create_task(store.append(found(1).code, [said(3)]))
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await store.append(found(1).code, [said(4)])
        assert len(await store.load(found(1).code)) == 4

    with_store(path, go)


# --- What goes


def test_tables_go_with_their_entries_when_nothing_has_happened_for_long(path: Path) -> None:
    async def age(store: SqliteStore) -> None:
        for n in (2, 3):
            await store.open(found(n), [said(1)])
        for n, days in ((1, 366), (2, 364), (3, 400)):
            change = "UPDATE tables SET used = used - ? WHERE code = ?"
            store._connection.execute(change, (days * DAY, found(n).code))
        await store.append(found(3).code, [said(2)])  # somebody came back
        assert await store.remove_unused(365, 365) == 1
        assert [await store.find(found(n).code) for n in (1, 2, 3)] == [None, found(2), found(3)]
        assert await store.load(found(1).code) == []
        assert len(await store.load(found(3).code)) == 2

    with_store(path, age)


# --- Files that cannot be a store


def test_a_file_of_another_version_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
        db.execute("CREATE TABLE theirs (x)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(SkipboError, match=r"another version of skipbo \(2\)"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_database_of_something_else_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE tables (theirs)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(SkipboError, match="a database of something else"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("Dear diary, " * 100)
    with pytest.raises(SkipboError, match="not a database"):
        SqliteStore(path)
    assert path.read_text() == "Dear diary, " * 100


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_that_is_read_only_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(SkipboError, match="cannot be used as the store"):
        SqliteStore(tmp_path / "tables.db")


@pytest.mark.parametrize("bad", ["a file/tables.db", "", "/proc/tables.db"])
def test_a_place_where_nothing_can_be_written_is_told(tmp_path: Path, bad: str) -> None:
    (tmp_path / "a file").touch()
    with pytest.raises(SkipboError, match="cannot be used as the store"):
        SqliteStore(tmp_path / bad)


# --- Tables whose store fails them


class Moody:
    """A store that fails as it is told."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.append_fails: Exception | None = None
        self.load_fails: Exception | None = None
        self.failures = 0

    async def append(self, code: str, entries: list[Entry]) -> None:
        if self.append_fails:
            self.failures += 1
            raise self.append_fails
        self.entries += entries

    async def load(self, code: str) -> list[Entry]:
        if self.load_fails:
            raise self.load_fails
        return self.entries


def with_table(test: Callable[[LiveTable, Moody], Awaitable[None]]) -> None:
    """A table of one person, whose store is moody."""

    async def run() -> None:
        store: Any = Moody()
        table = Table(found(1))
        for i, event in enumerate(wishes.opening(wire.OpenTable(), key_of(TOKEN)), 1):
            store.entries.append(Entry(i, f"open {i}", event))
            table.apply(store.entries[-1])
        live = LiveTable(table, store, Workers(1), Limits())
        try:
            async with asyncio.timeout(5):
                await test(live, store)
        finally:
            live.close()

    asyncio.run(run())


def say(live: LiveTable, id: str) -> Awaitable[int]:
    return live.settle(id, lambda table: [log.Said(0, "hello", None)])


FAILURES = [sqlite3.OperationalError("disk I/O error"), Conflict("taken")]


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("load_failure", [None, OSError("gone")])
def test_what_could_not_be_logged_was_not_done_and_can_be_asked_again(
    failure: Exception, load_failure: Exception | None
) -> None:
    async def fail_once(live: LiveTable, store: Moody) -> None:
        store.append_fails, store.load_fails = failure, load_failure
        with pytest.raises(Refused) as refused:
            await say(live, "mine")
        assert refused.value.code == "failed"
        assert live.table.seq == 2
        store.append_fails = store.load_fails = None
        assert await say(live, "mine") == 3
        assert await say(live, "mine") == 3
        assert [entry.id for entry in store.entries] == ["open 1", "open 2", "mine"]
        assert live.idle

    with_table(fail_once)


class Page:
    """What a table knows of a connection."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.token: str | None = None
        self.may_sit = True
        self.welcomes: list[wire.Welcome] = []

    def post(self, frame: wire.Welcome) -> None:
        self.welcomes.append(frame)

    def post_bytes(self, data: bytes) -> None:
        pass

    def close(self, code: int) -> None:
        pass


def test_what_another_server_has_written_counts() -> None:
    """Also for those who are connected here, and have lost their seat there."""

    async def overtake(live: LiveTable, store: Moody) -> None:
        page: Any = Page()
        live.join(page, TOKEN, 0)
        assert page.seat == 0
        store.entries.append(Entry(3, "theirs", log.Left(0)))
        store.append_fails = Conflict("taken")
        with pytest.raises(Refused):
            await say(live, "mine")
        store.append_fails = None
        await asyncio.sleep(0)
        assert live.table.seq == 3
        assert live.table.chairs[0].who == "empty"
        assert page.seat is None
        assert [welcome.you for welcome in page.welcomes] == [0, None]
        assert await say(live, "mine") == 4

    with_table(overtake)


def test_a_bot_that_the_store_failed_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skipbo.server.live.RETRY", 0.01)
    quick = wire.Settings(pace="instant", level="easy")
    bots_turn = log.Began("00" * 32, ["Ana", "Ada"], 1, None)

    async def fail_for_a_while(live: LiveTable, store: Moody) -> None:
        page: Any = Page()
        live.join(page, TOKEN, 0)
        await live.settle("quick", lambda _: [log.Configured("classic", {"players": 2}, quick)])
        await live.settle("begin", lambda _: [bots_turn])
        store.append_fails = OSError("no space left")
        while store.failures < 2:
            await asyncio.sleep(0.01)
        assert live.table.game
        assert not live.table.game.moves
        store.append_fails = None
        while not live.table.game.moves:
            await asyncio.sleep(0.01)

    with_table(fail_for_a_while)


# --- Levels


@pytest.mark.parametrize("edition", ["classic", "mod", "dice"])
def test_a_level_is_a_bot_of_every_family_also_in_an_old_log(edition: str) -> None:
    for level in get_args(wire.Level):
        old = {"kind": "opened", "edition": edition, "options": {}, "settings": {"level": level}}
        table = Table(Found("code", "watch"))
        table.apply(Entry(1, "open", msgspec.convert(old, log.Opened)))
        assert native.player(table.bot(), configure(edition))
