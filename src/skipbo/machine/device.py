"""The GPU itself: CUDA as Numba has it, whether there is one, and what to say if not."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np
from numba import config

from ..errors import SkipboError

if not hasattr(np, "row_stack"):  # NumPy 2.5 has dropped it, and numba-cuda 0.30 asks for it
    setattr(np, "row_stack", np.vstack)  # noqa: B010
import_module("numba_cuda")  # without it, Numba has an old CUDA of its own, which would not do
cuda: Any = import_module("numba.cuda")

SIMULATED = bool(config.ENABLE_CUDASIM)  # each thread is one of Python's, and no warp
STREAM = np.int64 if SIMULATED else np.uint32  # of what a stream is made: see `narrow`


def check_device() -> None:
    if not cuda.is_available():
        reason = "" if SIMULATED else first_sentence(str(cuda.cuda_error() or ""))
        told = "no GPU that CUDA can use was found"
        raise SkipboError(f"{told}{reason and f' ({reason})'}; play on cpu instead")


@contextmanager
def compiling() -> Iterator[None]:
    """Around the first use of a kernel: if CUDA's compiler is missing, say how to get it."""
    try:
        yield
    except (ImportError, RuntimeError) as error:
        told = f"the GPU could not be made ready ({first_sentence(str(error))})"
        wanted = "pip install 'numba-cuda[cu13]', or [cu12] for a driver of CUDA 12"
        raise SkipboError(f"{told}; if it lacks CUDA's compiler: {wanted}") from error


def first_sentence(text: str) -> str:
    return " ".join(text.split()).partition(". ")[0].rstrip(".")


def device_name() -> str:
    """What the GPU is called."""
    return str(cuda.get_current_device().name)
