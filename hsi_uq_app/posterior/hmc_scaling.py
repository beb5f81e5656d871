"""Coordinates in which all directions are about equally steep: biases move in smaller steps than weights."""

from dataclasses import dataclass

import torch
from torch import Tensor

from hsi_uq_app.posterior.network import Network
from hsi_uq_app.posterior.potential import Potential

BIAS_SCALE = 0.3
"""A hidden bias shifts all pixels at once: of the suburb's steepest direction 80 % are biases."""


@dataclass(frozen=True, eq=False)
class Rescaled:
    """The potential at q = scale x, as a function of x (M, P); scale (P,)."""

    potential: Potential
    scale: Tensor

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        energy, gradient = self.potential(x * self.scale)
        return energy, gradient * self.scale

    def of(self, members: Tensor) -> "Rescaled":
        return Rescaled(self.potential.of(members), self.scale)


def scale_of(network: Network) -> Tensor:
    """1 for weights, BIAS_SCALE for biases, (P,)."""
    is_bias = (False, True, False, True, False, True)
    scales = [BIAS_SCALE if bias else 1.0 for bias in is_bias]
    return torch.cat([torch.full((n,), scale) for n, scale in zip(network.sizes, scales, strict=True)])
