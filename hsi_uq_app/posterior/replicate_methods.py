"""The methods on many small data sets: each gives draws theta (R, S, P).

They are those of "Comparing the quality of neural network uncertainty estimates for classification problems",
doi 10.1109/ICMLA55696.2022.00039.

They share the cores of the methods that train on scenes (sampler, mean field, modes, counts, masks); what
differs is that a data set fits into one step, so nothing is cut into batches.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from hsi_uq_app.posterior.bootstrap_counts import drawn
from hsi_uq_app.posterior.dropout_masks import fold, fresh_masks
from hsi_uq_app.posterior.hmc_random import RandomNumbers
from hsi_uq_app.posterior.hmc_sampler import Settings, sample
from hsi_uq_app.posterior.map_fit import cosine, map_fit, whitened_starts
from hsi_uq_app.posterior.mean_field import MeanFieldSearch, fit_mean_field
from hsi_uq_app.posterior.network import Network, generators
from hsi_uq_app.posterior.potential import NetworkPotential
from hsi_uq_app.posterior.replicates import POINT_DRAWS, Intervals, Problem, Replicates, intervals, pose
from hsi_uq_app.posterior.threads import one_thread

_PAIRS = 4  # of opposite draws in a step of VI


@dataclass(frozen=True)
class Effort:
    """How long each method works."""

    chains: int = 4
    warmup: int = 100
    kept: int = 150
    length: float = 1.0
    members: int = 50
    mode_steps: int = 400
    variational_steps: int = 400
    variational_draws: int = 400
    dropout_steps: int = 800
    dropout_rate: float = 0.1
    masks: int = 300


def hmc(problem: Problem, data: Replicates, effort: Effort, seed: int) -> Tensor:
    """All chains of all replicates together; a step size a replicate."""
    potential = problem.potential(effort.chains)
    starts = whitened_starts(problem.network, seed, data.members(effort.chains))
    modes = map_fit(potential, starts, steps=effort.mode_steps // 2)
    numbers = range(data.first, data.first + data.count)
    chains = sample(
        potential,
        modes.double(),
        Settings(effort.warmup, effort.kept, effort.length, jitter=(0.5, 1.5), first_step=0.05),
        chains=effort.chains,
        random=RandomNumbers(seed, effort.chains, numbers),
    )
    by_chain = chains.draws.transpose(0, 1)
    return potential.theta(by_chain.reshape(data.count, -1, problem.network.parameters))


def variational(problem: Problem, data: Replicates, effort: Effort, seed: int) -> Tensor:
    """A Gaussian a replicate, from its mode; eight draws a step, in pairs of opposite sign."""
    starts = whitened_starts(problem.network, seed, data.members(1))
    modes = map_fit(problem.potential(1), starts, steps=effort.mode_steps)
    steps, each = effort.variational_steps, 2 * _PAIRS
    search = MeanFieldSearch(steps, lambda step: cosine(step, steps, 0.03), each, first_sd=math.exp(-2.5))
    noise = generators(seed, "noise", data.members(1))
    q, _ = fit_mean_field(problem.potential(each).likelihood, modes, search, noise)
    members, draws = data.members(effort.variational_draws), effort.variational_draws
    rngs = generators(seed, "draw", members)
    drawn_q = q.draws([rngs[r * draws : (r + 1) * draws] for r in range(data.count)])
    return drawn_q * problem.sd


def bootstrap(problem: Problem, data: Replicates, effort: Effort, seed: int) -> Tensor:
    """Each member fits the penalised loss to its own resample of the n points."""
    rngs = generators(seed, "resample", data.members(effort.members))
    counts = torch.stack([drawn(problem.y.shape[1], rng) for rng in rngs])
    return _modes(replace(problem.potential(effort.members), counts=counts), data, effort, seed)


def deep_ensemble(problem: Problem, data: Replicates, effort: Effort, seed: int) -> Tensor:
    """Each member fits the penalised loss to the same points, from its own start: modes of the posterior."""
    return _modes(problem.potential(effort.members), data, effort, seed)


def free_ensemble(problem: Problem, data: Replicates, effort: Effort, seed: int) -> Tensor:
    """As `deep_ensemble`, without weight decay."""
    return _modes(problem.potential(effort.members), data, effort, seed, decay=False)


def mc_dropout(problem: Problem, data: Replicates, effort: Effort, seed: int) -> Tensor:
    """One network a replicate, fresh masks for each point of each step; a mask a draw."""
    network, points, steps = problem.network, problem.y.shape[1], effort.dropout_steps
    rngs = generators(seed, "mask", data.members(1))
    potential = replace(
        problem.potential(1), masks=lambda: fresh_masks(network, effort.dropout_rate, rngs, points)
    )
    starts = whitened_starts(network, seed, data.members(1))
    theta = potential.theta(map_fit(potential, starts, steps=steps, rate=0.03))
    draws = generators(seed, "draw", data.members(effort.masks))
    masks = fresh_masks(network, effort.dropout_rate, draws, 1)
    folded = fold(network, theta.repeat_interleave(effort.masks, dim=0), masks)
    return folded.view(data.count, effort.masks, -1)


def _modes(
    potential: NetworkPotential, data: Replicates, effort: Effort, seed: int, decay: bool = True
) -> Tensor:
    """The mode each member of each replicate finds from its own start, as many at once as the cache holds."""
    starts = whitened_starts(potential.network, seed, data.members(effort.members))
    tile = max(1, POINT_DRAWS // potential.y.shape[1])
    found = []
    for part in torch.arange(len(starts)).split(tile):
        some = potential.of(part)
        found.append(map_fit(some if decay else some.likelihood, starts[part], steps=effort.mode_steps))
    return potential.theta(torch.cat(found)).view(data.count, effort.members, -1)


@dataclass(frozen=True)
class ReplicateMethod:
    """A method as experiments use it: its name for people, and how many networks a data set trains at once.

    `chained`: its draws are those of chains that should agree.
    """

    label: str
    draw: Callable[[Problem, Replicates, Effort, int], Tensor]
    networks: Callable[[Effort], int]
    chained: bool = False

    def at_once(self, effort: Effort, points: int) -> int:
        """How many data sets of n points to compute together, at least 1."""
        return max(1, POINT_DRAWS // (self.networks(effort) * points))

    def intervals(
        self,
        data: Replicates,
        network: Network,
        prior: tuple[float, float],
        *,
        effort: Effort,
        alphas: tuple[int, ...],
        seed: int,
    ) -> Intervals:
        """Fit all data sets under a prior (scale of weights, of biases) and say what the draws say."""
        with torch.no_grad(), one_thread():
            theta = self.draw(pose(data, network, *prior), data, effort, seed)
            chains = effort.chains if self.chained else 1
            return intervals(network, theta, data.probes, alphas, chains)


REPLICATE_METHODS: dict[str, ReplicateMethod] = {
    "hmc": ReplicateMethod("HMC", hmc, lambda effort: effort.chains, chained=True),
    "vi": ReplicateMethod("VI", variational, lambda _: 2 * _PAIRS),
    "bootstrap": ReplicateMethod("bootstrap", bootstrap, lambda effort: effort.members),
    "deep-ensemble-decay": ReplicateMethod(
        "deep ensemble, weight decay", deep_ensemble, lambda effort: effort.members
    ),
    "deep-ensemble": ReplicateMethod("deep ensemble, none", free_ensemble, lambda effort: effort.members),
    "mc-dropout": ReplicateMethod("MC dropout", mc_dropout, lambda _: 1),
}
