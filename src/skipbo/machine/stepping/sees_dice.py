"""What a seat sees of a game of Skip-Bo Dice, which is everything, as a row of bytes.

In this order: the first empty space, 0 to 11; the dice in the cup; whether a roll waits to be
placed; the five dice of that roll, 0 for none, their number, 13 for a wild or 14 for a blank (die
`i` has the colour of the `i`-th empty space, D5); whether the last die placed is a wild (D7); the
turns left once the goal was reached, plus 1, or 0 before (D12); the points of this turn; the goal;
and the score of every player, first the one who sees and on to the left. Points, goal and scores
have two bytes each, the higher first.

`bind` binds these functions with the rules; `sees_cards` has the same names.
"""

from typing import Any

from ...rules.dice import BLANK, CUP, WILD, State
from ...rules.state import NONE

WILD_SEEN = 13
BLANK_SEEN = 14

# Where each part begins.
AT_ROLL = 3
AT_WILD_LAST = AT_ROLL + CUP
AT_LAST_TURNS = AT_WILD_LAST + 1
AT_POINTS = AT_LAST_TURNS + 1
AT_GOAL = AT_POINTS + 2
AT_SCORES = AT_GOAL + 2


def count_observed(s: State) -> int:
    """How many bytes an observation has."""
    return AT_SCORES + 2 * int(s.players)


# --- The board: nothing has to be kept beside the state


def board_width(s: State) -> int:
    return 1


def lay_out(s: State, board: Any) -> None:
    pass


def follow(s: State, board: Any, seat: int, move: int, shuffled: int) -> None:
    pass


# --- The observation


def observe(s: State, board: Any, seat: int, row: Any) -> None:
    """Write what every seat sees; the scores are told from `seat` on."""
    row[0] = s.space
    row[1] = s.cup
    row[2] = s.rolled
    for i in range(CUP):
        row[AT_ROLL + i] = shown(s.dice[i]) if s.rolled and i < s.cup else 0
    row[AT_WILD_LAST] = s.wild_last
    row[AT_LAST_TURNS] = 0 if s.last_turns == NONE else s.last_turns + 1
    write_pair(row, AT_POINTS, s.points)
    write_pair(row, AT_GOAL, s.goal)
    for i in range(s.players):
        write_pair(row, AT_SCORES + 2 * i, s.score[(seat + i) % s.players])


def shown(fallen: int) -> int:
    if fallen == WILD:
        return WILD_SEEN
    return BLANK_SEEN if fallen == BLANK else fallen


def write_pair(row: Any, at: int, n: int) -> None:
    row[at] = int(n) >> 8
    row[at + 1] = int(n) & 255
