"""A player of this package at a table: it thinks about a state that looks as its view does.

It thinks on the interpreted machine, until a compiled one is ready: `prepare` makes one, which
takes a while the first time.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from random import Random
from threading import Thread
from types import ModuleType
from typing import Any

from ..machine import constants, loop, python, setting
from ..machine.runs import Player, room
from ..rules.editions import Rules
from ..rules.state import MOVE
from ..table.notation import Move
from ..table.view import CardView, View
from . import learned, native
from .cards import NO_MOVE
from .imagine import imagine

Key = tuple[object, ...]

_minds: dict[Key, Any] = {}  # compiled ones that are ready
_making: dict[Key, Thread] = {}  # those who make them, or have made them


class Thinker:
    """One of the players that `native` lists."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        rules = view.rules
        row = native.player(self.name, rules)
        stream = [rng.getrandbits(32), rng.getrandbits(32), 0]
        code = mind(rules, row).choose(imagine(view), row, stream)
        move = Move.of(code, rules.family)
        if isinstance(view, CardView) and _out_of_turn(view) and move not in legal:
            return _end_of_turn(legal, rng)  # T2: it would win, but nobody wins out of turn
        return move


def _out_of_turn(view: CardView) -> bool:
    return view.manners is not None and view.manners.right is not None


def _end_of_turn(legal: Sequence[Move], rng: Random) -> Move:
    """Any discard; with none, whatever there is."""
    discards = [move for move in legal if move.startswith("h") and ">d" in move]
    return rng.choice(discards or legal)


def mind(rules: Rules, player: Player) -> Any:
    """What decides for a player: compiled if that is ready."""
    modules = native.modules([player], rules)
    ready = _minds.get(_key(rules, modules))
    return ready or python.Mind(rules, *modules)


def prepare(rules: Rules, name: str, *, wait: bool = False) -> None:
    """Have a compiled mind made beside the game, if Numba is installed; or wait for it."""
    player = native.entrant(name, rules)
    if player is None or find_spec("numba") is None:
        return
    key = _key(rules, native.modules([player], rules))
    if key not in _making:
        _making[key] = Thread(target=_make, args=(rules, player), daemon=True)
        _making[key].start()
    if wait:
        _making[key].join()


def making() -> bool:
    """Whether a compiled mind is being made just now."""
    return any(maker.is_alive() for maker in _making.values())


def _make(rules: Rules, player: Player) -> None:
    from ..machine import cpu

    modules = native.modules([player], rules)
    made = cpu.Mind(rules, *modules)
    made.choose(_dealt(rules), player, [0, 0, 0])  # this compiles
    if learned in modules:
        made.weigh(_dealt(rules), player, NO_MOVE)  # and this, for hints and chances to win
    _minds[_key(rules, modules)] = made


def _dealt(rules: Rules) -> Any:
    """Any state in which there is something to decide."""
    bound, state = python.machine(rules, loop), python.new_state(rules)
    order, stream = [0] * room(rules)[0], [0] * 3
    bound.begin(state, *setting(rules))
    while state.waiting != MOVE:
        bound.chance(state, order, stream)
    return state


def _key(rules: Rules, modules: tuple[ModuleType, ...]) -> Key:
    return (modules, *constants(rules).items())
