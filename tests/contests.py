"""Contests for tests of the arena."""

from collections.abc import Callable
from typing import Any

import pytest

from skipbo.arena.contest import Contest
from skipbo.arena.result import Result
from skipbo.rules.editions import configure

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("classic", {}),
    ("classic", {"players": 3, "short": True}),
    ("classic", {"players": 4, "first": 2, "short": True}),
    ("classic", {"players": 4, "partners": True, "short": True}),
    ("deluxe", {"players": 5, "stock": 5}),
    ("classic", {"players": 6, "stock": 5}),
    ("classic", {"players": 6, "partners": True, "stock": 5}),
    ("mod", {}),
    ("mod", {"players": 6, "partners": True, "stock": 5}),
    ("dice", {}),
    ("dice", {"players": 3}),
    ("dice", {"players": 6, "first": 5}),
]

every_table = pytest.mark.parametrize(
    ("edition", "options"),
    TABLES,
    ids=["-".join([name, *map(str, options)]) for name, options in TABLES],
)


def contest_of(
    edition: str, *bots: str, seed: int = 0, limit: int = 2000, **options: Any
) -> Contest:
    return Contest(configure(edition, **options), bots, seed, limit)


def outcome(result: Result) -> dict[str, Any]:
    """All that must not depend on who played it, nor how fast."""
    return {k: v for k, v in result.json().items() if k != "seconds"}


class Crash(Exception):
    """What a test lets a contest die of."""


def crash_after(blocks: int, error: type[BaseException] = Crash) -> Callable[[int], None]:
    """A progress that ends the contest when so many blocks are done."""

    def progress(done: int) -> None:
        if done >= blocks:
            raise error

    return progress
