"""The memory of many games: tensors for PyTorch, the same bytes as arrays for the rules, on either device."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from petteia.engine.records import Record


class Memory:
    """Tensors and records of one device."""

    def __init__(self, device: str) -> None:
        self.device = device
        if device == "cuda":
            from petteia.learn import on_gpu as steps
        else:
            from petteia.learn import steps  # type: ignore[no-redef]
        self.steps = steps

    def tensor(self, *shape: int, dtype: torch.dtype) -> torch.Tensor:
        return torch.zeros(shape, dtype=dtype, device=self.device)

    def records(self, cls: type[Record], count: int) -> tuple[torch.Tensor, Any]:
        """Records as bytes, and as records for the rules."""
        size = cls.dtype.itemsize
        raw = self.tensor(count, size, dtype=torch.uint8)
        if self.device != "cuda":
            return raw, raw.numpy().reshape(-1).view(cls.dtype)
        from numba import cuda

        memory = cuda.as_cuda_array(raw.view(-1)).gpu_data
        return raw, cuda.cudadrv.devicearray.DeviceNDArray((count,), (size,), cls.dtype, gpu_data=memory)

    def array(self, tensor: torch.Tensor) -> Any:
        """A tensor's memory for the rules."""
        if self.device != "cuda":
            return tensor.numpy()
        from numba import cuda

        return cuda.as_cuda_array(tensor)

    def constant(self, array: np.ndarray[Any, Any]) -> Any:
        """Something printed, for the rules."""
        if self.device != "cuda":
            return array
        from numba import cuda

        return cuda.to_device(array)
