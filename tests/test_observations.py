"""Actions and observations for learners: nothing legal is missing, nothing hidden shows."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import CARD_EDITIONS, EDITIONS, STEADY, all_rules, positions, reshuffle_hidden

from skipbo.envs.fields import Field, action_names, observation_fields
from skipbo.machine.python import copy_state, machine
from skipbo.machine.stepping import mask, modules, observation, sizes
from skipbo.rules.editions import Rules, configure
from skipbo.table.game import Game
from skipbo.table.notation import number_value
from skipbo.table.view import CardView, DiceView

SETTINGS = settings(STEADY, max_examples=80)


def bound(rules: Rules) -> Any:
    return machine(rules, *modules(rules))


def told(game: Game) -> dict[str, list[int]]:
    """An observation by the names of its fields."""
    row = observation(game._state, game.rules, game.seat)
    return {f.name: row[f.at : f.at + f.size] for f in observation_fields(game.rules)}


def running(edition: str) -> st.SearchStrategy[Game]:
    return positions(all_rules(edition)).filter(lambda game: not game.over)


any_game = st.sampled_from(EDITIONS).flatmap(running)
card_game = st.sampled_from(CARD_EDITIONS).flatmap(running)


# --- Actions


@given(game=any_game)
@SETTINGS
def test_a_mask_is_the_legal_moves(game: Game) -> None:
    s, rules = game._state, game.rules
    row = mask(s, rules)
    assert set(row) <= {0, 1}
    legal = [action for action, allowed in enumerate(row) if allowed]
    assert sorted(bound(rules).move_of(s, a) for a in legal) == sorted(m.code for m in game.legal())


@given(game=any_game)
@SETTINGS
def test_actions_and_moves_stand_for_each_other(game: Game) -> None:
    s, rules = game._state, game.rules
    for action in range(sizes(rules).actions):
        assert bound(rules).action_of(s, bound(rules).move_of(s, action)) == action


@pytest.mark.parametrize(
    ("edition", "options", "actions"),
    [
        ("classic", {}, (13 + 1 + 4) * 4 + 13 * 4 + 1),
        ("classic", {"players": 6}, 125),
        ("classic", {"players": 4, "partners": True}, 125 + 5 * 4),
        ("classic", {"ranks": 4, "building": 2, "discards": 3, "stock": 3}, 18 + 15 + 1),
        ("mod", {}, 125 + 52 + 1 + 4 * 18),
        ("mod", {"players": 4, "partners": True}, 125 + 52 + 3 + 4 * 18 + 5 * 4 + 4 * 5),
        ("dice", {"players": 6}, 2 + 62),
    ],
)
def test_there_are_no_more_actions_than_needed(
    edition: str, options: dict[str, Any], actions: int
) -> None:
    names = action_names(configure(edition, **options))
    assert len(names) == len(set(names)) == actions


def test_actions_have_names() -> None:
    names = action_names(configure("mod", players=4, partners=True, first=2))
    assert names[:5] == ["hW>b1", "hW>b2", "hW>b3", "hW>b4", "h1>b1"]
    assert names[13 * 4 : 13 * 4 + 5] == ["s>b1", "s>b2", "s>b3", "s>b4", "d1>b1"]
    assert names[72:74] == ["hW>d1", "hW>d2"]
    assert names[124:126] == ["pass", "die-discard:hW>d1"]
    assert names[177:180] == ["die-draw:left1", "die-draw:left2", "die-draw:left3"]
    assert names[180:182] == ["die>b1+hW", "die>b1+h1"]
    assert names[252:254] == ["ps>b1", "ps>b2"]
    assert names[-1] == "die>b4+pd4"
    dice = action_names(configure("dice"))
    assert dice[:8] == ["roll", "stop"] + [
        f"place:{shown}" for shown in ("N", "W", "N,N", "W,N", "N,W", "W,W")
    ]
    assert dice[-1] == "place:W,W,W,W,W"


# --- Observations


@given(game=card_game, seed=st.integers(0, 2**32))
@SETTINGS
def test_nothing_hidden_shows(game: Game, seed: int) -> None:
    s, rules = game._state, game.rules
    for seat in range(rules.players):
        other = copy_state(s)
        reshuffle_hidden(other, rules, seat, random.Random(seed))
        assert observation(other, rules, seat) == observation(s, rules, seat)
        if seat == s.seat:
            assert mask(other, rules) == mask(s, rules)


@given(game=any_game)
@SETTINGS
def test_fields_follow_each_other_and_hold_what_they_can(game: Game) -> None:
    here = 0
    row = observation(game._state, game.rules, game.seat)
    for field in observation_fields(game.rules):
        assert field.at == here
        assert all(0 <= n <= field.high for n in row[here : here + field.size])
        here += field.size
    assert here == sizes(game.rules).observation
    assert len({f.name for f in observation_fields(game.rules)}) == len(
        observation_fields(game.rules)
    )


def seen_face(text: str | None, rules: Rules) -> int:
    return 0 if text is None else number_value(text) or rules.ranks + 1


@given(game=card_game)
@SETTINGS
def test_an_observation_is_the_view_of_a_card_game(game: Game) -> None:
    rules, seen, view = game.rules, told(game), game.view(game.seat)
    assert isinstance(view, CardView)
    assert seen["building"] == [pile.number for pile in view.building]
    hand = [number_value(card) for card in view.players[game.seat].hand or ()]
    assert seen["hand"] == [hand.count(n) for n in range(rules.ranks + 1)]
    assert seen["draw"] == [view.draw]
    assert (seen["passes"], seen["acted"]) == ([game._state.passes], [game._state.acted])
    if rules.die:
        assert (seen["die"] == [0]) == (view.die is None)
        assert seen["extra"] == [view.extra]
    for i in range(rules.players):
        player = view.players[(game.seat + i) % rules.players]
        assert seen[f"player_{i}.stock"] == [player.stock]
        assert seen[f"player_{i}.stock_top"] == [seen_face(player.stock_top, rules)]
        assert seen[f"player_{i}.held"] == [player.held]
        for n, pile in enumerate(player.discards, 1):
            assert seen[f"player_{i}.discard_{n}.height"] == [len(pile)]
            tops = [seen_face(card, rules) for card in reversed(pile[-3:])]
            assert seen[f"player_{i}.discard_{n}.tops"] == [*tops, 0, 0, 0][:3]


@given(game=running("dice"))
@SETTINGS
def test_an_observation_is_the_view_of_a_dice_game(game: Game) -> None:
    seen, view = told(game), game.view(game.seat)
    assert isinstance(view, DiceView)
    assert (seen["space"], seen["cup"]) == ([view.space - 1], [view.cup])
    assert (seen["rolled"], seen["wild_last"]) == ([bool(view.roll)], [view.wild_last])
    roll = [{"W": 13, "-": 14}.get(face[0]) or int(face) for face in view.roll]
    assert seen["roll"] == (roll + [0] * 5)[:5]
    assert seen["last_turns"] == [0 if view.last_turns is None else view.last_turns + 1]
    assert int.from_bytes(bytes(seen["points"])) == view.points
    assert int.from_bytes(bytes(seen["goal"])) == view.goal
    for i in range(game.rules.players):
        score = view.scores[(game.seat + i) % game.rules.players]
        assert int.from_bytes(bytes(seen[f"player_{i}.score"])) == score


def test_a_field_tells_its_place_and_range() -> None:
    first = observation_fields(configure("classic"))[0]
    assert first == Field("building", 0, 4, 11, "what each building pile reached")
