"""Everything a seat can play before something unknown appears: one segment of its turn.

A segment ends where a stock card turns over, where the hand is emptied and drawn anew, or with the
discard that ends the turn. `explore` finds every arrangement of cards that can be reached within
one, each once: which building pile stands where does not matter, nor in what order it came about.

The arrangements are nodes, rows of numbers in an array that every machine can write to. They know
only what the seat may see, and look at nothing else.
"""

from ..machine.loop import MASK, mix
from ..rules.cards import (
    BUILDING,
    DIE,
    DIE_SPENT,
    DIE_WILD,
    DISCARDS,
    FIRST_STOCK,
    FROM_DISCARD,
    FROM_PARTNER_DISCARD,
    HAND,
    RANKS,
    SOURCES,
    STAND_IN,
    TARGETS,
    WILD,
    State,
    discard_pile,
    number,
    on_face,
    partner,
    raised,
    takes,
)
from ..rules.state import NONE

Numbers = list[int]  # an array, where it is compiled

# A node: what each building pile has reached, the tops of the own and of the partner's discard
# piles, the hand cards left (a bit each), the die, the move that led here from the start of the
# segment, how many cards were played, how many piles completed, and a key to find it by, with its
# place in the table; the node before it, and the step from there.
NUMBERS, OWN_TOPS, PARTNER_TOPS, LEFT, FACE, SAME_UP_TO = 0, 6, 12, 18, 19, 20
FIRST, CARDS_PLAYED, COMPLETED, KEY, PLACE, CAME_FROM, CAME_BY, NODE = (
    20,
    21,
    22,
    23,
    25,
    26,
    27,
    28,
)

MOST_NODES = 4096  # a card game of two has 2,000 at most
PLACES = 2 * MOST_NODES  # of the table that finds a node by its key: a power of two
FIRST_NODE = PLACES
WORK = FIRST_NODE + MOST_NODES * NODE  # from here on, for those who judge the nodes

NO_MOVE = -1


def node_at(i: int) -> int:
    """Where a node lies."""
    return FIRST_NODE + i * NODE


def explore(s: State, work: Numbers, limit: int) -> int:
    """Write the nodes of the segment, the present one first; how many there are."""
    write_root(s, work)
    count = 1
    i = 0
    while i < count:
        # With an emptied hand the next cards are unknown; if it was empty before, none come (O2).
        if work[node_at(i) + LEFT] != 0 or s.held[s.seat] == 0:
            count = expand(s, work, i, count, limit)
        i += 1
    return count


def write_root(s: State, work: Numbers) -> None:
    root = node_at(0)
    mate = partner(s, s.seat)
    for i in range(6):
        work[root + NUMBERS + i] = s.number[i] if i < BUILDING else 0
        own, theirs = i < DISCARDS, i < DISCARDS and s.partners != 0
        work[root + OWN_TOPS + i] = s.top[discard_pile(s.seat, i)] if own else NONE
        work[root + PARTNER_TOPS + i] = s.top[discard_pile(mate, i)] if theirs else NONE
    work[root + LEFT] = (1 << s.held[s.seat]) - 1
    work[root + FACE] = s.die
    work[root + FIRST] = NO_MOVE
    work[root + CARDS_PLAYED] = 0
    work[root + COMPLETED] = 0
    enter(work, 0, 0)


def expand(s: State, work: Numbers, i: int, count: int, limit: int) -> int:
    """Add what one more card from any place leads to."""
    node = node_at(i)
    for slot in range(HAND + 2 * DISCARDS):
        card = offered(s, work, node, slot)
        if card == NONE:
            continue
        n = number(card)
        for pile in range(BUILDING):
            if not first_of_its_kind(work, node, pile):
                continue
            reached = work[node + NUMBERS + pile]
            if takes(reached, n) and count < limit:
                count = add(s, work, i, slot, pile, 0, count)
            if may_stand_in(work, node, reached) and takes(raised(reached), n) and count < limit:
                count = add(s, work, i, slot, pile, 1, count)
    return count


def first_of_its_kind(work: Numbers, node: int, pile: int) -> bool:
    """Whether no building pile before this one has reached the same number."""
    for other in range(pile):
        if work[node + NUMBERS + other] == work[node + NUMBERS + pile]:
            return False
    return True


def may_stand_in(work: Numbers, node: int, reached: int) -> bool:
    """M4: whether the die could be the next number of a pile."""
    if not DIE:
        return False
    return work[node + FACE] <= DIE_WILD and on_face(work[node + FACE], reached + 1)


def stock_end(s: State, work: Numbers, node: int, seat: int, source: int, pile: int) -> int:
    """The move that plays a seat's stock card onto a building pile of a node, or NO_MOVE."""
    card, reached = s.top[FIRST_STOCK + seat], work[node + NUMBERS + pile]
    if card == NONE or not first_of_its_kind(work, node, pile):
        return NO_MOVE
    if takes(reached, number(card)):
        return move_onto(pile, reached, source, 0)
    if may_stand_in(work, node, reached) and takes(raised(reached), number(card)):
        return move_onto(pile, reached, source, 1)
    return NO_MOVE


def move_onto(pile: int, reached: int, source: int, standing_in: int) -> int:
    """The move onto a building pile; the die may stand in for the next number before it (M4)."""
    if standing_in:
        return STAND_IN + ((reached + 1) * 6 + pile) * SOURCES + source
    return source * TARGETS + pile


