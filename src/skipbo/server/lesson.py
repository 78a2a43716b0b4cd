"""The tutorial: a short game with arranged cards, in which every move is foreseen.

Seat 0 learns; seat 1 plays along. A step's `key` names the text `lesson.<key>` that is shown before
its move, and `lesson.finished` is shown at the end.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ..rules.editions import configure
from ..table.chance import Die

RULES = configure("classic", players=2, stock=3)

DECK = [
    *("2", "10", "7", "4", "3", "5"),  # the stocks, round the table: the last of each is open (C3)
    *("1", "2", "W", "9", "8"),  # the learner's hand
    *("12", "11", "9", "7", "3"),  # the other's
    *("6", "10", "11", "12"),  # what the learner draws in the second turn,
    *("1", "5", "8", "W", "4"),  # and when all these are played (C9)
]


class Step(NamedTuple):
    """A move, whose it is, and the text that goes before it."""

    key: str
    seat: int
    move: str


STEPS = (
    Step("goal", 0, "h1>b1"),
    Step("build", 0, "h2>b1"),
    Step("stock", 0, "s>b1"),
    Step("wild", 0, "hW>b1"),
    Step("discard", 0, "h9>d1"),
    Step("opponent", 1, "s>b1"),
    Step("opponent_ends", 1, "h12>d1"),
    Step("draw", 0, "h6>b1"),
    Step("stock_again", 0, "s>b1"),
    Step("hand", 0, "h8>b1"),
    Step("discard_pile", 0, "d1>b1"),
    Step("go_on", 0, "h10>b1"),
    Step("nearly", 0, "h11>b1"),
    Step("complete", 0, "h12>b1"),
    Step("new_hand", 0, "h1>b1"),
    Step("win", 0, "s>b1"),
)


class Arranged:
    """Chance that is none: the first shuffle gives the arranged deck, a later one changes nothing.

    Nothing was drawn by lot, so there is no seed, and nothing to commit to.
    """

    def shuffle(self, event: int, faces: Sequence[str]) -> list[str]:
        rest = list(faces)
        first = DECK if event == 0 else []
        for face in first:
            rest.remove(face)
        return [*first, *rest]

    def roll(self, event: int, dice: Sequence[Die]) -> list[str]:
        return [die[0] for die in dice]
