"""What the learned player's network is told of a position: a list of features, each there or not.

A position is the end of a segment (`segment`), as the seat that played it sees it: its own hand,
and what lies open. Each feature has a number; those that are there are written into `work`, one
after the other. The parts come in the order in which they change: what stays the same during a
decision, what changes with the building piles, and what changes with the hand and the discards.
"""

from ..rules.cards import (
    BUILDING,
    COPIES,
    DISCARDS,
    DONE,
    DRAW,
    FIRST_BUILDING,
    FIRST_STOCK,
    HAND,
    RANKS,
    WILD,
    WILDS,
    State,
    anything_to_draw,
    discard_pile,
    height,
    number,
    partner,
    side,
)
from ..rules.state import NONE, SEATS
from .planner import (
    BELOW,
    FAR,
    HELD_NUMBERS,
    MISSED,
    MISSING,
    SCRATCH,
    TOPS,
    walk,
)
from .segment import (
    FACE,
    LEFT,
    NUMBERS,
    OWN_TOPS,
    PARTNER_TOPS,
    Numbers,
    first_of_its_kind,
    steps_to,
    wilds_left,
)

# How a segment ended: a stock card turned over, the hand was emptied, or the turn is over.
TURNED, EMPTIED_HAND, TURN_OVER = 0, 1, 2

NUMBERS_ON_CARDS = 13  # 0 is a wild
NO_NUMBER, UNKNOWN = 13, 14  # no card there, and one that has yet to turn over
MOST_STOCK = 31
MOST_LEAD = 20
SAME_NUMBER = 3  # cards or piles from which on it makes no difference how many there are

# --- The features' numbers: where each kind begins

HOW = 0  # + how the segment ended
TABLE = HOW + 3  # + players - 2; partners come after those
PASSED = TABLE + 5 + 3  # + turns in a row of nothing but a pass
TO_DRAW = PASSED + 3  # + a measure of the cards to be drawn before the next shuffle
DIE_LEFT = TO_DRAW + 7  # + the die's face, while the turn goes on
UNSEEN = DIE_LEFT + 8  # + number * 6 + a measure of how many cards with it were seen
LEAD = UNSEEN + NUMBERS_ON_CARDS * 6  # + MOST_LEAD + stock cards fewer than the best other side
REACHED = LEAD + 2 * MOST_LEAD + 1  # + number * 3 + how many more piles have reached it
OWN_STOCK = REACHED + 12 * SAME_NUMBER
OWN_TOP = OWN_STOCK + MOST_STOCK + 1
OWN_STEPS = OWN_TOP + 15  # + cards before the stock card fits a pile * 3 + how many more piles so
OWN_MISSING = OWN_STEPS + 12 * SAME_NUMBER  # + rank of the pile * 8 + cards missing there;
MISSING_NOW = 6 * (FAR + 1)  # so much further on, where the turn goes on
CHANCES = 16  # steps in which a chance is told
OWN_CHANCE = OWN_MISSING + 2 * MISSING_NOW  # + the chance that what is missing comes next time;
CHANCE_NOW = CHANCES  # so much further on, where the turn goes on
OWN_NEAR = OWN_CHANCE + 2 * CHANCES  # + cards missing at the nearest pile * 12 + cards before it;
NEAR_NOW = (FAR + 1) * 12  # so much further on, where the turn goes on
READY = OWN_NEAR + 2 * NEAR_NOW  # + how many numbers could be played, were they turned over
NEARLY = READY + 13  # + how many, if one more card came
FARTHER = NEARLY + 13  # + how many, if two more came
READY_AND_HELD = FARTHER + 13  # + numbers that could be played * 6 + hand cards
HELD_NUMBER = READY_AND_HELD + 13 * 6  # + number * 3 + how many more cards of it
HELD_WILDS = HELD_NUMBER + NUMBERS_ON_CARDS * SAME_NUMBER
HELD_CARDS = HELD_WILDS + 11
HELD_BEFORE = HELD_CARDS + 11  # + how far below the stock card's number a hand card is
HELD_STEPS = HELD_BEFORE + 12  # + cards before a hand card fits a pile * 3 + how many more so
PAIR = HELD_STEPS + 12 * SAME_NUMBER  # + number * 14 + the number beneath: an own discard top
LAID = PAIR + NUMBERS_ON_CARDS * 14  # + how each card of the own discard piles lies (`laid_how`)
LAID_FIRST, LAID_EVEN, LAID_WILD, LAID_ON_WILD = 0, 12, 24, 25
RUN_ON_TOP = LAID + 26  # + number * 6 + cards of the run that it tops
HEIGHT = RUN_ON_TOP + NUMBERS_ON_CARDS * 6  # + cards in an own discard pile
TOP_BEFORE = HEIGHT + 10  # + how far below the stock card's number a discard top is
TOP_STEPS = TOP_BEFORE + 12  # + cards before a discard top fits a pile
WHERE = 12 * 13  # cards before a card fits a pile * 13 + how far below the stock card it is
HELD_WHERE = TOP_STEPS + 12  # + where a hand card is
TOP_WHERE = HELD_WHERE + WHERE  # + where a discard top is
UNDER_WHERE = TOP_WHERE + WHERE  # + where the card beneath is
HELD_APART = UNDER_WHERE + WHERE  # + how far two hand cards are apart
TOPS_APART = HELD_APART + 7  # + how far two discard tops are apart
TOP_FROM_HELD = TOPS_APART + 7  # + how far above a hand card a discard top is
FITTING = TOP_FROM_HELD + 12  # + hand cards * 6 + how many of them fit a pile
CHANCE_AND_HELD = FITTING + 36  # + chance * 6 + hand cards
CHANCE_AND_STOCK = CHANCE_AND_HELD + CHANCES * 6  # + chance * 6 + a measure of the stock
CHANCE_OF_BOTH = CHANCE_AND_STOCK + CHANCES * 6  # + chance * 16 + the next other seat's
WILDS_AND_MISSING = CHANCE_OF_BOTH + CHANCES * CHANCES  # + wilds * 8 + cards missing without them
OTHERS = WILDS_AND_MISSING + 4 * (FAR + 1)  # of each other seat, from the left on; then a partner

