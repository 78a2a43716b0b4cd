"""`learned`: looks at every way to play the segment, as the planner does, and asks its network.

The network taught itself by playing (`skipbo learn`). It says what each side wins on average from
the end of a segment on; the bot takes the end with the largest share for its own side. Weaker
levels err on purpose: they see the odds blurred, or look at fewer ways.
"""

from typing import Any

from ..machine.loop import draw_word
from ..rules.cards import (
    BUILDING,
    DIE,
    DIE_DISCARD_TWO,
    DIE_OPPONENT_DRAWS,
    DISCARDS,
    EXTRA_DISCARD,
    FROM_PARTNER_STOCK,
    FROM_STOCK,
    HAND,
    OPPONENT_DRAWS,
    PASS,
    SOURCES,
    STAND_IN,
    TARGETS,
    TO_DISCARD,
    State,
    anything_to_draw,
    number,
    partner,
    play,
    played_from,
    played_onto,
    side,
)
from ..rules.state import NONE
from .cards import NO_MOVE, burden_the_leader
from .features import (
    EMPTIED_HAND,
    HEIGHT_AT,
    LISTED,
    NO_NUMBER,
    RUN_AT,
    STOCK_NUMBERS,
    STOCKS,
    TURN_OVER,
    TURNED,
    UNKNOWN,
    follows,
    put_card,
    put_discard,
    put_hand,
    put_laid,
    put_missing,
    put_own,
    put_piles,
    put_table,
    see_piles,
)
from .network import (
    BLUR,
    LOOKS,
    NETWORK_WORK,
    ODDS,
    OF_ALL,
    OF_DISCARD,
    OF_DISCARDS,
    OF_HAND,
    OF_PILES,
    OF_TABLE,
    SCALE,
    SCALE_BITS,
    SET_AT,
    WEIGHT_BITS,
    WHOLE,
    add_sums,
    as_odds,
    clear_sums,
    copy_sums,
    finish,
    scale_for,
    set_for,
    share,
    sides_of,
    sum_up,
)
from .planner import (
    BELOW,
    BEST,
    BEST_END,
    BEST_MOVE,
    BEST_NODE,
    HELD_NUMBERS,
    WORST,
    ends_turn,
    lift,
    propose,
)
from .segment import (
    CARDS_PLAYED,
    LEFT,
    MOST_NODES,
    NUMBERS,
    OWN_TOPS,
    Numbers,
    add,
    explore,
    in_hand,
    node_at,
    reached_with,
    stock_end,
    write_root,
)

# How many features there are before the node's own, and before those of the hand.
TABLE_LISTED, PILES_LISTED, PLAYED_ON, SCRATCH = range(NETWORK_WORK, NETWORK_WORK + 4)

# O1, O3: where nothing can be drawn and everyone waits, the game blocks. Whoever has learned from
# those who go on anyway waits as well; so then each card that is played counts like a stock card.
DRY_CARD = 1 << WEIGHT_BITS

SURE = WHOLE + 1  # better than any share: the game is won


def choose(s: State, player: Numbers, work: Numbers, stream: Any) -> int:
    """For games in which nobody else plays."""
    return ask_network(s, player, work, stream)


def ask_network(s: State, row: Numbers, work: Numbers, stream: Any) -> int:
    """The first move of the way to play this segment that the network likes best."""
    if DIE and s.die == DIE_OPPONENT_DRAWS:
        move = burden_the_leader(s)
        if move != NO_MOVE:
            return move
    return best_by_network(s, row, work, stream)


def best_by_network(s: State, row: Numbers, work: Numbers, stream: Any) -> int:
    count = explore(s, work, min(MOST_NODES, row[LOOKS]))
    see_table(s, row, work)
    work[BEST] = WORST
    for i in range(count):
        ask_about_node(s, row, work, i, stream)
    if DIE and s.die == DIE_DISCARD_TWO and ends_turn(work[BEST_MOVE]):
        ask_about_extra_discards(s, row, work, stream)
    return work[BEST_MOVE]


def see_table(s: State, row: Numbers, work: Numbers) -> None:
    """What stays the same whatever is played."""
    see_piles(s, work)
    work[LISTED] = 0
    put_table(s, work)
    work[TABLE_LISTED] = work[LISTED]
    work[SET_AT] = set_for(s)
    clear_sums(work, OF_TABLE)
    sum_up(row, work, OF_TABLE, 0)


