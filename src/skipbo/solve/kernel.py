"""Dice for two: the equations between the values of all states, to be bound for Numba.

A value is the chance to win of the player who is on turn. `values[a, b, f]`: this player needs a
more points, the other b, and the turn begins on space f. `last[x, t, f]`: the other has reached the
goal, and this is the last turn (D12); x points bring a tie, after which each needs t (D13).

Within a turn the points tell the space, and with the space on which it began they tell the dice in
the cup: turns that began on spaces of the same remainder by five share a chain of values. `worth`
holds one chain: first what it is worth to stop at 0, 1, 2 ... points, then what it is worth to
roll, then room for paths. Chains end where `dice` has made sure that turns hardly ever come.
"""

from typing import Any

from ..bots.dice_turn import TREE, first_path, sum_over_rolls, ways
from ..rules.dice import CUP, SPACES, TIE_STEP, goal_above


def wide(worth: Any) -> Any:
    """Here sums are made of fractions: this takes the place of `dice_turn`'s."""
    return float(worth)


def rolling(worth: Any) -> int:
    """Where in a chain the worth of rolling begins."""
    return (len(worth) - TREE) // 2


def roll_down(rolls: Any, chain: int, worth: Any, lost: Any, top: int) -> None:
    """What it is worth to roll at `top` points and all below, from what it is worth above."""
    half = rolling(worth)
    for points in range(top, -1, -1):
        cup = CUP - (points - chain) % CUP
        space = points % SPACES
        paths = first_path(space, cup)
        told = worth, points, half + points, 2 * half
        worth[half + points] = sum_over_rolls(rolls, paths, cup, *told, lost[space]) / ways(cup)


def begin_turn(rolls: Any, above: Any, worth: Any, lost: Any, top: int, turn: Any) -> None:
    """The value of a turn from each of the twelve spaces; `above` has that of rolls above."""
    half = rolling(worth)
    for chain in range(CUP):
        for points in range(top + 1, max(top + CUP, SPACES) + 1):
            worth[half + points] = above[chain, points]
        roll_down(rolls, chain, worth, lost, top)
        for space in range(chain, SPACES, CUP):
            turn[space] = worth[half + space]


def sure_to_win(rolls: Any, worth: Any, lost: Any, top: int, sure: Any) -> None:
    """What a roll is worth to a player who wins by stopping now or whenever the dice allow it."""
    half = rolling(worth)
    worth[:half] = 1
    for chain in range(CUP):
        worth[half:] = 0
        roll_down(rolls, chain, worth, lost, top)
        sure[chain] = worth[half : 2 * half]


def last_turns(rolls: Any, sure: Any, values: Any, worth: Any, lost: Any, last: Any) -> None:
    """Every last turn, from the values of play after a tie."""
    lost[:] = 0
    for tie in range(len(last)):
        worth[:tie] = 0
        worth[tie + 1 : rolling(worth)] = 1
        for need in range(1, TIE_STEP + 1):
            # D13: after the tie it is the other's turn, on the space that follows.
            worth[tie] = 1 - values[need, need, tie % SPACES]
            begin_turn(rolls, sure, worth, lost, tie, last[tie, need])


def turn(
    rolls: Any, sure: Any, values: Any, last: Any, worth: Any, lost: Any, a: int, b: int, turn: Any
) -> None:
    """The turn of a player who needs a, while the other needs b."""
    top = len(last) - 1
    for points in range(rolling(worth)):
        worth[points] = 1 - after_stop(values, last, a, b, points)
    for space in range(SPACES):
        lost[space] = 1 - values[b, a, space]  # D6, D11: the dice laid stay
    begin_turn(rolls, sure, worth, lost, top, turn)


def after_stop(values: Any, last: Any, a: int, b: int, points: int) -> float:
    """The other's value after a turn of so many points."""
    if points < a:
        return float(values[b, a - points, points % SPACES])
    beyond = points - a
    if b + beyond >= len(last):
        return 0.0
    return float(last[b + beyond, goal_above(0, beyond) - beyond, points % SPACES])


def solve_pair(
    rolls: Any,
    sure: Any,
    values: Any,
    last: Any,
    worth: Any,
    lost: Any,
    a: int,
    b: int,
    tolerance: float,
) -> None:
    """Both players' turns at these needs: busts lead from one to the other and back."""
    before = worth[:SPACES].copy()
    change = 1.0
    while change > tolerance:
        before[:] = values[a, b]
        turn(rolls, sure, values, last, worth, lost, a, b, values[a, b])
        if a != b:
            turn(rolls, sure, values, last, worth, lost, b, a, values[b, a])
        change = largest_change(before, values[a, b])


def largest_change(before: Any, after: Any) -> float:
    largest = 0.0
    for i in range(len(before)):
        largest = max(largest, abs(after[i] - before[i]))
    return largest
