"""Hints: the best bot's move, the reason that decided it, and the chances to win."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.networks import liking
from tests.positions import Dice, Position
from tests.strategies import CARD_EDITIONS, STEADY, positions, reshuffle_hidden, small_rules

import skipbo
from skipbo.bots import bot, features, native, planner, thinker
from skipbo.bots.account import Thoughts
from skipbo.bots.chance import in_a_hundred
from skipbo.bots.hint import HINTS, Hint, Reason, Why, hint
from skipbo.bots.imagine import imagine
from skipbo.bots.valuer import Valuer
from skipbo.machine.python import copy_state
from skipbo.rules.cards import EXTRA_DISCARD, STAND_IN
from skipbo.table.game import Game
from skipbo.table.notation import Move
from skipbo.table.view import view_cards, view_dice

# The positions below were made for these weights; the tuned ones may change.
WEIGHTS = (
    *(500, 330, 220, 140, 80, 40, 20, 0),
    *(500, 330, 220, 140, 80, 40, 20, 0),
    *(-700, -400, -250, -150, -70, -30, -10, 0),
    *(300, 150, -30, 40, 60, 30, 0, -5, -80, -5, 0, -5, 350),
    *(50, 60, 60, 300),
)
FAR_AWAY = ("12 12", "W W")  # stocks: nothing to do for the own one, nothing against the other


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planner is asked, which likes an end for the same parts that reasons are made of."""
    monkeypatch.setitem(HINTS, "cards", "planner")
    monkeypatch.setattr(planner, "TUNED", WEIGHTS)
    monkeypatch.setattr(native, "player", native.player.__wrapped__)  # which remembers nothing


def ask(edition: str = "classic", **position: Any) -> tuple[str, Reason]:
    game = Position(edition, **position)
    view = view_cards(game.state, game.rules, game.seat, (), ())
    told = hint(view, [Move(move) for move in sorted(game.legal())])
    return told.move, told.reason


# --- Every kind of reason


