"""Every page: nothing for axe-core to find, no target too small, nothing too wide, no weight."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Request, expect
from tests.browser.conftest import NewPage
from tests.browser.people import (
    POSITION,
    Player,
    Roller,
    button,
    dialog,
    said,
    shows_chance,
    sit,
    watch_record,
)
from tests.server import Server

from skipbo.bots import bot
from skipbo.rules.editions import configure
from skipbo.table.chance import Seeded, seed_from
from skipbo.table.game import Game

Picture = Callable[[Page, str], None]
FIRST_LOAD = 150_000  # bytes

text = said()


def home(page: Page, server: Server) -> None:
    page.goto("/")
    button(page, text("home.play")).wait_for()


def setup(page: Page, server: Server) -> None:
    home(page, server)
    button(page, text("home.more")).click()
    dialog(page).get_by_text(text("options.house"), exact=True).click()


def settings(page: Page, server: Server) -> None:
    home(page, server)
    button(page, text("settings.title")).click()
    dialog(page).wait_for()


def rules(page: Page, server: Server) -> None:
    page.goto("/rules/mod")
    page.get_by_role("heading").first.wait_for()


def replay(page: Page, server: Server) -> None:
    page.goto("/replay")
    page.get_by_label(text("replay.paste")).wait_for()


def review(page: Page, server: Server) -> None:
    watch_record(page, played("classic", players=3, stock=2))


def review_dice(page: Page, server: Server) -> None:
    watch_record(page, played("dice", players=2))


def played(edition: str, **options: Any) -> str:
    """The record of a game of simple bots."""
    rules, bots = configure(edition, **options), bot("greedy")
    game = Game(rules, Seeded(seed_from(5)), [f"Guest {i}" for i in range(rules.players)])
    while not game.over:
        game.play(bots.choose(game.view(game.seat), game.legal(), Random(1)))
    return game.record().dumps()


def lobby(page: Page, server: Server) -> None:
    sit(page, server, start=False, options={"players": 6})
    button(page, text("lobby.start")).wait_for()


def six(page: Page, server: Server) -> None:
    sit(page, server, options={"players": 6})
    Player(page).play(2)
    Player(page).waits_for_turn()


def partners(page: Page, server: Server) -> None:
    shows_chance(page)
    sit(page, server, edition="deluxe", options={"players": 4, "partners": True})
    page.get_by_role("meter").wait_for()
    Player(page).play(2)
    Player(page).waits_for_turn()


def mod(page: Page, server: Server) -> None:
    sit(page, server, edition="mod", options={"players": 2})
    Player(page).play(2)
    Player(page).waits_for_turn()


def dice(page: Page, server: Server) -> None:
    sit(page, server, edition="dice", options={"players": 6})
    Roller(page).waits_for_turn()


def after(page: Page, server: Server) -> None:
    sit(page, server, options={"players": 2, "stock": 1})
    Player(page).play_to_the_end()


def lesson(page: Page, server: Server) -> None:
    sit(page, server, lesson=True)
    Player(page).waits_for_turn()


PAGES = [
    *(home, setup, settings, rules, replay, review, review_dice, lobby),
    *(six, partners, mod, dice, after, lesson),
]


@pytest.mark.parametrize("shown", PAGES)
def test_axe_finds_nothing_and_all_fits(
    shown: Callable[[Page, Server], None], new_page: NewPage, server: Server, picture: Picture
) -> None:
    """In the dark on a desktop, and by daylight on a phone."""
    page = new_page(bypass_csp=True, color_scheme="dark")
    shown(page, server)
    look_at(page)
    picture(page, f"{shown.__name__}-desktop-dark")
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme="light")
    page.wait_for_timeout(200)
    look_at(page)
    picture(page, f"{shown.__name__}-phone")
    assert page.evaluate(TOO_SMALL) == []


def look_at(page: Page) -> None:
    found = Axe().run(page)
    assert not found.response["violations"], found.generate_report()
    wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]


SIZES = [(1024, 600), (1366, 768), (1920, 1080), (820, 1180), (740, 360), (360, 640)]


def test_the_table_fits_and_lies_still(new_page: NewPage, server: Server) -> None:
    """Sizes that follow from each other must come to rest, and the hand must be on the screen."""
    page = new_page()
    partners(page, server)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)
        first, *others = (page.evaluate(PLACES) for _ in range(4))
        assert all(places == first for places in others), (width, height)
        left, right = min(x for x, *_ in first), max(x + wide for x, _, wide, _ in first)
        assert 0 <= left < right <= width


def test_the_top_of_a_deep_pile_can_be_seen(new_page: NewPage, server: Server) -> None:
    """However many cards lie below it, on whatever screen: inside the table, above the hand."""
    page = new_page()
    sit(page, server, options={"players": 2, "stock": 30})
    player = Player(page)
    for _ in range(14):
        assert player.waits_for_turn()
        before = page.evaluate(POSITION)
        page.locator('.hand [aria-disabled="false"]').last.click()
        player.put("d1")
        page.wait_for_function(f"before => ({POSITION})() !== before", arg=before)
    player.waits_for_turn()
    for width, height in [(360, 640), (1280, 720), (740, 360)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(PLACES)
        assert page.evaluate(SEEN, '[data-at="0:d1"]'), (width, height)


@pytest.mark.parametrize("size", [(360, 640), (1024, 600), (740, 360)])
def test_a_lesson_fits(size: tuple[int, int], new_page: NewPage, server: Server) -> None:
    """No scrolling: what one is taught with is on the screen, and so are the actions."""
    page = new_page(viewport={"width": size[0], "height": size[1]}, locale="es")
    lesson(page, server)
    page.evaluate(PLACES)
    for shown in (".hand", '[data-place="d1"]', '[data-place="b1"]', ".actions"):
        assert page.evaluate(SEEN, shown), shown


def test_the_focus_stays_on_a_button_that_is_done_with(new_page: NewPage, server: Server) -> None:
    page = new_page()
    six(page, server)
    hint = button(page, text("table.hint"))
    hint.click()
    button(page, text("table.close")).press("Enter")
    expect(hint).to_be_focused()


def test_the_first_page_is_light(new_page: NewPage) -> None:
    page, sizes = new_page(), list[int]()

    def weigh(request: Request) -> None:
        sizes.append(request.sizes()["responseBodySize"])

    page.on("requestfinished", weigh)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert 1_000 < sum(sizes) < FIRST_LOAD


def test_the_language_is_the_browsers_or_the_chosen_one(new_page: NewPage) -> None:
    spanish = said("es")
    page = new_page(locale="es-AR")
    page.goto("/")
    expect(button(page, spanish("home.play"))).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(button(page, text("home.play"))).to_be_visible()
    page.reload()
    expect(button(page, text("home.play"))).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "en"


def test_dark_and_still_by_choice(new_page: NewPage) -> None:
    page = new_page()
    settings(page, None)  # type: ignore[arg-type]
    dialog(page).get_by_label(text("settings.themes.dark"), exact=True).check()
    dialog(page).get_by_label(text("settings.motions.less"), exact=True).check()
    page.reload()
    root = page.locator("html")
    assert (root.get_attribute("data-theme"), root.get_attribute("data-motion")) == ("dark", "less")
    colour = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert sum(map(int, colour[4:-1].split(","))) < 200


PLACES = """() => new Promise((done) => requestAnimationFrame(() => done(
    [...document.querySelectorAll('button[data-place]')].map((spot) => {
        const {x, y, width, height} = spot.getBoundingClientRect();
        return [x, y, width, height];
    }))))"""

# Nothing lies over the middle or the lower edge, and all of it is on the screen.
SEEN = """(what) => {
    const node = document.querySelector(what);
    const {left, right, top, bottom} = node.getBoundingClientRect();
    const hits = (y) => {
        const hit = document.elementFromPoint((left + right) / 2, y);
        return hit !== null && (node.contains(hit) || hit.contains(node));
    };
    const inside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    return inside && hits((top + bottom) / 2) && hits(bottom - 2);
}"""

# Whatever can be pressed and seen has 44 pixels each way, drawn or not: there a press hits it.
TOO_SMALL = """() => {
    const top = document.querySelector('dialog[open]') ?? document.body;
    const hits = (node, x, y) => node.contains(document.elementFromPoint(x, y));
    const large = (node) => {
        node.scrollIntoView({block: 'center'});
        const {x, y, width, height} = node.getBoundingClientRect();
        const [midX, midY] = [x + width / 2, y + height / 2];
        return (width >= 43.5 || (hits(node, midX - 21, midY) && hits(node, midX + 21, midY)))
            && (height >= 43.5 || (hits(node, midX, midY - 21) && hits(node, midX, midY + 21)));
    };
    return [...top.querySelectorAll('button, select, input, summary, a.button')]
        .map((node) => (node.type === 'radio' && node.closest('label')) || node)
        .filter((node) => node.checkVisibility({visibilityProperty: true, opacityProperty: true}))
        .filter((node) => node.getBoundingClientRect().width > 1 && !large(node))
        .map((node) => node.outerHTML.slice(0, 120));
}"""