(
    STOCK_OF,  # + cards
    TOP_OF,  # + number
    STEPS_OF,  # as OWN_STEPS
    MISSING_OF,  # as OWN_MISSING, of the two nearest piles;
    MISSING_NOW_OF,  # the same where the turn goes on
    HELD_OF,  # + cards in hand
    TOPS_OF,  # + number * 3 + how many more tops
    BENEATH_OF,  # + number: of a card that lies second in a discard pile
    CHANCE_OF,  # as OWN_CHANCE
    NEAR_OF,  # as OWN_NEAR, whether the turn goes on or not
    BEFORE_OF,  # + how far below the stock card's number a discard top is * 3 + how many more so
    STEPS_OF_BOTH,  # + cards before the own stock card fits a pile * 12 + before this one does
    CHANCE_AND_HELD_OF,  # as CHANCE_AND_HELD
    CHANCE_AND_STOCK_OF,  # as CHANCE_AND_STOCK
    TOP_WHERE_OF,  # as TOP_WHERE
    OTHER,  # so many features for a seat
) = (0, 32, 47, 83, 99, 115, 126, 165, 178, 210, 306, 342, 486, 582, 678, 834)

MATES = OTHERS + (SEATS - 1) * OTHER
FEATURES = MATES + OTHER

# --- The places in `work`, beyond the planner's

MOST_FEATURES = 512
MOST_DRAWN = 10  # cards of a hand, at most
TOLD = 16  # cards of a discard pile that are told of, from the bottom up
LIST = SCRATCH
LISTED = LIST + MOST_FEATURES
SEEN_NUMBERS = LISTED + 1  # how often each number is seen
HEIGHT_AT = SEEN_NUMBERS + NUMBERS_ON_CARDS  # by card: cards in the pile up to it
RUN_AT = HEIGHT_AT + 256  # by card: cards of the run that it tops
STOCKS = RUN_AT + 256  # by seat: the stock's cards
STOCK_NUMBERS = STOCKS + SEATS  # by seat: the number on top
TALLY = STOCK_NUMBERS + SEATS  # for counting
NEAREST = TALLY + 15  # the cards missing for each building pile
GOES_ON_NOW = NEAREST + 6  # whether the turn goes on at this end
COMES = GOES_ON_NOW + 1  # + cards drawn * 13 + number: the chance that it, or a wild, is among them
NONE_COMES = COMES + (MOST_DRAWN + 1) * NUMBERS_ON_CARDS  # that no pile gets what it misses
STEPS_THERE = NONE_COMES + 1  # cards before a stock card fits the pile where fewest are missing
STEPS_FOR = STEPS_THERE + 1  # by number: cards before it fits any pile
CHANCE_OF_NEXT = STEPS_FOR + NUMBERS_ON_CARDS  # of the next other seat, in steps; or below none
FEATURE_WORK = CHANCE_OF_NEXT + 1

