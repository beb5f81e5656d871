"""Bootstrap: every member learns from its own resample of the pixels (Efron 1979; paper 1)."""

import torch
from pydantic import BaseModel, ConfigDict, Field
from torch import Tensor

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.assembly import assemble
from hsi_uq_app.posterior.bootstrap_counts import resample_objects, resample_pixels
from hsi_uq_app.posterior.member_spread import member_spread
from hsi_uq_app.posterior.network import Activation, Network, generators, random_start
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.posterior.threads import one_thread
from hsi_uq_app.posterior.training import Objective, Schedule, as_data, train
from hsi_uq_app.posterior.training_sample import TrainingSample
from hsi_uq_app.progress import Progress, silent

NAME = "bootstrap"


class Config(BaseModel):
    """Settings; the defaults train 100 members on about 5,000 pixels in seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    draws: int = Field(100, ge=1, le=5000, description="resamples, one network each")
    hidden: int = Field(10, ge=1, le=200, description="units in each of the two hidden layers")
    activation: Activation = Field("tanh", description="unit of the hidden layers")
    epochs: int = Field(60, ge=1, description="passes over the training sample")
    batch: int = Field(512, ge=1, description="pixels a step")
    learning_rate: float = Field(0.01, gt=0, description="peak of the one-cycle learning rate")
    weight_decay: bool = Field(
        False,
        description="penalise by the prior, as the posterior does; off by default as in the deep ensemble",
    )
    by_object: bool = Field(
        False, description="resample whole targets: pixels of one target are not independent of each other"
    )
    seed: int = Field(0, ge=0)


def fit(sample: TrainingSample, config: Config, progress: Progress = silent) -> Posterior:
    """Train all members together, each on its own counts; a pixel keeps its offset however often it counts.

    Raises:
        UserError: `by_object` on a sample that knows no objects.
    """
    network = Network(sample.components, config.hidden, config.activation)
    data, members = as_data(sample, sample.device), range(config.draws)
    theta = random_start(network, generators(config.seed, "start", members))
    decay = network.prior_sd() ** -2 / data.size if config.weight_decay else None
    objective = Objective(decay=decay, counts=_counts(sample, config))
    with torch.no_grad(), one_thread():
        curve = train(
            network,
            theta,
            data,
            objective=objective,
            schedule=Schedule(config.epochs, config.batch, config.learning_rate),
            chances=generators(config.seed, "order", members),
            progress=progress,
        )
        return assemble(
            network,
            theta,
            sample,
            method=NAME,
            seed=config.seed,
            config=config,
            diagnostics={
                "loss": [round(v, 6) for v in curve],
                "spread": member_spread(network, theta, sample),
            },
        )


def _counts(sample: TrainingSample, config: Config) -> Tensor:
    labels = torch.from_numpy(sample.labels)
    chances = generators(config.seed, "resample", range(config.draws))
    if not config.by_object:
        return resample_pixels(labels, chances)
    if sample.objects is None:
        raise UserError(
            "the training sample does not say which object each target pixel belongs to",
            "switch by_object off, or draw the sample from a mask",
        )
    return resample_objects(labels, torch.from_numpy(sample.objects), chances)
