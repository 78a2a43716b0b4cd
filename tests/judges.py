"""Who values decisions in tests: quickly, and so that whatever it is shown leaves a trace."""

import hashlib
from dataclasses import dataclass
from typing import Any

from skipbo.machine import rules_module
from skipbo.machine.python import machine, to_bytes
from skipbo.rules.editions import Rules


@dataclass(frozen=True)
class Guess:
    move: int
    shares: tuple[float, ...]


class Fickle:
    """Values by a digest of the whole state: whatever changes in it changes the value."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def best(self, state: Any) -> Guess:
        moves = [0] * rules_module(self.rules).MOST_LEGAL
        n = machine(self.rules).legal(state, moves)
        guesses = [Guess(move, self.after(state, move)) for move in moves[:n]]
        return max(guesses, key=lambda guess: guess.shares[state.seat])

    def after(self, state: Any, move: int) -> tuple[float, ...]:
        seen = to_bytes(state, self.rules) + move.to_bytes(4, "little")
        sides = hashlib.sha256(seen).digest()[: self.rules.sides]
        whole = sum(sides) + len(sides)
        return tuple((sides[self.rules.side(seat)] + 1) / whole for seat in self.seats)

    @property
    def seats(self) -> range:
        return range(self.rules.players)
