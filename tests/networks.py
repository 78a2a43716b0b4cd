"""Networks made by hand: tests know what they like, whatever the shipped ones have learned."""

from skipbo.bots.network import KINDS, LOOKS, ROW, SET, SHARES, WEIGHT_BITS, WEIGHTS
from skipbo.bots.segment import MOST_NODES
from skipbo.bots.strong import LEARNED
from skipbo.machine.runs import Player

ONE = 1 << WEIGHT_BITS  # twice as likely to win, were there but one stock card


def liking(worths: dict[int, int], looks: int = MOST_NODES) -> Player:
    """The row of a player who sees only these features, and likes each so much, in ONEs."""
    row = [0] * ROW
    row[0], row[LOOKS] = LEARNED, looks
    for kind in range(KINDS):
        for feature, worth in worths.items():
            row[WEIGHTS + kind * SET + feature * SHARES] = worth * ONE
    return tuple(row)