def ask_about_node(s: State, row: Numbers, work: Numbers, i: int, stream: Any) -> None:
    """Every way in which the segment can end with the cards of a node."""
    ask_about_stock(s, row, work, i, s.seat, FROM_STOCK, stream)
    if s.partners:
        ask_about_stock(s, row, work, i, partner(s, s.seat), FROM_PARTNER_STOCK, stream)
    node = node_at(i)
    if work[node + LEFT] == 0:
        how = TURN_OVER if s.held[s.seat] == 0 else EMPTIED_HAND  # C9, or O2
        see_node(s, row, work, node, how)
        propose(work, i, PASS, value_of_hand(s, row, work, node, stream))
    else:
        see_node(s, row, work, node, TURN_OVER)
        ask_about_discards(s, row, work, i, stream)


def see_node(s: State, row: Numbers, work: Numbers, node: int, how: int) -> None:
    """The building piles of a node, and what a lead counts with the stocks that are left."""
    work[SCALE] = scale_for(cards_left(s, work))
    work[PLAYED_ON] = 0 if anything_to_draw(s) else DRY_CARD * work[node + CARDS_PLAYED]
    work[LISTED] = work[TABLE_LISTED]
    put_piles(s, work, node, how)
    work[PILES_LISTED] = work[LISTED]
    copy_sums(work, OF_PILES, OF_TABLE)
    sum_up(row, work, OF_PILES, work[TABLE_LISTED])


def cards_left(s: State, work: Numbers) -> int:
    """The stock cards that are left to play for: of two sides, on average."""
    cards = 0
    for seat in range(s.players):
        cards += work[STOCKS + seat]
    return 2 * cards // sides_of(s)


def value_of_hand(s: State, row: Numbers, work: Numbers, node: int, stream: Any) -> int:
    """The own side's share with the hand and the discards as they lie now in a node."""
    work[LISTED] = work[PILES_LISTED]
    put_own(s, work, node)
    copy_sums(work, OF_ALL, OF_PILES)
    sum_up(row, work, OF_ALL, work[PILES_LISTED])
    return own_share(s, row, work, stream)


def own_share(s: State, row: Numbers, work: Numbers, stream: Any) -> int:
    """The own side's share by the sums of weights, as it is chosen by: for a weaker level blurred,
    and a game that may block goes on. The odds are what they are."""
    sides = sides_of(s)
    finish(work, sides)
    more = as_odds(work[PLAYED_ON], work[SCALE])
    if row[BLUR] != 0:
        more += (error(stream) * row[BLUR] >> 8) * work[SCALE] >> SCALE_BITS
    work[ODDS] += more
    value = share(work, 0, sides)
    work[ODDS] -= more
    return value


def error(stream: Any) -> int:
    """A number about zero, mostly within 65536: in the units of the odds, nearly a normal one."""
    total = 0
    for _ in range(4):
        word = draw_word(stream)
        total += int(word & 0xFFFF) + int(word >> 16)
    return (total - 4 * 0xFFFF) // 2


def ask_about_stock(
    s: State, row: Numbers, work: Numbers, i: int, seat: int, source: int, stream: Any
) -> None:
    """A stock card is played, and the next one, still unknown, turns over."""
    node = node_at(i)
    for pile in range(BUILDING):
        move = stock_end(s, work, node, seat, source, pile)
        if move != NO_MOVE:
            reached = work[node + NUMBERS + pile]
            work[node + NUMBERS + pile] = reached_with(move, reached)
            propose(work, i, move, value_of_turning(s, row, work, node, seat, stream))
            work[node + NUMBERS + pile] = reached


def value_of_turning(
    s: State, row: Numbers, work: Numbers, node: int, seat: int, stream: Any
) -> int:
    """The share once a seat's stock card has been played, with the piles as they stand now."""
    before = work[STOCK_NUMBERS + seat]
    work[STOCKS + seat] -= 1
    mate = partner(s, s.seat)
    left = work[STOCKS + s.seat] + (work[STOCKS + mate] if s.partners else 0)
    value = SURE
    if left > 0:
        work[STOCK_NUMBERS + seat] = UNKNOWN if work[STOCKS + seat] > 0 else NO_NUMBER
        see_node(s, row, work, node, TURNED)
        value = value_of_hand(s, row, work, node, stream)
    work[STOCK_NUMBERS + seat] = before
    work[STOCKS + seat] += 1
    return value


