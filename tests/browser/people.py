"""People at a page: they see what lights up, and press, drag, tap or use keys."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.server import Server

from skipbo import texts

PASS = '[data-place="pass"]'
CAN_MOVE = f'[data-place][aria-disabled="false"], {PASS}'
ORDER = ("s", "ps", "die", "d", "pd", "h", "pass")  # what to begin a move with
MOST_TABS = 40  # presses until something is reached
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

Text = Callable[..., str]


def said(language: str = "en") -> Text:
    """The texts of a language, by their keys."""

    def text(key: str, count: int | None = None, **values: object) -> str:
        tree: Any = texts.load(language)
        for part in key.split("."):
            tree = tree[part]
        return texts.fill(tree, count, **values)

    return text


def button(within: Page | Locator, name: str) -> Locator:
    return within.get_by_role("button", name=name, exact=True)


def sit(page: Page, server: Server, **table: Any) -> dict[str, Any]:
    """Open a table without the first page's forms, and go to it as its host."""
    table.setdefault("settings", {"pace": "instant", "level": "easy"})
    asked = {"name": "Ana", "start": True, **table}
    seated: dict[str, Any] = server.post("/tables", asked).raise_for_status().json()
    go_to(page, seated)
    return seated


def go_to(page: Page, seated: dict[str, Any], address: str = "") -> None:
    """To a table, with the secret of a seat in this browser's pocket."""
    known = {seated["code"]: {"token": seated["token"], "seat": seated["seat"], "at": 1}}
    page.goto(f"{address}/icon.svg")
    page.evaluate("known => localStorage.setItem('skipbo.seats', known)", json.dumps(known))
    page.goto(f"{address}/t/{seated['code']}")


def shows_chance(page: Page) -> None:
    """From now on this browser wants to see the chance to win."""
    page.add_init_script("localStorage.setItem('skipbo.prefs', '{\"chance\": true}')")


def watch_record(page: Page, record: str) -> None:
    """Paste a record, and wait until the game has been reviewed."""
    page.goto("/replay")
    text = said()
    page.get_by_label(text("replay.paste")).fill(record)
    button(page, text("replay.watch")).click()
    page.locator(".chart").wait_for()


def dialog(page: Page) -> Locator:
    return page.locator("dialog[open]")


