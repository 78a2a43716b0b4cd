"""`skipbo serve`: the table in the browser, for this machine or for others as well."""

import argparse
import re

from ..errors import SkipboError, shorten
from .common import Subparsers, add_command


def add(commands: Subparsers) -> None:
    command = add_command(
        commands,
        "serve",
        run,
        "serve the table in the browser",
        """
        skipbo                         serve on this machine and open the browser
        skipbo serve --port 8000       serve without opening one
        skipbo serve --host 0.0.0.0    let others on the network come, too
        skipbo serve --behind-proxy --origin https://play.example.org
        """,
    )
    command.add_argument("--host", default="127.0.0.1", help="listen here (default %(default)s)")
    command.add_argument(
        "--port", type=int, metavar="N", help="(default 8321, or one that is free)"
    )
    command.add_argument(
        "--store", metavar="URL", help="where tables are kept, as sqlite:PATH (default: your own)"
    )
    command.add_argument(
        "--name", action="append", default=[], help="a host name that it is reached by; repeatable"
    )
    command.add_argument(
        "--origin", action="append", default=[], help="a site whose pages may ask; repeatable"
    )
    command.add_argument(
        "--behind-proxy",
        action="store_true",
        help="believe the proxy on this machine about who asks",
    )
    command.add_argument(
        "--workers", type=int, default=0, metavar="N", help="processes that think for bots"
    )
    command.add_argument(
        "--tables-per-address", type=int, metavar="N", help="opened in ten minutes (default 30)"
    )
    command.add_argument("--open", action="store_true", help="open the browser")
    command.add_argument("--quiet", action="store_true", help="log only what goes wrong")


def run(args: argparse.Namespace) -> int:
    from dataclasses import replace

    from ..server.guard import Limits
    from ..server.run import Options, serve

    check_number("--port", args.port, 0, 65_535)
    check_number("--workers", args.workers, 0, 64)
    check_number("--tables-per-address", args.tables_per_address, 1, 1_000_000)
    for origin in args.origin:
        if not re.fullmatch(r"https?://[^/\s]+/?", origin):
            told = f"--origin is a site such as https://play.example.org, not {shorten(origin)}"
            raise SkipboError(told)
    for name in args.name:
        if not re.fullmatch(r"[\w.-]+", name):
            raise SkipboError(f"--name is a host name such as games.lan, not {shorten(name)}")
    limits = Limits()
    if args.tables_per_address is not None:
        many = args.tables_per_address
        limits = replace(limits, tables=(many, 600.0), seats=(many * 6, 600.0))
    options = Options(
        host=args.host,
        port=args.port,
        store=args.store,
        names=args.name,
        origins=args.origin,
        behind_proxy=args.behind_proxy,
        workers=args.workers,
        limits=limits,
        quiet=args.quiet,
    )
    serve(options, browser=args.open)
    return 0


def check_number(option: str, number: int | None, low: int, high: int) -> None:
    if number is not None and not low <= number <= high:
        raise SkipboError(f"{option} must be {low} to {high}, not {number}")
