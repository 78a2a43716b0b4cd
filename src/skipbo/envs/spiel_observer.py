"""What a player of OpenSpiel's game sees, as numbers and as text. It is told nothing hidden.

An observation is the row of `machine.stepping.observation`, relative to the seat that sees; every
number is divided by the largest that it can be, so that all are from 0 to 1. `dict` has its fields
by name (`fields.observation_fields` explains them); the hand is what is private. Where the hands of
all players are asked for, those of the others follow as `player_1.hand` and so on.

With perfect recall it is told what the seat has seen happen: moves, stock cards turned up, rolls,
and what was drawn into the own hand, of others only that they drew. Cards that were drawn together
are told in ascending order, as it means nothing which of them came first. As numbers: `player`, a
bit for the seat (if anything private is told), then in `history` a row for every event, with a bit
for the seat that moved or for chance, and a bit for the action or the outcome. That is exact, but
long: there are such numbers only if they are at most `MOST_NUMBERS`, which takes a game with a low
limit of moves.
"""

from collections.abc import Iterator
from itertools import groupby
from math import prod
from typing import Any

import numpy as np

from ..machine.stepping import observation, sizes
from ..rules import cards
from ..rules.editions import Rules
from ..rules.state import NONE, OVER
from ..table.notation import dice_face_text, die_text, number_text
from ..table.view import hand_faces, pile_faces, sort_key
from .fields import Field, observation_fields
from .reveal import DRAWN, MOVED, Event, Unfolding, most_chances, most_outcomes

MOST_NUMBERS = 1 << 17  # of an information state
HIDDEN = -1  # instead of the number of an outcome

Shapes = dict[str, tuple[int, ...]]


def recall_shapes(rules: Rules, limit: int) -> Shapes:
    """The parts of an information state: who sees, and a row for every event that there can be."""
    numbers = max(sizes(rules).actions, most_outcomes(rules))
    events = limit + most_chances(rules, limit)
    return {"player": (rules.players,), "history": (events, rules.players + 1 + numbers)}


def has_recall_tensor(rules: Rules, limit: int) -> bool:
    return count(recall_shapes(rules, limit)) <= MOST_NUMBERS


def count(shapes: Shapes) -> int:
    return sum(prod(shape) for shape in shapes.values())


class Observer:
    """What OpenSpiel calls a PyObserver. `hands` tells whose are shown: none, own or all."""

    def __init__(self, rules: Rules, limit: int, recall: bool, public: bool, hands: str) -> None:
        self.rules = rules
        self.recall = recall
        self.public = public
        self.hands = hands if rules.family == "cards" else "none"
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        self._fields = [] if recall else [f for f in observation_fields(rules) if self._has(f)]
        self._make(self._recall_shapes(limit) if recall else self._shapes())

    def _has(self, field: Field) -> bool:
        return self.hands != "none" if field.name == "hand" else self.public

    def _shapes(self) -> Shapes:
        shapes: Shapes = {field.name: (field.size,) for field in self._fields}
        if self.hands == "all":
            for player in range(1, self.rules.players):
                shapes[f"player_{player}.hand"] = (self.rules.ranks + 1,)
        return shapes

    def _recall_shapes(self, limit: int) -> Shapes:
        """Where nothing private is told, it does not matter who sees."""
        shapes = recall_shapes(self.rules, limit)
        return shapes if self.hands != "none" else {"history": shapes["history"]}

    def _make(self, shapes: Shapes) -> None:
        """One row of numbers, and its parts by name."""
        if not shapes or (self.recall and count(shapes) > MOST_NUMBERS):
            return
        self.tensor = np.zeros(count(shapes), np.float32)
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at : at + prod(shape)].reshape(shape)
            at += prod(shape)

    # --- As numbers

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor with what a player sees."""
        if self.tensor is None:
            return
        if self.recall:
            self._set_history(state.unfolding, player)
        else:
            self._set_observation(state.unfolding, player)

    def _set_observation(self, game: Unfolding, player: int) -> None:
        s, players = game.settled(), self.rules.players
        row = observation(s, self.rules, player)
        for field in self._fields:
            seen = row[field.at : field.at + field.size]
            self.dict[field.name][:] = [number / field.high for number in seen]
        if self.hands == "all":
            for other in range(1, players):
                row = observation(s, self.rules, (player + other) % players)
                self.dict[f"player_{other}.hand"][:] = hand_counts(row, self.rules)

    def _set_history(self, game: Unfolding, player: int) -> None:
        self.tensor.fill(0)
        if "player" in self.dict:
            self.dict["player"][player] = 1
        history, players = self.dict["history"], self.rules.players
        for row, event in zip(history, self.seen(game, player), strict=False):
            row[event.seat if event.kind == MOVED else players] = 1
            if event.number != HIDDEN:
                row[players + 1 + event.number] = 1

    # --- As text

    def string_from(self, state: Any, player: int) -> str:
        """What a player sees, for people and as a key."""
        game: Unfolding = state.unfolding
        private = self.hands != "none"
        if self.recall:
            told = [event_text(event) for event in self.seen(game, player)]
            return "\n".join([f"seat {player}", *told] if private else told)
        s = game.settled()
        if not self.public:
            return "\n".join(self._hands_text(s, player))
        shown = {"none": [], "own": [player], "all": list(range(self.rules.players))}[self.hands]
        lines = board_text(game, s, shown)
        return "\n".join([f"seat {player}", *lines] if private else lines)

    def _hands_text(self, s: Any, player: int) -> list[str]:
        if self.hands == "none":
            return []
        if self.hands == "own":
            return [f"hand {hand_text(s, self.rules, player)}"]
        seats = range(self.rules.players)
        return [f"hand {seat}: {hand_text(s, self.rules, seat)}" for seat in seats]

    # --- What has been seen to happen

    def seen(self, game: Unfolding, player: int) -> Iterator[Event]:
        """The events that a player has seen, with what was hidden taken out of them."""
        for (kind, seat), together in groupby(game.events, lambda e: (e.kind, e.seat)):
            if kind != DRAWN:
                if self.public:
                    yield from together
            elif self.hands == "all" or (self.hands == "own" and seat == player):
                yield from sorted(together, key=lambda event: event.number)
            elif self.public:
                yield from (Event(DRAWN, seat, HIDDEN, f"hand {seat}: ?") for _ in together)


def event_text(event: Event) -> str:
    return f"{event.seat}: {event.text}" if event.kind == MOVED else event.text


def hand_counts(row: list[int], rules: Rules) -> list[float]:
    """The hand's part of an observation."""
    (field,) = (field for field in observation_fields(rules) if field.name == "hand")
    return [number / field.high for number in row[field.at : field.at + field.size]]


