"""How a turn of Dice may go on, as functions that any machine can bind.

A turn that began on space f with n dice laid stands at f + n points, on space (f + n) mod 12: the
points tell the space. What a roll allows is a path in a tree: from the root, 1, each further die
that can be laid leads from k to 2k + 1 if it may show its number and be the last, and else to 2k.
Whoever may end with the number loses nothing by it (D7).

A table of rolls tells, for each space and each number of dice in the cup, in how many ways a roll
comes to each end of a path.
"""

from typing import Any

from ..rules.dice import CUP

FACES = 6
TREE = 2 << CUP  # room for the paths of a full cup
ALL_CUPS = 2 * TREE - 4  # room for those of 1 to 5 dice


def first_path(space: int, cup: int) -> int:
    """Where in the table of rolls the paths of a space and a cup begin."""
    return int(space) * ALL_CUPS + (2 << int(cup)) - 4


def ways(cup: int) -> int:
    """In how many ways so many dice can fall."""
    return int(FACES**cup)


def wide(worth: Any) -> Any:
    """A number that sums can be made of; who counts in fractions puts another in its place."""
    return int(worth)


def sum_over_rolls(
    rolls: Any, paths: int, cup: int, worth: Any, stop: int, again: int, tree: int, lost: Any
) -> Any:
    """What a roll is worth, summed over all the ways in which it can fall.

    The paths are `rolls[paths + 1]` and on. With n dice laid it is worth `worth[stop + n]` to stop
    and `worth[again + n]` to roll; a roll that allows nothing is worth `lost`. From `worth[tree]`
    on there is room to note the best of each path.
    """
    total = int(rolls[paths + 1]) * wide(lost)
    worth[tree + 1] = worth[again + 1]  # no path is worth less
    for laid in range(1, cup + 1):
        rolling = wide(worth[again + laid])
        either = max(rolling, wide(worth[stop + laid]))
        for k in range(1 << laid, 2 << laid, 2):
            before = wide(worth[tree + (k >> 1)])
            wild, natural = max(before, rolling), max(before, either)
            worth[tree + k] = wild
            worth[tree + k + 1] = natural
            total += int(rolls[paths + k]) * wild + int(rolls[paths + k + 1]) * natural
    return total
