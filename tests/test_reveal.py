"""Chance that is decided card by card is the chance of a whole shuffle."""

import pickle
import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from skipbo.envs.reveal import DRAWN, SEEN, TURNED_UP, Unfolding, exchange
from skipbo.errors import SkipboError
from skipbo.machine import python, setting
from skipbo.machine.stepping import modules
from skipbo.rules import cards
from skipbo.rules.editions import Rules, configure
from skipbo.rules.state import MOVE, NONE, OVER, SHUFFLE
from skipbo.table.notation import number_value

Seen = tuple[Any, ...]
Chances = dict[tuple[Seen, ...], Fraction]

SIX_CARDS = {"ranks": 3, "copies": 1, "wilds": 3, "hand": 2, "building": 1, "discards": 1}
SEVEN_CARDS = {"ranks": 3, "copies": 2, "wilds": 1, "hand": 2, "building": 2, "discards": 1}


def chosen(legal: list[int], made: int) -> int:
    """What a player does who always does the same: now the first thing possible, now the last."""
    return legal[0 if made % 2 else -1]


def snapshot(s: Any, rules: Rules) -> Seen:
    """All that anyone knows: hands, stock cards and the table."""
    bound = python.machine(rules, *modules(rules))
    hands = [sorted(bound.number(card) for card in hand if card != NONE) for hand in s.hand]
    tops = s.top[cards.FIRST_STOCK : cards.FIRST_STOCK + rules.players]
    shown = [NONE if card == NONE else bound.number(card) for card in tops]
    return s.seat, str(hands), *shown, s.die, *s.number, *s.stock


def shuffles(s: Any, bound: Any) -> list[list[int]]:
    """Every order that chance may bring, once for cards of equal numbers."""
    order = [0] * len(s.below)
    waiting = order[: bound.ask(s, order)]
    by_faces = {tuple(map(bound.number, cards)): list(cards) for cards in permutations(waiting)}
    return list(by_faces.values())


def told(s: Any, bound: Any) -> list[list[int]]:
    """All that chance may bring, each as likely as the others."""
    if s.waiting == SHUFFLE:
        return shuffles(s, bound)
    return [[fall] for fall in range(6)]


def by_rules(rules: Rules, limit: int) -> Chances:
    """The chance of all that can be seen in a game, with the rules' own shuffles and rolls."""
    bound = python.machine(rules, *modules(rules))
    start = python.new_state(rules)
    bound.begin(start, *setting(rules))
    found: Chances = Counter()  # type: ignore[assignment]

    def walk(s: Any, made: int, seen: tuple[Seen, ...], chance: Fraction) -> None:
        if s.waiting in (MOVE, OVER) or made == limit:
            seen = (*seen, snapshot(s, rules)) if made < limit else seen
            if s.waiting == OVER or made == limit:
                found[seen] += chance
                return
            row = [0] * bound.count_actions(s)
            bound.mark_legal(s, row)
            action = chosen([i for i, marked in enumerate(row) if marked], made)
            bound.play(s, bound.move_of(s, action))
            walk(s, made + 1, seen, chance)
            return
        outcomes = told(s, bound)
        for outcome in outcomes:
            child = python.copy_state(s)
            bound.tell(child, outcome, len(outcome))
            walk(child, made, seen, chance / len(outcomes))

    walk(start, 0, (), Fraction(1))
    return dict(found)


def by_unfolding(rules: Rules, limit: int) -> Chances:
    """The same, with chance that decides bit by bit."""
    found: Chances = Counter()  # type: ignore[assignment]

    def walk(game: Unfolding, seen: tuple[Seen, ...], chance: Fraction) -> None:
        if game.chance:
            outcomes = game.outcomes()
            total = sum(weight for _, weight in outcomes)
            for outcome, weight in outcomes:
                child = game.copy()
                child.decide(outcome)
                walk(child, seen, chance * weight / total)
            return
        seen = (*seen, snapshot(game.s, rules)) if game.made < limit else seen
        if game.over:
            found[seen] += chance
            return
        game.play(chosen(game.legal(), game.made))
        walk(game, seen, chance)

    walk(Unfolding(rules, limit), (), Fraction(1))
    return dict(found)


