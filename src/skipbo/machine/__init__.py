"""The same rules on three machines: interpreted (`python`), Numba (`cpu`) and CUDA (`gpu`).

`bind` copies the functions of the rules, and of what else plays along, into one namespace where the
edition's numbers are constants, and decorates each copy for its machine. `layout` tells a state's
fields, from which the plain object and the NumPy record are both made.
"""

import hashlib
import types
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import lru_cache
from math import prod
from types import ModuleType
from typing import Any

from ..rules import cards, dice
from ..rules.editions import Rules

HOST_FUNCTIONS = ("constants", "setting")  # of the rules modules: they make what is bound
HOST_NUMBERS = ("SCRATCH",)  # how much room a module wants: each its own
# What a later module may do in its own way.
OPPONENTS = ("others_sit_down", "others_move", "onlooker")
NETWORK = (
    "sum_up",
    "sum_up_discards",
    "sum_up_hand_without",
    "value_of_discard",
    "value_of_hand",
    "propose",
    "ask_after_extra",
)
REPLACEABLE = ("choose", "shuffle", "low", "wide", *OPPONENTS, *NETWORK)
WORD = 4  # bytes, as many as the widest field has
WIDTHS = {"i4": 4, "i2": 2, "u2": 2, "u1": 1}

Field = tuple[str, str, tuple[int, ...]]  # name, type, shape
Decorator = Callable[[Any], Any]


def rules_module(rules: Rules) -> ModuleType:
    """The module that holds the rules of this family of games."""
    return dice if rules.family == "dice" else cards


def constants(rules: Rules) -> dict[str, int]:
    """The edition's numbers that are compiled in."""
    return dict(rules_module(rules).constants(rules))


def setting(rules: Rules) -> tuple[int, ...]:
    """What `begin` is told at run time."""
    return tuple(rules_module(rules).setting(rules))


def layout(rules: Rules) -> list[Field]:
    """The fields of a state, the widest first, so that each stands on a multiple of its width."""
    numbers = constants(rules)

    def resolve(shape: Sequence[int | str]) -> tuple[int, ...]:
        return tuple(numbers[n] if isinstance(n, str) else n for n in shape)

    told = [
        (f.name, f.metadata["type"], resolve(f.metadata["shape"]))
        for f in fields(rules_module(rules).State)
    ]
    return sorted(told, key=lambda f: -WIDTHS[f[1]])


def padding(rules: Rules) -> int:
    """The bytes that make a state's record an odd number of words long.

    A GPU's shared memory has 32 banks, a word in each in turn: an odd length puts the same field of
    32 neighbours into 32 banks, which are read at once.
    """
    used = sum(WIDTHS[type] * prod(shape) for _, type, shape in layout(rules))
    return -used % WORD + WORD * (-(-used // WORD) % 2 == 0)


class Bound:
    """Functions bound to one edition on one machine, by name: `bound.play(s, move)`."""

    def __init__(self, rules: Rules, namespace: dict[str, Any]) -> None:
        self.rules = rules
        self.__dict__.update(namespace)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"no function or constant {name!r} is bound")


def bind(rules: Rules, *players: ModuleType, decorate: Decorator | None = None) -> Bound:
    """The rules' functions, and those of the modules that play along, for one edition."""
    modules = (rules_module(rules), *players)
    namespace: dict[str, Any] = {"__builtins__": __builtins__}
    for module in modules:
        names = {k: v for k, v in vars(module).items() if not k.startswith("__")}
        _check_numbers(namespace, names, module)
        namespace.update(names)
    namespace.update(constants(rules))
    functions = tuple(_functions(modules).values())
    numbers = repr(sorted(constants(rules).items()))
    for function, digest in _digests(functions).items():
        key = hashlib.sha256((numbers + digest).encode()).hexdigest()[:16]
        namespace[function.__name__] = _copy(function, namespace, key, decorate)
    return Bound(rules, namespace)


def _check_numbers(known: dict[str, Any], names: dict[str, Any], module: ModuleType) -> None:
    """All functions share one namespace: a name in it must not stand for two numbers."""
    for name, value in names.items():
        known_as = value if name in HOST_NUMBERS else known.get(name, value)
        if isinstance(value, int) and known_as != value:
            raise ValueError(f"{module.__name__} has another {name} than a module before it")


def _functions(modules: Sequence[ModuleType]) -> dict[str, types.FunctionType]:
    """The functions that these modules define, by name."""
    found: dict[str, types.FunctionType] = {}
    for module in modules:
        for name, value in vars(module).items():
            own = isinstance(value, types.FunctionType) and value.__module__ == module.__name__
            if not own or name in HOST_FUNCTIONS:
                continue
            if name in found and name not in REPLACEABLE:
                raise ValueError(f"{found[name].__module__} and {module.__name__} have a {name}")
            found[name] = value
    return found


def _copy(
    function: types.FunctionType, namespace: dict[str, Any], key: str, decorate: Decorator | None
) -> Any:
    copy = types.FunctionType(function.__code__, namespace, function.__name__)
    copy.__module__ = function.__module__
    copy.__doc__ = function.__doc__
    # Numba's disk cache knows a function by its file and its qualified name, not by the constants
    # around it nor by the functions it calls: the key tells them apart.
    copy.__qualname__ = f"{function.__name__}_{key}"
    return decorate(copy) if decorate else copy


@lru_cache(maxsize=64)
def _digests(functions: tuple[types.FunctionType, ...]) -> dict[types.FunctionType, str]:
    """For each function a digest of its code and of all that it may call, itself or through others.

    What is bound besides does not count: so the rules, once compiled, serve whoever plays along.
    """
    by_name = {function.__name__: function for function in functions}
    found = {}
    for function in functions:
        needed, ahead = {function.__name__}, [function]
        while ahead:
            called = by_name.keys() & set(ahead.pop().__code__.co_names) - needed
            needed |= called
            ahead += [by_name[name] for name in called]
        told = "".join(f"{name} {_digest(by_name[name])} " for name in sorted(needed))
        found[function] = hashlib.sha256(told.encode()).hexdigest()
    return found


@lru_cache(maxsize=1024)
def _digest(function: types.FunctionType) -> str:
    """Of a function's own code, and of the numbers that it knows by name."""
    code, known = function.__code__, function.__globals__
    numbers = [(name, known[name]) for name in code.co_names if isinstance(known.get(name), int)]
    told = repr((code.co_names, code.co_consts, numbers))
    return hashlib.sha256(code.co_code + told.encode()).hexdigest()
