"""Which machine is asked for, and that machine made ready: compiled once, for all who ask again."""

from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from operator import index
from types import ModuleType
from typing import Any, SupportsIndex

from ..errors import SkipboError, shorten
from ..rules.editions import Rules
from . import constants

# What to install, should anything be missing. (The interpreted machine needs NumPy for stepping.)
MACHINES = {"python": "skipbo[fast]", "cpu": "skipbo[fast]", "gpu": "skipbo[gpu]"}

LARGEST = 2**63 - 1  # of a seed and a number of games: what compiled code counts with
LONGEST = 10**7  # moves in a game: a core makes them in a third of a second, and then can stop


def chosen_machine(on: str | None) -> str:
    """The machine of that name; by itself the compiled one, where Numba is installed."""
    if on is None:
        return "cpu" if find_spec("numba") else "python"
    if on not in MACHINES:
        raise SkipboError(f"there is no machine {on!r}; the machines are {', '.join(MACHINES)}")
    return on


def check(name: str, value: SupportsIndex, low: int, high: int) -> None:
    try:
        fits = low <= index(value) <= high
    except TypeError:  # not a whole number at all
        fits = False
    if not fits:
        raise SkipboError(f"{name} must be {low} to {high}, not {shorten(value)}")


def warm(kind: str, rules: Rules, on: str, modules: tuple[ModuleType, ...]) -> Any:
    """A `Runner`, a `Watcher` or a `Stepper` of a machine, made once."""
    compiled = _Compiled(rules.family, tuple(constants(rules).items()), rules)
    return _warm(kind, on, compiled, modules)


@dataclass(frozen=True)
class _Compiled:
    """What a machine has compiled in; rules that differ in nothing else share it."""

    family: str
    numbers: tuple[tuple[str, int], ...]
    rules: Rules = field(compare=False)


@cache
def _warm(kind: str, on: str, compiled: _Compiled, modules: tuple[ModuleType, ...]) -> Any:
    place = f"stepping.on_{on}" if kind == "Stepper" else on
    try:
        module: Any = import_module(f"..machine.{place}", __package__)
    except ModuleNotFoundError as error:
        raise SkipboError(
            f"the machine {on!r} needs {error.name}, which is not installed: "
            f"pip install '{MACHINES[on]}'"
        ) from None
    return getattr(module, kind)(compiled.rules, *modules)
