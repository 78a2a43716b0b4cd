"""The card games: Skip-Bo, Deluxe, International and MOD. Rule numbers: docs/rules.md.

Every card has an identity, every pile is a linked stack: `s.top[pile]` is its top card and
`s.below[card]` the one beneath, so that a card is never lost or doubled. The numbers of an edition
are constants, bound by `machine.bind`; as the module stands, they are classic's.

A driver begins a game with `begin`, and then, until `s.waiting` is OVER: at MOVE it lists `legal`
moves or asks `why_not`, and calls `play`; at SHUFFLE and ROLL it calls `ask`, lets chance decide,
and hands the outcome in with `tell`.
"""

from dataclasses import dataclass

from .editions import Rules
from .state import MOVE, NONE, OK, OVER, ROLL, SEATS, SHUFFLE, cell, cells

# The edition's numbers, bound by `machine.bind`.
RANKS, COPIES, WILDS, HAND, BUILDING, DISCARDS = 12, 12, 18, 5, 4, 4
DIE = 0  # 1: MOD's die is rolled each turn (M1)
BENEATH = 1  # 1: refill from beneath the building piles' tops (O1)


def constants(rules: Rules) -> dict[str, int]:
    """What `machine.bind` binds for these rules, and what `State`'s shapes are made of."""
    return {
        "RANKS": rules.ranks,
        "COPIES": rules.copies,
        "WILDS": rules.wilds,
        "CARDS": rules.cards,
        "HAND": rules.hand,
        "BUILDING": rules.building,
        "DISCARDS": rules.discards,
        "PILES": FIRST_DISCARD + SEATS * rules.discards,
        "DIE": int(rules.die),
        "BENEATH": int(rules.refill == "beneath"),
    }


def setting(rules: Rules) -> tuple[int, ...]:
    """What `begin` is told: that which may differ without compiling anew."""
    return rules.players, rules.first, int(rules.partners), rules.stock


# Where piles stand in `s.top`: each player's discard piles follow from FIRST_DISCARD on.
DRAW, DONE, FIRST_BUILDING, FIRST_STOCK, FIRST_DISCARD = 0, 1, 2, 8, 14

# A card's number; a wild stands for any (C5).
WILD = 0

# The die's faces (M3): three ranges of numbers, then these. Beyond them: not a face.
DIE_WILD, DIE_DISCARD_TWO, DIE_OPPONENT_DRAWS, DIE_FACES = 3, 4, 5, 6
DIE_UNROLLED, DIE_SPENT = 6, 7

# A move is one number. First the plays, source * TARGETS + target. Sources: a hand card by its
# number (0 to 12), then the piles one may play from. Targets: building piles, own discard piles;
# room for some more makes TARGETS a power of two, by which numbers are taken apart fastest.
FROM_STOCK, FROM_PARTNER_STOCK, FROM_DISCARD, FROM_PARTNER_DISCARD, SOURCES = 13, 14, 15, 21, 27
TARGET_BITS = 4
TO_DISCARD, TARGETS = 6, 1 << TARGET_BITS
PASS = SOURCES * TARGETS
EXTRA_DISCARD = PASS + 1  # + number * 6 + discard pile
OPPONENT_DRAWS = EXTRA_DISCARD + 13 * 6  # + seat
STAND_IN = OPPONENT_DRAWS + SEATS  # + (number * 6 + building pile) * SOURCES + source
MOVES = STAND_IN + 13 * 6 * SOURCES
MOST_LEGAL = 512  # more than any position has

# Why a move is not legal.
(
    GAME_OVER,
    NO_SUCH_PILE,
    NOT_IN_HAND,
    STOCK_FINISHED,
    DISCARD_PILE_EMPTY,
    NO_PARTNER,
    DOES_NOT_FIT,
    ONLY_HAND_CARDS,
    HAND_NOT_EMPTY,
    NO_DIE,
    DIE_USED,
    OTHER_FACE,
    NUMBER_NOT_ON_FACE,
    NUMBER_NOT_NEEDED,
    NO_FOLLOW_UP,
    NOT_AN_OPPONENT,
    OPPONENT_FINISHED,
    NOTHING_TO_DRAW,
    NO_SUCH_MOVE,
) = range(1, 20)


