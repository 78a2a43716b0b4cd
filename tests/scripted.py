"""Chance by script, and games of the engine and of the oracle that follow the same script.

Every shuffle and every roll is a pure function of a seed and of how many there were before it in
the game. So two games with the same rules, seed and moves have the same cards and dice, whoever
plays them, and a copy of a game goes on like the original.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from tests.oracle.cards import CardOracle, die_faces
from tests.oracle.dice import DiceOracle

from skipbo import machine
from skipbo.machine.python import copy_state, new_state
from skipbo.machine.python import machine as interpreted
from skipbo.rules import cards, dice
from skipbo.rules.editions import Rules
from skipbo.rules.state import MOVE, NONE, OVER, SHUFFLE
from skipbo.table import notation

Item = TypeVar("Item")


# --- The script


@lru_cache(maxsize=4096)
def permutation(seed: int, event: int, n: int) -> tuple[int, ...]:
    """How the event's shuffle orders n sorted cards."""
    order = list(range(n))
    random.Random(f"{seed}/{event}").shuffle(order)
    return tuple(order)


def shuffled(seed: int, event: int, items: Sequence[Item]) -> list[Item]:
    """The sorted cards in the event's order. Sorted faces and sorted identities end up alike."""
    return [items[i] for i in permutation(seed, event, len(items))]


@lru_cache(maxsize=4096)
def falls(seed: int, event: int, n: int) -> tuple[int, ...]:
    """How the event's n dice fall, each 0 to 5."""
    chance = random.Random(f"{seed}/{event}")
    return tuple(chance.randrange(6) for _ in range(n))


# --- Games that follow it


class Scripted(Protocol):
    """What both kinds of game can do; a snapshot is the same for both."""

    def legal(self) -> set[str]: ...
    def play(self, move: str) -> None: ...
    def copy(self) -> "Scripted": ...
    def snapshot(self) -> dict[str, Any]: ...


class Engine:
    """A game on the interpreted machine."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self.seed = seed
        self.events = 0  # chance events so far
        self.bound = interpreted(rules)
        self.buffer = [0] * max(rules.cards, self.bound.MOST_LEGAL)
        self.state = new_state(rules)
        self.bound.begin(self.state, *machine.setting(rules))
        self._chance()

    def copy(self) -> "Engine":
        new = Engine.__new__(Engine)
        new.__dict__.update(self.__dict__)
        new.state = copy_state(self.state)
        return new

    def codes(self) -> list[int]:
        """The legal moves by their numbers."""
        return self.buffer[: self.bound.legal(self.state, self.buffer)]

    def legal(self) -> set[str]:
        codes = self.codes()
        texts = {notation.Move.of(code, self.rules.family) for code in codes}
        assert len(texts) == len(codes), "a move is listed twice"
        return set(texts)

    def play(self, move: str) -> None:
        self.bound.play(self.state, notation.Move.parse(move).code)
        self._chance()

    def _chance(self) -> None:
        s = self.state
        while s.waiting not in (MOVE, OVER):
            n = self.bound.ask(s, self.buffer)
            if s.waiting == SHUFFLE:
                told = shuffled(self.seed, self.events, sorted(self.buffer[:n]))
            else:
                told = list(falls(self.seed, self.events, n))
            self.bound.tell(s, told, n)
            self.events += 1

    def snapshot(self) -> dict[str, Any]:
        if self.rules.family == "dice":
            return dice_snapshot(self.state)
        return card_snapshot(self.state, self.rules)


def card_snapshot(s: Any, rules: Rules) -> dict[str, Any]:
    """A card game in the oracle's words."""
    over = s.waiting == OVER

    def pile(place: int) -> list[int]:
        """Bottom first."""
        found: list[int] = []
        card = s.top[place]
        while card != NONE:
            found.insert(0, card)
            card = s.below[card]
        return found

    def faces(identities: Sequence[int]) -> list[str]:
        return [notation.card_text(card, rules) for card in identities]

    def discard(seat: int, i: int) -> list[str]:
        return faces(pile(cards.FIRST_DISCARD + seat * rules.discards + i))

    seats = range(rules.players)
    stocks = [faces(pile(cards.FIRST_STOCK + seat)) for seat in seats]
    assert [len(stock) for stock in stocks] == s.stock[: rules.players]
    assert all(card == NONE for seat in seats for card in s.hand[seat][s.held[seat] :])
    return {
        "seat": s.seat,
        "hands": [faces(s.hand[seat][: s.held[seat]]) for seat in seats],
        "stocks": stocks,
        "discards": [[discard(seat, i) for i in range(rules.discards)] for seat in seats],
        "building": [
            [s.number[i], faces(pile(cards.FIRST_BUILDING + i))] for i in range(rules.building)
        ],
        "draw": faces(pile(cards.DRAW)[::-1]),
        "completed": faces(sorted(pile(cards.DONE))),
        "die": None if over or s.die == cards.DIE_SPENT else notation.die_text(s.die, rules),
        "over": over,
        "blocked": over and s.winner == NONE,
        "winners": [] if s.winner == NONE else rules.members(s.winner),
        "extra discards": 0 if over else s.extra,
        "passes": s.passes,
    }