def reached_with(move: int, reached: int) -> int:
    """What a building pile has reached with the card of a move; and with the die before it (M4)."""
    return raised(reached) if move < STAND_IN else raised(raised(reached))


def offered(s: State, work: Numbers, node: int, slot: int) -> int:
    """The card in a slot: hand cards (one of each number), own discard tops, the partner's."""
    if slot < HAND:
        return s.hand[s.seat][slot] if in_hand(s, work, node, slot) else NONE
    if slot < HAND + DISCARDS:
        return work[node + OWN_TOPS + slot - HAND]
    return work[node + PARTNER_TOPS + slot - HAND - DISCARDS]


def in_hand(s: State, work: Numbers, node: int, slot: int) -> bool:
    """Whether a hand card is left, and none before it with the same number."""
    left = work[node + LEFT]
    if not left >> slot & 1:
        return False
    n = number(s.hand[s.seat][slot])
    for other in range(slot):
        if left >> other & 1 and number(s.hand[s.seat][other]) == n:
            return False
    return True


def wilds_left(s: State, work: Numbers, node: int) -> int:
    """How many wilds are left in hand."""
    n = 0
    for slot in range(s.held[s.seat]):
        if work[node + LEFT] >> slot & 1 and number(s.hand[s.seat][slot]) == WILD:
            n += 1
    return n


def steps_to(reached: int, wanted: int) -> int:
    """How many cards must be played on a building pile before a number fits."""
    return (wanted - 1 - reached) % RANKS


def source_of(s: State, slot: int) -> int:
    """The slot as the rules name it in a move."""
    if slot < HAND:
        return number(s.hand[s.seat][slot])
    if slot < HAND + DISCARDS:
        return FROM_DISCARD + slot - HAND
    return FROM_PARTNER_DISCARD + slot - HAND - DISCARDS


def add(s: State, work: Numbers, i: int, slot: int, pile: int, standing_in: int, count: int) -> int:
    """Write the node that a card leads to; how many there are, one more only if it is new."""
    node, child = node_at(i), node_at(count)
    for j in range(KEY):
        work[child + j] = work[node + j]
    work[child + CAME_FROM] = i
    work[child + CAME_BY] = (
        source_of(s, slot) * RANKS + work[node + NUMBERS + pile]
    ) * 2 + standing_in
    if i == 0:
        work[child + FIRST] = step_to(s, work, count)
    take_from(s, work, child, slot)
    work[child + CARDS_PLAYED] += 1
    if standing_in:
        work[child + FACE] = DIE_SPENT
        raise_number(work, child, pile)
    raise_number(work, child, pile)
    sort_numbers(work, child)
    return enter(work, count, count)


def step_to(s: State, work: Numbers, i: int) -> int:
    """The move to a node from the one before it, with the piles as they stand there."""
    step = work[node_at(i) + CAME_BY]
    source, reached = step // 2 // RANKS, step // 2 % RANKS
    return move_onto(pile_that_reached(s, reached), reached, source, step % 2)


def pile_that_reached(s: State, reached: int) -> int:
    """The first building pile that has reached a number."""
    pile = 0
    while s.number[pile] != reached:
        pile += 1
    return pile


def take_from(s: State, work: Numbers, node: int, slot: int) -> None:
    if slot < HAND:
        work[node + LEFT] ^= 1 << slot
        return
    place = OWN_TOPS + slot - HAND
    if slot >= HAND + DISCARDS:
        place = PARTNER_TOPS + slot - HAND - DISCARDS
    work[node + place] = s.below[work[node + place]]


def raise_number(work: Numbers, node: int, pile: int) -> None:
    reached = raised(work[node + NUMBERS + pile])
    work[node + NUMBERS + pile] = reached
    if reached == 0:
        work[node + COMPLETED] += 1


def sort_numbers(work: Numbers, node: int) -> None:
    """Put the building piles into ascending order: which is which matters only at the start."""
    for i in range(1, BUILDING):
        n = work[node + NUMBERS + i]
        j = i
        while j > 0 and work[node + NUMBERS + j - 1] > n:
            work[node + NUMBERS + j] = work[node + NUMBERS + j - 1]
            j -= 1
        work[node + NUMBERS + j] = n


def enter(work: Numbers, i: int, count: int) -> int:
    """Put a node into the table, unless it is there already; how many there are then.

    A place of the table holds the number of a node. It may be left from another search: it counts
    only if that node is there and knows of the place. So nothing has to be cleared.
    """
    node = node_at(i)
    high, low = 0, 0
    for j in range(SAME_UP_TO):
        low = mix((low * 31 + work[node + j]) & MASK)
        high = (high * 0x2C9277B5 + work[node + j]) & 0x7FFFFFFF
    low &= 0x7FFFFFFF
    work[node + KEY] = low
    work[node + KEY + 1] = high
    place = low % PLACES
    while True:
        known = node_at(work[place])
        if work[place] >= count or work[known + PLACE] != place:
            break
        if work[known + KEY] == low and work[known + KEY + 1] == high:
            return count
        place = (place + 1) % PLACES
    work[place] = i
    work[node + PLACE] = place
    return count + 1
