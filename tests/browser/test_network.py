"""Lines that break while people play: nothing is lost, nothing is done twice."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.conftest import NewPage
from tests.browser.people import CAN_MOVE, Player, go_to, said, sit
from tests.server import Server

ALONE = {"players": 2, "stock": 20}

text = said()


def seats(server: Server, seated: dict[str, Any]) -> list[int]:
    """Who made each move that is in the log."""
    return [moved.seat for moved in server.moves(seated["code"])]


def own_moves(page: Page, server: Server, seated: dict[str, Any], moves: int) -> None:
    """Play so many moves; just those are in the log."""
    before = seats(server, seated).count(0)
    Player(page).play(moves)
    Player(page).waits_for_turn()
    assert seats(server, seated).count(0) == before + moves


def test_a_line_cut_in_mid_move(new_page: NewPage, server: Server) -> None:
    """The move arrives, its answer does not: it is sent again, and played once."""
    page, cuts = new_page(), [1, 3]
    played = 0

    def route(socket: WebSocketRoute) -> None:
        behind = socket.connect_to_server()

        def forward(message: str | bytes) -> None:
            nonlocal played
            behind.send(message)
            if json.loads(message)["type"] == "play":
                played += 1
                if played in cuts:
                    behind.on_message(lambda _: None)  # the answer is lost
                    socket.close()

        socket.on_message(forward)

    page.route_web_socket("**/api/socket", route)
    seated = sit(page, server, options=ALONE)
    own_moves(page, server, seated, 4)
    assert played > 4  # some were sent again


def test_every_frame_sent_twice_and_answered_late(new_page: NewPage, server: Server) -> None:
    page = new_page()

    def route(socket: WebSocketRoute) -> None:
        behind = socket.connect_to_server()

        def forward(message: str | bytes) -> None:
            behind.send(message)
            if json.loads(message)["type"] not in ("hello", "ping"):
                behind.send(message)

        socket.on_message(forward)

    page.route_web_socket("**/api/socket", route)
    seated = sit(page, server, options=ALONE)
    own_moves(page, server, seated, 5)


def test_two_tabs_of_one_seat(new_page: NewPage, server: Server) -> None:
    page = new_page()
    seated = sit(page, server, options=ALONE)
    other = page.context.new_page()
    other.goto(page.url)
    for tab in (page, other, page):
        own_moves(tab, server, seated, 1)
    other.close()


def test_a_black_hole_is_noticed_and_left(new_page: NewPage, server: Server) -> None:
    page = new_page()
    seated = sit(page, server, options=ALONE)
    own_moves(page, server, seated, 1)
    page.context.set_offline(True)
    expect(page.get_by_text(text("table.lost"))).to_be_visible(timeout=20_000)
    page.context.set_offline(False)
    expect(page.get_by_text(text("table.lost"))).to_be_hidden(timeout=20_000)
    own_moves(page, server, seated, 2)


def test_a_server_that_is_killed_and_comes_back(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    with Server(tmp_path / "tables.db") as server:
        asked = {"name": "Ana", "start": True, "options": ALONE}
        seated = server.post("/tables", {**asked, "settings": {"pace": "instant"}}).json()
        go_to(page, seated, server.address)
        own_moves(page, server, seated, 2)
        hand = page.locator("[data-card]").all_inner_texts()
        server.kill()
        expect(page.get_by_text(text("table.lost"))).to_be_visible()
        server.start()
        expect(page.get_by_text(text("table.lost"))).to_be_hidden(timeout=20_000)
        page.wait_for_selector(CAN_MOVE)
        assert page.locator("[data-card]").all_inner_texts() == hand
        own_moves(page, server, seated, 2)
        page.goto("about:blank")
