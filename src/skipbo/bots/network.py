"""The learned player's network: from features to each side's share of the game, in whole numbers.

Whole numbers come out the same on every machine, so that games do. A feature has a weight for each
side, in 512ths: what it adds to how far that side is ahead, as if in stock cards. With n stock
cards left to play for, a lead counts 1/sqrt(n), as in a walk at random. What comes out are powers
of two: a side with one more is twice as likely to win.

The weights stand in the player's row, after how they are used: one set for games of two, one for
three or more, and one for partners. (Hidden layers behind them were tried, and played no better:
see docs/bots.md.)
"""

from ..rules.cards import State
from ..rules.state import SEATS
from .features import FEATURE_WORK, FEATURES, LIST, LISTED
from .segment import Numbers

SHARES = SEATS  # sides, at most; the own one first
WEIGHT_BITS = 9  # a weight of one is 1 << WEIGHT_BITS
ODDS_BITS = 16  # so much finer are odds

# The player's row, after the number of its policy.
BLUR, LOOKS, HEADING = 1, 2, 3  # how far it errs, how many arrangements it looks at
WEIGHTS = HEADING
KINDS = 3  # of tables, each with weights of its own
SET = FEATURES * SHARES
ROW = WEIGHTS + KINDS * SET

# Sums of weights: for what stays the same, with the building piles, and with all; with all discard
# piles, and with a hand card less; then those of each discard pile alone.
OF_TABLE, OF_PILES, OF_ALL, OF_DISCARDS, OF_HAND, OF_DISCARD = range(6)
SUMS = FEATURE_WORK
ODDS = SUMS + (OF_DISCARD + 6) * SHARES
SCALE = ODDS + SHARES  # what a lead counts, of 1 << SCALE_BITS
SET_AT = SCALE + 1  # where in the row the table's weights begin
NETWORK_WORK = SET_AT + 1
SCALE_BITS = 12

WHOLE = 1 << 30  # the share of a side that wins for sure
ONE = 1 << 20  # of what `power` gives
FARTHEST = 18 << ODDS_BITS  # powers of two that odds are told apart to


def copy_sums(work: Numbers, to: int, source: int) -> None:
    for j in range(SHARES):
        work[SUMS + to * SHARES + j] = work[SUMS + source * SHARES + j]


def clear_sums(work: Numbers, sums: int) -> None:
    for j in range(SHARES):
        work[SUMS + sums * SHARES + j] = 0


def add_sums(work: Numbers, to: int, added: int, sign: int) -> None:
    for j in range(SHARES):
        added_here = sign * work[SUMS + added * SHARES + j]
        work[SUMS + to * SHARES + j] += added_here


def sum_up(row: Numbers, work: Numbers, to: int, first: int) -> None:
    """Add the features from number `first` of the list on to some sums."""
    sums, table = SUMS + to * SHARES, work[SET_AT]
    for i in range(first, work[LISTED]):
        # The mask tells the compiler that nothing is negative, so that it can add many at once.
        weights = table + (work[LIST + i] & 0xFFFF) * SHARES
        for j in range(SHARES):
            work[sums + j] += row[weights + j]


def finish(work: Numbers, sides: int) -> None:
    """The odds, by the sums with all features and what a lead counts."""
    for side in range(sides):
        work[ODDS + side] = as_odds(work[SUMS + OF_ALL * SHARES + side], work[SCALE])


def as_odds(lead: int, scale: int) -> int:
    return (lead << ODDS_BITS - WEIGHT_BITS) * scale >> SCALE_BITS


def scale_for(cards: int) -> int:
    """What a lead of one counts while so many stock cards are left."""
    n = max(1, cards) << 16
    root = 1 << SCALE_BITS
    for _ in range(8):  # Newton's way to a square root
        root = (root + n // root) >> 1
    return (1 << SCALE_BITS + 8) // root


def power(x: int) -> int:
    """Two to the power of x, nearly, in units of ONE; x in units of 1 << ODDS_BITS."""
    x = max(-FARTHEST, min(FARTHEST, x))
    whole, part = x >> ODDS_BITS, x & (1 << ODDS_BITS) - 1
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


def kind_of(s: State) -> int:
    """Which weights a table has: two players, more, or partners."""
    if s.partners:
        return 2
    return 0 if s.players == 2 else 1


def set_for(s: State) -> int:
    """Where in the row the weights of a table begin."""
    return WEIGHTS + kind_of(s) * SET
