"""A Gaussian fitted to a training sample, starting from the mode of the posterior, and what it learnt."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch import Tensor

from hsi_uq_app.posterior.map_fit import map_fit, whitened_starts
from hsi_uq_app.posterior.mean_field import MeanField, MeanFieldSearch, fit_mean_field
from hsi_uq_app.posterior.network import Network, generators
from hsi_uq_app.posterior.potential import Energy, NetworkPotential
from hsi_uq_app.posterior.training import one_cycle
from hsi_uq_app.progress import Progress, part

_MODE = 0.1  # share of the time that finding the mode takes


@dataclass(frozen=True)
class Passes:
    """How long and how fast: passes over the sample, pixels a step, the peak of the rate, and the rest."""

    epochs: int
    batch: int
    learning_rate: float
    pairs: int
    first_sd: float


def fit_gaussian(
    potential: NetworkPotential, passes: Passes, seed: int, progress: Progress
) -> tuple[MeanField, dict[str, Any]]:
    """The Gaussian, looked for from the posterior's mode, and its diagnostics."""
    start = whitened_starts(potential.network, seed, range(1))
    mode = map_fit(potential, start, progress=part(progress, 0, _MODE))
    batches = -(-potential.y.shape[0] // passes.batch)
    steps = passes.epochs * batches
    search = MeanFieldSearch(
        steps=steps,
        rate=partial(one_cycle, steps=steps, peak=passes.learning_rate),
        draws=2 * passes.pairs,
        first_sd=passes.first_sd,
    )
    order, noise = (generators(seed, stream, range(1)) for stream in ("order", "noise"))
    likelihood = likelihood_in_batches(potential, batches, order[0])
    q, elbo = fit_mean_field(likelihood, mode, search, noise, part(progress, _MODE, 1))
    return q, _diagnostics(q, elbo.view(passes.epochs, batches).mean(1), potential.network)


def likelihood_in_batches(potential: NetworkPotential, batches: int, order: torch.Generator) -> Energy:
    """The likelihood guessed from a batch, times pixels over batch, so that the KL keeps its weight."""
    pixels = potential.y.shape[0]

    def parts() -> Iterator[Tensor]:
        while True:
            yield from torch.tensor_split(torch.randperm(pixels, generator=order), batches)

    stream = parts()

    def likelihood(q: Tensor) -> tuple[Tensor, Tensor]:
        index = next(stream)
        scale = pixels / index.shape[0]
        misfit, gradient = potential.at(index).likelihood(q)
        return misfit * scale, gradient * scale

    return likelihood


def _diagnostics(q: MeanField, elbo: Tensor, network: Network) -> dict[str, Any]:
    """The ELBO of each epoch, the KL in nats, and how much of the network went back to its prior."""
    first = network.sizes[0]
    back = q.at_prior()[0]
    return {
        "elbo": [round(float(v), 3) for v in elbo],
        "kl": round(float(q.divergence().sum()), 2),
        "share_at_prior": round(float(back.double().mean()), 4),
        "share_of_first_layer_at_prior": round(float(back[:first].double().mean()), 4),
        "first_layer_sd_over_prior": round(float(q.sd[0, :first].mean()), 4),
    }
