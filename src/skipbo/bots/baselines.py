"""The strongest heuristics of public Skip-Bo programs, told anew as opponents to beat.

Each is a function of a state, of which it looks only at what the seat on turn may see. They were
made for two players and the classic game; here a partner's piles are theirs to play as well, and
MOD's die is used as `greedy` uses it. docs/bots.md tells how they differ.
"""

from ..rules.cards import (
    BUILDING,
    DIE,
    DISCARDS,
    FIRST_STOCK,
    FROM_DISCARD,
    FROM_PARTNER_DISCARD,
    FROM_PARTNER_STOCK,
    FROM_STOCK,
    HAND,
    PASS,
    RANKS,
    TARGETS,
    TO_DISCARD,
    WILD,
    State,
    discard_pile,
    fits,
    number,
    partner,
    raised,
    side,
    takes,
)
from ..rules.state import NONE
from .cards import NO_MOVE, greedy_die, place_for
from .segment import (
    CARDS_PLAYED,
    COMPLETED,
    FIRST,
    LEFT,
    MOST_NODES,
    NUMBERS,
    WORK,
    Numbers,
    explore,
    node_at,
    steps_to,
    wilds_left,
)

PLAN_MOVE = WORK
LYING = WORK + 1  # the cards that a plan has not used yet, slot by slot

CHAINS = 200  # that s1-advanced looks at


# --- What they share


def stock_number(s: State, seat: int) -> int:
    """The number of a seat's stock card; NONE if there is none."""
    card = s.top[FIRST_STOCK + seat]
    return NONE if card == NONE else number(card)


def play_stock(s: State) -> int:
    """The own stock card, or the partner's, if it fits: a wild one on the highest pile."""
    move = stock_move(s, s.seat, FROM_STOCK)
    if move == NO_MOVE and s.partners:
        move = stock_move(s, partner(s, s.seat), FROM_PARTNER_STOCK)
    if move == NO_MOVE and DIE:
        move = greedy_die(s)
    return move


def stock_move(s: State, seat: int, source: int) -> int:
    card = s.top[FIRST_STOCK + seat]
    best = NONE
    if card != NONE:
        for pile in range(BUILDING):
            if fits(s, card, pile) and (best == NONE or s.number[pile] > s.number[best]):
                best = pile
    return NO_MOVE if best == NONE else source * TARGETS + best


def top_in(s: State, slot: int) -> int:
    """The card in a slot: first the discard tops, own and partner's, then the hand."""
    if slot < DISCARDS:
        return s.top[discard_pile(s.seat, slot)]
    if slot < 2 * DISCARDS:
        mate = discard_pile(partner(s, s.seat), slot - DISCARDS)
        return s.top[mate] if s.partners else NONE
    i = slot - 2 * DISCARDS
    return s.hand[s.seat][i] if i < s.held[s.seat] else NONE


def source_in(s: State, slot: int) -> int:
    """The slot as the rules name it in a move."""
    if slot < DISCARDS:
        return FROM_DISCARD + slot
    if slot < 2 * DISCARDS:
        return FROM_PARTNER_DISCARD + slot - DISCARDS
    return number(s.hand[s.seat][slot - 2 * DISCARDS])


def cover(s: State, work: Numbers, wanted: int) -> int:
    """A slot not used yet that has a number, discard tops before the hand; or NONE."""
    for slot in range(2 * DISCARDS + HAND):
        card = work[LYING + slot]
        if card != NONE and number(card) == wanted:
            work[LYING + slot] = s.below[card] if slot < 2 * DISCARDS else NONE
            return slot
    return NONE


def plan_to(s: State, work: Numbers, wanted: int, most: int) -> int:
    """The length of the shortest whole plan that makes a number fit, and in `work` its first move.

    Every number on the way is covered by a discard top or the hand, wilds last. A plan that is no
    shorter than `most` is not looked for.
    """
    best = most
    for pile in range(BUILDING):
        length = steps_to(s.number[pile], wanted)
        if length >= best:
            continue
        for slot in range(2 * DISCARDS + HAND):
            work[LYING + slot] = top_in(s, slot)
        first = NO_MOVE
        reached = s.number[pile]
        whole = True
        for _ in range(length):
            slot = cover(s, work, reached + 1)
            if slot == NONE:
                slot = cover(s, work, WILD)
            if slot == NONE:
                whole = False
                break
            if first == NO_MOVE:
                first = source_in(s, slot) * TARGETS + pile
            reached = raised(reached)
        if whole:
            best = length
            work[PLAN_MOVE] = first
    return best


def bridge_to_stock(s: State, work: Numbers) -> int:
    """The first card of the shortest plan to the own stock card, else to the partner's."""
    own = stock_number(s, s.seat)
    if own != NONE and plan_to(s, work, own, RANKS) < RANKS:
        return work[PLAN_MOVE]
    if s.partners:
        mates = stock_number(s, partner(s, s.seat))
        if mates != NONE and plan_to(s, work, mates, RANKS) < RANKS:
            return work[PLAN_MOVE]
    return NO_MOVE


