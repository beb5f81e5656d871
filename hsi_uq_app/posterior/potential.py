"""The posterior as an energy: what a sampler climbs, in coordinates in which the prior is standard normal."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

import torch
import torch.nn.functional as F  # noqa: N812 (torch's own name for it)
from torch import Tensor

from hsi_uq_app.posterior.network import Masks, Network, backward, forward
from hsi_uq_app.posterior.scratch import Scratch
from hsi_uq_app.posterior.training import as_data
from hsi_uq_app.posterior.training_sample import TrainingSample

Energy = Callable[[Tensor], tuple[Tensor, Tensor]]
"""Energies (M,) in float64 and gradients (M, P) at positions (M, P): a potential, or a likelihood alone."""


class Potential(Protocol):
    """Minus a log density with its gradient, for many members at once."""

    def __call__(self, q: Tensor, /) -> tuple[Tensor, Tensor]:
        """Energies (M,) in float64 and gradients (M, P) at the positions q (M, P)."""

    def of(self, members: Tensor) -> "Potential":
        """The potential of some members alone; `members` holds their indices."""


@dataclass(frozen=True, eq=False)
class NetworkPotential:
    """U(q) = beta sum_i c_i [softplus(z_i) - y_i z_i] + |q|^2 / 2, theta = sd q, z = net(u; theta) + o.

    beta is 1 for the posterior; a smaller one tempers the likelihood: the density is then nearer the prior.

    Logits are float32; sums over pixels and squares are float64, because a sampler compares energies of
    thousands that differ by tenths.

    Shapes: inputs (k, n), y, offsets and counts (n,) where all members learn from the same pixels; else
    (M, k, n) and (M, n). sd (P,) is the prior's. `masks` makes the dropout masks of a pass, if there are any.
    """

    network: Network
    inputs: Tensor
    y: Tensor
    offsets: Tensor
    sd: Tensor
    counts: Tensor | None = None
    beta: float = 1.0
    masks: Callable[[], Masks] | None = None
    scratch: Scratch = field(default_factory=Scratch)

    def __call__(self, q: Tensor) -> tuple[Tensor, Tensor]:
        misfit, gradient = self.likelihood(q)
        prior = q.square().sum(1, dtype=torch.float64) / 2
        return self.beta * misfit + prior, self.beta * gradient + q

    def likelihood(self, q: Tensor) -> tuple[Tensor, Tensor]:
        """Minus the log-likelihood (M,) and its gradient (M, P) by q, without the prior."""
        theta = self.theta(q)
        masks = self.masks() if self.masks else None
        trace = forward(self.network, theta, self.inputs, masks, self.scratch)
        z = trace.z + self.offsets
        misfit, slope = F.softplus(z) - self.y * z, torch.sigmoid(z) - self.y
        if self.counts is not None:
            misfit, slope = misfit * self.counts, slope * self.counts
        gradient = backward(self.network, theta, trace, slope)
        return misfit.sum(1, dtype=torch.float64), (gradient * self.sd).to(q.dtype)

    def theta(self, q: Tensor) -> Tensor:
        """The parameters (M, P) at whitened positions."""
        return (q * self.sd).to(self.inputs.dtype)

    def tempered(self, *beta: float) -> tuple["NetworkPotential", ...]:
        """The same at each of these values of beta, the inverse temperature."""
        return tuple(replace(self, beta=b) for b in beta)

    def of(self, members: Tensor) -> "NetworkPotential":
        """The same for some members; what all members share stays shared."""
        return replace(
            self,
            inputs=self.inputs[members] if self.inputs.dim() == 3 else self.inputs,
            y=_rows(self.y, members),
            offsets=_rows(self.offsets, members),
            counts=None if self.counts is None else _rows(self.counts, members),
        )

    def at(self, pixels: Tensor) -> "NetworkPotential":
        """The same for some pixels alone, where all members share them."""
        return replace(self, inputs=self.inputs[:, pixels], y=self.y[pixels], offsets=self.offsets[pixels])


def potential_of(network: Network, sample: TrainingSample) -> NetworkPotential:
    """The posterior given a training sample, under the network's prior; every member sees all pixels."""
    data = as_data(sample)
    inputs = data.pixels.T.contiguous()
    return NetworkPotential(network, inputs, data.y, data.offsets, network.prior_sd())


def _rows(values: Tensor, members: Tensor) -> Tensor:
    return values[members] if values.dim() == 2 else values
