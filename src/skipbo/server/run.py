"""The server as a process: one port, one store, a clean end on Ctrl-C or SIGTERM."""

import contextlib
import errno
import gc
import json
import logging
import signal
import socket
import sys
import urllib.request
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from ..errors import SkipboError
from ..files import state_directory
from .app import make_app
from .guard import Doors, Limits
from .live import version
from .patience import impatient
from .sqlite import SqliteStore

PORT = 8321
TRIED = 20  # ports, if the first is taken and none was asked for
UNTAKEN = 30.0  # seconds that the other side may leave what was sent: then the line is dropped

logger = logging.getLogger("skipbo")


@dataclass(frozen=True)
class Options:
    """What `skipbo serve` can be told."""

    host: str = "127.0.0.1"
    port: int | None = None
    store: str | None = None
    names: Sequence[str] = ()  # host names that it answers to besides
    origins: Sequence[str] = ()  # other sites whose pages may ask
    behind_proxy: bool = False
    workers: int = 0
    limits: Limits = Limits()
    quiet: bool = False


def serve(options: Options, *, browser: bool) -> None:
    """Serve until stopped. With `browser`, open the page; where one runs already, that one."""
    start_logging(options.quiet)
    store_path = path_of(options.store)
    try:
        listening = listen(options.host, options.port)
    except Taken as taken:
        if not (browser and ours(taken.address)):
            raise
        print(f"skipbo is running already: {taken.address}", flush=True)
        open_page(taken.address)
        return
    address = address_of(listening, options.host)
    store = SqliteStore(store_path)

    def started() -> None:
        print(f"skipbo {version()} is at {address} (Ctrl-C stops it)", flush=True)
        logger.info("tables are kept in %s", store_path)
        if browser:
            open_page(address)

    app = make_app(
        store,
        doors=Doors((options.host, *options.names), options.origins),
        limits=options.limits,
        workers=options.workers,
        on_start=started,
    )
    server = uvicorn.Server(configuration(app, options.limits, options.behind_proxy))
    # uvicorn ends in order and then raises the signal again: it has been obeyed by then.
    signal.signal(signal.SIGTERM, lambda *_: None)
    settle_memory()
    allow_many_files()
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises it again once it has ended
        server.run([listening])
    print("skipbo has stopped; every table is kept", flush=True)


def settle_memory() -> None:
    """What was imported stays: the collector need not look through it, which takes its time."""
    gc.collect()
    gc.freeze()


def allow_many_files() -> None:
    """Every connection is a file: as many as the system lets us have."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # not everywhere

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def configuration(app: Starlette, limits: Limits, behind_proxy: bool = False) -> uvicorn.Config:
    """How uvicorn serves this application."""
    return uvicorn.Config(
        app,
        http=impatient(None if behind_proxy else limits.http),
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        ws_max_size=limits.frame,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        proxy_headers=behind_proxy,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=limits.frame * 2,
    )


# --- Where it listens


class Taken(SkipboError):
    """Somebody listens there already."""

    def __init__(self, address: str) -> None:
        super().__init__(f"{address} is in use; choose another with --port")
        self.address = address


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on that port; without one, on the usual port or another that is free."""
    if port is not None:
        return _bound(host, port)
    try:
        return _bound(host, PORT)
    except Taken as taken:
        if ours(taken.address):
            raise
    for next_port in range(PORT + 1, PORT + TRIED):
        with contextlib.suppress(Taken):
            return _bound(host, next_port)
    return _bound(host, 0)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends small frames at once; else each waits 40 ms (Nagle).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if sys.platform == "linux":  # elsewhere the system decides when, after minutes
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(UNTAKEN * 1000))
    try:
        listening.bind((host, port))
        listening.listen(256)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise Taken(_url(host, port)) from None
        raise SkipboError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return listening


def address_of(listening: socket.socket, host: str) -> str:
    """Where it can be reached: by others as well, if it listens for them."""
    port = listening.getsockname()[1]
    everywhere = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}
    return _url(own_address(everywhere[host]) if host in everywhere else host, port)


def own_address(family: socket.AddressFamily) -> str:
    """This machine's address in its network; else the one that only it knows."""
    far = "192.0.2.1" if family == socket.AF_INET else "2001:db8::1"  # nobody's (RFC 5737, 3849)
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((far, 9))  # nothing is sent: this only asks which way it would go
            return str(asking.getsockname()[0])
    except OSError:
        return "127.0.0.1" if family == socket.AF_INET else "::1"


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def ours(address: str) -> bool:
    """Whether a skipbo server answers there."""
    try:
        with urllib.request.urlopen(f"{address}/api/health", timeout=2) as answer:
            return "tables" in json.load(answer)
    except (OSError, ValueError):
        return False


def open_page(address: str, open_browser: Callable[[str], bool] = webbrowser.open) -> None:
    with contextlib.suppress(webbrowser.Error):
        open_browser(address)


# --- What it keeps


def path_of(store: str | None) -> Path:
    """The file of the store: sqlite:PATH, or just a path."""
    if store is None:
        return state_directory() / "tables.db"
    scheme, colon, rest = store.partition(":")
    if store in ("", "sqlite:", "sqlite://"):
        raise SkipboError("a store is named as sqlite:PATH")
    if colon and scheme == "sqlite":
        store = rest.removeprefix("//") if rest.startswith("//") else rest
    elif colon and "/" not in scheme and len(scheme) > 1:
        raise SkipboError(f"there is no store {scheme}: use sqlite:PATH")
    return Path(store)


def start_logging(quiet: bool) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logger.setLevel(logging.WARNING if quiet else logging.INFO)