def depth(s: State, pile: int) -> int:
    n = 0
    card = s.top[discard_pile(s.seat, pile)]
    while card != NONE:
        n += 1
        card = s.below[card]
    return n


def discard_top(s: State, pile: int) -> int:
    """The number on top of an own discard pile; NONE if it is empty."""
    card = s.top[discard_pile(s.seat, pile)]
    return NONE if card == NONE else number(card)


def discard_move(s: State, i: int, pile: int) -> int:
    """Discard a hand card; with no hand there is only the pass (O2)."""
    if s.held[s.seat] == 0:
        return PASS
    return number(s.hand[s.seat][i]) * TARGETS + TO_DISCARD + pile


# --- h13


def h13(s: State, work: Numbers) -> int:
    """A whole plan to the stock card, else one that empties the hand, else a high card."""
    move = play_stock(s)
    if move == NO_MOVE:
        move = bridge_to_stock(s, work)
    if move == NO_MOVE:
        move = empty_the_hand(s, work)
    if move == NO_MOVE:
        move = h13_high_card(s)
    return h13_discard(s) if move == NO_MOVE else move


def empty_the_hand(s: State, work: Numbers) -> int:
    """The first move of a way to play the whole hand, if there is one."""
    if s.held[s.seat] == 0:
        return NO_MOVE
    for i in range(explore(s, work, MOST_NODES)):
        if work[node_at(i) + LEFT] == 0:
            return work[node_at(i) + FIRST]
    return NO_MOVE


def h13_high_card(s: State) -> int:
    """The highest number from 6 on and above the stock's, unless just two piles wait for it."""
    best, move = 5, NO_MOVE
    stock = stock_number(s, s.seat)
    for slot in range(2 * DISCARDS + HAND):
        card = top_in(s, slot)
        pile = place_for(s, card)
        if pile == NONE or number(card) <= best or (stock != NONE and number(card) <= stock):
            continue
        waiting = 0
        for other in range(BUILDING):
            waiting += fits(s, card, other)
        if waiting != 2:
            best, move = number(card), source_in(s, slot) * TARGETS + pile
    return move


def h13_discard(s: State) -> int:
    best, move = -1_000_000, PASS
    for i in range(s.held[s.seat]):
        for pile in range(DISCARDS):
            score = 1000 - 20 * depth(s, pile) - 10 * i
            if discard_top(s, pile) == number(s.hand[s.seat][i]):
                score += 600
            if score > best:
                best, move = score, discard_move(s, i, pile)
    return move


# --- s1-advanced


def s1_advanced(s: State, work: Numbers) -> int:
    """The chain of plays with the best score, if that is above zero; minus the danger it brings."""
    move = play_stock(s)
    if move != NO_MOVE:
        return move
    best = 0
    for i in range(explore(s, work, CHAINS)):
        if i > 0:
            score = s1_chain(s, work, i)
            if score > best:
                best, move = score, work[node_at(i) + FIRST]
    return s1_advanced_discard(s) if move == NO_MOVE else move


def s1_chain(s: State, work: Numbers, i: int) -> int:
    """The score of the chain of plays that leads to a node, in tenths."""
    node = node_at(i)
    score = 50 * work[node + CARDS_PLAYED] + 20 * work[node + COMPLETED]
    score -= 150 * (wilds_left(s, work, node_at(0)) - wilds_left(s, work, node))
    if work[node + LEFT] == 0 and s.held[s.seat] > 0:
        score += 300
    before, after = RANKS, RANKS
    stock = stock_number(s, s.seat)
    if stock != NONE:
        before = nearest(work, node_at(0), stock)
        after = nearest(work, node, stock)
    if after == 0:
        score += 1000
    elif after < before:
        score += min(100, 30 + 20 * (before - after - 1))
    return score - s1_danger(s, work, node)


def nearest(work: Numbers, node: int, wanted: int) -> int:
    """How few cards stand between the piles of a node and a number that is to fit."""
    best = RANKS
    for pile in range(BUILDING):
        best = min(best, 0 if wanted == WILD else steps_to(work[node + NUMBERS + pile], wanted))
    return best


def s1_danger(s: State, work: Numbers, node: int) -> int:
    """How near the opponents' stock cards come, in tenths; less at a larger table."""
    share = 10 if s.players == 2 else max(2, 12 - 2 * s.players)
    danger = 0
    for seat in range(s.players):
        stock = stock_number(s, seat)
        if stock == NONE or side(s, seat) == side(s, s.seat):
            continue
        distance = nearest(work, node, stock)
        if distance == 0:
            danger += 50 * share
        elif distance == 1:
            danger += 40 * share
        elif distance == 2:
            danger += 15 * share
    return danger


def s1_advanced_discard(s: State) -> int:
    """One below the pile's top best of all; and rather a card that is worth little in hand."""
    best, move = -1_000_000, PASS
    stock = stock_number(s, s.seat)
    for i in range(s.held[s.seat]):
        n = number(s.hand[s.seat][i])
        for pile in range(DISCARDS):
            score = s1_place(n, discard_top(s, pile)) - s1_worth(s, n, stock)
            if score > best:
                best, move = score, discard_move(s, i, pile)
    return move


