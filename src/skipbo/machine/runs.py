"""Many games: what goes into a machine's `Runner`, and what comes out of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ..rules.editions import Rules
from ..rules.state import SEATS
from . import rules_module


@dataclass(frozen=True, slots=True)
class Run:
    """What decides every game of a run: the same run is the same games on every machine."""

    rules: Rules
    policies: tuple[int, ...]  # one for each seat
    seed: int
    limit: int  # moves after which a game is left as it is

    def policy_by_seat(self) -> list[int]:
        """The policies, with one for the seats that are empty too."""
        return [*self.policies, *[0] * (SEATS - len(self.policies))]


class Played(NamedTuple):
    """Some games of a run, added up."""

    games: int
    moves: int
    wins: list[int]  # by side, empty ones too
    blocked: int
    unfinished: int
    states: Callable[[], bytes | memoryview]  # their last ones in a row; a GPU's are fetched then


def room(rules: Rules) -> tuple[int, int]:
    """How many places `ask` and `legal` need to write to."""
    return max(rules.cards, SEATS), rules_module(rules).MOST_LEGAL
