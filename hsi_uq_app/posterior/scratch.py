"""Memory that is written over again and again: making a fresh megabyte costs more than computing it."""

import math

import torch
from torch import Tensor


class Scratch:
    """Named tensors; what was taken under a name is overwritten when the name is taken again."""

    def __init__(self) -> None:
        self._flat: dict[str, Tensor] = {}

    def take(self, name: str, shape: tuple[int, ...], like: Tensor) -> Tensor:
        """An uninitialised contiguous tensor of a shape, of the type and on the device of `like`."""
        size = math.prod(shape)
        flat = self._flat.get(name)
        if flat is None or flat.numel() < size or flat.dtype != like.dtype or flat.device != like.device:
            flat = torch.empty(size, dtype=like.dtype, device=like.device)
            self._flat[name] = flat
        return flat[:size].view(shape)
