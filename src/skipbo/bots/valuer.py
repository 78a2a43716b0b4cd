"""What each seat wins on average from a position on: for hints, chances to win, and reviews.

For the card games the learned player's network tells it; for Dice with two players the solution.
Both look only at what the seat on turn may see, so that any state that looks like its view will do.
"""

from dataclasses import dataclass
from typing import Any

from ..errors import SkipboError
from ..rules.editions import Rules
from . import dice_plan, native
from .cards import NO_MOVE
from .network import WHOLE
from .thinker import mind


@dataclass(frozen=True, slots=True)
class Valued:
    """The best move of the seat on turn, and what each seat then wins of the game on average."""

    move: int
    shares: tuple[float, ...]


class Valuer:
    """Values positions and moves of a game with these rules."""

    def __init__(self, rules: Rules) -> None:
        if rules.family == "dice" and rules.players > 2:
            told = f"Dice is solved for two players, not for {rules.players}"
            raise SkipboError(f"{told}: chances to win are known for two")
        self._rules = rules
        self._row = native.player(native.best(rules.family), rules)

    def best(self, state: Any) -> Valued:
        """The best move for the seat on turn, and the shares if it is made."""
        if self._rules.family == "dice":
            move = mind(self._rules, self._row).choose(state, self._row, [0, 0, 0])
            return Valued(move, self._dice_shares(state, move))
        return Valued(*self._weigh(state, NO_MOVE))

    def after(self, state: Any, move: int) -> tuple[float, ...]:
        """The shares once a legal move is made, as its player sees them, before chance answers."""
        if self._rules.family == "dice":
            return self._dice_shares(state, move)
        return self._weigh(state, move)[1]

    def _weigh(self, state: Any, move: int) -> tuple[int, tuple[float, ...]]:
        made, shares = mind(self._rules, self._row).weigh(state, self._row, move)
        return made, tuple(share / WHOLE for share in shares[: self._rules.players])

    def _dice_shares(self, state: Any, move: int) -> tuple[float, ...]:
        planner = mind(self._rules, self._row)
        planner.choose(state, self._row, [0, 0, 0])
        own = int(dice_plan.worth_of(move, planner.work)) / (dice_plan.WIN * dice_plan.FINER)
        return (own, 1 - own) if state.seat == 0 else (1 - own, own)
