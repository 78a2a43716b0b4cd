"""A server, a browser, and people with pages of their own."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from tests.server import Server

from skipbo.server.page import BUILT

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--mute-audio",
]
PICTURES = Path(__file__).parents[2] / "test-results"
PATIENCE = 20_000  # milliseconds: nobody waits for them unless something is wrong

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (BUILT / "index.html").is_file(), "the page is not built: make page"
    with Server(tmp_path_factory.mktemp("store") / "tables.db") as running:
        yield running


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "there is no chromium: make test installs it on Debian"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Browser, server: Server) -> Iterator[NewPage]:
    """A browser of its own for each person: nothing is shared but the server."""
    contexts = []
    complaints: list[str] = []

    def make(**options: Any) -> Page:
        options = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US", **options}
        context = chromium.new_context(base_url=server.address, reduced_motion="reduce", **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: _note(complaints, said.type, said.text))
        return page

    yield make
    for context in contexts:
        context.close()
    assert not complaints


def _note(complaints: list[str], kind: str, text: str) -> None:
    """What a page complains of is an error of ours, except that a line was cut on purpose."""
    if kind in ("error", "warning") and "WebSocket" not in text and "net::ERR_" not in text:
        complaints.append(text)


@pytest.fixture(scope="session")
def picture() -> Callable[[Page, str], None]:
    """Keep what a page looks like, to be looked at."""
    PICTURES.mkdir(exist_ok=True)

    def take(page: Page, name: str) -> None:
        page.screenshot(path=PICTURES / f"{name}.png")

    return take
