"""Where shuffles and rolls come from at a table: a seed that is committed to, and revealed later.

The seed is 256 bits. Its SHA-256 is shown before the deal, the seed itself after the game, so that
anyone can check that no shuffle was chosen in view of the play. Event number `e` of a game (the
deal is 0; each later shuffle or roll counts one) draws from its own stream of bytes

    HMAC-SHA256(seed, "skipbo 1 event e block 0"), ... "block 1", and so on

read as big-endian 32-bit words. A number below n is the next word modulo n, where words of
2**32 - 2**32 % n and above are skipped. A shuffle starts from the cards in order (numbers
ascending, wilds last) and swaps, for i from the last place down to 1, place i with place
j = a number below i + 1; the first card is then drawn first. A roll is a number below 6 for each
die in turn, which counts its faces from 0.
"""

import hashlib
import hmac
import os
from collections.abc import Iterator, Sequence
from typing import Protocol

from ..errors import SkipboError

SEED_BYTES = 32
LONGEST_SEED = 1024  # bits of a whole number that is given as a seed


Die = Sequence[str]  # its six faces


class Chance(Protocol):
    """What a game asks when the rules leave something to chance; `event` counts the askings.

    It may have a `commitment`, which was shown before the deal.
    """

    def shuffle(self, event: int, faces: Sequence[str]) -> list[str]:
        """The faces in a new order; the first is drawn first."""

    def roll(self, event: int, dice: Sequence[Die]) -> list[str]:
        """The face that each die shows."""


class Seeded:
    """Chance that follows from a seed. `commitment` may be shown at once, `seed` after the game."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.seed).hexdigest()

    def shuffle(self, event: int, faces: Sequence[str]) -> list[str]:
        words = self._words(event)
        order = list(faces)
        for i in range(len(order) - 1, 0, -1):
            j = _below(i + 1, words)
            order[i], order[j] = order[j], order[i]
        return order

    def roll(self, event: int, dice: Sequence[Die]) -> list[str]:
        words = self._words(event)
        return [die[_below(len(die), words)] for die in dice]

    def _words(self, event: int) -> Iterator[int]:
        block = 0
        while True:
            message = f"skipbo 1 event {event} block {block}".encode()
            output = hmac.digest(self.seed, message, "sha256")
            for i in range(0, len(output), 4):
                yield int.from_bytes(output[i : i + 4], "big")
            block += 1


class Fresh:
    """Chance for playing on from a record without its seed: what was promised cannot be kept."""

    def __init__(self, commitment: str | None = None) -> None:
        self.commitment = commitment
        self._source = Seeded(seed_from(None))

    def shuffle(self, event: int, faces: Sequence[str]) -> list[str]:
        return self._source.shuffle(event, faces)

    def roll(self, event: int, dice: Sequence[Die]) -> list[str]:
        return self._source.roll(event, dice)


def _below(n: int, words: Iterator[int]) -> int:
    """A number from 0 to n - 1, each exactly as likely: words past the last full n are skipped."""
    fair = 2**32 - 2**32 % n
    return next(word for word in words if word < fair) % n


def seed_from(seed: int | bytes | None) -> bytes:
    """A seed of 32 bytes: the operating system's if none is given; a number's is no secret."""
    if seed is None:
        return os.urandom(SEED_BYTES)
    if isinstance(seed, int) and not isinstance(seed, bool) and seed.bit_length() <= LONGEST_SEED:
        return hashlib.sha256(f"skipbo seed {seed}".encode()).digest()
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    raise SkipboError(
        f"a seed is a whole number or {SEED_BYTES} bytes, not this {type(seed).__name__}; "
        f"a number may have {LONGEST_SEED} bits"
    )
