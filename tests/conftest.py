"""What several test files share as fixtures."""

import os
import re
import textwrap
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from skipbo.bots import plugins

NUMBERS = count()  # modules are imported once and for all, so each has a name of its own

Install = Callable[..., str]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests of the page and of the server wait more than they do."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept for the user goes to a directory of the test's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a package with one module and its entry points where Python finds it."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def put(source: str, entry: str = "Bot", name: str = "newcomer") -> str:
        module = f"{re.sub(r'[^a-z]', '_', tmp_path.name.lower())}_{next(NUMBERS)}"
        (tmp_path / f"{module}.py").write_text(textwrap.dedent(source))
        about = tmp_path / f"{module}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        value = f"{module}:{entry}" if entry else module
        (about / "entry_points.txt").write_text(f"[skipbo.bots]\n{name} = {value}\n")
        plugins._entry_points.cache_clear()
        return value

    yield put
    plugins._entry_points.cache_clear()
