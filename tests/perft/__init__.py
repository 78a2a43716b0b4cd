"""Counts of move sequences ("perft"), as data: one file for each edition, one line for each count.

A line tells options, the seed of the script (tests/scripted.py), the depth and the count: how many
sequences of exactly that many decisions there are, from the position after the deal. A game that
ends sooner counts for nothing. Chance is no decision: it goes by the script.
"""

from dataclasses import dataclass
from pathlib import Path

from tests.scripted import Engine, Scripted, oracle

from skipbo.rules.editions import EDITIONS, OPTIONS, Rules, configure

FOLDER = Path(__file__).parent


def perft(game: Scripted, depth: int) -> int:
    """How many sequences of that many decisions lead on from here."""
    moves = game.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = game.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total


@dataclass(frozen=True)
class Line:
    edition: str
    options: str
    seed: int
    depth: int
    count: int | None  # not yet counted

    @classmethod
    def parse(cls, edition: str, text: str) -> "Line":
        words = dict(word.split("=") for word in text.split())
        seed, depth = int(words.pop("seed")), int(words.pop("depth"))
        count = int(words.pop("count")) if "count" in words else None
        options = " ".join(f"{name}={value}" for name, value in words.items())
        return cls(edition, options, seed, depth, count)

    def __str__(self) -> str:
        counted = "" if self.count is None else f" count={self.count}"
        return f"{self.options} seed={self.seed} depth={self.depth}{counted}"

    def rules(self) -> Rules:
        words = (word.split("=") for word in self.options.split())
        return configure(self.edition, **{name: OPTIONS[name].parse(text) for name, text in words})

    def by_engine(self) -> int:
        return perft(Engine(self.rules(), self.seed), self.depth)

    def by_oracle(self) -> int:
        return perft(oracle(self.rules(), self.seed), self.depth)


def path(edition: str) -> Path:
    return FOLDER / f"{edition}.txt"


def holds_count(text: str) -> bool:
    """Whether a line of a file is one to be counted, and no comment."""
    return bool(text.strip()) and not text.startswith("#")


def all_lines() -> list[Line]:
    return [
        Line.parse(edition, text)
        for edition in EDITIONS
        for text in path(edition).read_text().splitlines()
        if holds_count(text)
    ]
