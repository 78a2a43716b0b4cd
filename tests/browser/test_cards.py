"""Whole games of cards: by mouse, by touch at 360 px, by dragging, and by keyboard alone."""

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage
from tests.browser.people import (
    PHONE,
    Dragger,
    Player,
    Toucher,
    Typist,
    button,
    dialog,
    expect_over,
    said,
    sit,
)
from tests.server import Server

Picture = Callable[[Page, str], None]
TINY = {"players": 2, "stock": 1}

text = said()


def test_one_click_and_a_whole_game_by_mouse(new_page: NewPage, picture: Picture) -> None:
    page = new_page()
    page.add_init_script("localStorage.setItem('skipbo.prefs', '{\"speed\": \"quick\"}')")
    page.goto("/")
    for level in ("master", "hard", "medium", "easy"):
        page.get_by_label(text(f"options.levels.{level}"), exact=True).check()
        expect(page.get_by_text(text(f"options.levels_help.{level}"))).to_be_visible()
    picture(page, "home-desktop")
    button(page, text("home.more")).click()
    choices = dialog(page)
    choices.get_by_text(text("options.house"), exact=False).first.click()
    picture(page, "setup-desktop")
    choices.get_by_label(text("options.names.stock"), exact=False).first.fill("3")
    button(choices, text("home.play")).click()
    player = Player(page)
    player.play(6)
    picture(page, "two-players-desktop")
    player.play_to_the_end()
    expect_over(page, text)
    picture(page, "after-desktop")


def test_a_whole_game_with_six_by_touch(
    new_page: NewPage, server: Server, picture: Picture
) -> None:
    page = new_page(**PHONE)
    sit(page, server, options={"players": 6, "stock": 2})
    player = Toucher(page)
    player.play(5)
    picture(page, "six-players-phone")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
    player.play_to_the_end()
    expect_over(page, text)
    picture(page, "after-phone")


def test_a_whole_game_by_dragging(new_page: NewPage, server: Server) -> None:
    page = new_page()
    sit(page, server, options=TINY)
    assert Dragger(page).play_to_the_end() > 0
    expect_over(page, text)


def test_a_whole_game_by_keyboard(new_page: NewPage, server: Server, picture: Picture) -> None:
    page = new_page()
    sit(page, server, options=TINY)
    typist = Typist(page)
    typist.play(2)
    picture(page, "keyboard-desktop")
    typist.play_to_the_end()
    expect_over(page, text)
    page.keyboard.press("Enter")  # the dialog has the focus, and a rematch is the first thing in it
    page.keyboard.press("Tab")


def test_a_hint_tells_its_reason_and_undo_takes_back(new_page: NewPage, server: Server) -> None:
    page = new_page()
    sit(page, server, options={"players": 2}, settings={"pace": "instant", "level": "easy"})
    player = Player(page)
    player.waits_for_turn()
    button(page, text("table.hint")).click()
    expect(page.locator("button.suggested").first).to_be_visible()
    before = page.locator("button.eager").count()
    if before:  # something can be built: do it, and take it back
        player.move()
        undo = button(page, text("table.undo"))
        if undo.is_enabled():
            undo.click()
            expect(page.locator("button.eager")).to_have_count(before)
