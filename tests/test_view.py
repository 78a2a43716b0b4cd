"""Secrets leave only through the view: what a seat sees does not depend on what it cannot see.

The same for those who see only views: bots, and the states that they imagine.
"""

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import (
    CARD_EDITIONS,
    EDITIONS,
    STEADY,
    HiddenPlaces,
    all_cards,
    all_rules,
    bots_to_ask,
    hands,
    new_game,
    pile,
    play_on,
    positions,
    reshuffle_hidden,
    small_rules,
    stocks,
)

import skipbo
from skipbo.bots import bot, native
from skipbo.bots.imagine import imagine
from skipbo.errors import SkipboError
from skipbo.machine.python import Mind, copy_state, to_bytes
from skipbo.rules import cards
from skipbo.rules.editions import Rules, configure
from skipbo.rules.state import NONE
from skipbo.table.game import Game
from skipbo.table.notation import Move, card_text
from skipbo.table.view import CardView, View, loads, view_cards, view_dice

SETTINGS = settings(STEADY, max_examples=60)

Seat = int | None  # None: a spectator

seeds = st.integers(0, 2**32)


def any_position(edition: str) -> st.SearchStrategy[Game]:
    return positions(all_rules(edition))


card_positions = st.sampled_from(CARD_EDITIONS).flatmap(any_position)


def seats(game: Game) -> list[Seat]:
    return [*range(game.rules.players), None]


def card_view(game: Game, seat: Seat) -> CardView:
    view = game.view(seat)
    assert isinstance(view, CardView)
    return view


@contextmanager
def standing(game: Game, state: Any) -> Iterator[None]:
    """For a while the game stands otherwise."""
    true_state, game._state = game._state, state
    yield
    game._state = true_state


def reshuffled(game: Game, seat: Seat, seed: int) -> Any:
    """The state with all cards mixed that the seat does not know."""
    state = copy_state(game._state)
    reshuffle_hidden(state, game.rules, seat, random.Random(seed))
    return state


def exchanged(game: Game, one: int, other: int) -> Any:
    """The state with two cards in each other's place."""
    s = copy_state(game._state)
    swap = {one: other, other: one}
    s.top = [swap.get(card, card) for card in s.top]
    s.hand = [[swap.get(card, card) for card in hand] for hand in s.hand]
    s.below[one], s.below[other] = s.below[other], s.below[one]
    s.below = [swap.get(card, card) for card in s.below]
    return s


# --- Nothing hidden shows


@pytest.mark.parametrize("edition", EDITIONS)
@given(data=st.data(), seed=seeds)
@SETTINGS
def test_a_view_tells_nothing_of_hidden_cards(edition: str, data: st.DataObject, seed: int) -> None:
    game = data.draw(any_position(edition))
    for seat in seats(game):
        told = game.view(seat).dumps()
        for i in range(3):
            with standing(game, reshuffled(game, seat, seed + i)):
                assert game.view(seat).dumps() == told


@given(game=card_positions, seed=seeds)
@SETTINGS
def test_legal_moves_tell_nothing_of_hidden_cards(game: Game, seed: int) -> None:
    legal = game.legal()
    with standing(game, reshuffled(game, game.seat, seed)):
        assert game.legal() == legal


@given(game=card_positions, seed=seeds)
@SETTINGS
def test_bots_know_nothing_of_hidden_cards(game: Game, seed: int) -> None:
    def choices() -> list[Move]:
        view, legal = game.view(game.seat), game.legal()
        names = bots_to_ask(game.rules, seed)
        return [bot(name).choose(view, legal, random.Random(seed)) for name in names]

    if not game.over:
        told = choices()
        assert set(told) <= set(game.legal())
        with standing(game, reshuffled(game, game.seat, seed)):
            assert choices() == told


@given(game=card_positions, seed=seeds)
@SETTINGS
def test_policies_know_nothing_of_hidden_cards(game: Game, seed: int) -> None:
    """Those that run on the state itself, and could read anything."""

    def choices(s: Any) -> list[int]:
        return [policy_choice(s, game.rules, name, seed) for name in bots_to_ask(game.rules, seed)]

    if not game.over:
        other = reshuffled(game, game.seat, seed)
        assert choices(other) == choices(game._state)


