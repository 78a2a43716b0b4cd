"""The card games' actions: a fixed row of numbers for learners, seen from the seat on turn.

The numbers follow each other without a gap, in this order:

- a card onto a building pile, `source * BUILDING + pile`; the sources are the hand's numbers from
  wild (0) to RANKS, the stock pile, and one's own discard piles;
- a discard, `number * DISCARDS + pile`;
- a pass;
- with MOD's die: an extra discard, `number * DISCARDS + pile`; Opponent Draws, by how many seats to
  the left that opponent sits, from 1 on; the die as the number that a building pile needs next,
  `pile * sources + source`, with the card that follows it;
- with partners: the partner's stock pile and discard piles as further sources, first onto the
  building piles, then, with the die, after a stand-in.

`bind` binds these functions with the rules; `acts_dice` has the same names.
"""

from typing import Any

from ...rules.cards import (
    BUILDING,
    DIE,
    DIE_DISCARD_TWO,
    DIE_OPPONENT_DRAWS,
    DIE_SPENT,
    DISCARDS,
    EXTRA_DISCARD,
    FIRST_STOCK,
    FROM_DISCARD,
    FROM_PARTNER_DISCARD,
    FROM_PARTNER_STOCK,
    FROM_STOCK,
    OPPONENT_DRAWS,
    PASS,
    RANKS,
    SOURCES,
    STAND_IN,
    TARGETS,
    TO_DISCARD,
    WILD,
    State,
    discard_pile,
    held_numbers,
    number,
    number_offered,
    numbers_taken,
    on_face,
    partner,
    played_from,
    played_onto,
    raised,
    takes,
    why_not_opponent_draws,
)
from ...rules.state import NONE, OK

NUMBER_OF_NONE = 31  # of no card; no pile takes it

# --- Where each kind of action begins


def own_sources() -> int:
    return RANKS + 2 + DISCARDS


def partner_sources() -> int:
    return 1 + DISCARDS


def at_discards() -> int:
    return own_sources() * BUILDING


def at_pass() -> int:
    return at_discards() + (RANKS + 1) * DISCARDS


def at_extras() -> int:
    return at_pass() + 1


def at_opponents() -> int:
    return at_extras() + DIE * (RANKS + 1) * DISCARDS


def at_stand_ins(players: int) -> int:
    return at_opponents() + DIE * (players - 1)


def at_partner(players: int) -> int:
    return at_stand_ins(players) + DIE * BUILDING * own_sources()


def at_partner_stand_ins(players: int) -> int:
    return at_partner(players) + partner_sources() * BUILDING


def count_actions(s: State) -> int:
    """How many actions there are, legal or not."""
    players = int(s.players)
    if not s.partners:
        return at_partner(players)
    return at_partner_stand_ins(players) + DIE * BUILDING * partner_sources()


# --- Actions and moves


def own_source(place: int) -> int:
    """The rules' number of a source of one's own."""
    if place <= RANKS:
        return place
    return FROM_STOCK if place == RANKS + 1 else FROM_DISCARD + place - RANKS - 2


def partner_source(place: int) -> int:
    return FROM_PARTNER_STOCK if place == 0 else FROM_PARTNER_DISCARD + place - 1


