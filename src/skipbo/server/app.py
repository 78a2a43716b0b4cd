"""The addresses: REST under /api, the socket at /api/socket, and the page at every other one."""

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from ..rules.editions import EDITIONS, OPTIONS, configure
from . import describe, replays, wire
from .guard import HEADERS, Doors, Limits, Rates, address_of
from .headers import SafeHeaders
from .hub import Hub
from .live import version
from .log import EventStore
from .page import page_routes
from .refusal import Refused
from .reviews import Reviews
from .socket import Sockets
from .workers import Workers

STATUS: dict[str, int] = {
    "bad-frame": 400,
    "bad-name": 422,
    "name-taken": 409,
    "bad-options": 422,
    "bad-record": 422,
    "bad-seat": 422,
    "bad-token": 401,
    "foreign": 403,
    "no-game": 409,
    "no-table": 404,
    "not-found": 404,
    "seat-taken": 409,
    "too-fast": 429,
    "too-many": 503,
    "closing": 503,
    "failed": 500,
}

READING = 10.0  # seconds until a request has come whole

logger = logging.getLogger("skipbo.app")

Handler = Callable[[Request], Awaitable[Response]]


class Api:
    """What is answered over HTTP."""

    def __init__(self, hub: Hub, sockets: Sockets, doors: Doors, limits: Limits) -> None:
        self.hub = hub
        self.sockets = sockets
        self.doors = doors
        self.limits = limits
        self.requests = Rates(*limits.requests)
        self.tables = Rates(*limits.tables)
        self.seats = Rates(*limits.seats)
        self.records = Rates(*limits.records)
        self.replaying = asyncio.Semaphore(1)
        self.reviews = Reviews()

    def routes(self) -> list[Route]:
        return [
            self._route("/api/health", self.health),
            self._route("/api/editions", self.editions),
            self._route("/api/tables", self.open_table, "POST"),
            self._route("/api/tables/{code}", self.table),
            self._route("/api/tables/{code}/seats", self.take_seat, "POST"),
            self._route("/api/tables/{code}/tickets", self.make_ticket, "POST"),
            self._route("/api/tables/{code}/games/{game}/record", self.record),
            self._route("/api/tables/{code}/games/{game}/replay", self.replay),
            self._route("/api/tables/{code}/games/{game}/review", self.review),
            self._route("/api/replay", self.replay_text, "POST"),
            self._route("/api/review", self.review_text, "POST"),
            self._route("/api/check", self.check, "POST"),
            self._route("/api/openapi.json", self.openapi),
            self._route("/api/asyncapi.json", self.asyncapi),
        ]

    def _route(self, path: str, handler: Handler, method: str = "GET") -> Route:
        async def guarded(request: Request) -> Response:
            self.doors.check(request.headers)
            self.requests.take(address_of(request), "requests")
            return await handler(request)

        return Route(path, guarded, methods=[method])

    # --- Tables and seats

    async def open_table(self, request: Request) -> Response:
        asked = await self._body(request, wire.OpenTable)
        self.tables.take(address_of(request), "tables")
        return answer(await self.hub.open(asked), 201)

    async def table(self, request: Request) -> Response:
        live, _ = await self.hub.find(request.path_params["code"])
        return answer(live.info())

    async def take_seat(self, request: Request) -> Response:
        asked = await self._body(request, wire.TakeSeat)
        self.seats.take(address_of(request), "seats")
        return answer(await self.hub.sit(request.path_params["code"], asked), 201)

    async def make_ticket(self, request: Request) -> Response:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise Refused("bad-token", "say Authorization: Bearer and the seat's token")
        return answer(await self.hub.ticket(request.path_params["code"], token), 201)

    # --- Games that are over

    async def record(self, request: Request) -> Response:
        return PlainTextResponse(await self._record(request), headers={"cache-control": "no-store"})

    async def replay(self, request: Request) -> Response:
        return await self._played_again(replays.replay_text, await self._record(request))

    async def review(self, request: Request) -> Response:
        return answer(await self.reviews.of(await self._record(request)))

    async def _record(self, request: Request) -> str:
        self.records.take(address_of(request), "records")
        code, game = request.path_params["code"], request.path_params["game"]
        if not re.fullmatch("[0-9]{1,9}", game):
            raise Refused("no-game", "games have numbers, from 1")
        return (await self.hub.finished(code, int(game))).record().dumps()

    async def replay_text(self, request: Request) -> Response:
        asked = await self._body(request, wire.RecordText, self.limits.record)
        self.records.take(address_of(request), "records")
        return await self._played_again(replays.replay_text, asked.record)

    async def review_text(self, request: Request) -> Response:
        asked = await self._body(request, wire.RecordText, self.limits.record)
        self.records.take(address_of(request), "records")
        return answer(await self.reviews.of(asked.record))

    async def check(self, request: Request) -> Response:
        asked = await self._body(request, wire.RecordText, self.limits.record)
        self.records.take(address_of(request), "records")
        return await self._played_again(replays.check_text, asked.record)

    async def _played_again(self, play: Callable[[str], object], text: str) -> Response:
        """One record after the other, in a thread: a long one must not hold the tables up."""
        async with self.replaying:
            return await asyncio.to_thread(lambda: answer(play(text)))

    # --- About this server

    async def health(self, request: Request) -> Response:
        status: Any = "closing" if self.hub.closing else "ok"
        return answer(wire.Health(status, version(), self.hub.awake, self.sockets.count))

    async def editions(self, request: Request) -> Response:
        return answer(edition_infos())

    async def openapi(self, request: Request) -> Response:
        return answer(describe.openapi(version()))

    async def asyncapi(self, request: Request) -> Response:
        return answer(describe.asyncapi(version()))

    async def _body(self, request: Request, kind: Any, most: int = 0) -> Any:
        """What a request carries; no more of it is read than may be."""
        most = most or self.limits.frame
        data = b""
        try:
            async with asyncio.timeout(READING):
                async for chunk in request.stream():
                    data += chunk
                    if len(data) > most:
                        raise HTTPException(413, f"a request has at most {most} bytes")
            return msgspec.json.decode(data, type=kind)
        except (ClientDisconnect, TimeoutError):
            raise Refused("bad-frame", f"the request broke off, or took {READING:g} s") from None
        except (msgspec.DecodeError, RecursionError) as error:
            raise Refused("bad-frame", str(error)) from None


