"""What is kept of a table: its log, from which everything else follows.

An entry has its number and its id, both once only at a table. An id is the sender's own, so that
what is sent again is found again.
"""

from typing import Protocol

import msgspec
from msgspec import Struct

from .wire import Settings, Value


class Event(Struct, frozen=True, tag_field="kind"):
    """Something that was decided at a table."""


class Opened(Event, frozen=True, tag="opened"):
    edition: str
    options: dict[str, Value]
    settings: Settings
    lesson: bool = False


class Configured(Event, frozen=True, tag="configured"):
    edition: str
    options: dict[str, Value]
    settings: Settings


class Sat(Event, frozen=True, tag="sat"):
    """`key` is the SHA-256 of the seat's token; the token itself is kept by its owner alone."""

    seat: int
    name: str
    key: str


class Keyed(Event, frozen=True, tag="keyed"):
    """The same person on one more device."""

    seat: int
    key: str


class Left(Event, frozen=True, tag="left"):
    seat: int


class Hosted(Event, frozen=True, tag="hosted"):
    """The host has gone before the first game: somebody else is host."""

    seat: int


class Began(Event, frozen=True, tag="began"):
    """A game. In a match `seed` is the match's, and `past` the points of its games before."""

    seed: str
    names: list[str]
    first: int
    past: list[list[int]] | None  # None: no match


class Moved(Event, frozen=True, tag="moved"):
    seat: int
    move: str
    bot: bool


class Undone(Event, frozen=True, tag="undone"):
    seat: int


class Said(Event, frozen=True, tag="said"):
    seat: int
    phrase: str | None
    text: str | None


AnyEvent = Opened | Configured | Sat | Keyed | Left | Hosted | Began | Moved | Undone | Said


class Entry(Struct, frozen=True):
    """An event with its place in the log."""

    seq: int
    id: str
    event: AnyEvent


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEvent).decode


class Conflict(Exception):
    """A number or an id of these entries is taken: somebody else wrote to this log."""


class Found(Struct, frozen=True):
    """A table's two codes."""

    code: str
    watch: str


class EventStore(Protocol):
    """Where logs are kept. What `append` and `open` have returned from is committed."""

    async def open(self, table: Found, entries: list[Entry]) -> None:
        """A new table with its first entries, all or none."""

    async def append(self, code: str, entries: list[Entry]) -> None:
        """More entries, all or none; `Conflict` if a number or an id is there already."""

    async def load(self, code: str) -> list[Entry]:
        """The whole log of a table, in order."""

    async def find(self, code: str) -> Found | None:
        """The table that has this code, for players or for watchers."""

    async def count(self) -> int:
        """How many tables there are."""

    async def remove_unused(self, days: float, unplayed_days: float) -> int:
        """Forget the tables at which nothing has happened for so long; how many."""

    async def close(self) -> None:
        """Nothing more will be asked."""
