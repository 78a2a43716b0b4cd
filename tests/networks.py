"""Networks made by hand: tests know what they like, whatever the shipped ones have learned."""

from skipbo.bots.network import BITS, FIRST_LAYER, LOOKS, ROW, WEIGHTS_1
from skipbo.bots.segment import MOST_NODES
from skipbo.bots.strong import LEARNED
from skipbo.machine.runs import Player

ONE = 1 << BITS  # twice as likely to win, were there but one stock card


def liking(worths: dict[int, int], looks: int = MOST_NODES) -> Player:
    """The row of a player who sees only these features, and how much it likes each, in ONEs."""
    row = [0] * ROW
    row[0], row[LOOKS] = LEARNED, looks
    for feature, worth in worths.items():
        row[WEIGHTS_1 + feature * FIRST_LAYER] = worth * ONE
    return tuple(row)
