"""Rows of 16-bit numbers as files hold them: all low bytes, then all high bytes, compressed."""

import zlib
from collections.abc import Sequence


def to_planes(numbers: Sequence[int]) -> bytes:
    planes = bytes(n & 255 for n in numbers) + bytes(n >> 8 & 255 for n in numbers)
    return zlib.compress(planes, 9)


def from_planes(data: bytes) -> list[int]:
    """The numbers, as 0 to 65535."""
    planes = zlib.decompress(data)
    half = len(planes) // 2
    return [low + 256 * high for low, high in zip(planes[:half], planes[half:], strict=True)]


def signed(n: int) -> int:
    """A number of those that may be negative."""
    return n - 2 * (n & 1 << 15)
