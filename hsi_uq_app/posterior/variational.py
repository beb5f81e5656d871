"""Mean-field variational inference: a Gaussian a weight, fitted, not sampled (Graves 2011; paper 1)."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import torch
from pydantic import BaseModel, ConfigDict, Field
from torch import Tensor

from hsi_uq_app.posterior.assembly import assemble
from hsi_uq_app.posterior.map_fit import map_fit, whitened_starts
from hsi_uq_app.posterior.mean_field import MeanField, Search, fit_mean_field
from hsi_uq_app.posterior.network import Activation, Network, generators
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.posterior.potential import Energy, NetworkPotential, potential_of
from hsi_uq_app.posterior.threads import one_thread
from hsi_uq_app.posterior.training import one_cycle
from hsi_uq_app.posterior.training_sample import TrainingSample
from hsi_uq_app.progress import Progress, part, silent

NAME = "vi"
_MODE = 0.1  # share of the time that finding the mode takes


class Config(BaseModel):
    """Settings; the defaults take seconds on about 5,000 pixels."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    draws: int = Field(100, ge=1, le=5000, description="draws from the fitted Gaussian")
    hidden: int = Field(10, ge=1, le=200, description="units in each of the two hidden layers")
    activation: Activation = Field("tanh", description="unit of the hidden layers")
    epochs: int = Field(250, ge=1, description="passes over the training sample; more prune more units")
    batch: int = Field(512, ge=1, description="pixels a step")
    pairs: int = Field(2, ge=1, le=32, description="pairs of opposite draws a step")
    learning_rate: float = Field(0.01, gt=0, description="peak of the one-cycle learning rate")
    first_sd: float = Field(
        0.05,
        gt=0,
        lt=1,
        description="where the spread starts, in prior ones; much wider never finds the targets",
    )
    seed: int = Field(0, ge=0)


def fit(sample: TrainingSample, config: Config, progress: Progress = silent) -> Posterior:
    """Start from the posterior's mode, fit the Gaussian, draw from it once."""
    network = Network(sample.components, config.hidden, config.activation)
    potential = potential_of(network, sample)
    with torch.no_grad(), one_thread():
        start = whitened_starts(network, config.seed, range(1))
        mode = map_fit(potential, start, progress=part(progress, 0, _MODE))
        batches = -(-potential.y.shape[0] // config.batch)
        steps = config.epochs * batches
        search = Search(
            steps=steps,
            rate=partial(one_cycle, steps=steps, peak=config.learning_rate),
            draws=2 * config.pairs,
            first_sd=config.first_sd,
        )
        order, noise = (generators(config.seed, stream, range(1)) for stream in ("order", "noise"))
        q, elbo = fit_mean_field(
            _in_batches(potential, batches, order[0]), mode, search, noise, part(progress, _MODE, 1)
        )
        draws = q.draws([generators(config.seed, "draw", range(config.draws))])[0]
        return assemble(
            network,
            potential.theta(draws),
            sample,
            method=NAME,
            seed=config.seed,
            config=config,
            diagnostics=_diagnostics(q, elbo.view(config.epochs, batches).mean(1), network),
        )


def _in_batches(potential: NetworkPotential, batches: int, order: torch.Generator) -> Energy:
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
