"""The network of the learned player, and the files that such come from.

A file holds the row of `network` from WEIGHTS on, in 16 bits (`planes`). `skipbo learn` writes it.
"""

import zlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from ..errors import SkipboError
from ..machine.runs import Player
from .network import ROW, WEIGHTS
from .planes import from_planes, signed, to_planes

SUFFIX = ".bin"


def pack(numbers: Sequence[int]) -> bytes:
    """A network as a file holds it."""
    return to_planes(list(numbers))


def unpack(data: bytes) -> Player:
    """The network of a file, as it stands in a player's row from WEIGHTS on."""
    numbers = [signed(n) for n in from_planes(data)]
    if len(numbers) != ROW - WEIGHTS:
        raise ValueError(f"a network has {ROW - WEIGHTS:,} numbers, not {len(numbers):,}")
    return tuple(numbers)


@cache
def weights() -> Player:
    """The package's own network, for all editions and tables."""
    return unpack(files(__package__).joinpath("learned.bin").read_bytes())


@cache
def read(path: str) -> Player:
    """The network of a file that is not the package's own."""
    try:
        return unpack(Path(path).read_bytes())
    except OSError as error:
        raise SkipboError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, zlib.error) as error:
        raise SkipboError(f"{path} holds no weights of `skipbo learn`: {error}") from error