@dataclass(slots=True)
class State:
    """One game, hidden cards and all. It leaves the table only through `table.view`."""

    turns: int = cell("i4")
    players: int = cell()
    partners: int = cell()
    first: int = cell()
    seat: int = cell("u2")
    waiting: int = cell()
    deal: int = cell()  # stock cards still to be dealt to each player
    owed: int = cell()  # the seat that Opponent Draws 1 was aimed at, until it has drawn (M7)
    die: int = cell()
    extra: int = cell()  # extra discards left this turn (M6)
    acted: int = cell()  # whether the turn had a move besides a pass
    passes: int = cell()  # turns in a row of nothing but a pass (O3)
    winner: int = cell()  # the winning side
    number: list[int] = cells(6, type="u2")  # what each building pile has reached; 0: a free place
    held: list[int] = cells(SEATS)
    stock: list[int] = cells(SEATS)  # cards left in each stock pile
    hand: list[list[int]] = cells(SEATS, "HAND", type="u1")  # NONE where it has no card
    top: list[int] = cells("PILES", type="u1")
    below: list[int] = cells("CARDS", type="u1")


# --- Cards and piles


def number(card: int) -> int:
    """The number on a card; WILD for a Skip-Bo card, wherever it has been (C16)."""
    return number_on(card, RANKS, COPIES)


def number_on(card: int, ranks: int, copies: int) -> int:
    """The same for any deck: first the numbers' copies, then the wilds (C1)."""
    if card >= ranks * copies:
        return WILD
    return int(card) // copies + 1


def push(s: State, pile: int, card: int) -> None:
    s.below[card] = s.top[pile]
    s.top[pile] = card


def pop(s: State, pile: int) -> int:
    card = s.top[pile]
    s.top[pile] = s.below[card]
    return card


def lay_down(s: State, pile: int, order: list[int], n: int) -> None:
    """Lay cards on a pile, the first of `order` on top."""
    top = s.top[pile]
    for i in range(n - 1, -1, -1):
        s.below[order[i]] = top
        top = order[i]
    s.top[pile] = top


def height(s: State, pile: int) -> int:
    """How many cards a pile has."""
    n = 0
    card = s.top[pile]
    while card != NONE:
        n += 1
        card = s.below[card]
    return n


def put_under(s: State, pile: int, card: int) -> None:
    """Lay a card at the bottom of a pile that has cards."""
    bottom = s.top[pile]
    while s.below[bottom] != NONE:
        bottom = s.below[bottom]
    s.below[bottom] = card
    s.below[card] = NONE


def complete(s: State, first: int) -> None:
    """Lay a card and all that lie beneath it on the completed cards."""
    last = first
    while s.below[last] != NONE:
        last = s.below[last]
    s.below[last] = s.top[DONE]
    s.top[DONE] = first


def discard_pile(seat: int, pile: int) -> int:
    return FIRST_DISCARD + seat * DISCARDS + pile


def left_of(s: State, seat: int) -> int:
    """The seat that is next."""
    return seat + 1 if seat + 1 < s.players else 0


def partner(s: State, seat: int) -> int:
    """Partners sit opposite each other (P7)."""
    opposite = seat + (s.players >> 1)
    return opposite if opposite < s.players else opposite - s.players


