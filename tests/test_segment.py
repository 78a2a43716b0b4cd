"""The search of a segment finds all that the rules allow before something unknown appears."""

from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.positions import Position
from tests.strategies import CARD_EDITIONS, STEADY, all_rules, positions, small_rules

from skipbo.bots import native, planner, segment
from skipbo.machine.python import copy_state, machine
from skipbo.rules import cards
from skipbo.rules.editions import Rules
from skipbo.rules.state import NONE
from skipbo.table.game import Game
from skipbo.table.notation import Move

Arrangement = tuple[Any, ...]  # building piles, hand cards left, discard tops, the die

MOST = 1500  # nodes that a slow search by the rules should visit in a test


def bound(rules: Rules) -> Any:
    return machine(rules, *native.modules([native.player("planner", rules)], rules))


def explored(s: Any, rules: Rules) -> list[tuple[Arrangement, int]]:
    """The arrangements of all nodes, and the move that each begins with."""
    search, work = bound(rules), [0] * planner.SCRATCH
    count = search.explore(s, work, segment.MOST_NODES)
    return [told(s, rules, work, search.node_at(i)) for i in range(count)]


def told(s: Any, rules: Rules, work: list[int], node: int) -> tuple[Arrangement, int]:
    left = [i for i in range(s.held[s.seat]) if work[node + segment.LEFT] >> i & 1]
    tops = [node + segment.OWN_TOPS + i for i in range(rules.discards)]
    tops += [node + segment.PARTNER_TOPS + i for i in range(rules.discards) if rules.partners]
    piles = work[node + segment.NUMBERS : node + segment.NUMBERS + rules.building]
    search = bound(rules)
    arrangement = (
        tuple(sorted(piles)),
        tuple(sorted(search.number(s.hand[s.seat][i]) for i in left)),
        tuple(work[place] for place in tops),
        work[node + segment.FACE],
    )
    return arrangement, work[node + segment.FIRST]


def arranged(s: Any, rules: Rules) -> Arrangement:
    """The same of a state."""
    search = bound(rules)
    seats = [s.seat, search.partner(s, s.seat)] if rules.partners else [s.seat]
    return (
        tuple(sorted(s.number[: rules.building])),
        tuple(sorted(search.number(card) for card in s.hand[s.seat][: s.held[s.seat]])),
        tuple(s.top[search.discard_pile(seat, i)] for seat in seats for i in range(rules.discards)),
        s.die,
    )


def plays(s: Any, rules: Rules) -> Iterator[tuple[int, Any]]:
    """Every play of a card whose place shows what comes next, and the state it leads to."""
    search, moves = bound(rules), [0] * cards.MOST_LEGAL
    for move in moves[: search.legal(s, moves)]:
        stands_in = move >= cards.STAND_IN
        source = (move - cards.STAND_IN) % cards.SOURCES if stands_in else move // cards.TARGETS
        pile = (move - cards.STAND_IN) // cards.SOURCES % 6 if stands_in else move % cards.TARGETS
        onto_pile = stands_in or (move < cards.PASS and pile < cards.TO_DISCARD)
        if not onto_pile or source in (cards.FROM_STOCK, cards.FROM_PARTNER_STOCK):
            continue
        after = copy_state(s)
        if stands_in:
            after.die = cards.DIE_SPENT
            search.raise_pile(after, pile)
        search.push(after, cards.FIRST_BUILDING + pile, search.take(after, source))
        search.raise_pile(after, pile)
        yield move, after


def by_the_rules(start: Any, rules: Rules) -> dict[Arrangement, set[int]] | None:
    """Each arrangement that can be reached, with the moves it may begin with; None: too many."""
    found: dict[Arrangement, set[int]] = {arranged(start, rules): set()}
    waiting = [(start, NONE)]
    while waiting and len(found) < MOST:
        s, first = waiting.pop()
        if s.held[s.seat] == 0 and start.held[start.seat] > 0:
            continue  # a new hand is drawn
        for move, after in plays(s, rules):
            begun = move if s is start else first
            arrangement = arranged(after, rules)
            if begun not in found.setdefault(arrangement, set()):
                found[arrangement].add(begun)
                waiting.append((after, begun))
    return None if waiting else found


@given(
    game=st.sampled_from(CARD_EDITIONS).flatmap(
        lambda edition: positions(small_rules(edition) | all_rules(edition))
    )
)
@settings(STEADY, max_examples=60)
def test_every_arrangement_is_found_once_with_a_move_that_leads_to_it(game: Game) -> None:
    if game.over:
        return
    nodes = explored(game._state, game.rules)
    expected = by_the_rules(game._state, game.rules)
    if expected is None:
        return
    assert len(nodes) == len({arrangement for arrangement, _ in nodes}) == len(expected)
    assert nodes[0][1] == segment.NO_MOVE
    for arrangement, first in nodes[1:]:
        assert first in expected[arrangement]


def test_the_discards_are_dug_into() -> None:
    position = Position("classic", hands=["9"], discards=[["3 2 1"]])
    assert len(explored(position.state, position.rules)) == 4


def test_where_a_pile_stands_does_not_matter() -> None:
    """Two ones on four free places: none, one or both are laid."""
    position = Position("classic", hands=["1 1 9"])
    assert len(explored(position.state, position.rules)) == 3


def test_c9_a_segment_ends_where_the_hand_is_emptied() -> None:
    position = Position("classic", hands=["1"], discards=[["2"]], draw="3 4 5 6 7")
    firsts = [first for _, first in explored(position.state, position.rules)]
    assert firsts == [segment.NO_MOVE, Move.parse("h1>b1").code]


def test_o2_with_no_hand_the_discards_are_played_all_the_same() -> None:
    position = Position("classic", discards=[["2 1"]])
    assert len(explored(position.state, position.rules)) == 3


def test_m4_the_die_stands_in() -> None:
    position = Position("mod", hands=["6 9"], building=[4], die="5-8")
    firsts = {first for _, first in explored(position.state, position.rules)}
    assert Move.parse("die=5>b1+h6").code in firsts


def test_what_a_search_leaves_does_not_disturb_the_next() -> None:
    large = Position("classic", hands=["W W W 1 2"], discards=[["3 2 1", "4", "5", "6"]])
    small = Position("classic", hands=["1 2 9"])
    search, work = bound(large.rules), [0] * planner.SCRATCH
    alone = search.explore(small.state, work, segment.MOST_NODES)
    many = search.explore(large.state, work, segment.MOST_NODES)
    assert search.explore(small.state, work, segment.MOST_NODES) == alone == 3
    assert search.explore(large.state, work, segment.MOST_NODES) == many > 500


def test_a_limit_holds() -> None:
    position = Position("classic", hands=["W W W 1 2"], discards=[["3 2 1", "4", "5", "6"]])
    search, work = bound(position.rules), [0] * planner.SCRATCH
    assert search.explore(position.state, work, 50) == 50
