"""Coordinates in which all directions are about equally steep: biases move in smaller steps than weights."""

from dataclasses import dataclass

import torch
from torch import Tensor

from hsi_uq_app.posterior.network import Network
from hsi_uq_app.posterior.potential import Potential

BIAS_PACE = 0.3
"""A hidden bias shifts all pixels at once: of the suburb's steepest direction 80 % are biases."""


@dataclass(frozen=True, eq=False)
class Paced:
    """The potential at q = pace x, as a function of x (M, P); pace (P,)."""

    potential: Potential
    pace: Tensor

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        energy, gradient = self.potential(x * self.pace)
        return energy, gradient * self.pace

    def of(self, members: Tensor) -> "Paced":
        return Paced(self.potential.of(members), self.pace)


def pace_of(network: Network) -> Tensor:
    """1 for weights, BIAS_PACE for biases, (P,)."""
    is_bias = (False, True, False, True, False, True)
    paces = [BIAS_PACE if bias else 1.0 for bias in is_bias]
    return torch.cat([torch.full((n,), pace) for n, pace in zip(network.sizes, paces, strict=True)])
