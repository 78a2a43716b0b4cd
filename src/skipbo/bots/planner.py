"""`planner`: looks at every way to play the segment, and takes the one that leaves it best.

What a segment leaves is valued in thousandths of a stock card: by the cards that are missing
between the building piles and each stock card, own and others'; by wilds, and the order of the own
discard piles; by the hand. The weights were tuned by play (scripts/tune.py). They stand in the
player's row, after the number of its policy, so that tuning needs no compiler.
"""

from ..rules.cards import (
    BUILDING,
    COPIES,
    DIE,
    DIE_DISCARD_TWO,
    DIE_OPPONENT_DRAWS,
    DISCARDS,
    EXTRA_DISCARD,
    FIRST_STOCK,
    FROM_PARTNER_STOCK,
    FROM_STOCK,
    HAND,
    PASS,
    RANKS,
    TARGETS,
    TO_DISCARD,
    WILD,
    WILDS,
    State,
    anything_to_draw,
    discard_pile,
    number,
    partner,
    raised,
    side,
)
from ..rules.state import NONE, SEATS
from .cards import NO_MOVE, burden_the_leader
from .segment import (
    CARDS_PLAYED,
    FIRST,
    LEFT,
    MOST_NODES,
    NUMBERS,
    OWN_TOPS,
    WORK,
    Numbers,
    explore,
    first_of_its_kind,
    in_hand,
    node_at,
    reached_with,
    steps_to,
    stock_end,
    wilds_left,
)

STOCK = 1000  # what a card off the own stock is worth: the unit of all that follows
FAR = 7  # missing cards from which on it makes no difference how many there are

# Where a player's row holds its weights.
NOW = 1  # by how many cards are missing to play the own stock card: none, one ... FAR
OWN = NOW + FAR + 1  # the same where the turn is over
OPPONENT = OWN + FAR + 1  # and for the stock card of the next opponent
(
    WILD_HELD,
    WILD_ON_TOP,  # of an own discard pile
    HELD,  # a card in hand, in whose place none will be drawn
    FREE_PILE,  # a discard pile without a card
    RUN,  # a discard on the next higher number
    SAME,  # on its own number
    HIGHER,  # on a higher number still
    HIGHER_STEP,  # for each number in between
    BURIES,  # on a lower number, or on a wild
    BURIES_STEP,  # for each number lower
    DISCARDED,  # a card in an own discard pile
    STEP,  # a card to be played, at hand or not, before the own stock card fits
    EMPTIED,  # a new hand, and the turn goes on
    GOES_ON,  # per cent of the opponents' prospects that count while the turn goes on
    LATER,  # per cent of them for each opponent that comes after the next
    MATE,  # per cent of the own prospects that count for the partner's stock card
    DRY,  # a card played where none can be drawn, so that piles are completed (O1, O3)
) = range(OPPONENT + FAR + 1, OPPONENT + FAR + 18)

TUNED = (
    *(1877, 336, 181, 148, 49, 34, 36, -19),
    *(1083, 406, 236, 143, 48, 50, 42, -4),
    *(-2051, -864, -333, -102, -48, -42, -27, -13),
    *(440, 88, -64, -32, 6, 44, 9, -22, -79, -6, 38, 1, 237),
    *(26, 72, 57, 1231),
)

# Beyond the nodes: the card beneath each card, how well a discard pile lies with each card on top,
# the discard piles during a walk, the numbers of the hand, the tops of each seat's discard piles
# and its partner's, how few cards are missing to make a number fit, and what was found: the best
# value, the first move of the way to it, the last node of that way, and the move that ends it; and
# the numbers that were missing on the last walk, a bit each.
BELOW = WORK
QUALITY = BELOW + 256
WALK = QUALITY + 256
HELD_NUMBERS = WALK + 12
TOPS = HELD_NUMBERS + 10
MISSING = TOPS + 12 * SEATS
BEST, BEST_MOVE, BEST_NODE, BEST_END = range(MISSING + 13, MISSING + 17)
WILD_WORTH, DRY_WORTH, MISSED, SCRATCH = range(MISSING + 17, MISSING + 21)

MOST_ENDS = 80_000  # with a hand of five and four discard piles, all there are
WINS, WORST = 10**8, -(10**9)


def choose(s: State, player: Numbers, work: Numbers, stream: Numbers) -> int:
    """For games in which nobody else plays."""
    return plan(s, player, work)