def dice_snapshot(s: Any) -> dict[str, Any]:
    """A dice game in the oracle's words. What a finished game has no use for is left out."""
    over = s.waiting == OVER
    kept: dict[str, Any] = {
        "seat": s.seat,
        "space": s.space + 1,
        "scores": s.score[: s.players],
        "target": s.goal,
        "over": over,
        "winners": [] if s.winner == NONE else [s.winner],
        "last turns": None if s.last_turns == NONE else s.last_turns,
    }
    if not over:
        shown = {dice.WILD: "W", dice.BLANK: "-"}
        roll = [shown.get(face, str(face)) for face in s.dice[: s.cup]]
        kept.update(points=s.points, cup=s.cup, roll=roll if s.rolled else [])
    return kept


class ScriptedCards(CardOracle):
    """The oracle's card game, by script; its snapshot tells some more."""

    def __init__(self, rules: Rules, seed: int) -> None:
        super().__init__(
            rules.players,
            rules.stock,
            ranks=rules.ranks,
            copies=rules.copies,
            wilds=rules.wilds,
            hand=rules.hand,
            building=rules.building,
            discards=rules.discards,
            partners=rules.partners,
            die=rules.die,
            refill=rules.refill,
            first=rules.first,
            shuffle=lambda event, faces: shuffled(seed, event, faces),
            roll=lambda event: die_faces(rules.ranks)[falls(seed, event, 1)[0]],
        )

    def snapshot(self) -> dict[str, Any]:
        return {
            **super().snapshot(),
            "extra discards": self.die_discards_left,
            "passes": 0 if self.moved_this_turn else self.empty_turns,
        }


class ScriptedDice(DiceOracle):
    """The oracle's dice game, by script; its snapshot tells what `dice_snapshot` tells."""

    def __init__(self, rules: Rules, seed: int) -> None:
        first_of = {"g": 1, "r": 5, "p": 9}

        def face(fall: int, colour: str) -> str:
            if fall < 4:
                return str(first_of[colour] + fall)
            return "W" if fall < 4 + rules.wild_faces else "-"

        def roll(event: int, colours: list[str]) -> list[str]:
            fell = falls(seed, event, len(colours))
            return [face(fall, colour) for fall, colour in zip(fell, colours, strict=True)]

        super().__init__(
            rules.players,
            wild_faces=rules.wild_faces,
            target=rules.target,
            first=rules.first,
            roll=roll,
        )

    def snapshot(self) -> dict[str, Any]:
        told = {**super().snapshot(), "last turns": self.last_turns_left}
        if self.over:
            for name in ("points", "cup", "roll"):
                del told[name]
        elif not self.last_face:  # nothing placed yet: the engine counts on from the board
            told["points"] = self.space - 1
        return told


def oracle(rules: Rules, seed: int) -> ScriptedCards | ScriptedDice:
    """A game of the oracle's."""
    return ScriptedDice(rules, seed) if rules.family == "dice" else ScriptedCards(rules, seed)
