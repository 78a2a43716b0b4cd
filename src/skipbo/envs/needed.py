"""What to install where a framework is missing."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needed(framework: str) -> Iterator[None]:
    """Around the imports of a framework: an error says how to get it."""
    try:
        yield
    except ModuleNotFoundError as error:
        told = f"{framework} is not installed: pip install 'skipbo[envs]'"
        raise ModuleNotFoundError(told, name=error.name) from None