REASONS: dict[str, tuple[dict[str, Any], str, Reason]] = {
    "the last stock card": (
        {"hands": ["5 6"], "stocks": ["1", "9 12"]},
        "s>b1",
        Reason(Why.WINS),
    ),
    "the last stock card follows": (
        {"hands": ["1 6"], "stocks": ["2", "9 12"]},
        "h1>b1",
        Reason(Why.WINS, count=1),
    ),
    "a stock card": (
        {"hands": ["5 6"], "stocks": ["9 9 1", "9 12"]},
        "s>b1",
        Reason(Why.STOCK, "1", 0, 2),
    ),
    "a stock card then": (
        {"hands": ["1 9 9"], "stocks": ["9 2", "9 12"]},
        "h1>b1",
        Reason(Why.TO_STOCK, "2", 0, 0),
    ),
    "a stock card after another": (
        {"hands": ["1 2 9"], "stocks": ["9 3", "9 12"]},
        "h1>b1",
        Reason(Why.TO_STOCK, "3", 0, 1),
    ),
    "the partner's stock card": (
        {"hands": ["10 9"], "stocks": ["12 8", "12 12", "12 1", "12 12"]}
        | {"players": 4, "partners": True},
        "ps>b1",
        Reason(Why.STOCK, "1", 2, 1),
    ),
    "the partner's stock card then": (
        {"hands": ["1 9"], "stocks": ["12 8", "12 12", "12 2", "12 12"]}
        | {"players": 4, "partners": True},
        "h1>b1",
        Reason(Why.TO_STOCK, "2", 2, 0),
    ),
    "the last hand card": (
        {"hands": ["1"], "stocks": ["9 9 12", "9 12"]},
        "h1>b1",
        Reason(Why.NEW_HAND),
    ),
    "the last hand card but one": (
        {"hands": ["1 2"], "stocks": ["9 9 12", "9 12"]},
        "h1>b1",
        Reason(Why.NEW_HAND, count=1),
    ),
    "the last hand card, and nothing to draw": (
        {"hands": ["1"], "stocks": ["3", "3"], "discards": [["", ""], ["2 1", "2"]]}
        | {"ranks": 3, "copies": 2, "wilds": 0, "stock": 1, "hand": 2},
        "h1>b1",
        Reason(Why.EMPTY_HAND),
    ),
    "a card that lay under another": (
        {"hands": ["11 11"], "stocks": ["9 9", "W W"], "building": [4, 2, 1, 1]}
        | {"discards": [["7 3", "1", "1", "1"]]},
        "d1>b2",
        Reason(Why.NEARER, "9", 0, 3, 4),
    ),
    "the number that an opponent waits for": (
        {"hands": ["7 11 11"], "stocks": ["12 12", "9 7"], "building": [6, 1, 1, 1]},
        "h7>b1",
        Reason(Why.FARTHER, "7", 1, 5, 0),
    ),
    "a card less in hand": (
        {"hands": ["1 11 11 12"], "stocks": FAR_AWAY},
        "h1>b1",
        Reason(Why.FREES, count=1),
    ),
    "a discard pile that frees itself": (
        {"hands": ["11 11 12"], "stocks": FAR_AWAY, "building": [4, 4, 4, 4]}
        | {"discards": [["3 5", "10", "10", "10"]]},
        "d1>b1",
        Reason(Why.TIDIER),
    ),
    "what an opponent waits for": (
        {"hands": ["6 11 11"], "stocks": ["12 12", "9 7"], "building": [5, 1, 1, 1]},
        "h6>d1",
        Reason(Why.HOLDS_BACK, "7", 1, 1, 0),
    ),
    "a wild": (
        {"hands": ["W 11 12"], "stocks": ["12 2", "W W"], "building": [5, 5, 5, 5]},
        "h11>d1",
        Reason(Why.KEEPS_WILD),
    ),
    "a needed card on a discard pile": (
        {"hands": ["12 12"], "stocks": ["9 8", "W W"], "building": [4, 4, 4, 4]}
        | {"discards": [["6", "3", "3", "3"]]},
        "h12>d2",
        Reason(Why.IN_REACH, "8", 0),
    ),
    "a discard on the next higher": (
        {"hands": ["9 12"], "stocks": ["12 1", "W W"], "building": [1, 1, 1, 1]}
        | {"discards": [["10", "4"]]},
        "h9>d1",
        Reason(Why.RUN, "10"),
    ),
    "a discard on its like": (
        {"hands": ["9 12"], "stocks": ["12 1", "W W"], "building": [1, 1, 1, 1]}
        | {"discards": [["9", "4", "4", "4"]]},
        "h9>d1",
        Reason(Why.SAME),
    ),
    "a free discard pile": (
        {"hands": ["9 12"], "stocks": ["12 1", "W W"], "building": [1, 1, 1, 1]}
        | {"discards": [["3", "4"]]},
        "h9>d3",
        Reason(Why.FREE_PILE),
    ),
    "a discard on a higher card": (
        {"hands": ["9 8"], "stocks": ["12 1", "W W"], "building": [1, 1, 1, 1]}
        | {"discards": [["11", "4", "4", "4"]]},
        "h9>d1",
        Reason(Why.HIGHER, "11"),
    ),
    "a discard that buries little": (
        {"hands": ["9 8"], "stocks": ["12 1", "W W"], "building": [1, 1, 1, 1]}
        | {"discards": [["5", "4", "4", "4"]]},
        "h8>d1",
        Reason(Why.LEAST),
    ),
    "no hand": (
        {"hands": [""], "stocks": FAR_AWAY, "building": [1, 1, 1, 1]},
        "pass",
        Reason(Why.PASS),
    ),
}
DIE_REASONS: dict[str, tuple[dict[str, Any], str, Reason]] = {
    "a card for the leader": (
        {"hands": ["9 8"], "stocks": ["12 1", "12 12", "12"], "die": "draw1", "players": 3},
        "die-draw:2",
        Reason(Why.BURDEN, seat=2, count=1),
    ),
    "the die before the stock card": (
        {"hands": ["9 8"], "stocks": ["12 2", "12 12"], "die": "W"},
        "die=1>b1+s",
        Reason(Why.DIE_STOCK, "2", 0, 1),
    ),
    "the die on the way to it": (
        {"hands": ["2 8"], "stocks": ["12 3", "12 12"], "die": "1-4"},
        "die=1>b1+h2",
        Reason(Why.TO_STOCK, "3", 0, 0),
    ),
    "an extra discard": (
        {"hands": ["10 11 9"], "stocks": ["12 1", "12 12"], "building": [5, 5, 5, 5]}
        | {"die": "discard2", "discards": [["11", "12"]]},
        "die-discard:h10>d1",
        Reason(Why.RUN, "11"),
    ),
}


