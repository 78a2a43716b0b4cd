"""Who may import whom. The table in CONTRIBUTING.md says why."""

import ast
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

import skipbo

ROOT = Path(skipbo.__file__).parent
STDLIB = "the standard library"

RULES = ["skipbo.rules", "skipbo.rules.*"]
MACHINE = ["skipbo.machine", "skipbo.machine.*"]
TABLE = ["skipbo.table", "skipbo.table.*"]
SEEN = [f"skipbo.table.{name}" for name in ("view", "notation", "reasons")]
BOTS = ["skipbo.bots", "skipbo.bots.*"]
ARENA = ["skipbo.arena", "skipbo.arena.*"]
ENVS = ["skipbo.envs", "skipbo.envs.*"]
GYM = ["gymnasium", "gymnasium.*"]
LEARNING = [*ENVS, *BOTS, *SEEN, *MACHINE, *RULES, "numpy", "numpy.*"]
SHOWING = ["rich.*", "skipbo.terminal.screen", "pygame", "gymnasium.error"]
REVIEW = ["skipbo.review", "skipbo.review.*"]
SOLVE = ["skipbo.solve", "skipbo.solve.*"]
COMPILERS = ["numpy", "numpy.*", "numba", "numba.*", "numba_cuda"]
TEACHING = ["skipbo.learn", "skipbo.learn.*"]
SERVER = ["skipbo.server", "skipbo.server.*", "msgspec", "msgspec.*"]
WEB = [f"{name}{below}" for name in ("starlette", "uvicorn", "h11") for below in ("", ".*")]
ANYTHING = ["*"]

# A module has the line of the longest name that it begins with. Everyone may import skipbo.errors.
MAY_IMPORT = {
    "skipbo": ANYTHING,
    "skipbo.__main__": ANYTHING,
    "skipbo.cli": ANYTHING,
    "skipbo.terminal": ANYTHING,
    "skipbo.errors": [],
    "skipbo.files": [STDLIB],
    "skipbo.texts": [STDLIB],
    "skipbo.rules": ["typing", "dataclasses", *RULES],
    "skipbo.machine": [STDLIB, *MACHINE, *RULES],
    "skipbo.machine.cpu": [STDLIB, *MACHINE, *RULES, *COMPILERS],
    "skipbo.machine.gpu": [STDLIB, *MACHINE, *RULES, *COMPILERS],
    "skipbo.machine.narrow": ["numpy"],
    "skipbo.machine.device": [STDLIB, *MACHINE, *RULES, *COMPILERS],
    "skipbo.machine.stepping.slots": [STDLIB, *MACHINE, *RULES, "numpy", "numpy.*"],
    "skipbo.machine.stepping.on_python": [STDLIB, *MACHINE, *RULES, "numpy"],
    "skipbo.machine.stepping.on_cpu": [STDLIB, *MACHINE, *RULES, *COMPILERS],
    "skipbo.machine.stepping.on_gpu": [STDLIB, *MACHINE, *RULES, *COMPILERS],
    "skipbo.machine.stepping.device_array": [STDLIB, *MACHINE, *RULES, *COMPILERS, "cuda.*"],
    "skipbo.table": [STDLIB, *TABLE, *RULES, "skipbo.machine", "skipbo.machine.python"],
    "skipbo.bots": [STDLIB, *BOTS, *MACHINE, *RULES, *SEEN],
    "skipbo.arena": [STDLIB, "skipbo.files", *ARENA, *BOTS, *TABLE, *MACHINE, *RULES],
    "skipbo.arena.blocks": [STDLIB, *ARENA, *BOTS, *TABLE, *MACHINE, *RULES, *COMPILERS],
    "skipbo.arena.ratings": [STDLIB, "numpy", "numpy.*"],
    "skipbo.arena.result": [STDLIB, *ARENA, "numpy", "numpy.*"],
    "skipbo.arena.plot": [STDLIB, *ARENA, "numpy", "numpy.*", "matplotlib", "matplotlib.*"],
    "skipbo.arena.charts": [STDLIB, *ARENA, *RULES, "matplotlib", "matplotlib.*"],
    "skipbo.envs": [STDLIB, *LEARNING],
    "skipbo.envs.spaces": [STDLIB, *ENVS, *RULES, "numpy", "numpy.*", "gymnasium"],
    "skipbo.envs.gym": [STDLIB, *LEARNING, *GYM],
    "skipbo.envs.gym_vector": [STDLIB, *LEARNING, *GYM],
    "skipbo.envs.skipbo_v0": [STDLIB, *LEARNING, *GYM, "pettingzoo", "pettingzoo.*"],
    "skipbo.envs.pieces": [STDLIB, *SEEN, "numpy", "pygame"],
    "skipbo.envs.picture": [STDLIB, *ENVS, *SEEN, *RULES, "numpy", "numpy.*", "pygame"],
    "skipbo.envs.rendering": [STDLIB, *ENVS, *SEEN, *SHOWING],
    "skipbo.envs.open_spiel": [STDLIB, *ENVS, *MACHINE, *RULES, "pyspiel"],
    "skipbo.envs.spiel_observer": [STDLIB, *ENVS, *SEEN, *MACHINE, *RULES, "numpy"],
    "skipbo.learn": [
        *(STDLIB, *TEACHING, *ARENA, *BOTS, *MACHINE, *RULES),
        *("numpy", "numpy.*", "torch", "torch.*"),
    ],
    "skipbo.learn.fitting": [
        *(STDLIB, *TEACHING, *BOTS, "numpy", "numba", "torch", "torch.*"),
    ],
    "skipbo.learn.plot": [STDLIB, *TEACHING, "matplotlib.*"],
    "skipbo.review": [STDLIB, *REVIEW, *BOTS, *TABLE, *RULES],
    "skipbo.review.plot": [
        *(STDLIB, *REVIEW, "skipbo.texts", "skipbo.arena.charts"),
        *("matplotlib", "matplotlib.*"),
    ],
    "skipbo.server": [
        *(STDLIB, "skipbo", "skipbo.files"),
        *(*SERVER, *REVIEW, *BOTS, *TABLE, *RULES, *WEB),
    ],
    "skipbo.solve": [STDLIB, *SOLVE, *BOTS, *MACHINE, *RULES, *COMPILERS],
    "skipbo.solve.tree": [STDLIB, "skipbo.envs.reveal", *BOTS, *SEEN, *RULES, "numpy", "numpy.*"],
    "skipbo.solve.plot": [STDLIB, *SOLVE, *RULES, "numpy", "matplotlib", "matplotlib.*"],
}