def edition_infos() -> list[wire.EditionInfo]:
    """Every edition with its options, from the rules' own table of them."""
    return [
        wire.EditionInfo(
            name=edition.name,
            title=edition.title,
            year=edition.year,
            family="dice" if edition.rules.family == "dice" else "cards",
            options=[option_info(edition.name, name) for name in edition.options],
            match=edition.rules.family == "cards",
            cards=edition.rules.cards if edition.rules.family == "cards" else 0,
        )
        for edition in EDITIONS.values()
    ]


def option_info(edition: str, name: str) -> wire.OptionInfo:
    option = OPTIONS[name]
    defaults = [
        getattr(configure(edition, players=players), name, False) for players in range(2, 7)
    ]
    return wire.OptionInfo(
        name, option.low, option.high, list(option.choices), option.flag, defaults
    )


def answer(content: object, status: int = 200) -> Response:
    data = msgspec.json.encode(content)
    return Response(data, status, {"cache-control": "no-store"}, "application/json")


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return answer(
        wire.Problem(error.code, error.message, error.kind, error.values),
        STATUS.get(error.code, 409),
    )


async def not_found(request: Request, error: Exception) -> Response:
    """What Starlette itself refuses: an unknown address or method, a body that is too long."""
    assert isinstance(error, HTTPException)
    code: Any = {404: "not-found", 405: "not-found", 413: "bad-frame"}.get(
        error.status_code, "failed"
    )
    response = answer(wire.Problem(code, error.detail), error.status_code)
    response.headers.update(error.headers or {})
    return response


async def failed(request: Request, error: Exception) -> Response:
    path = re.sub(r"[\w-]{16}", lambda code: code[0][:5], request.url.path)  # as `LiveTable.name`
    logger.error("%s %s failed", request.method, path, exc_info=error)
    response = answer(wire.Problem("failed", "something went wrong here; it was written down"), 500)
    response.headers.update(HEADERS)  # this answer is made outside of all middleware
    return response


def make_app(
    store: EventStore,
    *,
    doors: Doors | None = None,
    limits: Limits | None = None,
    workers: int = 0,
    page: Path | None = None,
    on_start: Callable[[], None] = lambda: None,
) -> Starlette:
    """The whole server as an application."""
    doors, limits = doors or Doors(()), limits or Limits()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await hub.begin()
        on_start()
        yield
        await sockets.close()
        await api.reviews.close()
        await hub.close()

    hub = Hub(store, Workers(workers), limits)
    sockets = Sockets(hub, doors, limits)
    api = Api(hub, sockets, doors, limits)
    return Starlette(
        routes=[
            WebSocketRoute("/api/socket", sockets.serve),
            *api.routes(),
            *page_routes(page),
        ],
        middleware=[Middleware(SafeHeaders), Middleware(GZipMiddleware, minimum_size=1024)],
        exception_handlers={Refused: refused, HTTPException: not_found, Exception: failed},
        lifespan=lifespan,
    )
