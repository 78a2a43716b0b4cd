"""Two people in two browsers and a spectator; coming late, coming back, and what comes after."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage
from tests.browser.people import (
    PHONE,
    Player,
    button,
    dialog,
    expect_over,
    go_to,
    said,
    shows_chance,
    watch_record,
)
from tests.server import Server

Picture = Callable[[Page, str], None]
Frames = list[dict[str, Any]]

text = said()


def recorded(page: Page) -> Frames:
    """Every frame that this page receives from now on."""
    frames: Frames = []

    def listen(socket: Any) -> None:
        socket.on("framereceived", lambda data: frames.append(json.loads(data)))

    page.on("websocket", listen)
    return frames


def host(page: Page, server: Server) -> tuple[str, str]:
    """Open a table for friends from the first page; the link that invites, and the watchers'."""
    page.goto("/")
    page.get_by_label(text("home.name")).fill("Ana")
    button(page, text("home.more")).click()
    choices = dialog(page)
    choices.get_by_text(text("options.house"), exact=True).click()
    choices.get_by_label(text("options.names.stock")).fill("2")
    button(choices, text("home.friends")).click()
    link = page.get_by_label(text("lobby.link"), exact=True).input_value()
    watch = page.get_by_label(text("lobby.watch_link"), exact=True).input_value()
    return link, watch


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_role("button", name=text("lobby.sit_at", number=2)).click()
    dialog(page).get_by_label(text("lobby.name")).fill(name)
    button(dialog(page), text("lobby.sit")).click()
    expect(dialog(page)).to_have_count(0)


def play_together(players: list[Player], moves: int = 400) -> None:
    for _ in range(moves):
        on_turn = [player for player in players if player.on_turn()]
        if on_turn:
            on_turn[0].move()
        elif all(dialog(player.page).count() for player in players):
            return
        else:
            players[0].page.wait_for_timeout(20)
    raise AssertionError("no end")


def test_two_people_and_a_spectator(new_page: NewPage, server: Server, picture: Picture) -> None:
    ana, bea, watcher = new_page(), new_page(**PHONE), new_page()
    shows_chance(ana)
    shows_chance(watcher)
    heard = {"Ana": recorded(ana), "Bea": recorded(bea), None: recorded(watcher)}
    link, watch = host(ana, server)
    join(bea, link, "Bea")
    picture(ana, "lobby-desktop")
    picture(bea, "lobby-phone")
    watcher.goto(watch)
    expect(ana.get_by_text("Bea", exact=True).first).to_be_visible()
    button(ana, text("lobby.start")).click()
    players = [Player(ana), Player(bea)]
    for player in players:
        player.page.wait_for_selector("[data-place]")
    button(bea, text("say.open")).first.click()
    button(bea, text("say.well-played")).first.click()
    expect(ana.get_by_text(text("say.well-played")).first).to_be_visible()
    bea.keyboard.press("Escape")
    picture(watcher, "spectator-desktop")
    told = re.compile(text("hint.chance", count=r"\d+"))
    meter = ana.get_by_role("meter", name=text("settings.chance"))
    Player(ana).play(1)
    expect(meter).to_have_attribute("aria-valuetext", told)
    for page in (bea, watcher):
        expect(page.get_by_role("meter")).to_have_count(0)
    play_together(players)
    for page in (ana, bea):
        expect_over(page, text)

    chances = {name: [f for f in all if f["type"] == "chance"] for name, all in heard.items()}
    assert all(0 <= frame["chance"] <= 1 for frame in chances["Ana"])
    assert [name for name, all in chances.items() if all] == ["Ana"]
    assert all(frame.get("hand") is None for frame in heard[None])
    assert not any(frame.get("legal") for frame in heard[None])
    for name, frames in heard.items():
        said_once = [told["seq"] for f in frames for told in f.get("happened", ())]
        assert said_once == sorted(said_once), name
        assert not any("token" in json.dumps(frame) for frame in frames)

    button(dialog(bea), text("after.rematch")).click()
    expect(dialog(ana)).to_have_count(0)
    expect(ana.get_by_text(text("table.your_turn")).or_(ana.get_by_text("Bea"))).not_to_have_count(
        0
    )


def test_after_a_game(new_page: NewPage, server: Server, picture: Picture) -> None:
    """Points and the match table, the replay from any side, the record, the check of the deal."""
    page = new_page()
    asked = {"name": "Ana", "start": True, "options": {"players": 3, "stock": 1}}
    settings = {"pace": "instant", "level": "easy", "match": True}
    seated = server.post("/tables", {**asked, "settings": settings}).json()
    go_to(page, seated)
    Player(page).play_to_the_end()
    picture(page, "match-desktop")
    with page.expect_download() as download:
        button(dialog(page), text("after.save")).click()
    record = download.value.path().read_text()
    assert record.startswith("skipbo record 1")
    button(dialog(page), text("after.check")).click()
    expect(dialog(page).get_by_text(text("after.because.fair"))).to_be_visible()
    expect(dialog(page).get_by_text(text("after.same"))).to_be_visible()
    picture(page, "fair-desktop")
    page.keyboard.press("Escape")
    button(page, text("after.open")).click()
    button(dialog(page), text("after.next")).click()
    expect(dialog(page)).to_have_count(0)

    page.goto(f"/replay/{seated['code']}:1")
    slider = page.get_by_role("slider")
    slider.fill(slider.get_attribute("max") or "0")
    picture(page, "replay-desktop")
    slider.press("Home")  # where everybody holds what was dealt, or is yet to draw
    page.get_by_label(text("replay.side")).select_option(label=text("replay.all"))
    expect(page.locator("[data-card]").first).to_be_visible()

    watch_record(page, record)
    slider.press("ArrowRight")
    expect(slider).to_have_value("1")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"Ana \d+, "))
    expect(page.get_by_text(text("review.moves"))).to_be_visible()
    expect(page.get_by_text(text("replay.luck_and_skill"))).to_be_visible()
    chart = page.locator(".chart").bounding_box()
    assert chart
    page.mouse.click(chart["x"] + chart["width"] - 1, chart["y"] + 30)
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    for move in page.get_by_role("complementary").locator("ol button").all():
        move.click()
        expect(move).to_have_attribute("aria-current", "step")
        expect(slider).not_to_have_value(slider.get_attribute("max") or "")


def test_late_away_and_on_another_device(new_page: NewPage, server: Server) -> None:
    ana, late, other = new_page(), new_page(), new_page(**PHONE)
    settings = {"pace": "instant", "level": "easy", "grace": 5}
    asked = {"name": "Ana", "start": True, "options": {"players": 3}, "settings": settings}
    seated = server.post("/tables", asked).json()
    go_to(ana, seated)

    late.goto(f"/t/{seated['code']}")  # the link alone: watches, and takes a bot's seat
    late.get_by_role("button", name="Bruno").first.click()
    dialog(late).get_by_label(text("lobby.name")).fill("Leo")
    button(dialog(late), text("lobby.sit")).click()
    expect(ana.get_by_text("Leo").first).to_be_visible()

    ana.reload()  # a refresh goes on where it was
    Player(ana).waits_for_turn()
    button(ana, text("settings.menu")).click()
    button(dialog(ana), text("settings.device")).click()
    link = ana.get_by_label(text("settings.device_link")).input_value()
    ana.context.close()  # gone; the seat goes on elsewhere
    other.goto(link)
    assert Player(other).waits_for_turn()
    assert "ticket" not in other.url