@given(data=st.data(), seed=seeds)
@SETTINGS
def test_a_bot_and_its_policy_are_one_player(data: st.DataObject, seed: int) -> None:
    """With the view alone a bot does what it would do if it were handed the state."""
    game = data.draw(st.sampled_from(EDITIONS).flatmap(any_position))
    if game.over:
        return
    for name in bots_to_ask(game.rules, seed):
        code = policy_choice(game._state, game.rules, name, seed)
        chosen = bot(name).choose(game.view(game.seat), game.legal(), random.Random(seed))
        assert name == "random" or chosen == Move.of(code, game.rules.family)


def policy_choice(s: Any, rules: Rules, name: str, seed: int) -> int:
    """What the player of that name does with a state, in which it could read anything."""
    row, rng = native.player(name, rules), random.Random(seed)
    stream = [rng.getrandbits(32), rng.getrandbits(32), 0]  # as a bot at a table has it
    before = to_bytes(s, rules)
    chosen = Mind(rules, *native.modules([row], rules)).choose(s, row, stream)
    assert to_bytes(s, rules) == before
    return chosen


def test_c4_nobody_sees_a_face_down_stock_card_nor_anothers_hand() -> None:
    game = skipbo.new("classic", players=4, partners=True, seed=5)
    play_on(game, 60, seed=1)
    for seat in seats(game):
        view = card_view(game, seat)
        for i, player in enumerate(view.players):
            top, *under = stocks(game._state, game.rules)[i]
            assert (player.stock, player.stock_top) == (1 + len(under), card_text(top, game.rules))
            assert (player.hand is None) == (i != seat)
            assert player.held == game._state.held[i]


# --- Everything open does show


def is_hidden(game: Game, seat: Seat, card: int) -> bool:
    return card in HiddenPlaces(game._state, game.rules, seat).cards()


@given(game=card_positions, seed=seeds)
@SETTINGS
def test_two_cards_trade_places_unseen_only_if_both_are_hidden(game: Game, seed: int) -> None:
    """Or if both lie among the completed cards, whose order means nothing."""
    rules, rng = game.rules, random.Random(seed)
    for _ in range(6):
        one, other = rng.sample(range(rules.cards), 2)
        alike = card_text(one, rules) == card_text(other, rules)
        completed = {one, other} <= set(pile(game._state, cards.DONE))
        for seat in seats(game):
            told = game.view(seat)
            hidden = is_hidden(game, seat, one) and is_hidden(game, seat, other)
            with standing(game, exchanged(game, one, other)):
                assert (game.view(seat) == told) == (alike or completed or hidden)


def take_from_draw(s: Any) -> int:
    card: int = s.top[cards.DRAW]
    s.top[cards.DRAW] = s.below[card]
    return card


def draw_to_discard(s: Any) -> None:
    card = take_from_draw(s)
    s.below[card], s.top[cards.FIRST_DISCARD] = s.top[cards.FIRST_DISCARD], card


def draw_to_hand(s: Any) -> None:
    s.hand[s.seat][s.held[s.seat]] = take_from_draw(s)
    s.held[s.seat] += 1