def ask_about_discards(s: State, row: Numbers, work: Numbers, i: int, stream: Any) -> None:
    """The turn ends with a discard (C7)."""
    node = node_at(i)
    sum_up_discards(s, row, work, node)
    for slot in range(HAND):
        if in_hand(s, work, node, slot):
            sum_up_hand_without(s, row, work, node, slot)
            move = work[HELD_NUMBERS + slot] * TARGETS + TO_DISCARD
            for pile in range(DISCARDS):
                if alike_before(work, node, pile):
                    continue
                under = put_down(s, work, node, slot, pile)
                value = value_of_discard(s, row, work, node, pile, stream)
                propose(work, i, move + pile, value)
                lift(work, node, slot, pile, under)


def sum_up_discards(s: State, row: Numbers, work: Numbers, node: int) -> None:
    """The discard piles as they lie, together and each one's top: a discard changes only one."""
    copy_sums(work, OF_DISCARDS, OF_PILES)
    for pile in range(DISCARDS):
        work[LISTED] = work[PILES_LISTED]
        put_laid(work, work[node + OWN_TOPS + pile])
        sum_up(row, work, OF_DISCARDS, work[PILES_LISTED])
        work[LISTED] = work[PILES_LISTED]
        put_discard(s, work, work[node + OWN_TOPS + pile])
        clear_sums(work, OF_DISCARD + pile)
        sum_up(row, work, OF_DISCARD + pile, work[PILES_LISTED])
        add_sums(work, OF_DISCARDS, OF_DISCARD + pile, 1)


def sum_up_hand_without(s: State, row: Numbers, work: Numbers, node: int, slot: int) -> None:
    """The hand with one card less."""
    work[node + LEFT] ^= 1 << slot
    work[LISTED] = work[PILES_LISTED]
    put_hand(s, work, node)
    work[node + LEFT] ^= 1 << slot
    copy_sums(work, OF_HAND, OF_DISCARDS)
    sum_up(row, work, OF_HAND, work[PILES_LISTED])


def value_of_discard(
    s: State, row: Numbers, work: Numbers, node: int, pile: int, stream: Any
) -> int:
    """As `value_of_hand`, from sums that are known but for one discard pile and what is missing."""
    copy_sums(work, OF_ALL, OF_HAND)
    add_sums(work, OF_ALL, OF_DISCARD + pile, -1)
    work[LISTED] = work[PILES_LISTED]
    top = work[node + OWN_TOPS + pile]
    put_discard(s, work, top)
    put_card(work, top)
    put_missing(s, work, node)
    sum_up(row, work, OF_ALL, work[PILES_LISTED])
    return own_share(s, row, work, stream)


def alike_before(work: Numbers, node: int, pile: int) -> bool:
    """Whether a discard pile is free, and one before it as well: they are the same."""
    for other in range(pile):
        if work[node + OWN_TOPS + pile] == NONE and work[node + OWN_TOPS + other] == NONE:
            return True
    return False


def put_down(s: State, work: Numbers, node: int, slot: int, pile: int) -> int:
    """Lay a hand card on a discard pile of the node; the card it covers."""
    card = s.hand[s.seat][slot]
    under = work[node + OWN_TOPS + pile]
    work[BELOW + card] = under
    work[HEIGHT_AT + card] = 1 + (0 if under == NONE else work[HEIGHT_AT + under])
    runs_on = under != NONE and follows(card, under)
    work[RUN_AT + card] = 1 + (work[RUN_AT + under] if runs_on else 0)
    work[node + OWN_TOPS + pile] = card
    work[node + LEFT] ^= 1 << slot
    return under


def ask_about_extra_discards(s: State, row: Numbers, work: Numbers, stream: Any) -> None:
    """M6: where nothing more is to be played, an extra discard before the one that ends the turn.

    It pays if with the best discard after it things stand better than without.
    """
    root = node_at(0)
    see_node(s, row, work, root, TURN_OVER)
    for slot in range(HAND):
        if in_hand(s, work, root, slot) and s.held[s.seat] > 1:
            move = EXTRA_DISCARD + number(s.hand[s.seat][slot]) * 6
            for pile in range(DISCARDS):
                if alike_before(work, root, pile):
                    continue
                under = put_down(s, work, root, slot, pile)
                ask_after_extra(s, row, work, move + pile, stream)
                lift(work, root, slot, pile, under)


def ask_after_extra(s: State, row: Numbers, work: Numbers, extra: int, stream: Any) -> None:
    """Each discard that may end the turn after an extra one."""
    before, ending = work[BEST], work[BEST_MOVE]
    ask_about_discards(s, row, work, 0, stream)
    work[BEST_MOVE] = extra if work[BEST] > before else ending


