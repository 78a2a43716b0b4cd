"""The logs in a file of SQLite: one thread writes, and commits whatever has come in meanwhile.

With `synchronous = FULL` a commit is on the disk when it returns. One commit serves all the tables
that wait for it, which makes up for its price.
"""

import asyncio
import contextlib
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from ..errors import SkipboError
from .log import Conflict, Entry, Found, decode, encode

VERSION = 1
SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    code TEXT PRIMARY KEY,
    watch TEXT NOT NULL UNIQUE,
    used REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
    code TEXT NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    id TEXT NOT NULL,
    at REAL NOT NULL,
    event BLOB NOT NULL,
    PRIMARY KEY (code, seq),
    UNIQUE (code, id)
) WITHOUT ROWID;
"""

Result = TypeVar("Result")
Task = Callable[[sqlite3.Connection], Any]
Job = tuple[Task, "asyncio.Future[Any]"]


class SqliteStore:
    """An `EventStore` in one file."""

    def __init__(self, path: Path) -> None:
        self._jobs: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._gathered: list[Job] = []
        self._connection = _connect(path)
        self._writer = Thread(target=self._work, name="skipbo-log", daemon=True)
        self._writer.start()

    async def open(self, table: Found, entries: list[Entry]) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO tables VALUES (?, ?, ?)", (table.code, table.watch, 0.0))
            _insert(db, table.code, entries)

        await self._ask(write)

    async def append(self, code: str, entries: list[Entry]) -> None:
        await self._ask(lambda db: _insert(db, code, entries))

    async def load(self, code: str) -> list[Entry]:
        def read(db: sqlite3.Connection) -> list[Entry]:
            query = "SELECT seq, id, event FROM events WHERE code = ? ORDER BY seq"
            rows = db.execute(query, (code,))
            return [Entry(seq, id, decode(event)) for seq, id, event in rows]

        return await self._ask(read)

    async def find(self, code: str) -> Found | None:
        def read(db: sqlite3.Connection) -> Any:
            query = "SELECT code, watch FROM tables WHERE code = ? OR watch = ?"
            return db.execute(query, (code, code)).fetchone()

        row = await self._ask(read)
        return Found(*row) if row else None

    async def count(self) -> int:
        found = await self._ask(lambda db: db.execute("SELECT count(*) FROM tables").fetchone())
        return int(found[0])

    async def remove_unused(self, days: float, unplayed_days: float) -> int:
        long_ago, lately = (time.time() - span * 86_400 for span in (days, unplayed_days))
        moved = "SELECT 1 FROM events e WHERE e.code = tables.code AND CAST(e.event AS TEXT) LIKE ?"
        unused = f"used < ? OR (used < ? AND NOT EXISTS ({moved}))"

        def write(db: sqlite3.Connection) -> int:
            pattern = '{"kind":"moved"%'
            found = db.execute(f"DELETE FROM tables WHERE {unused}", (long_ago, lately, pattern))
            return found.rowcount

        return int(await self._ask(write))

    async def close(self) -> None:
        self._hand_over()
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)

    # --- The thread that has the connection

    async def _ask(self, task: Callable[[sqlite3.Connection], Result]) -> Result:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        if not self._gathered:  # what is asked in one turn of the loop goes over together
            loop.call_soon(self._hand_over)
        self._gathered.append((task, future))
        return await future

    def _hand_over(self) -> None:
        jobs, self._gathered = self._gathered, []
        self._jobs.put(jobs)

    def _work(self) -> None:
        open_for_more = True
        while open_for_more:
            jobs, open_for_more = self._waiting()
            self._answer(jobs, self._commit(jobs))
        self._connection.close()

    def _waiting(self) -> tuple[list[Job], bool]:
        """All jobs that wait, at least one; and whether more may come."""
        lists = [self._jobs.get()]
        while not self._jobs.empty():
            lists.append(self._jobs.get())
        return [job for jobs in lists if jobs for job in jobs], None not in lists

    def _commit(self, jobs: list[Job]) -> list[Any]:
        """Do the jobs in one transaction; each brings its result or its own exception."""
        results: list[Any] = []
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            results = [self._do(task) for task, _ in jobs]
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:  # the disk is full, or gone: nothing was done
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            return [error] * len(jobs)
        return results

    def _do(self, task: Task) -> Any:
        self._connection.execute("SAVEPOINT job")
        try:
            result = task(self._connection)
        except sqlite3.IntegrityError as error:
            self._connection.execute("ROLLBACK TO job")
            result = Conflict(str(error))
        except sqlite3.Error:
            raise
        except Exception as error:  # a mistake of ours: the others' work goes on
            self._connection.execute("ROLLBACK TO job")
            result = error
        self._connection.execute("RELEASE job")
        return result

    @staticmethod
    def _answer(jobs: list[Job], results: list[Any]) -> None:
        """The loop is woken up once for all of them."""
        if jobs and not (loop := jobs[0][1].get_loop()).is_closed():
            loop.call_soon_threadsafe(_settle, [future for _, future in jobs], results)


def _settle(futures: "list[asyncio.Future[Any]]", results: list[Any]) -> None:
    for future, result in zip(futures, results, strict=True):
        if future.done():  # whoever asked has gone
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


def _insert(db: sqlite3.Connection, code: str, entries: list[Entry]) -> None:
    now = time.time()
    rows = [(code, entry.seq, entry.id, now, encode(entry.event)) for entry in entries]
    db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)
    db.execute("UPDATE tables SET used = ? WHERE code = ?", (now, code))


def _connect(path: Path) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)  # it holds the seeds of games in progress
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        try:
            _prepare(db, path)
        except BaseException:
            db.close()
            raise
    except (OSError, sqlite3.Error) as error:
        raise SkipboError(f"{path} cannot be used as the store: {error}") from None
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    """Make a file ready, unless it is somebody else's."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if version == 0 and tables:
        raise SkipboError(f"{path} is a database of something else, not of skipbo")
    if version not in (0, VERSION):
        raise SkipboError(f"{path} was written by another version of skipbo ({version})")
    os.chmod(path, 0o600)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        db.execute(f"PRAGMA {pragma}")
    db.executescript(SCHEMA)
    db.execute(f"PRAGMA user_version = {VERSION}")
