"""Networks trained side by side, from their start to the posterior: what three methods have in common."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

import torch
from pydantic import BaseModel
from torch import Tensor

from hsi_uq_app.posterior.activation import Activation
from hsi_uq_app.posterior.assembly import assemble
from hsi_uq_app.posterior.member_spread import member_spread
from hsi_uq_app.posterior.network import Network, generators, random_start
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.posterior.threads import one_thread
from hsi_uq_app.posterior.training import Objective, Schedule, as_data, train
from hsi_uq_app.posterior.training_sample import TrainingSample
from hsi_uq_app.progress import Progress


class TrainingSettings(Protocol):
    """The settings that the methods share that train networks on batches."""

    hidden: int
    activation: Activation
    epochs: int
    batch: int
    learning_rate: float
    weight_decay: bool
    seed: int


@dataclass(frozen=True, eq=False)
class Members:
    """What is trained: how many networks, and what each minimises, its decay left to the settings.

    `diagnostics` are added to the passport's. `draws` makes the posterior's draws (S, P) of the trained
    parameters; by default each network is one.
    """

    count: int
    objective: Objective
    diagnostics: Mapping[str, object] = field(default_factory=dict)
    draws: Callable[[Network, Tensor], Tensor] = lambda _network, theta: theta


def fit_members(
    sample: TrainingSample,
    config: TrainingSettings,
    members: Members,
    *,
    method: str,
    progress: Progress,
) -> Posterior:
    """Train all members together; each has its own start and order of the pixels, from its own seed."""
    assert isinstance(config, BaseModel)
    network = Network(sample.components, config.hidden, config.activation)
    data, numbers = as_data(sample, sample.device), range(members.count)
    theta = random_start(network, generators(config.seed, "start", numbers))
    decay = network.prior_sd() ** -2 / data.size if config.weight_decay else None
    with torch.no_grad(), one_thread():
        curve = train(
            network,
            theta,
            data,
            objective=replace(members.objective, decay=decay),
            schedule=Schedule(config.epochs, config.batch, config.learning_rate),
            rngs=generators(config.seed, "order", numbers),
            progress=progress,
        )
        draws = members.draws(network, theta)
        left = {"loss": [round(v, 6) for v in curve], "spread": member_spread(network, draws, sample)}
        return assemble(
            network,
            draws,
            sample,
            method=method,
            seed=config.seed,
            config=config,
            diagnostics=left | dict(members.diagnostics),
        )