# --- The table as text


def board_text(game: Unfolding, s: Any, hands: list[int]) -> list[str]:
    """What lies on the table, a line for each thing, with the hands of these seats."""
    if game.rules.family == "dice":
        return _dice_text(game)
    rules = game.rules
    piles = (number_text(n) if n else "-" for n in s.number[: rules.building])
    passes = f", {s.passes} passed" if s.passes else ""
    lines = [
        f"building {' '.join(piles)}",
        f"draw {cards.height(s, cards.DRAW)}, completed {cards.height(s, cards.DONE)}{passes}",
    ]
    if s.die < cards.DIE_FACES:
        extra = f", {s.extra} left" if s.extra else ""
        lines.append(f"die {die_text(s.die, rules)}{extra}")
    for seat in range(rules.players):
        lines.append(_seat_text(s, rules, seat, seat in hands))
    return [*lines, _turn_text(game)]


def _seat_text(s: Any, rules: Rules, seat: int, show: bool) -> str:
    top = s.top[cards.FIRST_STOCK + seat]
    face = "-" if top == NONE else number_text(cards.number_on(top, rules.ranks, rules.copies))
    first = cards.FIRST_DISCARD + seat * rules.discards
    piles = (" ".join(pile_faces(s, rules, first + i)) or "-" for i in range(rules.discards))
    hand = f": {hand_text(s, rules, seat)}" if show else ""
    stock = f"stock {s.stock[seat]} top {face}"
    return f"{seat}: {stock}, discards {' | '.join(piles)}, hand {s.held[seat]}{hand}"


def hand_text(s: Any, rules: Rules, seat: int) -> str:
    return " ".join(sorted(hand_faces(s, rules, seat), key=sort_key)) or "-"


def _dice_text(game: Unfolding) -> list[str]:
    s, face = game.s, game.bound.face
    shown = s.dice[: s.cup] if s.rolled and s.waiting != OVER else []
    shown = shown or [face(s.space + i, fall) for i, fall in enumerate(game.falls)]
    roll = " ".join(dice_face_text(die, s.space + i) for i, die in enumerate(shown))
    lines = [
        f"space {s.space + 1}, {s.cup} dice, roll {roll or '-'}",
        f"points {s.points}{', last die wild' if s.wild_last else ''}, goal {s.goal}",
        f"scores {' '.join(map(str, s.score[: game.rules.players]))}",
    ]
    if s.last_turns != NONE:
        lines.append(f"last turns {s.last_turns}")
    return [*lines, _turn_text(game)]


def _turn_text(game: Unfolding) -> str:
    if game.s.waiting == OVER:
        return "over"
    return "left off" if game.over else f"turn {game.s.turns}, seat {game.s.seat}"