def move_of(s: State, action: int) -> int:
    """The rules' number of the move that an action stands for."""
    if action < at_discards():
        return own_source(action // BUILDING) * TARGETS + action % BUILDING
    if action < at_pass():
        place = action - at_discards()
        return place // DISCARDS * TARGETS + TO_DISCARD + place % DISCARDS
    if action == at_pass():
        return PASS
    players = int(s.players)
    if action < at_partner(players):
        return move_with_die(s, action, players)
    if action < at_partner_stand_ins(players):
        place = action - at_partner(players)
        return partner_source(place // BUILDING) * TARGETS + place % BUILDING
    place = action - at_partner_stand_ins(players)
    pile, source = place // partner_sources(), place % partner_sources()
    return stand_in_move(s, pile, partner_source(source))


def move_with_die(s: State, action: int, players: int) -> int:
    if action < at_opponents():
        place = action - at_extras()
        return EXTRA_DISCARD + place // DISCARDS * 6 + place % DISCARDS
    if action < at_stand_ins(players):
        return OPPONENT_DRAWS + (s.seat + action - at_opponents() + 1) % players
    place = action - at_stand_ins(players)
    return stand_in_move(s, place // own_sources(), own_source(place % own_sources()))


def stand_in_move(s: State, pile: int, source: int) -> int:
    """The die's number follows from the pile (M4)."""
    return STAND_IN + ((int(s.number[pile]) + 1) * 6 + pile) * SOURCES + source


def action_of(s: State, move: int) -> int:
    """The action that stands for a legal move."""
    if move < PASS:
        source, target = played_from(move), played_onto(move)
        if target >= TO_DISCARD:
            return at_discards() + source * DISCARDS + target - TO_DISCARD
        if from_partner(source):
            return at_partner(int(s.players)) + place_of(source) * BUILDING + target
        return place_of(source) * BUILDING + target
    if move == PASS:
        return at_pass()
    if move < OPPONENT_DRAWS:
        place = move - EXTRA_DISCARD
        return at_extras() + place // 6 * DISCARDS + place % 6
    players = int(s.players)
    if move < STAND_IN:
        return at_opponents() + (move - OPPONENT_DRAWS - int(s.seat)) % players - 1
    pile, source = (move - STAND_IN) // SOURCES % 6, (move - STAND_IN) % SOURCES
    if from_partner(source):
        return at_partner_stand_ins(players) + pile * partner_sources() + place_of(source)
    return at_stand_ins(players) + pile * own_sources() + place_of(source)


def from_partner(source: int) -> bool:
    return source == FROM_PARTNER_STOCK or source >= FROM_PARTNER_DISCARD


def place_of(source: int) -> int:
    """Which of one's own sources, or of the partner's, a source is."""
    if source < FROM_STOCK:
        return source
    if source == FROM_STOCK:
        return RANKS + 1
    if source == FROM_PARTNER_STOCK:
        return 0
    if source < FROM_PARTNER_DISCARD:
        return RANKS + 2 + source - FROM_DISCARD
    return 1 + source - FROM_PARTNER_DISCARD


# --- What is legal


def mark_legal(s: State, row: Any) -> None:
    """Put a 1 at every action that is legal, into a row of zeros.

    Each pile takes two numbers only: that leaves far less to look at than all the moves there are.
    """
    held = held_numbers(s)
    for pile in range(BUILDING):
        needed = int(s.number[pile]) + 1
        row[WILD * BUILDING + pile] = held >> WILD & 1
        row[needed * BUILDING + pile] = held >> needed & 1
    mark_card(s, row, (RANKS + 1) * BUILDING, s.top[FIRST_STOCK + s.seat])
    for i in range(DISCARDS):
        mark_card(s, row, (RANKS + 2 + i) * BUILDING, s.top[discard_pile(s.seat, i)])
    mark_discards(s, row, at_discards())
    if held == 0:
        row[at_pass()] = 1
    if s.partners:
        mark_partner(s, row)
    if DIE and s.die != DIE_SPENT:
        mark_with_die(s, row, held)


def mark_card(s: State, row: Any, at: int, card: int) -> None:
    """The building piles that take a card which lies on a pile."""
    on_card = NUMBER_OF_NONE if card == NONE else number(card)
    for pile in range(BUILDING):
        row[at + pile] = numbers_taken(s.number[pile]) >> on_card & 1


def mark_discards(s: State, row: Any, at: int) -> None:
    """Any hand card, onto any of one's own discard piles (C7)."""
    for i in range(s.held[s.seat]):
        place = at + number(s.hand[s.seat][i]) * DISCARDS
        for pile in range(DISCARDS):
            row[place + pile] = 1


def mark_partner(s: State, row: Any) -> None:
    """P1: the partner's stock card and discard piles."""
    seat, at = partner(s, s.seat), at_partner(int(s.players))
    mark_card(s, row, at, s.top[FIRST_STOCK + seat])
    for i in range(DISCARDS):
        mark_card(s, row, at + (1 + i) * BUILDING, s.top[discard_pile(seat, i)])


def mark_with_die(s: State, row: Any, held: int) -> None:
    """The uses of the die (M4, M6, M7)."""
    players = int(s.players)
    if s.die == DIE_DISCARD_TWO:
        mark_discards(s, row, at_extras())
    elif s.die == DIE_OPPONENT_DRAWS:
        for i in range(players - 1):
            if why_not_opponent_draws(s, (s.seat + i + 1) % players) == OK:
                row[at_opponents() + i] = 1
    else:
        for pile in range(BUILDING):
            if on_face(s.die, s.number[pile] + 1):
                mark_stand_ins(s, row, pile, held, players)


def mark_stand_ins(s: State, row: Any, pile: int, held: int, players: int) -> None:
    """M4: every card that can follow the die on a pile."""
    after = raised(s.number[pile])
    at = at_stand_ins(players) + pile * own_sources()
    for i in range(own_sources()):
        on_card = number_offered(s, own_source(i), held)
        if on_card != NONE and takes(after, on_card):
            row[at + i] = 1
    if s.partners:
        at = at_partner_stand_ins(players) + pile * partner_sources()
        for i in range(partner_sources()):
            on_card = number_offered(s, partner_source(i), held)
            if on_card != NONE and takes(after, on_card):
                row[at + i] = 1