def plan(s: State, weights: Numbers, work: Numbers) -> int:
    """The first move of the best way to play this segment."""
    if DIE and s.die == DIE_OPPONENT_DRAWS:
        move = burden_the_leader(s)
        if move != NO_MOVE:
            return move
    count = explore(s, work, min(MOST_NODES, MOST_ENDS // (HAND * DISCARDS)))
    know_piles(s, weights, work)
    work[BEST] = WORST
    for i in range(count):
        judge_ends(s, weights, work, i)
    if DIE and s.die == DIE_DISCARD_TWO and ends_turn(work[BEST_MOVE]):
        judge_extra_discards(s, weights, work)
    return work[BEST_MOVE]


def ends_turn(move: int) -> bool:
    return move < PASS and move % TARGETS >= TO_DISCARD


def propose(work: Numbers, i: int, move: int, value: int) -> None:
    """An end of node `i`, which is remembered if it is the best so far."""
    keep_if_best(work, i, move, value)


def keep_if_best(work: Numbers, i: int, move: int, value: int) -> None:
    """The first move to an end is `move` only if its node is the present one."""
    if value > work[BEST]:
        work[BEST] = value
        work[BEST_MOVE] = move if i == 0 else work[node_at(i) + FIRST]
        work[BEST_NODE] = i
        work[BEST_END] = move


# --- The ends of a node


def judge_ends(s: State, weights: Numbers, work: Numbers, i: int) -> None:
    """Value every way in which the segment can end with the cards of a node."""
    judge_stock(s, weights, work, i, s.seat, FROM_STOCK)
    if s.partners:
        judge_stock(s, weights, work, i, partner(s, s.seat), FROM_PARTNER_STOCK)
    if work[node_at(i) + LEFT] == 0:
        judge_empty_hand(s, weights, work, i)
    else:
        judge_discards(s, weights, work, i)


def judge_stock(s: State, weights: Numbers, work: Numbers, i: int, seat: int, source: int) -> None:
    """A stock card is played, and the next one, still unknown, turns over."""
    node = node_at(i)
    for pile in range(BUILDING):
        move = stock_end(s, work, node, seat, source, pile)
        if move != NO_MOVE:
            reached = work[node + NUMBERS + pile]
            work[node + NUMBERS + pile] = reached_with(move, reached)
            propose(work, i, move, value_of_stock(s, weights, work, node, seat))
            work[node + NUMBERS + pile] = reached


def value_of_stock(s: State, weights: Numbers, work: Numbers, node: int, seat: int) -> int:
    """What it is worth to have played a seat's stock card, with the piles as they stand now."""
    mate = partner(s, s.seat)
    if s.stock[s.seat] + (s.stock[mate] if s.partners else 0) == 1:
        return WINS
    value = STOCK + kept(s, weights, work, node)
    value += threats(s, weights, work, node) * weights[GOES_ON] // 100
    if value + 2 * nearest_worth(weights, NOW, 0) <= work[BEST]:
        return value  # no stock card could make it the best
    hope = hopes(s, weights, work, node)
    if seat != s.seat:
        return value + prospect(s, weights, work, node, NOW, s.seat) + hope * weights[MATE] // 100
    if s.partners:
        value += prospect(s, weights, work, node, NOW, mate) * weights[MATE] // 100
    return value + hope


def judge_empty_hand(s: State, weights: Numbers, work: Numbers, i: int) -> None:
    """The hand was emptied: new cards come, and the turn goes on (C9). Or there was none (O2)."""
    node = node_at(i)
    value = kept(s, weights, work, node)
    threat = threats(s, weights, work, node)
    if s.held[s.seat] == 0:
        value += prospects(s, weights, work, node, OWN) + threat
    else:
        value += prospects(s, weights, work, node, NOW) + threat * weights[GOES_ON] // 100
        value += weights[EMPTIED]
    propose(work, i, PASS, value)


def judge_discards(s: State, weights: Numbers, work: Numbers, i: int) -> None:
    """The turn ends with a discard (C7)."""
    node = node_at(i)
    threat = threats(s, weights, work, node)
    most = most_prospects(s, weights, work, node)
    for slot in range(HAND):
        if in_hand(s, work, node, slot):
            move = work[HELD_NUMBERS + slot] * TARGETS + TO_DISCARD
            for pile in range(DISCARDS):
                under = lay(s, weights, work, node, slot, pile)
                value = threat + kept(s, weights, work, node)
                if value + most > work[BEST]:
                    propose(work, i, move + pile, value + prospects(s, weights, work, node, OWN))
                lift(work, node, slot, pile, under)


def lay(s: State, weights: Numbers, work: Numbers, node: int, slot: int, pile: int) -> int:
    """Lay a hand card on a discard pile of the node; the card it covers."""
    card = s.hand[s.seat][slot]
    under = work[node + OWN_TOPS + pile]
    work[BELOW + card] = under
    work[QUALITY + card] = quality(weights, work, card, under)
    work[node + OWN_TOPS + pile] = card
    work[node + LEFT] ^= 1 << slot
    return under


def lift(work: Numbers, node: int, slot: int, pile: int, under: int) -> None:
    """Take back what `lay` did."""
    work[node + OWN_TOPS + pile] = under
    work[node + LEFT] ^= 1 << slot


def judge_extra_discards(s: State, weights: Numbers, work: Numbers) -> None:
    """M6: where nothing more is to be played, an extra discard before the one that ends the turn.

    It pays if with the best discard after it things stand better than without.
    """
    root = node_at(0)
    for slot in range(HAND):
        if in_hand(s, work, root, slot) and s.held[s.seat] > 1:
            move = EXTRA_DISCARD + number(s.hand[s.seat][slot]) * 6
            for pile in range(DISCARDS):
                under = lay(s, weights, work, root, slot, pile)
                before = work[BEST]
                ending = work[BEST_MOVE]
                judge_discards(s, weights, work, 0)
                work[BEST_MOVE] = move + pile if work[BEST] > before else ending
                lift(work, root, slot, pile, under)


# --- What the cards that are left are worth


def kept(s: State, weights: Numbers, work: Numbers, node: int) -> int:
    """The hand and the discard piles, whatever the stock cards are."""
    value = work[DRY_WORTH] * work[node + CARDS_PLAYED]
    for slot in range(HAND):
        if work[node + LEFT] >> slot & 1:
            value += weights[HELD]
            if work[HELD_NUMBERS + slot] == WILD:
                value += work[WILD_WORTH]
    for pile in range(DISCARDS):
        top = work[node + OWN_TOPS + pile]
        if top == NONE:
            value += weights[FREE_PILE]
        else:
            value += work[QUALITY + top]
            if number(top) == WILD:
                value += weights[WILD_ON_TOP]
    return value


def know_piles(s: State, weights: Numbers, work: Numbers) -> None:
    """The hand's numbers; the discards, which all can see, and how well the own ones lie."""
    for slot in range(s.held[s.seat]):
        work[HELD_NUMBERS + slot] = number(s.hand[s.seat][slot])
    for seat in range(s.players):
        for pile in range(DISCARDS):
            card = s.top[discard_pile(seat, pile)]
            work[TOPS + 12 * seat + pile] = card
            work[TOPS + 12 * partner(s, seat) + 6 + pile] = card if s.partners else NONE
            while card != NONE:
                work[BELOW + card] = s.below[card]
                card = s.below[card]
    for pile in range(DISCARDS):
        know_quality(s, weights, work, discard_pile(s.seat, pile))
    # Where nothing new will come, cards are there to be played, wilds above all.
    dry = not anything_to_draw(s)
    work[WILD_WORTH] = 0 if dry else weights[WILD_HELD]
    work[DRY_WORTH] = weights[DRY] if dry else 0


def know_quality(s: State, weights: Numbers, work: Numbers, pile: int) -> None:
    """From the bottom up, as each card's quality builds on that of the one beneath."""
    last = NONE
    while last != s.top[pile]:
        card = s.top[pile]
        while s.below[card] != last:
            card = s.below[card]
        work[QUALITY + card] = quality(weights, work, card, last)
        last = card


def quality(weights: Numbers, work: Numbers, card: int, under: int) -> int:
    """How well a discard pile lies with a card on top of another."""
    if under == NONE:
        return weights[DISCARDED]
    value = work[QUALITY + under] + weights[DISCARDED]
    n, beneath = number(card), number(under)
    if n == WILD or beneath == n:
        return value + weights[SAME]
    if beneath < n:
        return value + weights[BURIES] + weights[BURIES_STEP] * (n - beneath)
    if beneath == n + 1:
        return value + weights[RUN]
    return value + weights[HIGHER] + weights[HIGHER_STEP] * (beneath - n - 1)


# --- How near the stock cards are


def prospects(s: State, weights: Numbers, work: Numbers, node: int, when: int) -> int:
    """How near the own stock card is, and the partner's; `when` is NOW, or OWN for later."""
    value = prospect(s, weights, work, node, when, s.seat)
    if s.partners:
        mate = partner(s, s.seat)
        value += prospect(s, weights, work, node, when, mate) * weights[MATE] // 100
    return value


def most_prospects(s: State, weights: Numbers, work: Numbers, node: int) -> int:
    """What the prospects are at most after a discard, which brings no card any nearer."""
    value = most_prospect(s, weights, work, node, s.seat)
    if s.partners:
        mate = partner(s, s.seat)
        value += max(0, most_prospect(s, weights, work, node, mate) * weights[MATE] // 100)
    return value


def most_prospect(s: State, weights: Numbers, work: Numbers, node: int, seat: int) -> int:
    if s.top[FIRST_STOCK + seat] == NONE:
        return 0
    wanted = number(s.top[FIRST_STOCK + seat])
    return nearest_worth(weights, OWN, own_missing(s, work, node, wanted))


def nearest_worth(weights: Numbers, when: int, missing: int) -> int:
    """The most that a stock card can be worth with so many cards missing, or more."""
    most = weights[when + FAR]
    for n in range(missing, FAR):
        most = max(most, weights[when + n])
    return most + max(0, weights[STEP] * RANKS)


def prospect(s: State, weights: Numbers, work: Numbers, node: int, when: int, seat: int) -> int:
    if s.top[FIRST_STOCK + seat] == NONE:
        return 0
    wanted = number(s.top[FIRST_STOCK + seat])
    return worth(weights, work, node, when, wanted, own_missing(s, work, node, wanted))


def worth(weights: Numbers, work: Numbers, node: int, when: int, wanted: int, missing: int) -> int:
    """What it is worth that a stock card is as near as it is."""
    steps = 0 if wanted == WILD else RANKS
    for pile in range(BUILDING):
        steps = min(steps, steps_to(work[node + NUMBERS + pile], wanted))
    return weights[when + missing] + weights[STEP] * steps


def hopes(s: State, weights: Numbers, work: Numbers, node: int) -> int:
    """The same for a stock card that is yet unknown: as the deck goes, on average."""
    total = worth(weights, work, node, NOW, WILD, 0) * WILDS
    for n in range(1, RANKS + 1):
        work[MISSING + n] = RANKS
    own_missing(s, work, node, WILD)  # walks past every number
    wilds = wilds_left(s, work, node)
    for n in range(1, RANKS + 1):
        missing = max(0, min(FAR, work[MISSING + n] - wilds))
        total += worth(weights, work, node, NOW, n, missing) * COPIES
    return total // (RANKS * COPIES + WILDS)


def own_missing(s: State, work: Numbers, node: int, wanted: int) -> int:
    """How few cards are not at hand to make a number fit, on any pile."""
    held = 0
    for slot in range(HAND):
        if work[node + LEFT] >> slot & 1:
            held |= 1 << work[HELD_NUMBERS + slot]
    fewest = RANKS
    for pile in range(BUILDING):
        if first_of_its_kind(work, node, pile):
            reached = work[node + NUMBERS + pile]
            fewest = min(fewest, walk(s, work, node + OWN_TOPS, reached, wanted, held))
    return 0 if wanted == WILD else max(0, min(FAR, fewest - wilds_left(s, work, node)))


def threats(s: State, weights: Numbers, work: Numbers, node: int) -> int:
    """How near the opponents' stock cards are: the next one's counts most."""
    value, share = 0, 100
    for i in range(1, s.players):
        seat = (s.seat + i) % s.players
        card = s.top[FIRST_STOCK + seat]
        if card == NONE or side(s, seat) == side(s, s.seat):
            continue
        missing = opponent_missing(s, work, node, seat, number(card))
        value += weights[OPPONENT + missing] * share // 100
        share = share * weights[LATER] // 100
    return value


def opponent_missing(s: State, work: Numbers, node: int, seat: int, wanted: int) -> int:
    """The cards that an opponent's discard piles do not offer to make a number fit."""
    if wanted == WILD:
        return 0
    fewest = FAR
    for pile in range(BUILDING):
        reached = work[node + NUMBERS + pile]
        if first_of_its_kind(work, node, pile):
            fewest = min(fewest, walk(s, work, TOPS + 12 * seat, reached, wanted, 0))
    return fewest


def walk(s: State, work: Numbers, tops: int, reached: int, wanted: int, held: int) -> int:
    """The cards missing on the way from what a pile has reached to a wanted number, or all round.

    At hand are the numbers in `held`, a bit each, and the discard piles whose tops lie in `work`
    from `tops` on, and on from PARTNER_TOPS those of the partner; what lies beneath comes up.
    """
    open_numbers = 0
    for i in range(2 * DISCARDS if s.partners else DISCARDS):
        card = work[tops + i] if i < DISCARDS else work[tops + 6 + i - DISCARDS]
        work[WALK + i] = card
        if card != NONE:
            open_numbers |= 1 << number(card)
    missing, missed = 0, 0
    for _ in range(RANKS):
        n = reached + 1
        work[MISSING + n] = min(work[MISSING + n], missing)
        if n == wanted:
            break
        if open_numbers >> n & 1:
            open_numbers |= uncover(s, work, n)
        elif not held >> n & 1:
            missing += 1
            missed |= 1 << n
        reached = raised(reached)
    work[MISSED] = missed
    return missing


def uncover(s: State, work: Numbers, n: int) -> int:
    """Take a number off one of the walk's discard piles; the one beneath it, as a bit."""
    for i in range(2 * DISCARDS if s.partners else DISCARDS):
        card = work[WALK + i]
        if card != NONE and number(card) == n:
            work[WALK + i] = work[BELOW + card]
            return 0 if work[BELOW + card] == NONE else 1 << number(work[BELOW + card])
    return 0