TINY: list[tuple[str, dict[str, Any], int]] = [
    ("classic", {**SIX_CARDS, "stock": 2}, 12),
    ("classic", {**SEVEN_CARDS, "stock": 2, "first": 1}, 12),
    ("classic", {**SIX_CARDS, "stock": 1, "players": 4, "partners": True}, 10),
    ("classic", {**SEVEN_CARDS, "stock": 2, "refill": "none"}, 9),
    ("mod", {**SIX_CARDS, "stock": 1}, 5),
]


@pytest.mark.parametrize(("edition", "options", "limit"), TINY)
def test_what_is_seen_has_the_chance_that_whole_shuffles_give(
    edition: str, options: dict[str, Any], limit: int
) -> None:
    rules = configure(edition, **options)
    expected = by_rules(rules, limit)
    assert sum(expected.values()) == 1
    assert len(expected) > 50
    assert by_unfolding(rules, limit) == expected


def random_games(rules: Rules, games: int, limit: int = 60) -> Iterator[Unfolding]:
    """Random games, at every point of each."""
    rng = Random(7)
    for _ in range(games):
        game = Unfolding(rules, limit)
        while not game.over:
            yield game
            if game.chance:
                numbers, weights = zip(*game.outcomes(), strict=True)
                game.decide(rng.choices(numbers, weights)[0])
            else:
                game.play(rng.choice(game.legal()))
        yield game


def test_the_tiny_games_have_what_could_go_wrong() -> None:
    """Cards of two shuffles in one draw; a stock card of an earlier shuffle, and one of M7's."""
    mixed = earlier = grown = 0
    for edition, options, limit in TINY:
        for game in random_games(configure(edition, **options), 60, limit):
            hand = {game.pool[card] for card in game.s.hand[game.s.seat] if card != NONE}
            mixed += len(hand - {SEEN}) > 1
            if game.place and game.place.kind == TURNED_UP and game.made:
                earlier += game.pool[game.place.card] < max(game.left)
                grown += game.rules.stock == 1  # it was the last one, but for the one drawn
    assert min(mixed, earlier, grown) > 0


@pytest.mark.parametrize("wild_faces", [1, 2])
def test_dice_fall_as_the_rules_let_them(wild_faces: int) -> None:
    rules = configure("dice", wild_faces=wild_faces)
    bound = python.machine(rules, *modules(rules))
    start = python.new_state(rules)
    bound.begin(start, *setting(rules))
    expected: Counter[Seen] = Counter()
    for falls in product(range(6), repeat=5):
        s = python.copy_state(start)
        bound.tell(s, list(falls), 5)
        expected[tuple(s.dice), s.seat, s.waiting] += 1
    found: Counter[Seen] = Counter()

    def walk(game: Unfolding, weight: int, dice: int) -> None:
        if dice == 5:
            found[tuple(game.s.dice), game.s.seat, game.s.waiting] += weight
            return
        for outcome, more in game.outcomes():
            child = game.copy()
            child.decide(outcome)
            walk(child, weight * more, dice + 1)

    walk(Unfolding(rules, 10), 1, 0)
    assert found == expected


# --- The cards


def every_card(s: Any, rules: Rules) -> list[int]:
    """The cards of all hands and piles."""
    found = [card for hand in s.hand for card in hand if card != NONE]
    for top in s.top:
        card = top
        while card != NONE:
            found.append(card)
            card = s.below[card]
    return sorted(found)


@pytest.mark.parametrize(("edition", "options", "limit"), TINY)
def test_no_card_is_lost_or_doubled(edition: str, options: dict[str, Any], limit: int) -> None:
    rules = configure(edition, **options)
    for game in random_games(rules, 20, limit):
        assert every_card(game.s, rules) == list(range(rules.cards))


def test_cards_change_places_wherever_they_lie() -> None:
    rules = configure("classic", stock=3)
    *_, game = random_games(rules, 1, 30)
    rng = Random(1)
    for _ in range(200):
        one, other = rng.sample(range(rules.cards), 2)
        before = python.copy_state(game.s)
        exchange(game.s, one, other)
        assert every_card(game.s, rules) == list(range(rules.cards))
        assert game.s != before
        exchange(game.s, other, one)
        assert game.s == before
        exchange(game.s, one, other)