def side(s: State, seat: int) -> int:
    """The side of a seat: its own, or that of two partners (P7)."""
    return seat % (s.players // 2) if s.partners else seat


# --- Beginning, and what chance brings


def begin(s: State, players: int, first: int, partners: int, stock: int) -> None:
    """A new game: the whole deck lies in a heap and waits for the shuffle that deals it."""
    s.turns = 0
    s.players = players
    s.partners = partners
    s.first = first
    s.seat = first
    s.deal = stock
    s.owed = NONE
    s.die = DIE_SPENT
    s.extra = 0
    s.acted = 0
    s.passes = 0
    s.winner = NONE
    for seat in range(SEATS):
        s.held[seat] = 0
        s.stock[seat] = 0
        for i in range(HAND):
            s.hand[seat][i] = NONE
    for pile in range(6):
        s.number[pile] = 0
    for pile in range(FIRST_DISCARD + SEATS * DISCARDS):
        s.top[pile] = NONE
    for card in range(RANKS * COPIES + WILDS):
        s.below[card] = card - 1 if card > 0 else NONE
    s.top[DONE] = RANKS * COPIES + WILDS - 1
    s.waiting = SHUFFLE


def ask(s: State, order: list[int]) -> int:
    """What chance must decide: how many dice to roll, or the cards to shuffle, put into `order`."""
    if s.waiting == ROLL:
        return 1
    n = 0
    card = s.top[DONE]
    while card != NONE:
        order[n] = card
        n += 1
        card = s.below[card]
    return n


def tell(s: State, order: list[int], n: int) -> None:
    """What chance decided, and the draw that waited for it."""
    if hear(s, order, n):
        fill_hand(s)


def hear(s: State, order: list[int], n: int) -> bool:
    """What chance decided: the die's face, or the new draw pile (`order[0]` is drawn first).

    Returns whether a hand is to be filled.
    """
    if s.waiting == ROLL:
        s.die = order[0]
        s.extra = 2 if s.die == DIE_DISCARD_TWO else 0  # M6
        s.waiting = MOVE
        return False
    s.top[DONE] = NONE
    lay_down(s, DRAW, order, n)
    s.waiting = MOVE
    if s.deal > 0:
        deal_stocks(s)
        start_turn(s)
    if s.owed == NONE:
        return True
    draw_for_opponent(s)
    return False


def deal_stocks(s: State) -> None:
    """C3: one card at a time round the table; the last one dealt lies open (C4)."""
    while s.deal > 0:
        seat = s.first
        for _ in range(s.players):
            push(s, FIRST_STOCK + seat, pop(s, DRAW))
            s.stock[seat] += 1
            seat = left_of(s, seat)
        s.deal -= 1


# --- A turn


def start_turn(s: State) -> None:
    """A turn begins; what comes next is `fill_hand`."""
    s.turns += 1
    s.acted = 0
    s.extra = 0
    s.die = DIE_UNROLLED if DIE else DIE_SPENT


def fill_hand(s: State) -> None:
    """C8, C9: draw up to a full hand. If a shuffle is needed midway, `tell` goes on from there."""
    seat, held = s.seat, s.held[s.seat]
    while held < HAND and s.top[DRAW] != NONE:
        s.hand[seat][held] = pop(s, DRAW)
        held += 1
    s.held[seat] = held
    if held < HAND:
        call_for_shuffle(s)
    if s.waiting != SHUFFLE:
        await_player(s)


def await_player(s: State) -> None:
    """M1: a turn that has not had its roll has it now; otherwise the player decides."""
    s.waiting = ROLL if s.die == DIE_UNROLLED else MOVE


def call_for_shuffle(s: State) -> None:
    """C10: no card lies ready, so ask for a shuffle of what was completed (O2: if anything was)."""
    if BENEATH and s.top[DONE] == NONE:
        clear_beneath(s)
    if s.top[DONE] != NONE:
        s.waiting = SHUFFLE


def clear_beneath(s: State) -> None:
    """O1: the cards under the building piles' tops are used again; the piles keep their number."""
    for pile in range(FIRST_BUILDING, FIRST_BUILDING + BUILDING):
        card = s.top[pile]
        if card != NONE and s.below[card] != NONE:
            complete(s, s.below[card])
            s.below[card] = NONE


def end_turn(s: State) -> None:
    s.seat = left_of(s, s.seat)
    start_turn(s)


def draw_for_opponent(s: State) -> None:
    """M7: the top draw card goes, unseen, to the bottom of the opponent's stock."""
    if s.top[DRAW] == NONE:
        call_for_shuffle(s)
        return
    put_under(s, FIRST_STOCK + s.owed, pop(s, DRAW))
    s.stock[s.owed] += 1
    s.owed = NONE


# --- What is legal


def find_in_hand(s: State, wanted: int) -> int:
    """The place in the hand of the first card with that number, or NONE."""
    for i in range(s.held[s.seat]):
        if number(s.hand[s.seat][i]) == wanted:
            return i
    return NONE


def pile_of(s: State, source: int) -> int:
    """The pile that a source other than the hand stands for."""
    if source == FROM_STOCK:
        return FIRST_STOCK + s.seat
    if source == FROM_PARTNER_STOCK:
        return FIRST_STOCK + partner(s, s.seat)
    if source < FROM_PARTNER_DISCARD:
        return discard_pile(s.seat, source - FROM_DISCARD)
    return discard_pile(partner(s, s.seat), source - FROM_PARTNER_DISCARD)


def card_at(s: State, source: int) -> int:
    """The card that a source offers, or NONE (C8, P1)."""
    if source < FROM_STOCK:
        i = find_in_hand(s, source)
        return NONE if i == NONE else s.hand[s.seat][i]
    return s.top[pile_of(s, source)]


def played_from(move: int) -> int:
    """The source of a play."""
    return move >> TARGET_BITS  # // TARGETS, but compiled code need not think of negative ones


def played_onto(move: int) -> int:
    """The target of a play."""
    return move & TARGETS - 1


def why_no_card(s: State, source: int) -> int:
    """Why there is no card to be had from a source, or OK."""
    if source < FROM_STOCK:
        return NOT_IN_HAND if find_in_hand(s, source) == NONE else OK
    from_partner = source == FROM_PARTNER_STOCK or source >= FROM_PARTNER_DISCARD
    if from_partner and s.partners == 0:
        return NO_PARTNER
    from_stock = source == FROM_STOCK or source == FROM_PARTNER_STOCK
    if not from_stock and (source - FROM_DISCARD) % 6 >= DISCARDS:
        return NO_SUCH_PILE
    if s.top[pile_of(s, source)] != NONE:
        return OK
    return STOCK_FINISHED if from_stock else DISCARD_PILE_EMPTY


def numbers_taken(reached: int) -> int:
    """C5: a building pile takes its next number, or a wild; a bit each."""
    return 1 << WILD | 1 << int(reached) + 1


def takes(reached: int, n: int) -> bool:
    return numbers_taken(reached) >> n & 1 == 1


def raised(reached: int) -> int:
    """What a building pile has reached with one more card; after the last it is a free place."""
    return 0 if reached + 1 == RANKS else reached + 1


def fits(s: State, card: int, pile: int) -> bool:
    return takes(s.number[pile], number(card))


def why_not(s: State, move: int) -> int:
    """The one judge: OK, or the reason why a move is not legal now."""
    if s.waiting != MOVE:
        return GAME_OVER
    if move < 0 or move >= MOVES:
        return NO_SUCH_MOVE
    if move < PASS:
        return why_not_card(s, played_from(move), played_onto(move))
    if move == PASS:
        return OK if s.held[s.seat] == 0 else HAND_NOT_EMPTY  # O2, O7
    if not DIE:
        return NO_DIE
    if move < OPPONENT_DRAWS:
        return why_not_extra(s, (move - EXTRA_DISCARD) // 6, (move - EXTRA_DISCARD) % 6)
    if move < STAND_IN:
        return why_not_opponent_draws(s, move - OPPONENT_DRAWS)
    place = (move - STAND_IN) // SOURCES
    return why_not_stand_in(s, place // 6, place % 6, (move - STAND_IN) % SOURCES)


def why_not_card(s: State, source: int, target: int) -> int:
    """A card onto a building pile, or the discard that ends the turn (C8)."""
    if target >= TO_DISCARD:
        return why_not_discard(s, source, target - TO_DISCARD)
    if target >= BUILDING:
        return NO_SUCH_PILE
    reason = why_no_card(s, source)
    if reason != OK:
        return reason
    return OK if fits(s, card_at(s, source), target) else DOES_NOT_FIT


def why_not_discard(s: State, source: int, pile: int) -> int:
    """C7: any hand card, onto any of one's own discard piles (P2)."""
    if pile >= DISCARDS:
        return NO_SUCH_PILE
    if source >= FROM_STOCK:
        return ONLY_HAND_CARDS
    return why_no_card(s, source)


def why_not_this_face(s: State) -> int:
    """The die has been used (M2), or shows something else."""
    return DIE_USED if s.die == DIE_SPENT else OTHER_FACE


def why_not_extra(s: State, wanted: int, pile: int) -> int:
    """M6: a discard besides the one that ends the turn."""
    if s.die != DIE_DISCARD_TWO:
        return why_not_this_face(s)
    return why_not_discard(s, wanted, pile)


def why_not_opponent_draws(s: State, seat: int) -> int:
    """M7, O8."""
    if s.die != DIE_OPPONENT_DRAWS:
        return why_not_this_face(s)
    if seat >= s.players or seat == s.seat:
        return NOT_AN_OPPONENT
    if s.partners and seat == partner(s, s.seat):
        return NOT_AN_OPPONENT
    if s.stock[seat] == 0:
        return OPPONENT_FINISHED
    return OK if anything_to_draw(s) else NOTHING_TO_DRAW


def anything_to_draw(s: State) -> bool:
    """Whether a card could be drawn, after a shuffle if need be (C10, O1)."""
    if s.top[DRAW] != NONE or s.top[DONE] != NONE:
        return True
    if BENEATH:
        for pile in range(FIRST_BUILDING, FIRST_BUILDING + BUILDING):
            if s.top[pile] != NONE and s.below[s.top[pile]] != NONE:
                return True
    return False


def why_not_stand_in(s: State, wanted: int, pile: int, source: int) -> int:
    """M4: the die as a number that the pile needs, and a real card that follows at once."""
    if s.die > DIE_WILD:
        return why_not_this_face(s)
    if pile >= BUILDING:
        return NO_SUCH_PILE
    if not on_face(s.die, wanted):
        return NUMBER_NOT_ON_FACE
    if wanted != s.number[pile] + 1:
        return NUMBER_NOT_NEEDED
    reason = why_no_card(s, source)
    if reason != OK:
        return reason
    return OK if takes(raised(wanted - 1), number(card_at(s, source))) else NO_FOLLOW_UP


def on_face(face: int, wanted: int) -> bool:
    """M3: the first three faces hold a third of the numbers each, the wild face all of them."""
    if face == DIE_WILD:
        return 1 <= wanted <= RANKS
    return lowest(face, RANKS) <= wanted < lowest(face + 1, RANKS)


def lowest(face: int, ranks: int) -> int:
    """The lowest number on one of the three number faces."""
    return face * ranks // 3 + 1


def held_numbers(s: State) -> int:
    """The numbers in the hand of the player on turn, a bit each."""
    bits = 0
    for i in range(HAND):
        card = s.hand[s.seat][i]
        if card != NONE:
            bits |= 1 << number(card)
    return bits


def number_offered(s: State, source: int, held: int) -> int:
    """The number that a source offers, or NONE; `held` tells the hand's (C8, P1)."""
    if source < FROM_STOCK:
        return source if held >> source & 1 else NONE
    if source == FROM_PARTNER_STOCK and not s.partners:
        return NONE
    card = s.top[pile_of(s, source)]
    return NONE if card == NONE else number(card)


def legal(s: State, moves: list[int]) -> int:
    """Put every legal move into `moves` and return how many there are.

    Asking `why_not` about each number would give the same (a test does), only far slower.
    """
    n = 0
    if s.waiting != MOVE:
        return n
    held = held_numbers(s)
    n = legal_plays(s, moves, n, 0, FROM_DISCARD, held)
    if s.partners:
        n = legal_plays(s, moves, n, FROM_PARTNER_DISCARD, FROM_PARTNER_DISCARD, held)
    if held == 0:
        moves[n] = PASS
        n += 1
    if DIE and s.die != DIE_SPENT:
        n = legal_with_die(s, moves, n, held)
    return n


def legal_plays(s: State, moves: list[int], n: int, first: int, discards: int, held: int) -> int:
    """Add what can be done with cards to the `n` moves found so far.

    The sources are those from `first` to the last of the discard piles.
    """
    for source in range(first, discards + DISCARDS):
        on_card = number_offered(s, source, held)
        if on_card == NONE:
            continue
        for pile in range(BUILDING):
            if takes(s.number[pile], on_card):
                moves[n] = source * TARGETS + pile
                n += 1
        if source < FROM_STOCK:
            for pile in range(DISCARDS):
                moves[n] = source * TARGETS + TO_DISCARD + pile
                n += 1
    return n


def legal_with_die(s: State, moves: list[int], n: int, held: int) -> int:
    """Add the uses of the die."""
    if s.die == DIE_DISCARD_TWO:
        return legal_extras(moves, n, held)
    if s.die == DIE_OPPONENT_DRAWS:
        for seat in range(s.players):
            if why_not_opponent_draws(s, seat) == OK:
                moves[n] = OPPONENT_DRAWS + seat
                n += 1
        return n
    for pile in range(BUILDING):
        if on_face(s.die, s.number[pile] + 1):
            n = legal_stand_ins(s, moves, n, pile, 0, FROM_DISCARD, held)
            if s.partners:
                partners = FROM_PARTNER_DISCARD
                n = legal_stand_ins(s, moves, n, pile, partners, partners, held)
    return n


def legal_extras(moves: list[int], n: int, held: int) -> int:
    """M6: any hand card, onto any of one's own discard piles."""
    for on_card in range(FROM_STOCK):
        if held >> on_card & 1:
            for pile in range(DISCARDS):
                moves[n] = EXTRA_DISCARD + on_card * 6 + pile
                n += 1
    return n


def legal_stand_ins(
    s: State, moves: list[int], n: int, pile: int, first: int, discards: int, held: int
) -> int:
    """M4: the die as the number that a pile needs, with every card that can follow."""
    needed = s.number[pile] + 1
    place = STAND_IN + (needed * 6 + pile) * SOURCES
    for source in range(first, discards + DISCARDS):
        on_card = number_offered(s, source, held)
        if on_card != NONE and takes(raised(needed - 1), on_card):
            moves[n] = place + source
            n += 1
    return n


# --- Playing a move (that `why_not` has nothing against)


def play(s: State, move: int) -> None:
    """Make a legal move and everything that follows from it, up to the next decision or chance."""
    if make(s, move):
        fill_hand(s)


# The next ones return whether a hand is to be filled: when a turn begins, or one was emptied.


def make(s: State, move: int) -> bool:
    """Make a legal move."""
    if move == PASS:
        return pass_turn(s)
    s.acted = 1
    s.passes = 0
    if move < PASS:
        return play_card(s, played_from(move), played_onto(move))
    return use_die(s, move)


def pass_turn(s: State) -> bool:
    """O2, O7: a turn ends without a discard. O3: a whole round of nothing else blocks the game."""
    if s.acted == 0:
        s.passes += 1
    if s.passes == s.players:
        s.waiting = OVER
        return False
    end_turn(s)
    return True


def play_card(s: State, source: int, target: int) -> bool:
    card = take(s, source)
    if target < TO_DISCARD:
        return build(s, card, source, target)
    push(s, discard_pile(s.seat, target - TO_DISCARD), card)
    end_turn(s)
    return True


def use_die(s: State, move: int) -> bool:
    if move >= STAND_IN:
        s.die = DIE_SPENT
        pile = (move - STAND_IN) // SOURCES % 6
        raise_pile(s, pile)  # M5: the die is not left there
        source = (move - STAND_IN) % SOURCES
        return build(s, take(s, source), source, pile)
    if move >= OPPONENT_DRAWS:
        s.die = DIE_SPENT
        s.owed = move - OPPONENT_DRAWS
        draw_for_opponent(s)
        return False
    pile = (move - EXTRA_DISCARD) % 6
    push(s, discard_pile(s.seat, pile), take(s, (move - EXTRA_DISCARD) // 6))
    s.extra -= 1
    if s.extra == 0:
        s.die = DIE_SPENT
    return False


def build(s: State, card: int, source: int, pile: int) -> bool:
    push(s, FIRST_BUILDING + pile, card)
    raise_pile(s, pile)
    if source < FROM_STOCK:
        return s.held[s.seat] == 0  # C9
    if source <= FROM_PARTNER_STOCK and finished(s):
        s.winner = side(s, s.seat)
        s.waiting = OVER  # C11, P3
    return False


def take(s: State, source: int) -> int:
    """Take the card away from where it is."""
    if source < FROM_STOCK:
        return take_from_hand(s, source)
    pile = pile_of(s, source)
    if pile < FIRST_DISCARD:
        s.stock[pile - FIRST_STOCK] -= 1
    return pop(s, pile)


def take_from_hand(s: State, wanted: int) -> int:
    """Take the first card with that number; those behind it move up."""
    hand, held = s.hand[s.seat], s.held[s.seat]
    taken = NONE
    for i in range(HAND):
        if taken != NONE:
            hand[i - 1] = hand[i]
        elif i < held and number(hand[i]) == wanted:
            taken = hand[i]
    hand[HAND - 1] = NONE
    s.held[s.seat] = held - 1
    return taken


def raise_pile(s: State, pile: int) -> None:
    """The pile has reached its next number; with the last one it is removed (C5)."""
    s.number[pile] = raised(s.number[pile])
    if s.number[pile] == 0 and s.top[FIRST_BUILDING + pile] != NONE:
        complete(s, s.top[FIRST_BUILDING + pile])
        s.top[FIRST_BUILDING + pile] = NONE


def finished(s: State) -> bool:
    """Whether the player's side has no stock card left."""
    if s.partners and s.stock[partner(s, s.seat)] > 0:
        return False
    return s.stock[s.seat] == 0


def points(s: State) -> int:
    """C13, P6: what the winning side scores."""
    if s.winner == NONE:
        return 0
    left = 0
    for seat in range(s.players):
        if side(s, seat) != s.winner:
            left += s.stock[seat]
    return 25 + 5 * left
