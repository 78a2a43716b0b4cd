"""`skipbo play`: a person against bots in the terminal.

`seating` sets a game up or resumes one, `session` holds it and its loop, `commands` what may be
typed besides moves; `choices` reads moves, `screen` draws with `cards`, `board` and `pieces`;
`words`, `manners`, `advice` and `texts` hold all that is said, `saves` keeps games on disk. In
table mode `watching` asks the person while others play.
"""

import argparse
import os
import sys
from collections.abc import Iterable

from ..rules.editions import Rules
from ..texts import branch
from .texts import YOU

PAUSE = 0.6  # seconds to read what a bot does


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that only `skipbo play` has."""
    option = parser.add_argument
    told = "who plays the other seats, filled round the table (default: the strongest)"
    option("--bots", metavar="A,B", help=told)
    levels = tuple(branch("options.levels"))
    told = f"how well all of them play, instead of --bots: {', '.join(levels)}"
    option("--level", choices=levels, metavar="L", help=told)
    option("--seat", type=int, default=0, metavar="N", help="your seat, counted from 0 (default 0)")
    option("--name", default=YOU, help="your name, for the table and the record")
    option("--match", action="store_true", help="play games until someone has the target's points")
    told = "go on with a saved game: the last one, or FILE"
    option("--resume", nargs="?", const="", default=None, metavar="FILE", help=told)
    told = "bots err and call now and then: practise table mode (--enforcement table)"
    option("--slips", action="store_true", help=told)
    option("--fast", action="store_true", help="do not pause after what a bot does")


def prepare(rules: Rules, bots: Iterable[str]) -> None:
    """Have compiled what thinks hard, beside the game: who gives the hints, and the bots."""
    from ..bots import native, thinker
    from ..bots.hint import HINTS

    for name in dict.fromkeys((HINTS[rules.family], *bots)):
        if native.searches(name, rules):
            thinker.prepare(rules, name)


def run(rules: Rules | None, args: argparse.Namespace) -> int:
    """Play; the exit code. Without rules, a saved game is resumed."""
    from .prompt import Keyboard
    from .screen import make_console
    from .seating import sit_down

    console, keyboard = make_console(), Keyboard()
    try:
        pause = PAUSE if console.is_terminal and not args.fast else 0.0
        session = sit_down(rules, args, console, keyboard, pause)
        prepare(session.play.rules, session.bots)
        code = session.run()
    finally:
        keyboard.close()
    leave(code)
    return code


def leave(code: int) -> None:
    """While something is being compiled, end at once: a compiler must not be ended midway."""
    from ..bots import thinker

    if thinker.making():
        sys.stdout.flush()
        os._exit(code)
