"""Who may ask, and how often: hosts, origins, rates. And the headers that keep a page to itself."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from .refusal import Refused

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # a table's code is in its address
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
LOOPBACK = ("localhost", "127.0.0.1", "::1")
ADDRESSES_KEPT = 20_000


@dataclass(frozen=True)
class Limits:
    """How much one connection, one address and all together may do."""

    frame: int = 8 * 1024  # bytes of a frame, and of a request
    record: int = 512 * 1024  # bytes of a request that carries a record
    frames: tuple[int, float] = (100, 20.0)  # of a player: so many in so many seconds
    watching: tuple[int, float] = (50, 20.0)  # of a watcher
    requests: tuple[int, float] = (600, 60.0)  # of an address; and as many sockets
    records: tuple[int, float] = (60, 60.0)  # played again for an address
    tables: tuple[int, float] = (30, 600.0)  # opened by an address
    seats: tuple[int, float] = (60, 600.0)  # taken by an address
    connections: int = 60  # of an address, at one time
    http: int = 100  # the same, of those that are no sockets
    talk: tuple[int, float] = (20, 60.0)  # what a seat may say
    all_connections: int = 5_000
    all_tables: int = 100_000


class Rate:
    """At most `count` in any `seconds`, for one connection; it refills evenly."""

    def __init__(self, count: int, seconds: float) -> None:
        self._count, self._seconds = count, seconds
        self._left, self._at = float(count), time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        refilled = (now - self._at) * self._count / self._seconds
        self._left, self._at = min(self._count, self._left + refilled), now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Rates:
    """The same for every address; those not heard of for longest are forgotten first."""

    def __init__(self, count: int, seconds: float) -> None:
        self._limit = count, seconds
        self._rates: OrderedDict[str, Rate] = OrderedDict()

    def take(self, address: str, what: str) -> None:
        rate = self._rates.pop(address, None) or Rate(*self._limit)
        self._rates[address] = rate
        if len(self._rates) > ADDRESSES_KEPT:
            self._rates.popitem(last=False)
        if not rate.take():
            count, seconds = self._limit
            raise Refused("too-fast", f"at most {count} {what} in {seconds:g} seconds")


class Doors:
    """Which hosts this server answers to, and which pages may speak to it.

    A page of another site could make a browser ask here, under a name of its own that it points
    to this machine: so the host is checked as well as the origin.
    """

    def __init__(self, hosts: Iterable[str], origins: Iterable[str] = ()) -> None:
        self._hosts = {host.lower() for host in (*LOOPBACK, *hosts)}
        self._any_address = bool({"0.0.0.0", "::"} & self._hosts)
        self._origins = {origin.rstrip("/").lower() for origin in origins}

    def check(self, headers: Mapping[str, str]) -> None:
        host = headers.get("host", "").lower()
        origin = headers.get("origin", "").lower()
        if not self._known(host):
            raise Refused("foreign", "this server does not answer to that host name")
        if origin and origin not in self._origins and _place(origin) != host:
            raise Refused("foreign", "pages of other sites may not ask here")

    def _known(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
            _ = urlsplit(f"//{host}").port
        except ValueError:
            return False
        if name in self._hosts or any(urlsplit(o).hostname == name for o in self._origins):
            return True
        return self._any_address and _is_address(name)


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def address_of(connection: HTTPConnection) -> str:
    """Who asks, as far as limits go: of IPv6 the network, as all of it is one customer's."""
    host = connection.client.host if connection.client else ""
    if ":" not in host or not _is_address(host):
        return host
    return str(ipaddress.ip_network((host.partition("%")[0], 64), strict=False))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
