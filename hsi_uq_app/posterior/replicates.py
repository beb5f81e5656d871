"""Many small data sets at once, as experiments repeat them: one tensor program for the networks of all.

Every chain, member and mask has its number over all replicates, and its random numbers from that number
alone: which replicates are computed together changes none of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from hsi_uq_app.posterior.levels import rank
from hsi_uq_app.posterior.network import Network, forward
from hsi_uq_app.posterior.posterior import FloatArray
from hsi_uq_app.posterior.potential import NetworkPotential
from hsi_uq_app.posterior.scratch import Scratch

POINT_DRAWS = 16_000
"""Networks times pixels in one tensor; beyond, the activations leave the cache."""

_R_HAT_PROBES = 40


@dataclass(frozen=True, eq=False)
class Replicates:
    """R data sets of n labelled points of d inputs, and t probe points each.

    Shapes: x (R, n, d), y (R, n), probes (R, t, d). `first` is the number of the first replicate.
    """

    x: FloatArray
    y: npt.NDArray[np.bool_]
    probes: FloatArray
    first: int = 0

    @property
    def count(self) -> int:
        return int(self.x.shape[0])

    def members(self, each: int) -> range:
        """The numbers of `each` members a replicate, over all replicates of the experiment."""
        return range(self.first * each, (self.first + self.count) * each)


@dataclass(frozen=True, eq=False)
class Problem:
    """Replicates as tensors, under a prior: inputs (R, d, n), y (R, n), sd (P,)."""

    network: Network
    sd: Tensor
    inputs: Tensor
    y: Tensor

    def potential(self, each: int) -> NetworkPotential:
        """The posterior of R times `each` members, those of a replicate side by side."""
        inputs, y = (part.repeat_interleave(each, dim=0) for part in (self.inputs, self.y))
        return NetworkPotential(self.network, inputs, y, torch.zeros_like(y), self.sd)


@dataclass(frozen=True, eq=False)
class Intervals:
    """What S draws say at the probes: mean probability (R, t), and per alpha the ends as logits (R, A, t).

    `r_hat` (R,) is the largest split R-hat of the logits at the first probes; NaN where there are no chains.
    """

    mean: npt.NDArray[np.float64]
    lower: FloatArray
    upper: FloatArray
    draws: int
    r_hat: npt.NDArray[np.float64]


def pose(data: Replicates, network: Network, scale: float, bias: float) -> Problem:
    """The posterior problem: weights N(0, scale^2 / fan in), biases N(0, bias^2)."""
    return Problem(
        network=network,
        sd=network.prior_sd(scale, scale, scale, bias),
        inputs=torch.from_numpy(np.ascontiguousarray(data.x.transpose(0, 2, 1))),
        y=torch.from_numpy(data.y.astype(np.float32)),
    )


def probe_logits(network: Network, theta: Tensor, probes: FloatArray) -> Iterator[Tensor]:
    """Logits (S, t) of the draws theta (R, S, P) at the probes (R, t, d), one replicate after the other."""
    scratch, tile = Scratch(), max(1, POINT_DRAWS // probes.shape[1])
    for draws, points in zip(theta, probes, strict=True):
        u = torch.from_numpy(np.ascontiguousarray(points.T))
        yield torch.cat([forward(network, part, u, scratch=scratch).z for part in draws.split(tile)])


def intervals(
    network: Network, theta: Tensor, probes: FloatArray, alphas: tuple[int, ...], chains: int = 1
) -> Intervals:
    """Mean probabilities, and equal-tailed intervals at alpha in hundredths by order statistics.

    The draws are those of `chains` chains, one after the other.
    """
    draws, mean, lower, upper, r_hat = theta.shape[1], [], [], [], []
    low = [rank(5 * alpha, draws) - 1 for alpha in alphas]
    high = [rank(1000 - 5 * alpha, draws) - 1 for alpha in alphas]
    for z in probe_logits(network, theta, probes):
        mean.append(torch.sigmoid(z.double()).mean(0).numpy())
        ordered = z.sort(0).values
        lower.append(ordered[low].numpy())
        upper.append(ordered[high].numpy())
        r_hat.append(_largest_r_hat(z[:, :_R_HAT_PROBES], chains))
    return Intervals(np.stack(mean), np.stack(lower), np.stack(upper), draws, np.array(r_hat))


def _largest_r_hat(logits: Tensor, chains: int) -> float:
    if chains == 1:
        return float("nan")
    from arviz_stats.base import array_stats

    by_chain = logits.double().numpy().reshape(chains, -1, logits.shape[1])
    return float(array_stats.rhat(by_chain, chain_axis=0, draw_axis=1).max())
