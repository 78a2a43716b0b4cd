"""The learned player's network: from features to each side's share of the game, in whole numbers.

Whole numbers come out the same on every machine, so that games do. A weight is held in 256ths. The
first of the first layer's sums are how far ahead each side is, as if in stock cards; the others go
through two more layers, which add what the features say together. With n stock cards left to play
for, a lead counts 1/sqrt(n), as in a walk at random. What comes out are powers of two: a side with
one more is twice as likely to win.

The network stands in the player's row: first how it is used, then the first layer's bias and a row
of weights for each feature, the second layer's, and the third's.
"""

from ..rules.cards import State
from ..rules.state import SEATS
from .features import FEATURE_WORK, FEATURES, LIST, LISTED
from .segment import Numbers

FIRST_LAYER, SECOND_LAYER, SHARES = 64, 32, SEATS
HIDDEN = FIRST_LAYER - SHARES  # sums of the first layer that are not leads, but go on
BITS = 8  # a weight of one is 1 << BITS
LARGEST = 1 << 15  # what a neuron says at most

# The player's row, after the number of its policy.
BLUR, LOOKS, HEADING = 1, 2, 3  # how far it errs, how many arrangements it looks at
BIAS_1 = HEADING
WEIGHTS_1 = BIAS_1 + FIRST_LAYER
BIAS_2 = WEIGHTS_1 + FEATURES * FIRST_LAYER
WEIGHTS_2 = BIAS_2 + SECOND_LAYER
BIAS_3 = WEIGHTS_2 + HIDDEN * SECOND_LAYER
WEIGHTS_3 = BIAS_3 + SHARES
ROW = WEIGHTS_3 + SECOND_LAYER * SHARES

# Sums of the first layer: for what stays the same, with the building piles, and with all; with all
# discard piles, and with a hand card less; then those of each discard pile alone.
OF_TABLE, OF_PILES, OF_ALL, OF_DISCARDS, OF_HAND, OF_DISCARD = range(6)
SUMS = FEATURE_WORK
SAID = SUMS + (OF_DISCARD + 6) * FIRST_LAYER  # by the first layer's neurons, then the second's
SAID_2 = SAID + HIDDEN
ODDS = SAID_2 + SECOND_LAYER
SCALE = ODDS + SHARES  # what a lead counts, of 1 << SCALE_BITS
NETWORK_WORK = SCALE + 1
SCALE_BITS = 12

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
    """The leads, and what the second and third layer add, by the sums with all features."""
    sums = SUMS + OF_ALL * FIRST_LAYER
    for j in range(HIDDEN):
        work[SAID + j] = max(0, min(work[sums + SHARES + j], LARGEST))
    for k in range(SECOND_LAYER):
        total = row[BIAS_2 + k]
        for j in range(HIDDEN):
            total += work[SAID + j] * row[WEIGHTS_2 + k * HIDDEN + j]
        work[SAID_2 + k] = max(0, min(total >> BITS, LARGEST))
    for side in range(sides):
        odds = row[BIAS_3 + side] + (work[sums + side] << BITS)
        for k in range(SECOND_LAYER):
            odds += work[SAID_2 + k] * row[WEIGHTS_3 + side * SECOND_LAYER + k]
        work[ODDS + side] = odds


def scale_for(cards: int) -> int:
    """What a lead of one counts while so many stock cards are left."""
    n = max(1, cards) << 16
    root = 1 << SCALE_BITS
    for _ in range(8):  # Newton's way to a square root
        root = (root + n // root) >> 1
    return (1 << SCALE_BITS + 8) // root


def scale_odds(work: Numbers, sides: int) -> None:
    """From leads to odds."""
    for side in range(sides):
        work[ODDS + side] = work[ODDS + side] * work[SCALE] >> SCALE_BITS


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