CHANGES: dict[str, Callable[[Any], object]] = {
    "the turn": lambda s: setattr(s, "seat", 1 - s.seat),
    "how many turns": lambda s: setattr(s, "turns", s.turns + 1),
    "the die": lambda s: setattr(s, "die", (s.die + 1) % 6),
    "the die is spent": lambda s: setattr(s, "die", cards.DIE_SPENT),
    "extra discards": lambda s: setattr(s, "extra", s.extra + 1),
    "a pile's number": lambda s: s.number.__setitem__(0, s.number[0] + 1),
    "cards in a stock": lambda s: s.stock.__setitem__(1, s.stock[1] - 1),
    "a draw pile": take_from_draw,
    "a discard pile": draw_to_discard,
    "a hand's size": draw_to_hand,
    "the winner": lambda s: setattr(s, "winner", 1),
    "the end": lambda s: setattr(s, "waiting", 3),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_public_is_shown_to_everyone(change: str) -> None:
    game = skipbo.new("mod", players=2, seed=3)
    while game._state.held[game.seat] == game.rules.hand or game._state.die >= cards.DIE_FACES:
        game.play(next(move for move in game.legal() if ">b" in move or ">d" in move))
    state = copy_state(game._state)
    CHANGES[change](state)
    for seat in seats(game):
        told = game.view(seat).dumps()
        with standing(game, state):
            assert game.view(seat).dumps() != told


# --- The text of a view


CARD_KEYS = {
    "rules": {"edition", "players", "first", "partners", "stock", "target", "refill", "ranks"}
    | {"copies", "wilds", "hand", "building", "discards", "special", "enforcement"},
    "view": {"rules", "seat", "turn", "turns", "building", "completed", "draw", "players", "die"}
    | {"extra", "scores", "winners", "blocked", "played", "manners"},
    "player": {"stock", "stock_top", "discards", "held", "hand"},
    "building": {"number", "cards"},
}
DICE_KEYS = {
    "rules": {"edition", "players", "first", "target", "wild_faces"},
    "view": {"rules", "seat", "turn", "turns", "space", "cup", "roll", "points", "wild_last"}
    | {"goal", "last_turns", "scores", "winners", "blocked", "played"},
}


@pytest.mark.parametrize("edition", EDITIONS)
@given(data=st.data())
@settings(STEADY, max_examples=20)
def test_only_these_things_are_told(edition: str, data: st.DataObject) -> None:
    game = data.draw(any_position(edition))
    keys = DICE_KEYS if edition == "dice" else CARD_KEYS
    for seat in seats(game):
        told = json.loads(game.view(seat).dumps())
        assert set(told) == keys["view"]
        assert set(told["rules"]) == keys["rules"]
        if edition != "dice":
            assert all(set(player) == keys["player"] for player in told["players"])
            assert all(set(place) == keys["building"] for place in told["building"])
            assert faces_in(told) == known_faces(game, seat)


def faces_in(told: dict[str, Any]) -> Counter[str]:
    """Every card that a view's text names, wherever it does."""
    found = Counter(told["completed"])
    for place in told["building"]:
        found.update(place["cards"])
    for player in told["players"]:
        found.update(face for discards in player["discards"] for face in discards)
        found.update([*(player["hand"] or []), player["stock_top"]])
    del found[None]  # a finished stock has no top
    return found


def known_faces(game: Game, seat: Seat) -> Counter[str]:
    hidden = set(HiddenPlaces(game._state, game.rules, seat).cards())
    known = set(range(game.rules.cards)) - hidden
    return Counter(card_text(card, game.rules) for card in known)


@pytest.mark.parametrize("edition", EDITIONS)
@given(data=st.data())
@settings(STEADY, max_examples=20)
def test_what_prints_parses(edition: str, data: st.DataObject) -> None:
    game = data.draw(any_position(edition))
    for seat in seats(game):
        view = game.view(seat)
        assert loads(view.dumps()) == view
        assert loads(view.dumps()).dumps() == view.dumps()


@pytest.mark.parametrize("edition", ["mod", "dice"])
def test_a_damaged_view_is_refused(edition: str) -> None:
    text = skipbo.new(edition, seed=1).view(0).dumps()
    content = json.loads(text)
    damaged = [text[:i] for i in range(0, len(text), 7)]
    damaged += [json.dumps({k: v for k, v in content.items() if k != key}) for key in content]
    damaged += [json.dumps({**content, "extra_key": 1}), json.dumps({**content, "rules": {}})]
    damaged += ["", "null", "5", "[]", "{}", '"view"', "[" + text + "]"]
    for broken in damaged:
        with pytest.raises(SkipboError, match="not a view"):
            loads(broken)


# --- Imagining a state from a view


def look_at(state: Any, view: View) -> View:
    """The state as the view's seat sees it; scores and moves are no part of a state."""
    make = view_dice if view.rules.family == "dice" else view_cards
    return make(state, view.rules, view.seat, view.scores, view.played)


@pytest.mark.parametrize("edition", EDITIONS)
@given(data=st.data(), seed=seeds)
@SETTINGS
def test_what_is_imagined_looks_like_the_view(edition: str, data: st.DataObject, seed: int) -> None:
    game = data.draw(any_position(edition))
    if game.over:
        return
    for seat in seats(game):
        view = game.view(seat)
        for rng in (None, random.Random(seed)):
            state = imagine(view, rng)
            assert look_at(state, view) == view
            if edition != "dice":
                assert sorted(all_cards(state, game.rules)) == list(range(game.rules.cards))
            if seat == game.seat:
                legal = game.legal()
                with standing(game, state):
                    assert game.legal() == legal


@pytest.mark.parametrize("edition", EDITIONS)
@given(data=st.data())
@settings(STEADY, max_examples=20)
def test_an_end_is_imagined_as_it_came(edition: str, data: st.DataObject) -> None:
    game = data.draw(positions(small_rules(edition)))
    play_on(game, 1000, seed=0, styles=("greedy",))
    assert game.over
    for seat in seats(game):
        view = game.view(seat)
        assert look_at(imagine(view), view) == view


@given(game=card_positions)
@SETTINGS
def test_all_but_the_cards_is_imagined_exactly(game: Game) -> None:
    """Everything that decides how play goes on, passes in a row (O3) included."""
    if not game.over:
        state = imagine(game.view(game.seat))
        for field in fields(state):
            if field.name not in ("hand", "top", "below"):
                assert getattr(state, field.name) == getattr(game._state, field.name), field.name
        heights = [len(pile(state, place)) for place in range(len(state.top))]
        assert heights == [len(pile(game._state, place)) for place in range(len(state.top))]


def test_o3_passes_in_a_row_are_imagined() -> None:
    """Otherwise a bot could not foresee a block; found by play until somebody has passed."""
    found = set()
    for seed in range(60):
        game = new_game(configure("classic", players=3, ranks=6, copies=3, wilds=1, stock=3), seed)
        for move in range(200):
            play_on(game, 1, seed=1000 * seed + move, styles=("miser", "greedy"))
            if not game.over:
                assert imagine(game.view(game.seat)).passes == game._state.passes
                assert imagine(game.view(game.seat)).acted == game._state.acted
                found.add((game._state.passes, game._state.acted))
    assert {(0, 0), (0, 1), (1, 0), (2, 0)} <= found


@given(game=card_positions, seed=seeds)
@SETTINGS
def test_what_is_imagined_does_not_follow_the_truth(game: Game, seed: int) -> None:
    """The same cards in the same places, whatever the true order is, that of the own stock too."""
    for seat in seats(game):
        imagined = imagine(game.view(seat), random.Random(seed))
        with standing(game, reshuffled(game, seat, seed)):
            again = imagine(game.view(seat), random.Random(seed))
        assert to_bytes(again, game.rules) == to_bytes(imagined, game.rules)


def test_an_imagined_stock_never_has_the_true_order() -> None:
    for edition in CARD_EDITIONS:
        game = skipbo.new(edition, seed=8)
        true_order = own_stock(game._state)
        samples = [None, *(random.Random(seed) for seed in range(100))]
        imagined = [own_stock(imagine(game.view(0), rng)) for rng in samples]
        assert all(order[1:] != true_order[1:] for order in imagined)
        assert len({tuple(order) for order in imagined}) == len(imagined)


def own_stock(s: Any) -> list[int]:
    return pile(s, cards.FIRST_STOCK)


def test_unseen_cards_are_imagined_in_every_order_equally_often() -> None:
    """Five unseen cards, two of them in the own stock: each of 120 orders, by chi-square."""
    rules = configure("classic", ranks=7, copies=1, wilds=4, stock=3, hand=4, first=0)
    view = new_game(rules, 1).view(0)
    rng, samples = random.Random(2), 12_000
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(samples):
        state = imagine(view, rng)
        found[tuple(HiddenPlaces(state, rules, 0).cards())] += 1
    orders = math.factorial(5)
    assert len(found) == orders
    expected = samples / orders
    chi_square = sum((n - expected) ** 2 / expected for n in found.values())
    assert chi_square < orders + 4 * math.sqrt(2 * orders)


def test_a_spectator_can_imagine_too() -> None:
    game = skipbo.new("deluxe", players=3, seed=4)
    play_on(game, 40, seed=2)
    state = imagine(game.view(None), random.Random(1))
    assert [len(hand) for hand in hands(state, game.rules)] == game._state.held[:3]
    assert all(card != NONE for hand in hands(state, game.rules) for card in hand)
    assert asdict(look_at(state, game.view(None))) == asdict(game.view(None))
