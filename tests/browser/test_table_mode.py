"""Table mode with two people: slips that happen, calls that come in time or too late, and talk."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, WebSocketRoute, expect
from tests.browser.conftest import NewPage
from tests.browser.people import PHONE, button, dialog, go_to, said, sit
from tests.server import Client, Server

Picture = Callable[[Page, str], None]
Json = dict[str, Any]

text = said()
CALL = text("manners.call")


class Person:
    """Somebody at a page, which hears of nothing new while it is `held`."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name = page, name
        self.held = False
        self.heard: list[Json] = []
        self._waiting: list[str | bytes] = []
        page.route_web_socket("**/api/socket", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        server = socket.connect_to_server()
        socket.on_message(lambda message: server.send(message))
        server.on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        if self.held:
            self._waiting.append(message)
        else:
            self.heard += json.loads(message).get("happened", [])
            self._socket.send(message)

    def let_go(self) -> None:
        self.held, waiting, self._waiting = False, self._waiting, []
        for message in waiting:
            self._hear(message)

    # --- What can be done

    def spot(self, place: str) -> Locator:
        return self.page.locator(f'[data-place="{place}"]').first

    @property
    def draw_pile(self) -> Locator:
        return self.page.get_by_role("button", name="Draw pile: ")

    @property
    def hand(self) -> Locator:
        return self.page.locator(".hand [data-card]")

    def draw(self, cards: int) -> None:
        """All that are due, by the button where there is one."""
        expect(self.page.get_by_text(text("manners.take", cards), exact=True)).to_be_visible()
        expect(self.draw_pile).to_contain_class("eager")
        if cards > 1:
            button(self.page, text("manners.draw", count=cards)).click()
        else:
            self.draw_pile.click()
        expect(self.hand).to_have_count(5)

    def discard(self) -> None:
        held = self.hand.count()
        self.hand.last.click()
        self.spot("d1").click()
        expect(self.hand).to_have_count(held - 1)

    def call(self) -> None:
        button(self.page, CALL).click()

    def may_not_call(self, why: str) -> None:
        """The button tells, to those as well who press it all the same."""
        call = button(self.page, CALL)
        expect(call).to_have_attribute("aria-disabled", "true")
        expect(call).to_have_accessible_description(why)
        call.click(force=True)
        expect(self.page.get_by_role("status").get_by_text(why)).to_be_visible()

    # --- What is to be seen

    @property
    def note(self) -> Locator:
        return self.page.locator(".note")

    def reads(self, ruling: str, whose: str, count: int | None = None, **values: str) -> None:
        """The referee's note says so, and why; the log says the same."""
        told = text(f"log.ruling.{ruling}.{whose}", count, **values)
        expect(self.note).to_contain_text(f"{told} {text(f'manners.why.{ruling}')}")
        assert told in (self.page.locator("header").text_content() or "")
        assert told in (self.page.locator("aside li.ruled").last.text_content() or "")

    def sees_turn(self, whose: str, **values: str) -> None:
        expect(self.page.locator("h1")).to_have_text(text(f"manners.status.{whose}", **values))


def open_at_the_page(page: Page) -> str:
    """Classic has no penalties of its own: with table mode they come along, and it is told."""
    page.goto("/")
    page.get_by_label(text("home.name")).fill("Ana")
    button(page, text("home.more")).click()
    choices = dialog(page)
    choices.get_by_label(text("options.choices.table"), exact=True).check()
    expect(choices.get_by_text(text("options.special_help"))).to_be_visible()
    expect(choices.get_by_label(text("options.slips"))).not_to_be_checked()
    button(choices, text("home.friends")).click()
    link = page.get_by_label(text("lobby.link"), exact=True).input_value()
    kept = page.get_by_role("listitem").filter(has_text=text("options.choices.table"))
    expect(kept).to_be_visible()
    return link


def test_slips_and_calls(new_page: NewPage, server: Server, picture: Picture) -> None:
    """T1, T2 called and not called, T5, and a call that comes too late (T6 is the server's)."""
    ana, ben = Person(new_page(), "Ana"), Person(new_page(**PHONE), "Ben")
    code = open_at_the_page(ana.page).rpartition("/")[2]
    picture(ana.page, "table-mode-lobby-desktop")
    go_to(ben.page, server.post(f"/tables/{code}/seats", {"name": "Ben"}).json())
    button(ana.page, text("lobby.start")).click()

    # T1: Ana takes a card, all that are due, and one too many.
    expect(ben.draw_pile).not_to_contain_class("eager")
    expect(ana.page.get_by_text(text("manners.take", 5))).to_be_visible()
    picture(ana.page, "table-mode-draw-desktop")
    ana.draw_pile.click()
    ana.draw(4)
    expect(ana.draw_pile).not_to_contain_class("eager")
    ana.draw_pile.click()
    ana.reads("overdraw", "you", 1)
    ben.reads("overdraw", "other", 1, name="Ana")
    expect(ben.page.get_by_role("button", name="31")).not_to_have_count(0)
    picture(ana.page, "table-mode-overdraw-desktop")
    picture(ben.page, "table-mode-overdraw-phone")

    # T2, S2: Ben begins though it is Ana's turn, and is called.
    ben.draw_pile.tap()
    ana.reads("out-of-turn", "by_you", name="Ben")
    ben.reads("out-of-turn", "you", caller="Ana")
    ana.sees_turn("yours", name="Ben")
    ben.sees_turn("you", right="Ana")
    expect(ana.page.get_by_text(text("manners.called.yours", name="Ben"))).to_be_visible()
    ben.draw(4)
    ben.may_not_call(text("manners.call_own"))
    picture(ana.page, "table-mode-out-of-turn-desktop")
    picture(ben.page, "table-mode-out-of-turn-phone")
    ana.call()
    ana.reads("undone", "by_you", name="Ben")
    ben.reads("undone", "you", caller="Ana")
    expect(ben.hand).to_have_count(0)
    expect(ben.page.get_by_text(text("manners.no_draw.you"), exact=True)).to_be_visible()
    expect(ana.page.get_by_role("button", name=text("manners.no_draw.other"))).to_be_visible()
    picture(ana.page, "table-mode-undone-desktop")
    picture(ben.page, "table-mode-undone-phone")
    ana.discard()
    ben.reads("no-draw", "you")
    ana.reads("no-draw", "other", name="Ben")
    picture(ben.page, "table-mode-no-draw-phone")
    button(ben.page, text("table.pass")).click()
    ana.draw(1)
    ana.discard()

    # T2, S3: Ana takes Ben's turn, and Ben's call leaves when hers has just ended.
    ana.draw_pile.click()
    ana.reads("out-of-turn", "you", caller="Ben")
    ben.reads("out-of-turn", "by_you", name="Ana")
    ben.held = True
    ana.discard()
    ana.reads("stands", "you", caller="Ben")
    ben.sees_turn("yours", name="Ana")
    ben.call()
    ana.reads("late-call", "other", name="Ben")
    ben.let_go()
    ben.reads("late-call", "you")
    settled = [one for one in ben.heard if one["kind"] == "ruled"]
    assert [one["ruling"] for one in settled[-2:]] == ["stands", "late-call"]
    assert settled == [one for one in ana.heard if one["kind"] == "ruled"]

    # T5: three calls for nothing, and then Ben has to wait.
    ben.draw(5)
    ben.discard()
    ana.draw(1)
    for n in (1, 2, 3):
        ben.call()
        ana.reads("wrong-call", "other", n, name="Ben")
        ben.reads("wrong-call", "you", n)
    ben.may_not_call(text("manners.call_waits"))
    button(ben.page, text("table.close")).first.click()
    expect(ben.note).to_have_count(0)
    picture(ben.page, "table-mode-waits-phone")

    # The same once more, as a record.
    record = server.table({"code": code, "watch": ""}).game.record(secret=True).dumps()  # type: ignore[union-attr]
    ana.page.goto("/replay")
    ana.page.get_by_label(text("replay.paste")).fill(record)
    button(ana.page, text("replay.watch")).click()
    slider = ana.page.get_by_role("slider")
    for step, told in ((1, "log.take.other"), (3, "log.ruling.overdraw.other")):
        slider.fill(str(step))
        expect(ana.page.get_by_text(text(told, 1, name="Ana"))).to_be_visible()


def partners(server: Server) -> list[Json]:
    """Ana and Ben against Cleo and a bot; the card on Ben's stock can be played at once."""
    deck = {"ranks": 3, "copies": 20, "wilds": 30, "stock": 8, "enforcement": "table"}
    table = {"edition": "deluxe", "options": {"players": 4, "partners": True, **deck}}
    while True:
        ana = server.post("/tables", {"name": "Ana", "settings": {"pace": "calm"}, **table}).json()
        path = f"/tables/{ana['code']}/seats"
        ben = server.post(path, {"name": "Ben", "seat": 2}).json()
        cleo = server.post(path, {"name": "Cleo", "seat": 1}).json()
        client = Client(server, ana)
        client.ask("start")
        client.wait(lambda client: client.state["board"] is not None)
        if client.state["board"]["players"][2]["stock_top"] in ("1", "W"):
            return [ana, ben, cleo]


def test_partners_ask_and_keep_quiet(new_page: NewPage, server: Server, picture: Picture) -> None:
    """P4: cards are asked for aloud. T3: who speaks without being asked may be called (P5)."""
    seated = partners(server)
    ana, ben = Person(new_page(), "Ana"), Person(new_page(**PHONE), "Ben")
    go_to(ana.page, seated[0])
    go_to(ben.page, seated[1])
    cleo = Client(server, seated[2])
    ana.draw(5)
    top = cleo.state["board"]["players"][2]["stock_top"]
    ana.spot("ps").click()
    ana.spot("b1").click()
    values = {"name": "Ana", "partner": "Ben", "card": top, "number": 1}
    asked = text("log.request_wild" if top == "W" else "log.request", **values)
    for person in (ana, ben):
        expect(person.page.locator(".bubbles").get_by_text(asked)).to_be_visible()
        expect(person.page.locator(".game ol").get_by_text(asked)).not_to_have_count(0)
    picture(ana.page, "table-mode-request-desktop")
    picture(ben.page, "table-mode-request-phone")

    button(ben.page, text("say.open")).click()
    expect(ben.page.get_by_text(text("manners.quiet"))).to_be_visible()
    picture(ben.page, "table-mode-quiet-phone")
    button(ben.page, text("say.wow")).click()
    expect(ana.page.locator(".bubbles").get_by_text(text("say.wow"))).to_be_visible()
    cleo.wait(lambda client: client.state["board"]["manners"]["talked"] == 2)
    before = cleo.state["board"]["players"][2]["stock"]
    assert cleo.play("call")["type"] == "done"
    ana.reads("two-cards", "other", 2, name="Ben", caller="Cleo")
    ben.reads("two-cards", "you", 2, caller="Cleo")
    expect(ben.spot("s").locator(".count")).to_have_text(str(before + 2))
    picture(ana.page, "table-mode-two-cards-desktop")
    picture(ben.page, "table-mode-two-cards-phone")


def test_a_strict_table_has_nothing_to_call(new_page: NewPage, server: Server) -> None:
    page = new_page()
    sit(page, server, options={"players": 2})
    expect(button(page, text("table.hint"))).to_be_visible()
    expect(button(page, CALL)).to_have_count(0)
    expect(page.get_by_role("img", name="Draw pile: ")).to_be_visible()
