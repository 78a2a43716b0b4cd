"""Arrays on the GPU that other libraries take as they are, and theirs that we take."""

from typing import Any

import numpy as np

from ...errors import SkipboError
from ..device import cuda
from .slots import checked

ON_CUDA = 2  # DLPack's number for the kind of device
NO_WAITING = -1  # instead of a stream


class DeviceArray:
    """An array on the GPU. PyTorch, JAX and CuPy see it without a copy:

    `torch.from_dlpack(array)`, `jax.dlpack.from_dlpack(array)`, `cupy.asarray(array)`;
    `numpy.asarray(array)` copies it to the host.
    """

    def __init__(self, array: Any) -> None:
        self.array = array  # Numba's

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.array.shape)

    @property
    def dtype(self) -> Any:
        return self.array.dtype

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{self.dtype} of shape {self.shape} on the GPU>"

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if copy is False:
            raise ValueError("an array on the GPU must be copied to become one of NumPy's")
        here = self.array.copy_to_host()
        return here if dtype is None else here.astype(dtype)

    @property
    def __cuda_array_interface__(self) -> Any:
        return self.array.__cuda_array_interface__

    def __dlpack_device__(self) -> tuple[int, int]:
        return ON_CUDA, cuda.get_current_device().id

    def __dlpack__(self, *, stream: Any = None, **told: Any) -> Any:
        cuda.synchronize()  # others' streams do not wait for ours: so there is nothing to wait for
        try:
            from cuda.core.utils import StridedMemoryView

            view = StridedMemoryView.from_cuda_array_interface(self, stream_ptr=NO_WAITING)
            return view.__dlpack__(stream=NO_WAITING, **told)
        except (ImportError, AttributeError):
            raise SkipboError(
                "DLPack needs cuda-core 0.7 or newer: pip install -U cuda-core"
            ) from None


def on_device(actions: Any, slots: int) -> Any:
    """Actions from anywhere as an array of Numba's on the GPU; what is there is not copied."""
    if isinstance(actions, DeviceArray):
        actions = actions.array
    elif hasattr(actions, "__cuda_array_interface__"):
        actions = cuda.as_cuda_array(actions)
    else:
        actions = np.asarray(actions)
        checked(actions, slots)
        return cuda.to_device(actions.astype(np.int64))
    checked(actions, slots)
    return actions
