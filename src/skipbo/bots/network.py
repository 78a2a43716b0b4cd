"""The learned player's network: from features to each side's share of the game, in whole numbers.

Whole numbers come out the same on every machine, so that games do. A weight is held in 256ths, and
the last layer speaks of powers of two: a side with one more is twice as likely to win.

The network stands in the player's row: first how it is used, then the first layer's bias and a row
of weights for each feature, the second layer's, and the third's.
"""

from ..rules.cards import State
from ..rules.state import SEATS
from .features import FEATURE_WORK, FEATURES, LIST, LISTED
from .segment import Numbers

FIRST_LAYER, SECOND_LAYER, SHARES = 64, 32, SEATS
BITS = 8  # a weight of one is 1 << BITS
LARGEST = 1 << 15  # what a neuron says at most

# The player's row, after the number of its policy.
BLUR, LOOKS, HEADING = 1, 2, 3  # how far it errs, how many arrangements it looks at
BIAS_1 = HEADING
WEIGHTS_1 = BIAS_1 + FIRST_LAYER
BIAS_2 = WEIGHTS_1 + FEATURES * FIRST_LAYER
WEIGHTS_2 = BIAS_2 + SECOND_LAYER
BIAS_3 = WEIGHTS_2 + FIRST_LAYER * SECOND_LAYER
WEIGHTS_3 = BIAS_3 + SHARES
ROW = WEIGHTS_3 + SECOND_LAYER * SHARES

# Sums of the first layer: for what stays the same, with the building piles, and with all; with all
# discard piles, and with a hand card less; then those of each discard pile alone.
OF_TABLE, OF_PILES, OF_ALL, OF_DISCARDS, OF_HAND, OF_DISCARD = range(6)
SUMS = FEATURE_WORK
SAID = SUMS + (OF_DISCARD + 6) * FIRST_LAYER  # by the first layer's neurons, then the second's
SAID_2 = SAID + FIRST_LAYER
ODDS = SAID_2 + SECOND_LAYER
NETWORK_WORK = ODDS + SHARES

WHOLE = 1 << 30  # the share of a side that wins for sure
ONE = 1 << 20  # of what `power` gives
FARTHEST = 18 << 2 * BITS  # powers of two that odds are told apart to


def begin_sums(row: Numbers, work: Numbers) -> None:
    """The first layer's sums without any feature."""
    for j in range(FIRST_LAYER):
        work[SUMS + OF_TABLE * FIRST_LAYER + j] = row[BIAS_1 + j]


def copy_sums(work: Numbers, to: int, source: int) -> None:
    for j in range(FIRST_LAYER):
        work[SUMS + to * FIRST_LAYER + j] = work[SUMS + source * FIRST_LAYER + j]


def clear_sums(work: Numbers, sums: int) -> None:
    for j in range(FIRST_LAYER):
        work[SUMS + sums * FIRST_LAYER + j] = 0


def add_sums(work: Numbers, to: int, added: int, sign: int) -> None:
    for j in range(FIRST_LAYER):
        added_here = sign * work[SUMS + added * FIRST_LAYER + j]
        work[SUMS + to * FIRST_LAYER + j] += added_here


def sum_up(row: Numbers, work: Numbers, to: int, first: int) -> None:
    """Add the features from number `first` of the list on to the first layer's sums."""
    sums = SUMS + to * FIRST_LAYER
    for i in range(first, work[LISTED]):
        # The mask tells the compiler that nothing is negative, so that it can add many at once.
        weights = WEIGHTS_1 + (work[LIST + i] & 0xFFFF) * FIRST_LAYER
        for j in range(FIRST_LAYER):
            work[sums + j] += row[weights + j]


def finish(row: Numbers, work: Numbers, sides: int) -> None:
    """The second and the third layer, on top of the sums with all features."""
    for j in range(FIRST_LAYER):
        work[SAID + j] = max(0, min(work[SUMS + OF_ALL * FIRST_LAYER + j], LARGEST))
    for k in range(SECOND_LAYER):
        total = row[BIAS_2 + k]
        for j in range(FIRST_LAYER):
            total += work[SAID + j] * row[WEIGHTS_2 + k * FIRST_LAYER + j]
        work[SAID_2 + k] = max(0, min(total >> BITS, LARGEST))
    for side in range(sides):
        odds = row[BIAS_3 + side]
        for k in range(SECOND_LAYER):
            odds += work[SAID_2 + k] * row[WEIGHTS_3 + side * SECOND_LAYER + k]
        work[ODDS + side] = odds


def power(x: int) -> int:
    """Two to the power of x, nearly, in units of ONE; x in units of 1 << 2 * BITS."""
    x = max(-FARTHEST, min(FARTHEST, x))
    whole, part = x >> 2 * BITS, x & (1 << 2 * BITS) - 1
    # Between two powers a parabola: 0.3 % off at most.
    grown = ONE + ((part * (43008 + (22528 * part >> 16)) >> 16) << 4)
    return grown << whole if whole >= 0 else grown >> -whole


def share(work: Numbers, side: int, sides: int) -> int:
    """What one side wins on average, of WHOLE."""
    total = 0
    for other in range(sides):
        total += power(work[ODDS + other] - work[ODDS + side])
    return (WHOLE << 20) // total


def sides_of(s: State) -> int:
    return s.players >> 1 if s.partners else s.players