class Player:
    """Somebody who plays cards by pressing what lights up, with the mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def play_to_the_end(self, most: int = 300) -> int:
        """Play until the game is over; how many moves it took."""
        for moves in range(most):
            if not self.waits_for_turn():
                return moves
            self.move()
        raise AssertionError(f"no end after {most} moves")

    def play(self, moves: int) -> None:
        for _ in range(moves):
            if self.waits_for_turn():
                self.move()

    def waits_for_turn(self) -> bool:
        """Wait for the turn, or for the end: whether there is something to play."""
        self.page.wait_for_function(TURN_OR_END)
        return self.on_turn()

    def on_turn(self) -> bool:
        return not dialog(self.page).count() and self.page.locator(CAN_MOVE).count() > 0

    def move(self) -> None:
        """One move: the stock card if it fits, else what fits, else a discard."""
        before = self.page.evaluate(POSITION)
        start = self.page.evaluate(STARTS)
        self.take(min(start, key=rank)["place"])
        while target := self.next_target(before):
            self.put(target)
        self.page.wait_for_function(f"before => ({POSITION})() !== before", arg=before)

    def next_target(self, before: str) -> str | None:
        """Where the card may go, if it has not gone by now: a building pile is best."""
        self.page.wait_for_function(
            f"before => document.querySelector('.lit, dialog[open]') || ({POSITION})() !== before",
            arg=before,
        )
        if dialog(self.page).count() and self.page.evaluate(POSITION) == before:
            dialog(self.page).get_by_role("button").nth(1).click()  # MOD: it ends the turn
            return None
        lit = self.page.evaluate(LIT)
        builds = [place for place in lit if place.startswith("b")]
        return (builds or [lit[len(before) % len(lit)]])[0] if lit else None

    def spot(self, place: str) -> Locator:
        return self.page.locator(f'[data-place="{place}"]').first

    def take(self, place: str) -> None:
        self.spot(place).click()

    def put(self, place: str) -> None:
        self.spot(place).click()


class Toucher(Player):
    """With a finger."""

    def take(self, place: str) -> None:
        self.spot(place).tap()

    def put(self, place: str) -> None:
        self.spot(place).tap()


class Dragger(Player):
    """With the mouse, card by card."""

    def take(self, place: str) -> None:
        if place == "pass":
            self.spot(place).click()
            return
        x, y = self._middle(place)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 12, y - 12, steps=3)

    def put(self, place: str) -> None:
        self.page.mouse.move(*self._middle(place), steps=5)
        self.page.mouse.up()

    def _middle(self, place: str) -> tuple[float, float]:
        box = self.spot(place).bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Typist(Player):
    """With the keyboard alone: arrows to and fro within a row, Tab on to the next group."""

    def take(self, place: str) -> None:
        self._reach(place)
        self.page.keyboard.press("Enter")

    def put(self, place: str) -> None:
        self._reach(place)
        self.page.keyboard.press("Enter")

    def _reach(self, place: str) -> None:
        for _ in range(MOST_TABS):
            if self._along("ArrowLeft", place) or self._along("ArrowRight", place):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{place} cannot be reached by keyboard")

    def _along(self, arrow: str, place: str) -> bool:
        seen: list[str] = []
        at = self.page.evaluate(FOCUS)
        while at not in seen:
            if at.split()[1:] == [place]:
                return True
            seen.append(at)
            self.page.keyboard.press(arrow)
            at = self.page.evaluate(FOCUS)
        return False


class Roller(Player):
    """Somebody who plays Dice: lays all that fits, and stops as soon as it is allowed."""

    def waits_for_turn(self) -> bool:
        self.page.wait_for_function(
            "() => document.querySelector('dialog[open], .actions[role=group] button')"
        )
        return not dialog(self.page).count()

    def move(self) -> None:
        before = self.page.locator(".table").inner_text()
        buttons = self.page.locator(".actions[role=group] .button.primary")
        if not buttons.count():  # several ways are equally long: choose the die that fits
            self.page.locator(".tray button.fits").first.click()
        buttons.first.click()
        self.page.wait_for_function(
            "before => document.querySelector('dialog[open]') || "
            "document.querySelector('.table').innerText !== before",
            arg=before,
        )


def rank(start: dict[str, Any]) -> tuple[bool, int]:
    """First what can be built with, and of that the stock card."""
    place = start["place"]
    kind = place if place in ORDER else place.rstrip("0123456789W")
    return not start["eager"], ORDER.index(kind)


POSITION = """() => [...document.querySelectorAll('button[data-place]')].map((spot) =>
    spot.dataset.place + spot.getAttribute('aria-label') + spot.ariaDisabled).join()
    + !!document.querySelector('dialog[open] h2:not(#extra-ask)')"""
TURN_OR_END = f"() => document.querySelector('dialog[open], ' + {json.dumps(CAN_MOVE)})"
STARTS = f"""() => [...document.querySelectorAll({json.dumps(CAN_MOVE)})].map(
    (spot) => ({{place: spot.dataset.place, eager: spot.classList.contains('eager')}}))"""
LIT = "() => [...document.querySelectorAll('button.lit')].map((spot) => spot.dataset.place)"
FOCUS = """() => {
    const at = document.activeElement;
    return [...document.querySelectorAll('*')].indexOf(at) + ' ' + (at.dataset.place ?? '');
}"""


def expect_over(page: Page, text: Text) -> None:
    """The dialog after a game, with what can be done then."""
    expect(button(dialog(page), text("after.rematch"))).to_be_visible()
