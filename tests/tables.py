"""Positions at a table in table mode: what people do there, by hand, and what the referee says."""

from collections.abc import Sequence
from typing import Any

import pytest
from tests.positions import Position

from skipbo import IllegalMove
from skipbo.machine.python import to_bytes
from skipbo.table.game import Event, Game, Moved
from skipbo.table.record import ruling_text
from skipbo.table.referee import Memory, Referee
from skipbo.table.view import CardView, Manners, Ruling

Standing = tuple[bytes, list[Event], Memory]


def referee(game: Game) -> Referee:
    assert game._referee
    return game._referee


def standing(game: Game) -> Standing:
    """What an undo has to bring back, and what a refusal has to leave alone."""
    return to_bytes(game._state, game.rules), list(game.events), referee(game).memory.copy()


def manners(game: Game) -> Manners:
    """What everybody sees, and sees alike."""
    found = []
    for seat in (*range(game.rules.players), None):
        view = game.view(seat)
        assert isinstance(view, CardView)
        assert view.manners
        found.append(view.manners)
    assert found == found[:1] * len(found)
    return found[0]


def table_options(edition: str) -> dict[str, Any]:
    """Table mode; in classic, penalties are a house rule."""
    special = {"special": True} if edition == "classic" else {}
    return {"enforcement": "table", **special}


class Script:
    """Chance as it is told: a die's face, or the first cards of a shuffle."""

    def __init__(self) -> None:
        self.outcomes: list[str] = []

    def shuffle(self, event: int, faces: Sequence[str]) -> list[str]:
        rest = list(faces)
        first = self.outcomes.pop(0).split() if self.outcomes else []
        for face in first:
            rest.remove(face)
        return first + rest

    def roll(self, event: int, dice: Sequence[Sequence[str]]) -> list[str]:
        return [self.outcomes.pop(0) if self.outcomes else "W"]


class Table(Position):
    """A position in table mode, in the middle of a turn; with `due` its draw is still to come."""

    def __init__(self, edition: str = "deluxe", *, due: bool = False, **layout: Any) -> None:
        self.script = Script()
        super().__init__(edition, **table_options(edition), **layout)
        self.game = Game(self.rules, self.script)
        self.game._state = self.state
        self.game.events.clear()
        self.memory.drawing = due

    @property
    def memory(self) -> Memory:
        return referee(self.game).memory

    @property
    def bytes(self) -> bytes:
        """Where everything lies, to be compared with later."""
        return to_bytes(self.game._state, self.rules)

    @property
    def manners(self) -> Manners:
        return manners(self.game)

    def do(self, moves: str, seat: int | None = None, *outcomes: str) -> list[str]:
        """Do these, one after the other; what the referee said. Chance brings the outcomes."""
        before, start = self.everything(), len(self.game.events)
        self.script.outcomes = list(outcomes)
        for move in moves.split():
            assert self.game.why_not(move, seat) is None
            self.game.play(move, seat)
            self.state = self.game._state
        assert not self.script.outcomes
        assert self.everything() == before
        events = self.game.events[start:]
        return [ruling_text(event) for event in events if isinstance(event, Ruling)]

    def refuse(self, move: str, seat: int, why: str) -> None:
        """It is refused in these words, and nothing has changed."""
        before = standing(self.game), self.game.view(seat), self.game.can_undo
        with pytest.raises(IllegalMove, match=why) as refused:
            self.game.play(move, seat)
        assert self.game.why_not(move, seat) == str(refused.value)
        assert (standing(self.game), self.game.view(seat), self.game.can_undo) == before

    def can(self, seat: int) -> list[str]:
        """What a seat can do, slips among it."""
        own = self.game.legal() if seat == self.seat else []
        return [str(move) for move in (*own, *self.game.slips(seat))]

    @property
    def last_event(self) -> Event:
        return self.game.events[-1]

    @property
    def chances(self) -> list[Event]:
        """The shuffles and rolls so far."""
        return [event for event in self.game.events if not isinstance(event, Ruling | Moved)]