# --- One end, looked at again


def look_again(s: State, row: Numbers, work: Numbers, i: int, end: int, stream: Any) -> int:
    """The own share at an end of a node; its features are then listed, and its odds worked out."""
    node = node_at(i)
    if end == PASS:
        see_node(s, row, work, node, TURN_OVER if s.held[s.seat] == 0 else EMPTIED_HAND)
        return value_of_hand(s, row, work, node, stream)
    if end < PASS and end % TARGETS >= TO_DISCARD:
        see_node(s, row, work, node, TURN_OVER)
        slot = slot_with(s, work, node, end // TARGETS)
        pile = end % TARGETS - TO_DISCARD
        under = put_down(s, work, node, slot, pile)
        value = value_of_hand(s, row, work, node, stream)
        lift(work, node, slot, pile, under)
        return value
    source, pile = end // TARGETS, end % TARGETS
    if end >= STAND_IN:
        source, pile = (end - STAND_IN) % SOURCES, (end - STAND_IN) // SOURCES % 6
    reached = work[node + NUMBERS + pile]
    work[node + NUMBERS + pile] = reached_with(end, reached)
    seat = s.seat if source == FROM_STOCK else partner(s, s.seat)
    value = value_of_turning(s, row, work, node, seat, stream)
    work[node + NUMBERS + pile] = reached
    return value


def slot_with(s: State, work: Numbers, node: int, wanted: int) -> int:
    """The place of the first hand card left with that number."""
    slot = 0
    while not (in_hand(s, work, node, slot) and work[HELD_NUMBERS + slot] == wanted):
        slot += 1
    return slot


def look_at_best(s: State, row: Numbers, work: Numbers, stream: Any) -> int:
    """The own share at the end that was found best. (After an extra discard: without it.)"""
    return look_again(s, row, work, work[BEST_NODE], work[BEST_END], stream)


def share_of_seat(s: State, work: Numbers, seat: int) -> int:
    """What a seat's side wins, by the odds as they were last worked out."""
    sides = sides_of(s)
    return share(work, (side(s, seat) - side(s, s.seat)) % sides, sides)


# --- What a move is worth, for those who judge a game


def weigh_once(
    states: Any, row: Numbers, work: Numbers, stream: Any, asked: int, shares: Numbers
) -> int:
    """Each seat's share once a move is made, or the best one, which is told, if none is asked for.

    Shares are those that the seat on turn sees before chance answers, of WHOLE. The second state is
    a copy of the first, to play on.
    """
    s, later = states[0], states[1]
    move = ask_network(s, row, work, stream) if asked == NO_MOVE else asked
    more_discards = DIE and s.die == DIE_DISCARD_TWO  # M6: the search has left some out
    if asked != NO_MOVE or more_discards or PASS < move < STAND_IN:
        value = value_of_move(s, later, row, work, stream, move)
    else:
        value = look_at_best(s, row, work, stream)
    for seat in range(s.players):
        shares[seat] = share_of_seat(s, work, seat)
        if value == SURE:
            shares[seat] = WHOLE if side(s, seat) == side(s, s.seat) else 0
    return move


def value_of_move(
    s: State, later: State, row: Numbers, work: Numbers, stream: Any, move: int
) -> int:
    """The own share once a move is made; the odds are then worked out."""
    write_root(s, work)
    see_table(s, row, work)
    source = played_from(move) if move < PASS else (move - STAND_IN) % SOURCES
    if PASS < move < STAND_IN:  # the die's: the turn goes on with what there is
        play(later, move)
    elif move == PASS or ends_turn(move) or FROM_STOCK <= source <= FROM_PARTNER_STOCK:
        return look_again(s, row, work, 0, move, stream)
    elif source < FROM_STOCK and s.held[s.seat] == 1:
        add_move(s, work, move, source)
        return look_again(s, row, work, 1, PASS, stream)
    else:
        play(later, move)
    move = best_by_network(later, row, work, stream)
    while EXTRA_DISCARD <= move < OPPONENT_DRAWS:
        play(later, move)
        move = best_by_network(later, row, work, stream)
    return look_at_best(later, row, work, stream)


def add_move(s: State, work: Numbers, move: int, source: int) -> None:
    """Write the node that a hand card leads to, behind the present one."""
    slot = slot_with(s, work, node_at(0), source)
    pile = played_onto(move) if move < PASS else (move - STAND_IN) // SOURCES % 6
    add(s, work, 0, slot, pile, 1 if move >= STAND_IN else 0, 1)
