"""What is said between skipbo and a bot that is a program: a JSON object on a line each.

docs/write-a-bot.md tells it to the authors of bots.
"""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from ..errors import BotFailed, shorten
from ..rules.editions import Rules
from ..table.notation import Move
from ..table.view import View, loads

VERSION = 1
SEEDS = 32  # bits: every language reads such a number without loss


def new_game(seat: int, rules: Rules) -> str:
    """A game begins; no answer is expected."""
    options = {"edition": rules.edition, **rules.options()}
    told = {"type": "new_game", "protocol": VERSION, "seat": seat, "rules": options}
    return json.dumps(told, separators=(",", ":"))


def question(view: View, legal: Sequence[Move], rng: Random) -> str:
    """Which move? All that is said of the game is the view."""
    moves = json.dumps(legal, separators=(",", ":"))
    seed = rng.getrandbits(SEEDS)
    return f'{{"type":"choose","legal":{moves},"seed":{seed},"view":{view.dumps()}}}'


def read_question(message: dict[str, Any]) -> tuple[View, list[Move], Random]:
    """What a bot in Python is asked with."""
    view = loads(json.dumps(message["view"]))
    return view, [Move.parse(move) for move in message["legal"]], Random(message["seed"])


def answer(move: object) -> str:
    return json.dumps({"move": move}, default=repr)


def read_answer(name: str, line: bytes) -> str:
    """The move that the bot of that name answered."""
    try:
        told = json.loads(line.decode())
    except UnicodeDecodeError:
        raise BotFailed(f"{name} answered {shorten(line)}, which is not UTF-8") from None
    except (ValueError, RecursionError):
        raise BotFailed(f"{name} answered {shorten(line.decode())}, which is not JSON") from None
    if not isinstance(told, dict) or not isinstance(told.get("move"), str):
        answered = shorten(line.decode())
        raise BotFailed(f"{name} answered {answered}, which is not like {answer('s>b1')}")
    return str(told["move"])
