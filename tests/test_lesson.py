"""The tutorial can be played as it is told, in every language."""

import json
from importlib.resources import files

import pytest

from skipbo import Game
from skipbo.server.lesson import DECK, RULES, STEPS, Arranged
from skipbo.table.view import CardView


def test_every_move_is_legal_and_the_learner_wins() -> None:
    game = Game(RULES, Arranged())
    for step in STEPS:
        assert game.seat == step.seat, step
        assert step.move in game.legal(), step
        game.play(step.move)
    assert game.winners == [0]


def test_nothing_is_left_to_chance() -> None:
    one, other = Game(RULES, Arranged()), Game(RULES, Arranged())
    for step in STEPS:
        assert one.view(0) == other.view(0)
        one.play(step.move)
        other.play(step.move)
    assert one.commitment is None


def test_it_teaches_what_it_says() -> None:
    """The turning points of the script: what the table shows when a text speaks of it."""
    game = Game(RULES, Arranged())
    seen: dict[str, CardView] = {}
    for step in STEPS:
        view = game.view(0)
        assert isinstance(view, CardView)
        seen[step.key] = view
        game.play(step.move)
    assert seen["wild"].building[0].number == 3  # the wild will be a 4
    assert seen["draw"].players[0].held == 5
    assert seen["discard_pile"].players[0].discards[0] == ("9",)
    assert seen["complete"].players[0].held == 1  # the 12 is the last card: five more come (C9)
    assert seen["new_hand"].players[0].held == 5
    assert seen["new_hand"].building[0].number == 0
    assert seen["win"].players[0].stock == 1


def test_a_later_shuffle_leaves_the_order() -> None:
    assert Arranged().shuffle(1, ["3", "1", "W"]) == ["3", "1", "W"]
    assert Arranged().shuffle(0, [*sorted(DECK), "7"])[: len(DECK)] == DECK


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_step_has_a_text(language: str) -> None:
    texts = json.loads((files("skipbo") / "texts" / f"{language}.json").read_text("utf-8"))
    assert set(texts["lesson"]) >= {step.key for step in STEPS} | {"finished"}