def s1_place(n: int, top: int) -> int:
    if top == NONE:
        return 5
    if n + 1 == top:
        return 10
    if n == top:
        return 7
    return -5 - abs(n - top) if n > top else 0


def s1_worth(s: State, n: int, stock: int) -> int:
    """What it is worth to keep a number: a wild above all, then what leads to the stock card."""
    if n == WILD:
        return 50
    worth = 0
    for pile in range(BUILDING):
        away = steps_to(s.number[pile], n)
        if stock not in (NONE, WILD) and away < steps_to(s.number[pile], stock):
            worth = max(worth, 12 - away)
        elif away < 3:
            worth = max(worth, 3 - away)
    return worth


# --- s1-old


def s1_old(s: State, work: Numbers) -> int:
    """Stock, the hand card that leads best to it, a discard that helps another, wilds last."""
    move = play_stock(s)
    if move == NO_MOVE:
        move = s1_old_hand(s)
    if move == NO_MOVE:
        move = s1_old_discard_top(s)
    if move == NO_MOVE and holds_wild(s):
        move = bridge_to_stock(s, work)
    return s1_old_discard(s) if move == NO_MOVE else move


def s1_old_hand(s: State) -> int:
    """The number in hand whose pile is then nearest to the stock card."""
    best, move = RANKS, NO_MOVE
    stock = stock_number(s, s.seat)
    for i in range(s.held[s.seat]):
        n = number(s.hand[s.seat][i])
        if n == WILD:
            continue
        pile = place_for(s, s.hand[s.seat][i])
        if pile != NONE:
            known = stock not in (NONE, WILD)
            away = steps_to(raised(s.number[pile]), stock) if known else RANKS - 1
            if away < best and (not known or n < stock):
                best, move = away, n * TARGETS + pile
    return move


def s1_old_discard_top(s: State) -> int:
    """A discard top onto a pile where a hand card or the stock card can follow."""
    for slot in range(2 * DISCARDS):
        card = top_in(s, slot)
        if card == NONE or number(card) == WILD:
            continue
        pile = place_for(s, card)
        if pile != NONE and can_follow(s, raised(s.number[pile])):
            return source_in(s, slot) * TARGETS + pile
    return NO_MOVE


def can_follow(s: State, reached: int) -> bool:
    """Whether the stock card or a number in hand would go onto a pile."""
    stock = stock_number(s, s.seat)
    if stock != NONE and takes(reached, stock):
        return True
    for i in range(s.held[s.seat]):
        n = number(s.hand[s.seat][i])
        if n != WILD and takes(reached, n):
            return True
    return False


def holds_wild(s: State) -> bool:
    for slot in range(2 * DISCARDS + HAND):
        card = top_in(s, slot)
        if card != NONE and number(card) == WILD:
            return True
    return False


def s1_old_discard(s: State) -> int:
    """The highest number: one below a top, on an equal one, on a free place, on the nearest."""
    if s.held[s.seat] == 0:
        return PASS
    highest = 0
    for i in range(s.held[s.seat]):
        if number(s.hand[s.seat][i]) > number(s.hand[s.seat][highest]):
            highest = i
    n = number(s.hand[s.seat][highest])
    best, chosen = 1_000_000, 0
    for pile in range(DISCARDS):
        top = discard_top(s, pile)
        cost = 100 + abs(top - n) if top >= n else 200 + n - top
        if top == NONE:
            cost = 2
        elif top == n + 1:
            cost = 0
        elif top == n:
            cost = 1
        if cost < best:
            best, chosen = cost, pile
    return discard_move(s, highest, chosen)


# --- hinton


def hinton(s: State, work: Numbers) -> int:
    """Stock, a chain to it, then numbers that do not bring the opponent near; a wild only as 12."""
    move = play_stock(s)
    if move == NO_MOVE:
        move = bridge_to_stock(s, work)
    if move == NO_MOVE:
        move = hinton_number(s)
    return hinton_discard(s) if move == NO_MOVE else move


def hinton_number(s: State) -> int:
    for slot in range(2 * DISCARDS + HAND):
        card = top_in(s, slot)
        if card == NONE:
            continue
        for pile in range(BUILDING):
            last = s.number[pile] == RANKS - 1
            allowed = last if number(card) == WILD else not helps_opponent(s, s.number[pile])
            if fits(s, card, pile) and allowed:
                return source_in(s, slot) * TARGETS + pile
    return NO_MOVE


def helps_opponent(s: State, reached: int) -> bool:
    """Whether one more card leaves a pile within three below an opponent's stock card."""
    after = raised(reached)
    for seat in range(s.players):
        stock = stock_number(s, seat)
        if stock not in (NONE, WILD) and side(s, seat) != side(s, s.seat) and 0 < stock - after < 4:
            return True
    return False


def hinton_discard(s: State) -> int:
    best, move = -1, PASS
    for i in range(s.held[s.seat]):
        n = number(s.hand[s.seat][i])
        for pile in range(DISCARDS):
            top = discard_top(s, pile)
            score = 10 * n
            if top == n:
                score += 200
            elif top == n + 1:
                score += 150
            if score > best:
                best, move = score, discard_move(s, i, pile)
    return move