@pytest.mark.parametrize("edition", ["classic", "mod"])
def test_events_tell_what_everyone_holds(edition: str) -> None:
    rules = configure(edition, stock=2, players=3)
    bound = python.machine(rules, *modules(rules))
    for game in random_games(rules, 3, 150):
        s = game.settled()
        hands, tops = [Counter[int]() for _ in range(3)], [NONE] * 3
        for event in game.events:
            if event.kind == DRAWN:
                hands[event.seat][event.number] += 1
            elif event.kind == TURNED_UP:
                tops[event.seat] = event.number
            elif found := re.search("h([0-9W]+)", event.text.replace("die-disch", "")):
                hands[event.seat][number_value(found[1])] -= 1
        for seat in range(3):
            assert Counter(map(bound.number, s.hand[seat][: s.held[seat]])) == +hands[seat]
            if s.top[cards.FIRST_STOCK + seat] != NONE:
                assert bound.number(s.top[cards.FIRST_STOCK + seat]) == tops[seat]


# --- Copies, ends and errors


@pytest.mark.parametrize("edition", ["classic", "mod", "dice"])
def test_a_copy_goes_its_own_way(edition: str) -> None:
    rules = configure(edition, players=3)
    for number, game in enumerate(random_games(rules, 1, 25)):
        if game.over or number % 7:
            continue
        for copied in (game.copy(), deepcopy(game), pickle.loads(pickle.dumps(game))):
            before = list(game.events), python.to_bytes(game.s, rules)
            assert (copied.events, copied.s, copied.left) == (game.events, game.s, game.left)
            if game.chance:
                copied.decide(copied.outcomes()[-1][0])
            else:
                copied.play(copied.legal()[-1])
            assert before == (game.events, python.to_bytes(game.s, rules))
            assert len(copied.events) == len(game.events) + 1


@pytest.mark.parametrize("edition", ["classic", "mod", "dice"])
def test_a_game_is_left_at_its_limit(edition: str) -> None:
    for game in random_games(configure(edition), 5, 4):
        assert game.made <= 4
        assert game.s.turns <= 5
    assert game.over
    assert game.s.waiting != OVER


def test_dice_that_never_fit_come_to_an_end() -> None:
    game = Unfolding(configure("dice"), 3)
    while not game.over:
        game.decide(3)  # never a 1, and never a wild
    assert (game.made, game.s.turns, len(game.events)) == (0, 4, 15)


def first_move(edition: str) -> Unfolding:
    return next(game for game in random_games(configure(edition), 1) if not game.chance)


@pytest.mark.parametrize(
    ("edition", "action", "why"),
    [
        ("classic", -1, "there is no action -1; the actions are 0 to 124"),
        ("classic", 125, "there is no action 125"),
        ("classic", 124, "action 124 is not legal: pass: a turn ends with a discard"),
        ("dice", 1, "action 1 is not legal: stop: place at least one die of this roll first"),
    ],
)
def test_an_illegal_action_changes_nothing(edition: str, action: int, why: str) -> None:
    game = first_move(edition)
    before = game.copy()
    with pytest.raises(SkipboError, match=why):
        game.play(action)
    assert (game.s, game.events, game.made) == (before.s, before.events, before.made)


def test_chance_brings_only_what_it_can() -> None:
    game = Unfolding(configure("classic", wilds=0), 10)
    with pytest.raises(SkipboError, match="chance has no outcome 0 here; it has 1, 2, 3"):
        game.decide(0)
    with pytest.raises(SkipboError, match="there is no outcome 13; the outcomes are 0 to 12"):
        game.outcome_text(13)
    assert game.events == []


def test_nothing_happens_after_the_end() -> None:
    *_, game = random_games(configure("classic"), 1, 3)
    with pytest.raises(SkipboError, match="action 0 cannot be taken: the game is over"):
        game.play(0)
    with pytest.raises(SkipboError, match="outcome 0 cannot come: the game is over"):
        game.decide(0)