@pytest.mark.usefixtures("planned")
@pytest.mark.parametrize("case", REASONS)
def test_a_reason(case: str) -> None:
    position, move, reason = REASONS[case]
    assert ask(**position) == (move, reason)


@pytest.mark.usefixtures("planned")
@pytest.mark.parametrize("case", DIE_REASONS)
def test_a_reason_with_the_die(case: str) -> None:
    position, move, reason = DIE_REASONS[case]
    assert ask("mod", **position) == (move, reason)


@pytest.mark.usefixtures("planned")
def test_a_shorter_way_and_a_better_place_for_the_next_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where nothing else matters."""
    steps_only = [0] * len(WEIGHTS)
    steps_only[planner.STEP - 1] = -5
    monkeypatch.setattr(planner, "TUNED", tuple(steps_only))
    building: dict[str, Any] = {"building": [4, 4, 4, 4], "hands": ["5 11"]}
    assert ask(stocks=["9 9", "W W"], **building) == ("h5>b1", Reason(Why.CLOSER, "9", 0, 3, 4))
    assert ask(stocks=["9 W", "W W"], **building) == ("h5>b1", Reason(Why.NEXT_STOCK))


@pytest.mark.parametrize(
    ("roll", "then", "reason"),
    [
        ("1 2 4 4 5", "", Reason(Why.LAY, count=2, points=2)),
        ("1 4 4 4 5", "place:1", Reason(Why.STOP, points=1)),
        ("Wg 4 4 4 5", "place:W", Reason(Why.MUST_ROLL, count=4, points=1)),
        ("Wg 4 4 4 5", "", Reason(Why.ONLY)),
    ],
)
def test_a_reason_in_dice(
    roll: str, then: str, reason: Reason, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(HINTS, "dice", "greedy")
    game = Dice(roll)
    if then:
        game.play(then)
    view = view_dice(game.state, game.rules, 0, (0, 0), ())
    assert hint(view, [Move(move) for move in sorted(game.legal())]).reason == reason


def test_a_reason_in_dice_that_is_solved() -> None:
    game = Dice("1 2 4 4 5")
    view = view_dice(game.state, game.rules, 0, (0, 0), ())
    told = hint(view, [Move(move) for move in sorted(game.legal())])
    assert (told.move, told.reason.kind, told.reason.other) == ("place:1", Why.CHANCE, "place:1,2")
    assert 0.4 < told.reason.other_chance < told.reason.chance < 0.6


# --- What a network likes


def like(monkeypatch: pytest.MonkeyPatch, worths: dict[int, int]) -> None:
    """Have a network asked that looks at nothing else."""
    known, row = native.player, liking(worths)
    asked = lambda name, rules: row if name == "learned" else known(name, rules)  # noqa: E731
    monkeypatch.setattr(native, "player", asked)


def test_the_reason_is_where_the_networks_choice_is_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    like(monkeypatch, {features.HELD_WILDS + 1: 2})
    move, reason = ask(hands=["W 11 12"], stocks=["12 2", "W W"], building=[5, 5, 5, 5])
    assert (move, reason.kind) == ("h11>d1", Why.KEEPS_WILD)
    assert reason.chance == pytest.approx(2 / 3, abs=0.01)
    assert (str(reason.other)[:3], reason.other_chance) == ("hW>", 0.5)


def test_what_is_worse_in_every_part_is_better_all_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network wants a 2 covered by a 9, of all things."""
    like(monkeypatch, {features.PAIR + 9 * 14 + 2: 1})
    piles: dict[str, Any] = {"discards": [["10", "2", "4", "3"]], "building": [1, 1, 1, 1]}
    move, reason = ask(hands=["9 9"], stocks=FAR_AWAY, **piles)
    assert (move, reason.kind) == ("h9>d2", Why.BETTER)


