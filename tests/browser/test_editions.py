"""MOD with its die, Dice with its cup, and the tutorial: each to its end."""

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage
from tests.browser.people import PHONE, Player, Roller, button, dialog, expect_over, said, sit
from tests.server import Server

Picture = Callable[[Page, str], None]


def test_mod_in_spanish(new_page: NewPage, server: Server, picture: Picture) -> None:
    text = said("es")
    page = new_page(locale="es-MX")
    sit(page, server, edition="mod", options={"players": 3, "stock": 3})
    player = Player(page)
    player.play(4)
    picture(page, "mod-spanish-desktop")
    player.play_to_the_end()
    expect_over(page, text)
    assert page.locator("html").get_attribute("lang") == "es"


def test_dice_on_a_phone(new_page: NewPage, server: Server, picture: Picture) -> None:
    page = new_page(**PHONE, color_scheme="dark")
    sit(page, server, edition="dice", options={"players": 2, "target": 12})
    roller = Roller(page)
    roller.waits_for_turn()
    picture(page, "dice-phone-dark")
    roller.play_to_the_end()
    expect_over(page, said())


def test_the_tutorial_is_played_to_its_end(
    new_page: NewPage, server: Server, picture: Picture
) -> None:
    text = said()
    page = new_page(**PHONE)
    page.goto("/")
    expect(button(page, text("home.learn"))).to_be_enabled()
    sit(page, server, lesson=True)  # the same, but the other player does not wait for readers
    expect(page.get_by_text(text("lesson.goal"))).to_be_visible()
    picture(page, "tutorial-phone")
    Player(page).play_to_the_end()
    expect(dialog(page).get_by_text(text("lesson.finished"))).to_be_visible()
