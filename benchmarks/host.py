"""What every benchmark wants to know of the machine it runs on."""

import contextlib
import os
import platform
import sys
from pathlib import Path


def machine() -> str:
    name = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        name = next((x.split(": ")[1] for x in lines if x.startswith("model name")), name)
    return f"{name}, Python {platform.python_version()}"


def cores() -> list[int]:
    """Those that this process may use, where the system tells."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def pin(cores: set[int] | None) -> None:
    if cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)


def tell(text: str) -> None:
    """One line that says how far a benchmark is, for a person only."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
