"""Files that this package keeps for its user: where they are, and how none is ever half."""

import contextlib
import os
import tempfile
from pathlib import Path


def state_directory() -> Path:
    """Where games and matches are kept: $XDG_STATE_HOME/skipbo, usually ~/.local/state/skipbo."""
    named = Path(os.environ.get("XDG_STATE_HOME", ""))
    if named.is_absolute():  # the XDG rules: a relative path is ignored
        return named / "skipbo"
    try:
        return Path.home() / ".local" / "state" / "skipbo"
    except RuntimeError:
        return Path(os.devnull) / "skipbo"  # no home: saving says so, and the game goes on


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
