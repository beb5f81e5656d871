"""Deep ensemble: the same data, different starts and orders (Lakshminarayanan et al. 2017; paper 1)."""

import torch
from pydantic import BaseModel, ConfigDict, Field

from hsi_uq_app.posterior.assembly import assemble
from hsi_uq_app.posterior.losses import LOSS_HELP, LOSSES, LossName, loss_record
from hsi_uq_app.posterior.member_spread import member_spread
from hsi_uq_app.posterior.network import Activation, Network, generators, random_start
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.posterior.threads import one_thread
from hsi_uq_app.posterior.training import Objective, Schedule, as_data, train
from hsi_uq_app.posterior.training_sample import TrainingSample
from hsi_uq_app.progress import Progress, silent

NAME = "deep-ensemble"


class Config(BaseModel):
    """Settings; the defaults train 100 members on about 5,000 pixels in seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    draws: int = Field(100, ge=1, le=5000, description="members of the ensemble")
    hidden: int = Field(10, ge=1, le=200, description="units in each of the two hidden layers")
    activation: Activation = Field("tanh", description="unit of the hidden layers")
    epochs: int = Field(60, ge=1, description="passes over the training sample")
    batch: int = Field(512, ge=1, description="pixels a step")
    learning_rate: float = Field(0.01, gt=0, description="peak of the one-cycle learning rate")
    weight_decay: bool = Field(
        False,
        description="penalise by the prior, so that members sit at the posterior's modes; paper 1 names none",
    )
    loss: LossName = Field("log", description=LOSS_HELP)
    seed: int = Field(0, ge=0)


def fit(sample: TrainingSample, config: Config, progress: Progress = silent) -> Posterior:
    """Train all members together; each has its own start and order, from its own seed."""
    network = Network(sample.components, config.hidden, config.activation)
    data, members = as_data(sample, sample.device), range(config.draws)
    theta = random_start(network, generators(config.seed, "start", members))
    decay = network.prior_sd() ** -2 / data.size if config.weight_decay else None
    objective = Objective(LOSSES[config.loss], decay)
    schedule = Schedule(config.epochs, config.batch, config.learning_rate)
    with torch.no_grad(), one_thread():
        curve = train(
            network,
            theta,
            data,
            objective=objective,
            schedule=schedule,
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
                **loss_record(config.loss),
            },
        )
