"""What several test files share as fixtures, and how many of them run side by side."""

import os
from pathlib import Path

import pytest


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: who looks at a page or waits for a server needs none."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept for the user goes to a directory of the test's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
