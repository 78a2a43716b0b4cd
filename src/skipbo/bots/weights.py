"""The networks of the learned players, and the files that they come from.

A file holds the row of `network` from BIAS_1 on, in 16 bits (`planes`); the biases of the second
and third layer in whole units of a weight. `skipbo learn` writes it.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from ..machine.runs import Player
from ..rules.editions import Rules
from .network import BIAS_1, BIAS_2, BIAS_3, BITS, ROW, SECOND_LAYER, SHARES
from .planes import from_planes, signed, to_planes

COARSE = (*range(BIAS_2, BIAS_2 + SECOND_LAYER), *range(BIAS_3, BIAS_3 + SHARES))


def file_name(rules: Rules) -> str:
    """One network for the games with a die, one for those without."""
    return "learned_die.bin" if rules.die else "learned.bin"


def pack(numbers: Sequence[int]) -> bytes:
    """A network as a file holds it."""
    told = list(numbers)
    for i in COARSE:
        told[i - BIAS_1] >>= BITS
    return to_planes(told)


def unpack(data: bytes) -> Player:
    """The network of a file, as it stands in a player's row from BIAS_1 on."""
    numbers = [signed(n) for n in from_planes(data)]
    if len(numbers) != ROW - BIAS_1:
        raise ValueError(f"a network has {ROW - BIAS_1:,} numbers, not {len(numbers):,}")
    for i in COARSE:
        numbers[i - BIAS_1] <<= BITS
    return tuple(numbers)


def weights(rules: Rules) -> Player:
    """The network for these rules."""
    return _from_file(file_name(rules))


@cache
def _from_file(name: str) -> Player:
    return unpack(files(__package__).joinpath(name).read_bytes())
