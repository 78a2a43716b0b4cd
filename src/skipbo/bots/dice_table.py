"""What the Dice players who plan are told in their rows, and the files that they are told from.

A file is a row of 16-bit numbers, each less the one twelve places before it, low bytes first and
high bytes after, compressed. In order: what each space gives to the next player, in POINT; the
values for needs up to NEEDS; the values of last turns for ties up to TIES. `skipbo solve dice
--write` makes it, and docs/dice.md tells what the values are.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from ..machine.runs import Player
from ..rules.dice import SPACES, TIE_STEP
from ..rules.editions import Rules
from .dice_plan import TABLE
from .dice_rolls import table_of_rolls
from .planes import from_planes, signed, to_planes

NEEDS = TIES = 100  # as far as the files go
LARGEST = (1 << 16) - 1


def file_name(wild_faces: int) -> str:
    return f"dice_wild{wild_faces}.bin"


def pack(numbers: Sequence[int]) -> bytes:
    """Numbers as a file holds them."""
    less = [*numbers[:SPACES], *(b - a for a, b in zip(numbers, numbers[SPACES:], strict=False))]
    return to_planes(less)


def unpack(data: bytes) -> list[int]:
    """The numbers of a file, as 0 to 65535."""
    numbers = from_planes(data)
    for i in range(SPACES, len(numbers)):
        numbers[i] = (numbers[i] + numbers[i - SPACES]) & LARGEST
    return numbers


@cache
def myopic(rules: Rules) -> Player:
    """Who makes the most points of every turn, and thinks of nothing else."""
    return _row(rules, 0, 0, [0] * SPACES)


@cache
def optimal(rules: Rules) -> Player:
    """Who has the best chance to win: exact for two players, see `dice_plan`."""
    numbers = unpack(files(__package__).joinpath(file_name(rules.wild_faces)).read_bytes())
    spaces = [signed(n) for n in numbers[:SPACES]]
    needs = max(min(rules.target, NEEDS), TIE_STEP)
    values: list[int] = []
    for need in range(needs):
        first = SPACES + need * NEEDS * SPACES
        values += numbers[first : first + needs * SPACES]
    last = numbers[SPACES + NEEDS * NEEDS * SPACES :]
    return _row(rules, needs, TIES, [*spaces, *values, *last])


def _row(rules: Rules, needs: int, ties: int, table: Sequence[int]) -> Player:
    begin = TABLE - SPACES + len(table)
    return (needs, ties, begin, *table, *table_of_rolls(rules))