CERTAIN_BITS = 8
CERTAIN = 1 << CERTAIN_BITS  # of a chance


def put(work: Numbers, feature: int) -> None:
    work[LIST + work[LISTED]] = feature
    work[LISTED] += 1


def put_tally(work: Numbers, first: int, n: int) -> None:
    """One more of a kind of which there may be several."""
    put(work, first + n * SAME_NUMBER + min(work[TALLY + n], SAME_NUMBER - 1))
    work[TALLY + n] += 1


def clear_tally(work: Numbers) -> None:
    for n in range(15):
        work[TALLY + n] = 0


# --- What stays the same during a decision


def see_piles(s: State, work: Numbers) -> None:
    """The hand's numbers, and how the discard piles lie, which all can see."""
    for slot in range(s.held[s.seat]):
        work[HELD_NUMBERS + slot] = number(s.hand[s.seat][slot])
    for seat in range(s.players):
        work[STOCKS + seat] = s.stock[seat]
        top = s.top[FIRST_STOCK + seat]
        work[STOCK_NUMBERS + seat] = NO_NUMBER if top == NONE else number(top)
        for pile in range(DISCARDS):
            top = s.top[discard_pile(seat, pile)]
            work[TOPS + 12 * seat + pile] = top
            work[TOPS + 12 * partner(s, seat) + 6 + pile] = top if s.partners else NONE
            see_pile(s, work, top)


def see_pile(s: State, work: Numbers, top: int) -> None:
    """From the top down, and up again: a run is known by what lies beneath."""
    card, cards = top, 0
    while card != NONE:
        work[BELOW + card] = s.below[card]
        cards += 1
        card = s.below[card]
    card, above = top, 0
    while card != NONE:
        work[HEIGHT_AT + card] = cards - above
        work[RUN_AT + card] = run_from(s, card)
        above += 1
        card = s.below[card]


def run_from(s: State, card: int) -> int:
    """How many cards from this one down are a run: each the next number."""
    length = 1
    while s.below[card] != NONE and follows(card, s.below[card]):
        card = s.below[card]
        length += 1
    return length


def follows(card: int, under: int) -> bool:
    """Whether a card lies on the next higher number."""
    return number(card) != WILD and number(under) == number(card) + 1


def put_table(s: State, work: Numbers) -> None:
    """What stays the same: the table, what was seen, the other seats' hands and discards."""
    put(work, TABLE + (5 + (s.players >> 1) - 1 if s.partners else s.players - 2))
    put(work, PASSED + min(s.passes, 2))
    put(work, TO_DRAW + measure_draw(s))
    put_seen(s, work)
    for i in range(1, s.players):
        seat = (s.seat + i) % s.players
        first = features_of(s, seat)
        put(work, first + HELD_OF + min(s.held[seat], 10))
        if not s.partners or seat != partner(s, s.seat):
            put_discards_of(work, first, TOPS + 12 * seat)


def features_of(s: State, seat: int) -> int:
    """Where the features of another seat begin."""
    if s.partners and seat == partner(s, s.seat):
        return MATES
    return OTHERS + ((seat - s.seat) % s.players - 1) * OTHER