def name_of(path: Path) -> str:
    """The module that a file holds; a package goes by its own name."""
    parts = [ROOT.name, *path.relative_to(ROOT).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {name_of(path): path for path in sorted(ROOT.rglob("*.py"))}
PACKAGES = {name for name, path in FILES.items() if path.name == "__init__.py"}


def imports(module: str, source: str) -> Iterator[str]:
    """The full names of the modules that a source imports, wherever in it that happens."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute(module, "." * node.level + (node.module or ""))
            for alias in node.names:
                inside = f"{base}.{alias.name}"
                yield inside if inside in FILES else base
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
            yield absolute(module, first_words(node))


def absolute(module: str, name: str) -> str:
    """The full name of what a module calls `name`, which may begin with dots."""
    level = len(name) - len(name.lstrip("."))
    if level == 0:
        return name
    parts = module.split(".") if module in PACKAGES else module.split(".")[:-1]
    return ".".join([*parts[: len(parts) - level + 1], *name[level:].split(".")]).rstrip(".")


def called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def first_words(call: ast.Call) -> str:
    """What a call is told as a text, up to the first part that only a run can know."""
    told: ast.AST = call.args[0]
    if isinstance(told, ast.JoinedStr):
        told = told.values[0]
    known = isinstance(told, ast.Constant) and isinstance(told.value, str)
    return str(told.value).rstrip(".") if known else "a module unknown"  # type: ignore[attr-defined]


def line_of(module: str) -> str:
    """The line of the table that holds for a module: only the root's own is for itself alone."""
    parts = module.split(".")
    for n in range(len(parts), 1, -1):
        if ".".join(parts[:n]) in MAY_IMPORT:
            return ".".join(parts[:n])
    assert module == "skipbo", f"say in MAY_IMPORT what {module} may import"
    return module


def may_import(module: str, name: str) -> bool:
    allowed = MAY_IMPORT[line_of(module)]
    if STDLIB in allowed and name.split(".")[0] in sys.stdlib_module_names:
        return True
    return any(fnmatchcase(name, pattern) for pattern in [*allowed, "skipbo.errors"])


def violations(module: str, source: str) -> list[str]:
    return [name for name in imports(module, source) if not may_import(module, name)]


@pytest.mark.parametrize("module", FILES)
def test_a_module_imports_only_what_it_may(module: str) -> None:
    assert violations(module, FILES[module].read_text(encoding="utf-8")) == []


def test_the_walk_finds_the_modules() -> None:
    assert {"skipbo", "skipbo.rules.cards", "skipbo.machine", "skipbo.table.notation"} <= set(FILES)


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("skipbo.rules.cards", "import os", ["os"]),
        ("skipbo.rules.cards", "from collections.abc import Sequence", ["collections.abc"]),
        ("skipbo.rules.cards", "from ..machine import bind", ["skipbo.machine"]),
        ("skipbo.rules.cards", "from .. import new", ["skipbo"]),
        (
            "skipbo.rules",
            "from .cards import play\nfrom ..table import view",
            ["skipbo.table.view"],
        ),
        ("skipbo.machine", "from ..table.game import Game", ["skipbo.table.game"]),
        ("skipbo.machine.loop", "def f():\n    import numpy as np", ["numpy"]),
        ("skipbo.machine.python", "from numba.core import types", ["numba.core"]),
        ("skipbo.machine.cpu", "import torch", ["torch"]),
        ("skipbo.table.game", "from ..machine import cpu", ["skipbo.machine.cpu"]),
        ("skipbo.table.game", "from ..machine.loop import mix", ["skipbo.machine.loop"]),
        ("skipbo.table.game", "from ..bots import cards", ["skipbo.bots.cards"]),
        ("skipbo.table.game", "from rich.table import Table", ["rich.table"]),
        ("skipbo.bots.cards", "from ..table.game import Game", ["skipbo.table.game"]),
        ("skipbo.bots.cards", "from ..table import game", ["skipbo.table.game"]),
        ("skipbo.bots.cards", "import skipbo.server.app", ["skipbo.server.app"]),
        ("skipbo.bots.cards", "import numpy, random", ["numpy"]),
        ("skipbo.arena.bench", "from ..server import app", ["skipbo.server.app"]),
        ("skipbo.arena.bench", "if TYPE_CHECKING:\n    from .. import cli", ["skipbo.cli"]),
        ("skipbo.arena.bench", "import_module('..server', __package__)", ["skipbo.server"]),
        ("skipbo.arena.bench", "importlib.import_module(f'numpy.{x}')", ["numpy"]),
        ("skipbo.table.game", "__import__(name)", ["a module unknown"]),
        ("skipbo.errors", "import typing", ["typing"]),
    ],
)
def test_the_checker_finds_a_violation(module: str, source: str, wrong: list[str]) -> None:
    assert violations(module, source) == wrong


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("skipbo.rules.cards", "from typing import Any\nimport dataclasses\nfrom . import state"),
        ("skipbo.rules.dice", "from ..errors import RulesError\nfrom .state import MOVE"),
        ("skipbo.machine", "import hashlib\nfrom ..rules import cards\nfrom . import loop"),
        ("skipbo.machine.cpu", "import numba\nfrom numpy.typing import NDArray"),
        ("skipbo.machine.gpu", "from numba import cuda\nfrom .cpu import dtype"),
        ("skipbo.table.game", "from ..machine import python, bind\nfrom .notation import Move"),
        ("skipbo.bots.cards", "from random import Random\nfrom ..table.view import View"),
        ("skipbo.arena.bench", "from ..table.game import Game\nimport_module('..machine.cpu', p)"),
        ("skipbo.cli", "from rich.console import Console\nfrom .server import app"),
        ("skipbo.terminal.screen", "import rich\nfrom .. import new"),
        ("skipbo", "from .table.game import Game"),
    ],
)
def test_the_checker_lets_pass_what_is_allowed(module: str, source: str) -> None:
    assert violations(module, source) == []


def test_a_new_part_must_be_put_into_the_table() -> None:
    with pytest.raises(AssertionError, match="say in MAY_IMPORT"):
        violations("skipbo.newcomer", "import os")
