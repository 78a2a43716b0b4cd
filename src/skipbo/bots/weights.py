"""The networks of the learned players, and the files that they come from.

A file holds the row of `network` from WEIGHTS on, in 16 bits (`planes`). `skipbo learn` writes it.
"""

import zlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from ..errors import SkipboError
from ..machine.runs import Player
from ..rules.editions import Rules
from .network import ROW, WEIGHTS
from .planes import from_planes, signed, to_planes

SUFFIX = ".bin"


def file_name(rules: Rules) -> str:
    """One network for the games with a die, one for those without."""
    return "learned_die.bin" if rules.die else "learned.bin"


def pack(numbers: Sequence[int]) -> bytes:
    """A network as a file holds it."""
    return to_planes(list(numbers))


def unpack(data: bytes) -> Player:
    """The network of a file, as it stands in a player's row from WEIGHTS on."""
    numbers = [signed(n) for n in from_planes(data)]
    if len(numbers) != ROW - WEIGHTS:
        raise ValueError(f"a network has {ROW - WEIGHTS:,} numbers, not {len(numbers):,}")
    return tuple(numbers)


def weights(rules: Rules) -> Player:
    """The network for these rules."""
    return _from_file(file_name(rules))


@cache
def _from_file(name: str) -> Player:
    return unpack(files(__package__).joinpath(name).read_bytes())


@cache
def read(path: str) -> Player:
    """The network of a file that is not the package's own."""
    try:
        return unpack(Path(path).read_bytes())
    except OSError as error:
        raise SkipboError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, zlib.error) as error:
        raise SkipboError(f"{path} holds no weights of `skipbo learn`: {error}") from error
