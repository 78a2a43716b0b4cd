"""Dice for two, solved: the chance to win of the player on turn, in every state between turns.

Values follow from those of smaller needs, by `kernel`'s equations, except in two cycles. Turns that
score nothing lead back to the same needs with the other player on turn; and a tie is played on,
from needs that may be larger. Both are repeated until nothing changes any more.

A turn has no largest number of points. Chains end where no way of playing gets with a chance of
more than CUT_OFF, so that no value can be further off than that for each turn still to come.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bots import dice_turn
from ..bots.dice_plan import POINT, WIN
from ..bots.dice_rolls import table_of_rolls
from ..bots.dice_table import LARGEST, NEEDS, TIES, pack
from ..errors import SkipboError
from ..machine import bind
from ..machine.cpu import decorator
from ..rules.dice import CUP, SPACES, TIE_STEP
from ..rules.editions import Rules, configure
from . import kernel

CUT_OFF = 1e-15
TOLERANCE = 1e-14  # what may still change when a cycle is left

# Of the functions in `kernel`, those that Python calls.
CALLED = ("sure_to_win", "begin_turn", "solve_pair", "last_turns", "turn", "roll_down")

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Solution:
    """Every value, indexed as in `kernel`; the residual is the most that an equation is off."""

    wild_faces: int
    target: int
    values: Floats
    last: Floats
    turn_points: list[float]  # by space: expected of the turn that makes the most
    space_worth: list[float]  # by space: points that it gives the player on turn, the goal far away
    seconds: float
    residual: float

    @property
    def states(self) -> int:
        """How many values there are: of turns before the goal is reached, and of last turns."""
        return self.values[1:, 1:].size + self.last[1:, 1:].size

    @property
    def first_player_wins(self) -> float:
        return float(self.values[self.target, self.target, 0])

    def file(self) -> bytes:
        """The file that `optimal` plays from."""
        values = self.values[1 : NEEDS + 1, 1 : NEEDS + 1]
        last = np.zeros((TIES, TIE_STEP, SPACES))
        known = self.last[1 : TIES + 1, 1:]
        last[: len(known)] = known
        chances = np.rint(np.concatenate([values.ravel(), last.ravel()]) * WIN)
        points = np.rint(np.array(self.space_worth) * POINT)
        return pack([int(n) for n in (*points, *np.minimum(chances, LARGEST))])


def solve(
    wild_faces: int = 2,
    target: int = 50,
    *,
    needs: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Solution:
    """Solve the game to `target` points, and for larger needs if asked for.

    `progress` is told how many of `pairs_to_solve` are done.
    """
    if not 1 <= target <= NEEDS:
        raise SkipboError(f"target must be 1 to {NEEDS} to be solved, not {target}")
    start = time.perf_counter()
    rules = configure("dice", wild_faces=wild_faces, target=target)
    equations = Equations(rules, max(target, needs, TIE_STEP))
    equations.solve(progress or (lambda done: None))
    return Solution(
        wild_faces=wild_faces,
        target=target,
        values=equations.values,
        last=equations.last,
        turn_points=equations.turn_for_points(np.zeros(SPACES)).tolist(),
        space_worth=equations.space_worth().tolist(),
        residual=equations.residual(),
        seconds=time.perf_counter() - start,
    )


def pairs_to_solve(needs: int) -> int:
    """How many pairs of needs there are, the order aside."""
    needs = max(needs, TIE_STEP)
    return needs * (needs + 1) // 2


class Equations:
    """The arrays that `kernel` reads and writes, and the order in which they are filled."""

    def __init__(self, rules: Rules, needs: int) -> None:
        self.bound = bind(rules, dice_turn, kernel, decorate=decorator(CALLED))
        self.rolls = np.array(table_of_rolls(rules))
        self.needs = needs
        self.lost = np.zeros(SPACES)
        self.top = self.far_enough()
        self.worth = self.chain()
        self.sure = np.zeros((CUP, self.length()))
        self.bound.sure_to_win(self.rolls, self.worth, self.lost, self.top, self.sure)
        self.values = np.full((needs + 1, needs + 1, SPACES), 0.5)
        self.last = np.zeros((self.top + 1, TIE_STEP + 1, SPACES))

    def length(self) -> int:
        return self.top + SPACES + CUP + 1

    def chain(self) -> Floats:
        return np.zeros(2 * self.length() + dice_turn.TREE)

    def far_enough(self) -> int:
        """The points that no way of playing gets beyond with a chance of more than CUT_OFF."""
        self.top = 0
        while True:
            self.top += SPACES
            above = np.ones((CUP, self.length()))
            if self.turns(self.chain(), self.lost, above).max() < CUT_OFF:
                return self.top

    def turns(self, worth: Floats, lost: Floats, above: Floats) -> Floats:
        """The turns from every space, for any worth of stopping and of losing the turn."""
        turn = np.zeros(SPACES)
        self.bound.begin_turn(self.rolls, above, worth, lost, self.top, turn)
        return turn

    # --- Solving

    def solve(self, progress: Callable[[int], None]) -> None:
        self.solve_ties()
        for done, (a, b) in enumerate(pairs(TIE_STEP, self.needs), pairs_to_solve(TIE_STEP)):
            self.bound.solve_pair(*self.told(), a, b, TOLERANCE)
            progress(done + 1)

    def told(self) -> tuple[Floats, ...]:
        return self.rolls, self.sure, self.values, self.last, self.worth, self.lost

    def solve_ties(self) -> None:
        """Needs up to those after a tie, until the values after ties fit those before them."""
        change = 1.0
        while change > TOLERANCE:
            before = self.after_ties().copy()
            self.solve_last()
            for a, b in pairs(0, TIE_STEP):
                self.bound.solve_pair(*self.told(), a, b, TOLERANCE)
            change = abs(self.after_ties() - before).max()

    def after_ties(self) -> Any:
        return self.values.diagonal()[:, : TIE_STEP + 1]

    def solve_last(self) -> None:
        told = self.rolls, self.sure, self.values, self.worth, self.lost
        self.bound.last_turns(*told, self.last)

    def residual(self) -> float:
        """The largest difference between a value and what its equation makes of the others."""
        before = self.last.copy()
        self.solve_last()
        largest = float(abs(self.last - before)[1:, 1:].max())
        turn = np.zeros(SPACES)
        for a in range(1, self.needs + 1):
            for b in range(1, self.needs + 1):
                self.bound.turn(*self.told(), a, b, turn)
                largest = max(largest, float(abs(turn - self.values[a, b]).max()))
        return largest

    # --- Points alone

    def turn_for_points(self, space_worth: Floats) -> Floats:
        """The best turn, if the space that it leaves is worth so much to the next player."""
        worth = self.chain()
        points = np.arange(self.length())
        worth[: len(points)] = points - space_worth[points % SPACES]
        return self.turns(worth, -space_worth, np.zeros_like(self.sure))

    def space_worth(self) -> Floats:
        """How many points the player on turn will be ahead in the end, the goal far away."""
        worth = np.zeros(SPACES)
        change = 1.0
        while change > TOLERANCE:
            # Half-way to the new one: by itself it would swing, as the players take turns.
            better = (worth + self.turn_for_points(worth)) / 2
            change = abs(better - worth).max()
            worth = better
        return worth

    # --- When to stop

    def gain_by_stopping(self, a: int, b: int) -> Floats:
        """By points and by dice in the cup: the chance to win that stopping has over rolling."""
        turn = np.zeros(SPACES)
        self.bound.turn(*self.told(), a, b, turn)
        half = self.length()
        gain = np.zeros((self.top, CUP + 1))
        for chain in range(CUP):
            self.bound.roll_down(self.rolls, chain, self.worth, self.lost, self.top)
            for points in range(self.top):
                stop, again = self.worth[points], self.worth[half + points]
                gain[points, CUP - (points - chain) % CUP] = stop - again
        return gain


def pairs(above: int, most: int) -> Iterator[tuple[int, int]]:
    """Two needs, the smaller one first, in order of their sum: so what they lead to is done."""
    for both in range(2, 2 * most + 1):
        for a in range(max(1, both - most), both // 2 + 1):
            if both - a > above:
                yield a, both - a
