"""Results as a picture."""

from pathlib import Path

from .compete import Result


def draw(result: Result, path: Path) -> None:
    raise NotImplementedError
