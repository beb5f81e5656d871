"""The random numbers of Hamiltonian Monte Carlo: a generator a chain, and one a group of chains."""

import torch
from torch import Tensor

from hsi_uq_app.posterior.network import generators


class RandomNumbers:
    """Momenta and acceptance of chains, jitter of groups, from the seed and their numbers alone.

    Which groups are computed together, where, and in which order changes none of them.
    """

    def __init__(self, seed: int, chains: int, groups: range) -> None:
        members = range(groups.start * chains, groups.stop * chains)
        self._momenta = generators(seed, "momentum", members)
        self._acceptance = generators(seed, "accept", members)
        self._jitter = generators(seed, "jitter", groups)

    def momenta(self, parameters: int) -> Tensor:
        """Standard normal, (M, P)."""
        return torch.stack([torch.randn(parameters, generator=g, dtype=torch.float64) for g in self._momenta])

    def uniform(self) -> Tensor:
        """Uniform in 0..1, (M,): a chain moves where it is below the probability of acceptance."""
        return _uniform(self._acceptance)

    def jitter(self, low: float, high: float) -> Tensor:
        """Uniform in low..high, (G,)."""
        return low + (high - low) * _uniform(self._jitter)


def _uniform(rngs: list[torch.Generator]) -> Tensor:
    return torch.cat([torch.rand(1, generator=g, dtype=torch.float64) for g in rngs])
