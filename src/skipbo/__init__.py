"""The Skip-Bo family: exact rules, games, views, records, matches, fair shuffles.

import skipbo
game = skipbo.new("classic", players=3, seed=7, stock=10)
game.play(game.legal()[0])
print(game.view(0).dumps())
"""

from collections.abc import Sequence

from .bots import bot
from .errors import (
    BotFailed,
    IllegalMove,
    NotationError,
    RecordError,
    RulesError,
    SkipboError,
)
from .rules.editions import EDITIONS, Edition, Rules, configure
from .table.chance import Seeded, seed_from
from .table.game import Game
from .table.match import Match
from .table.notation import Move
from .table.record import Record
from .table.replay import replay, verify
from .table.view import View

__version__ = "0.1.0"

__all__ = [
    "BotFailed",
    "Edition",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "NotationError",
    "Record",
    "RecordError",
    "Rules",
    "RulesError",
    "SkipboError",
    "View",
    "bot",
    "editions",
    "match",
    "new",
    "replay",
    "verify",
]


def new(
    edition: str = "classic",
    /,
    *,
    seed: int | bytes | None = None,
    names: Sequence[str] = (),
    **options: object,
) -> Game:
    """A new game, dealt. Without a seed, the operating system's chance decides."""
    return Game(configure(edition, **options), Seeded(seed_from(seed)), names)


def match(
    edition: str = "classic",
    /,
    *,
    seed: int | bytes | None = None,
    names: Sequence[str] = (),
    **options: object,
) -> Match:
    """Games in a row until a side has `target` points (C13)."""
    return Match(configure(edition, **options), seed=seed, names=names)


def editions() -> list[Edition]:
    """Every edition there is."""
    return list(EDITIONS.values())