def test_a_discard_does_least_harm_only_if_no_other_does_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is ahead of what the network likes next, but not of all."""
    like(monkeypatch, {features.PAIR + 9 * 14 + 4: 2, features.PAIR + 9 * 14 + 2: 1})
    piles: dict[str, Any] = {"discards": [["10", "2", "4", "3"]], "building": [1, 1, 1, 1]}
    move, reason = ask(hands=["9 9"], stocks=FAR_AWAY, **piles)
    assert (move, reason.kind, reason.other) == ("h9>d3", Why.BETTER, "h9>d2")


def test_the_next_best_move_is_told_only_if_it_is_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    like(monkeypatch, {})
    _, reason = ask(hands=["9 8"], stocks=FAR_AWAY, building=[1, 1, 1, 1])
    assert (reason.chance, reason.other) == (0.5, None)


# --- What always holds


CHANCES = [("classic", 2, False), ("mod", 3, False), ("deluxe", 4, True)]


@pytest.mark.parametrize(("edition", "players", "partners"), CHANCES)
def test_a_hint_tells_the_chances_that_the_network_sees(
    edition: str, players: int, partners: bool
) -> None:
    game = skipbo.new(edition, seed=5, stock=6, players=players, partners=partners)
    valuer = Valuer(game.rules)
    for _ in range(4):
        told, state = hinted(game), imagine(game.view(game.seat))
        assert told.move == bot("learned").choose(
            game.view(game.seat), game.legal(), random.Random(0)
        )
        chances = {move: valuer.after(state, move.code)[game.seat] for move in game.legal()}
        assert told.reason.chance == chances[told.move]
        worse = {move: share for move, share in chances.items() if share < told.reason.chance}
        next_best = max(worse.values(), default=0.0)
        if told.reason.other is None:
            assert not worse or in_a_hundred(next_best) == in_a_hundred(told.reason.chance)
        else:
            assert worse[told.reason.other] == told.reason.other_chance == next_best
        game.play(told.move)


def hinted(game: Game) -> Hint:
    return hint(game.view(game.seat), game.legal())


@pytest.mark.usefixtures("planned")
@pytest.mark.parametrize("edition", CARD_EDITIONS)
@pytest.mark.parametrize("options", [{}, {"players": 3}, {"players": 4, "partners": True}])
def test_a_hint_is_what_the_planner_plays(edition: str, options: dict[str, Any]) -> None:
    game = skipbo.new(edition, seed=5, stock=6, **options)
    kinds = set()
    while not game.over and len(game.moves) < 120:
        told = hinted(game)
        assert told.move in game.legal()
        assert told.move == bot("planner").choose(
            game.view(game.seat), game.legal(), random.Random(0)
        )
        kinds.add(told.reason.kind)
        game.play(told.move)
    assert {Why.STOCK, Why.TO_STOCK} <= kinds


@pytest.mark.parametrize("edition", ["classic", "mod"])
@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(STEADY, max_examples=12)
def test_hidden_cards_never_matter(edition: str, data: st.DataObject, seed: int) -> None:
    game = data.draw(positions(small_rules(edition)))
    if game.over:
        return
    told, truth = hinted(game), game._state
    game._state = copy_state(truth)
    reshuffle_hidden(game._state, game.rules, game.seat, random.Random(seed))
    assert hinted(game) == told
    game._state = truth


@given(data=st.data())
@settings(STEADY, max_examples=80)
def test_the_parts_of_a_value_add_up_to_it(data: st.DataObject) -> None:
    """Otherwise a reason might not be the true one."""
    game = data.draw(st.sampled_from(CARD_EDITIONS).flatmap(lambda e: positions(small_rules(e))))
    if game.over:
        return
    thoughts, move = thoughts_about(game)
    work = thoughts.work
    if move in range(EXTRA_DISCARD, STAND_IN):
        return  # nothing was valued, or with a card laid before
    node, end = work[planner.BEST_NODE], work[planner.BEST_END]
    assert thoughts.account(node, end).value == work[planner.BEST]
    if found := thoughts.best_after_a_card():
        assert thoughts.account(*found).value == work[planner.BEST]
    end = thoughts.best_at_once()
    assert thoughts.account(0, end).value == work[planner.BEST]


def thoughts_about(game: Game) -> tuple[Thoughts, int]:
    rules, state = game.rules, imagine(game.view(game.seat))
    row = native.player("planner", rules)
    mind = thinker.mind(rules, row)
    move = mind.choose(state, row, (0, 0, 0))
    return Thoughts(rules, state, row, mind.work), move


def test_every_family_has_its_adviser_and_every_bot_a_summary() -> None:
    for family, policies in native.POLICIES.items():
        assert HINTS[family] == native.best(family) in policies
        assert set(policies) <= set(native.SUMMARIES[family])