def measure_draw(s: State) -> int:
    """In hands: how many can be drawn before the next shuffle; or none at all."""
    if not anything_to_draw(s):
        return 6
    return min((height(s, DRAW) + HAND - 1) // HAND, 5)


def put_seen(s: State, work: Numbers) -> None:
    """How many cards of each number lie open, so that they cannot come."""
    for n in range(NUMBERS_ON_CARDS):
        work[SEEN_NUMBERS + n] = 0
    for slot in range(s.held[s.seat]):
        work[SEEN_NUMBERS + work[HELD_NUMBERS + slot]] += 1
    for seat in range(s.players):
        if work[STOCK_NUMBERS + seat] != NO_NUMBER:
            work[SEEN_NUMBERS + work[STOCK_NUMBERS + seat]] += 1
        for pile in range(DISCARDS):
            count_seen(s, work, s.top[discard_pile(seat, pile)])
    for pile in range(BUILDING):
        count_seen(s, work, s.top[FIRST_BUILDING + pile])
    count_seen(s, work, s.top[DONE])
    for n in range(RANKS + 1):
        put(work, UNSEEN + n * 6 + min(work[SEEN_NUMBERS + n] // 2, 5))
    know_chances(work)


def know_chances(work: Numbers) -> None:
    """By cards drawn: the chance that each number, or a wild in its place, is among them."""
    wilds = max(0, WILDS - work[SEEN_NUMBERS + WILD])
    unseen = wilds
    for n in range(1, RANKS + 1):
        unseen += max(0, COPIES - work[SEEN_NUMBERS + n])
    for n in range(1, RANKS + 1):
        fits = max(0, COPIES - work[SEEN_NUMBERS + n]) + wilds
        none = CERTAIN
        for drawn in range(HAND + 1):
            work[COMES + drawn * NUMBERS_ON_CARDS + n] = CERTAIN - none
            none = none * (unseen - fits) // max(1, unseen)


def count_seen(s: State, work: Numbers, top: int) -> None:
    card = top
    while card != NONE:
        work[SEEN_NUMBERS + number(card)] += 1
        card = s.below[card]


def put_discards_of(work: Numbers, first: int, tops: int) -> None:
    """The tops of another seat's discard piles, and the cards beneath them."""
    clear_tally(work)
    for pile in range(DISCARDS):
        top = work[tops + pile]
        if top != NONE:
            put_tally(work, first + TOPS_OF, number(top))
            if work[BELOW + top] != NONE:
                put(work, first + BENEATH_OF + number(work[BELOW + top]))


# --- What changes with the building piles


def put_piles(s: State, work: Numbers, node: int, how: int) -> None:
    """The building piles, and how far they are from each stock card."""
    put(work, HOW + how)
    work[GOES_ON_NOW] = 1 if how != TURN_OVER else 0
    if how != TURN_OVER:
        put(work, DIE_LEFT + work[node + FACE])
    put(work, LEAD + MOST_LEAD + lead(s, work))
    put(work, OWN_STOCK + min(work[STOCKS + s.seat], MOST_STOCK))
    put(work, OWN_TOP + work[STOCK_NUMBERS + s.seat])
    clear_tally(work)
    for pile in range(BUILDING):
        put_tally(work, REACHED, work[node + NUMBERS + pile])
    put_steps(work, node, OWN_STEPS, work[STOCK_NUMBERS + s.seat])
    know_steps(work, node)
    work[CHANCE_OF_NEXT] = -1
    for i in range(1, s.players):
        seat = (s.seat + i) % s.players
        put_other(s, work, node, seat, features_of(s, seat))


def know_steps(work: Numbers, node: int) -> None:
    """How many cards must be played before each number fits a building pile."""
    for n in range(1, RANKS + 1):
        fewest = RANKS
        for pile in range(BUILDING):
            fewest = min(fewest, steps_to(work[node + NUMBERS + pile], n))
        work[STEPS_FOR + n] = fewest


def lead(s: State, work: Numbers) -> int:
    """How many stock cards the own side has fewer than the best of the others."""
    own, best = 0, 255
    for i in range(s.players):
        if side(s, i) == side(s, s.seat):
            own += work[STOCKS + i]
            continue
        cards = work[STOCKS + i] + (work[STOCKS + partner(s, i)] if s.partners else 0)
        best = min(best, cards)
    return max(-MOST_LEAD, min(MOST_LEAD, best - own))


def put_steps(work: Numbers, node: int, first: int, wanted: int) -> None:
    """How many cards each building pile still needs before a stock card fits."""
    if not is_number(wanted):
        return
    clear_tally(work)
    for pile in range(BUILDING):
        put_tally(work, first, steps_to(work[node + NUMBERS + pile], wanted))


def put_other(s: State, work: Numbers, node: int, seat: int, first: int) -> None:
    """Another seat's stock, and what it misses to play from it. A partner's is ours as well."""
    wanted = work[STOCK_NUMBERS + seat]
    put(work, first + STOCK_OF + min(work[STOCKS + seat], MOST_STOCK))
    put(work, first + TOP_OF + wanted)
    put_steps(work, node, first + STEPS_OF, wanted)
    mate = s.partners != 0 and seat == partner(s, s.seat)
    if mate:
        put_discards_of(work, first, node + PARTNER_TOPS)
    if is_number(wanted):
        tops = node + OWN_TOPS if mate else TOPS + 12 * seat
        held = held_bits(work, node) if mate else 0
        fewer = wilds_left(s, work, node) if mate else 0
        measure_missing(s, work, node, tops, wanted, held, fewer, HAND)
        put_chances_of(s, work, first, seat, put_chance(work, first + CHANCE_OF))
        put_before(work, first, wanted, tops)
        put_steps_of_both(work, node, first, work[STOCK_NUMBERS + s.seat], wanted)
        put(work, first + NEAR_OF + missing_at(work, 0, fewer) * 12 + work[STEPS_THERE])
        kind = first + (MISSING_NOW_OF if work[GOES_ON_NOW] else MISSING_OF)
        for pile in range(min(2, BUILDING)):
            put(work, kind + pile * (FAR + 1) + missing_at(work, pile, fewer))


def put_chances_of(s: State, work: Numbers, first: int, seat: int, chance: int) -> None:
    """Another seat's chance, with how many cards it holds and how many it has to play."""
    if seat == (s.seat + 1) % s.players:
        work[CHANCE_OF_NEXT] = chance
    put(work, first + CHANCE_AND_HELD_OF + chance * 6 + min(s.held[seat], 5))
    put(work, first + CHANCE_AND_STOCK_OF + chance * 6 + measure_stock(work[STOCKS + seat]))


def put_before(work: Numbers, first: int, wanted: int, tops: int) -> None:
    """How far below a stock card the discards are that can lead to it: of a partner's, the own."""
    clear_tally(work)
    for pile in range(DISCARDS):
        top = work[tops + pile]
        if top != NONE and number(top) != WILD:
            put_tally(work, first + BEFORE_OF, (wanted - number(top)) % RANKS)
            put(work, first + TOP_WHERE_OF + where(work, number(top), wanted))


def put_steps_of_both(work: Numbers, node: int, first: int, own: int, wanted: int) -> None:
    """How far each building pile is from the own stock card and another one."""
    if not is_number(own):
        return
    for pile in range(BUILDING):
        reached = work[node + NUMBERS + pile]
        both = steps_to(reached, own) * 12 + steps_to(reached, wanted)
        put(work, first + STEPS_OF_BOTH + both)


def held_bits(work: Numbers, node: int) -> int:
    """The numbers of the hand cards left, a bit each."""
    held = 0
    for slot in range(HAND):
        if work[node + LEFT] >> slot & 1:
            held |= 1 << work[HELD_NUMBERS + slot]
    return held


def cards_in(left: int) -> int:
    """How many hand cards are left, of those that have a bit."""
    cards = 0
    for slot in range(HAND):
        cards += left >> slot & 1
    return cards


def measure_missing(
    s: State, work: Numbers, node: int, tops: int, wanted: int, held: int, wilds: int, drawn: int
) -> None:
    """The cards missing to bring each building pile to a number, the fewest first.

    And the chance that any pile gets what it misses, from so many cards drawn and some wilds held.
    """
    none, factors = CERTAIN, 0  # whole, so that the order of the piles makes no difference
    missing = 0
    for pile in range(BUILDING):
        reached = work[node + NUMBERS + pile]
        if pile == 0 or reached != work[node + NUMBERS + pile - 1]:
            missing = walk(s, work, tops, reached, wanted, held)
            if first_of_its_kind(work, node, pile):
                none *= CERTAIN - chance_of_all(work, work[MISSED], wilds, drawn)
                factors += 1
        keep_nearest(work, pile, missing, steps_to(reached, wanted))
    work[NONE_COMES] = none >> CERTAIN_BITS * factors


def keep_nearest(work: Numbers, pile: int, missing: int, steps: int) -> None:
    """Put what is missing at a pile into its place among those before it."""
    if pile == 0 or missing < work[NEAREST]:
        work[STEPS_THERE] = steps
    elif missing == work[NEAREST]:
        work[STEPS_THERE] = min(work[STEPS_THERE], steps)
    place = pile
    while place > 0 and work[NEAREST + place - 1] > missing:
        work[NEAREST + place] = work[NEAREST + place - 1]
        place -= 1
    work[NEAREST + place] = missing


def missing_at(work: Numbers, place: int, wilds: int) -> int:
    """The cards missing at the nearest pile, or the next after it, with wilds in place of some."""
    return max(0, min(FAR, work[NEAREST + place] - wilds))


def chance_of_all(work: Numbers, missed: int, wilds: int, drawn: int) -> int:
    """The chance that all numbers of a set come: one after the other, each from a card less."""
    chance = CERTAIN
    for n in range(1, RANKS + 1):
        if missed >> n & 1:
            if wilds > 0:
                wilds -= 1
                continue
            if drawn <= 0:
                return 0
            chance = chance * work[COMES + drawn * NUMBERS_ON_CARDS + n] // CERTAIN
            drawn -= 1
    return chance


def put_chance(work: Numbers, first: int) -> int:
    """In steps: the chance that any pile gets what it misses."""
    level = ((CERTAIN - work[NONE_COMES]) * (CHANCES - 1) + CERTAIN // 2) // CERTAIN
    put(work, first + level + (CHANCE_NOW if work[GOES_ON_NOW] else 0))
    return level


def measure_stock(cards: int) -> int:
    """One, two, three, and then in ever larger steps."""
    return min(cards, 3) if cards < 5 else 4 if cards < 9 else 5


def where(work: Numbers, n: int, wanted: int) -> int:
    """How near a card with that number is to be played, and how near it leads to a stock card."""
    return work[STEPS_FOR + n] * 13 + ((wanted - n) % RANKS if is_number(wanted) else RANKS)


def apart(n: int, other: int) -> int:
    """How far two numbers are apart, the shorter way around."""
    up = (n - other) % RANKS
    return min(up, RANKS - up)


# --- What changes with the hand and the own discards


def put_own(s: State, work: Numbers, node: int) -> None:
    """The own hand and discard piles, and what is missing to play the own stock card."""
    put_hand(s, work, node)
    for pile in range(DISCARDS):
        put_discard(s, work, work[node + OWN_TOPS + pile])
        put_laid(work, work[node + OWN_TOPS + pile])
    put_missing(s, work, node)


def put_missing(s: State, work: Numbers, node: int) -> None:
    """The cards that are not at hand to play the own stock card; or the next, still unknown one."""
    wanted = work[STOCK_NUMBERS + s.seat]
    wilds = wilds_left(s, work, node)
    if is_number(wanted):
        drawn = HAND - cards_in(work[node + LEFT])
        held = held_bits(work, node)
        measure_missing(s, work, node, node + OWN_TOPS, wanted, held, wilds, drawn)
        put_chances(s, work, put_chance(work, OWN_CHANCE), HAND - drawn)
        put(work, WILDS_AND_MISSING + min(wilds, 3) * (FAR + 1) + missing_at(work, 0, 0))
        nearest = missing_at(work, 0, wilds) * 12 + work[STEPS_THERE]
        put(work, OWN_NEAR + nearest + (NEAR_NOW if work[GOES_ON_NOW] else 0))
        kind = OWN_MISSING + (MISSING_NOW if work[GOES_ON_NOW] else 0)
        for pile in range(BUILDING):
            put(work, kind + pile * (FAR + 1) + missing_at(work, pile, wilds))
    elif wanted == UNKNOWN:
        put_hopes(s, work, node, held_bits(work, node), wilds)
    put_tops_together(work, node)


def put_chances(s: State, work: Numbers, chance: int, cards: int) -> None:
    """The own chance, with other things that tell what it is worth."""
    put(work, CHANCE_AND_HELD + chance * 6 + min(cards, 5))
    put(work, CHANCE_AND_STOCK + chance * 6 + measure_stock(work[STOCKS + s.seat]))
    if work[CHANCE_OF_NEXT] >= 0:
        put(work, CHANCE_OF_BOTH + chance * CHANCES + work[CHANCE_OF_NEXT])


def put_tops_together(work: Numbers, node: int) -> None:
    """How far the discard tops are from each other, and from the hand cards."""
    for pile in range(DISCARDS):
        top = work[node + OWN_TOPS + pile]
        if top == NONE or number(top) == WILD:
            continue
        n = number(top)
        for other in range(pile):
            card = work[node + OWN_TOPS + other]
            if card != NONE and number(card) != WILD:
                put(work, TOPS_APART + apart(n, number(card)))
        for slot in range(HAND):
            if work[node + LEFT] >> slot & 1 and work[HELD_NUMBERS + slot] != WILD:
                put(work, TOP_FROM_HELD + (n - work[HELD_NUMBERS + slot]) % RANKS)


def is_number(wanted: int) -> bool:
    """Whether a stock card shows a number: it is there, known, and not wild."""
    return wanted != WILD and wanted < NO_NUMBER


def put_hand(s: State, work: Numbers, node: int) -> None:
    """The hand cards left."""
    wanted = work[STOCK_NUMBERS + s.seat]
    clear_tally(work)
    wilds, cards = 0, 0
    for slot in range(HAND):
        if work[node + LEFT] >> slot & 1:
            n = work[HELD_NUMBERS + slot]
            cards += 1
            if n == WILD:
                wilds += 1
            else:
                put_tally(work, HELD_NUMBER, n)
                if is_number(wanted):
                    put(work, HELD_BEFORE + (wanted - n) % RANKS)
    put(work, HELD_WILDS + wilds)
    put(work, HELD_CARDS + cards)
    clear_tally(work)
    fitting = wilds
    for slot in range(HAND):
        if work[node + LEFT] >> slot & 1 and work[HELD_NUMBERS + slot] != WILD:
            n = work[HELD_NUMBERS + slot]
            fitting += 1 if work[STEPS_FOR + n] == 0 else 0
            put_tally(work, HELD_STEPS, work[STEPS_FOR + n])
            put(work, HELD_WHERE + where(work, n, wanted))
            for other in range(slot):
                if work[node + LEFT] >> other & 1 and work[HELD_NUMBERS + other] != WILD:
                    put(work, HELD_APART + apart(n, work[HELD_NUMBERS + other]))
    put(work, FITTING + min(cards, 5) * 6 + min(fitting, 5))


def put_discard(s: State, work: Numbers, top: int) -> None:
    """An own discard pile with a card on top, or none."""
    if top == NONE:
        put(work, HEIGHT)
        return
    n = number(top)
    under = work[BELOW + top]
    put(work, PAIR + n * 14 + (NO_NUMBER if under == NONE else number(under)))
    put(work, RUN_ON_TOP + n * 6 + min(work[RUN_AT + top], 6) - 1)
    put(work, HEIGHT + min(work[HEIGHT_AT + top], 9))
    if n == WILD:
        return
    put(work, TOP_STEPS + work[STEPS_FOR + n])
    wanted = work[STOCK_NUMBERS + s.seat]
    put(work, TOP_WHERE + where(work, n, wanted))
    if under != NONE and number(under) != WILD:
        put(work, UNDER_WHERE + where(work, number(under), wanted))
    if is_number(wanted):
        put(work, TOP_BEFORE + (wanted - n) % RANKS)


def put_laid(work: Numbers, top: int) -> None:
    """Each card of an own discard pile, and what it lies on."""
    card = top
    while card != NONE:
        put_card(work, card)
        card = work[BELOW + card]


def put_card(work: Numbers, card: int) -> None:
    if work[HEIGHT_AT + card] <= TOLD:
        put(work, LAID + laid_how(work, card))


def laid_how(work: Numbers, card: int) -> int:
    """How a card lies on the one beneath it: how much higher that is, if both are numbers."""
    under = work[BELOW + card]
    if under == NONE:
        return LAID_FIRST
    n, beneath = number(card), number(under)
    if n == WILD:
        return LAID_WILD
    return LAID_ON_WILD if beneath == WILD else LAID_EVEN + beneath - n


def put_hopes(s: State, work: Numbers, node: int, held: int, wilds: int) -> None:
    """For a stock card that has yet to turn over: how many numbers could be played at once."""
    for n in range(1, RANKS + 1):
        work[MISSING + n] = RANKS
    for pile in range(BUILDING):
        walk(s, work, node + OWN_TOPS, work[node + NUMBERS + pile], WILD, held)
    ready, nearly, farther = 0, 0, 0
    for n in range(1, RANKS + 1):
        missing = work[MISSING + n] - wilds
        if missing <= 0:
            ready += 1
        elif missing == 1:
            nearly += 1
        elif missing == 2:
            farther += 1
    put(work, READY + ready)
    put(work, NEARLY + nearly)
    put(work, FARTHER + farther)
    put(work, READY_AND_HELD + ready * 6 + min(cards_in(work[node + LEFT]), 5))
