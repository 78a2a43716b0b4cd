"""Games shown as text, as pictures and in a window; nothing hidden shows."""

import random
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pygame
import pytest
from tests.strategies import play_on, reshuffle_hidden

import skipbo
from skipbo.envs import rendering
from skipbo.envs.picture import SIZE, picture
from skipbo.envs.pieces import RIM, felt
from skipbo.envs.rendering import Renderer
from skipbo.machine.python import copy_state
from skipbo.table.game import Game

MODES = ("ansi", "human", "rgb_array")
EDITIONS = ("classic", "deluxe", "international", "mod", "dice")
LARGEST = {"players": 6, "stock": 10, "hand": 10, "building": 6, "discards": 6}
SHAPE = (SIZE[1], SIZE[0], 3)


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A window that nobody sees, and no waiting between its pictures."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(rendering, "FPS", 0)
    yield
    pygame.display.quit()


def game_of(edition: str, moves: int, **options: Any) -> Game:
    game = skipbo.new(edition, seed=4, **options)
    play_on(game, moves, seed=2, styles=("random", "greedy"))
    return game


# --- Every game can be shown


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_table_is_shown_in_every_mode(edition: str, players: int) -> None:
    game = game_of(edition, 12 * players, players=players)
    for seat in (0, players - 1, None):
        view = game.view(seat)
        seen = Renderer("rgb_array").show(view)
        assert (seen.shape, seen.dtype, seen.flags.c_contiguous) == (SHAPE, np.uint8, True)
        told = Renderer("ansi").show(view)
        assert all(f"player_{other}" in told for other in range(players) if other != seat)
        assert ("your turn" in told) == (seat == game.seat and not game.over)
    window = Renderer("human")
    assert window.show(game.view(None)) is None
    screen = pygame.display.get_surface()
    assert screen
    shown = pygame.surfarray.array3d(screen).swapaxes(0, 1)
    assert (shown == picture(game.view(None))).all()
    window.close()


def test_no_mode_shows_nothing() -> None:
    renderer = Renderer(None)
    assert renderer.show(skipbo.new("classic", seed=1).view(0)) is None
    renderer.close()


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_end_is_shown(edition: str) -> None:
    small = {} if edition == "dice" else {"stock": 2}
    game = game_of(edition, 0, **small)
    before = picture(game.view(0))
    play_on(game, 3000, seed=2, styles=("greedy",))
    assert game.over
    assert (picture(game.view(0)) != before).any()
    assert "over" in Renderer("ansi").show(game.view(0))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_move_shows(edition: str) -> None:
    game = game_of(edition, 0, players=4)
    for _ in range(8):
        before = picture(game.view(None)), Renderer("ansi").show(game.view(None))
        play_on(game, 1, seed=1)
        assert (picture(game.view(None)) != before[0]).any()
        assert Renderer("ansi").show(game.view(None)) != before[1]


@pytest.mark.parametrize(
    "options", [LARGEST, {**LARGEST, "players": 4}, {**LARGEST, "players": 3}, {"players": 6}]
)
def test_everything_stays_on_the_felt(options: dict[str, Any]) -> None:
    empty = pygame.surfarray.array3d(felt(*SIZE)).swapaxes(0, 1)
    game = skipbo.new("mod", seed=4, **options, copies=15)
    play_on(game, 250, seed=3, styles=("miser",))
    seen = picture(game.view(0))
    wood = np.ones(SHAPE[:2], bool)
    wood[RIM:-RIM, RIM:-RIM] = False
    assert (seen[wood] == empty[wood]).all()
    assert (seen[~wood] != empty[~wood]).any()


def test_who_sits_at_the_bottom_can_be_chosen() -> None:
    game = game_of("classic", 20)
    view = game.view(1)
    assert (picture(view, bottom=1) == picture(view)).all()
    assert (picture(view, bottom=0) != picture(view)).any()
    assert (picture(view, names=["Ann", "Ben"]) != picture(view)).any()


# --- Nothing hidden shows


@pytest.mark.parametrize("edition", ["classic", "mod"])
@pytest.mark.parametrize("players", [2, 5])
def test_hidden_cards_do_not_show(edition: str, players: int) -> None:
    game = game_of(edition, 30 * players, players=players)
    state = game._state
    for seat in (game.seat, (game.seat + 1) % players, None):
        before = picture(game.view(seat)), Renderer("ansi").show(game.view(seat))
        other = copy_state(state)
        assert reshuffle_hidden(other, game.rules, seat, random.Random(1))
        game._state = other
        assert (picture(game.view(seat)) == before[0]).all()
        assert Renderer("ansi").show(game.view(seat)) == before[1]
        game._state = state


@pytest.mark.parametrize("bottom", [0, 1])
def test_the_own_hand_shows_wherever_it_lies(bottom: int) -> None:
    game = game_of("classic", 31)
    own, spectator = game.view(1), game.view(None)
    assert (picture(own, bottom=bottom) != picture(spectator, bottom=bottom)).any()
    assert Renderer("ansi").show(own) != Renderer("ansi").show(spectator)


# --- Windows, and what may be missing


def test_a_picture_needs_no_display() -> None:
    Renderer("rgb_array").show(skipbo.new("dice", seed=1).view(0))
    assert not pygame.display.get_init()


def test_a_window_may_be_closed_by_anybody() -> None:
    view = skipbo.new("classic", seed=1).view(None)
    window = Renderer("human")
    window.show(view)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    for _ in range(2):
        assert window.show(view) is None
        assert not pygame.display.get_init()
    window.close()
    window.close()
    window.show(view)
    assert pygame.display.get_init()
    window.close()
    assert not pygame.display.get_init()


def test_colours_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    view = skipbo.new("classic", seed=1).view(0)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[94m" in Renderer("ansi").show(view)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[94m" not in Renderer("ansi").show(view)


@pytest.mark.parametrize("mode", ["rgb", "", "HUMAN", 3])
def test_an_unknown_mode_is_refused(mode: Any) -> None:
    with pytest.raises(ValueError, match="render_mode must be ansi, human, rgb_array or None"):
        Renderer(mode)


@pytest.mark.parametrize("mode", MODES)
def test_without_pygame_there_is_still_the_text(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    if mode == "ansi":
        assert "player_1" in Renderer(mode).show(skipbo.new("dice", seed=1).view(0))
        return
    with pytest.raises(ImportError, match=r"pip install 'skipbo\[envs\]'"):
        Renderer(mode)
