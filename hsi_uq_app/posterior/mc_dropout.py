"""MC dropout: one network, a few hidden units off at random (Gal and Ghahramani 2016; paper 1).

A draw is one mask, the same for every pixel of a scene: a mask a pixel would make neighbours disagree by luck
alone, and the map depend on how the scene is cut into tiles.
"""

from functools import partial

import torch
from pydantic import BaseModel, ConfigDict, Field
from torch import Tensor

from hsi_uq_app.posterior.assembly import assemble
from hsi_uq_app.posterior.losses import LOSS_HELP, LOSSES, LossName, loss_record
from hsi_uq_app.posterior.member_spread import member_spread
from hsi_uq_app.posterior.network import Activation, Masks, Network, generators, random_start
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.posterior.threads import one_thread
from hsi_uq_app.posterior.training import Objective, Schedule, as_data, train
from hsi_uq_app.posterior.training_sample import TrainingSample
from hsi_uq_app.progress import Progress, silent

NAME = "mc-dropout"


class Config(BaseModel):
    """Settings; the defaults take seconds on about 5,000 pixels."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    draws: int = Field(100, ge=1, le=5000, description="masks, each a draw")
    hidden: int = Field(10, ge=1, le=200, description="units in each of the two hidden layers")
    activation: Activation = Field("tanh", description="unit of the hidden layers")
    rate: float = Field(
        0.05, gt=0, lt=1, description="share of hidden units switched off; half of ten would lose the targets"
    )
    epochs: int = Field(250, ge=1, description="passes over the training sample")
    batch: int = Field(512, ge=1, description="pixels a step")
    learning_rate: float = Field(0.01, gt=0, description="peak of the one-cycle learning rate")
    weight_decay: bool = Field(True, description="penalise by the prior")
    loss: LossName = Field("log", description=LOSS_HELP)
    seed: int = Field(0, ge=0)


def fit(sample: TrainingSample, config: Config, progress: Progress = silent) -> Posterior:
    """Train one network with a fresh mask for every pixel of every step, then keep `draws` masked copies."""
    network = Network(sample.components, config.hidden, config.activation)
    data, only = as_data(sample, sample.device), range(1)
    theta = random_start(network, generators(config.seed, "start", only))
    chance = generators(config.seed, "mask", only)
    objective = Objective(
        LOSSES[config.loss],
        decay=network.prior_sd() ** -2 / data.size if config.weight_decay else None,
        masks=partial(fresh_masks, network, config.rate, chance),
    )
    with torch.no_grad(), one_thread():
        curve = train(
            network,
            theta,
            data,
            objective=objective,
            schedule=Schedule(config.epochs, config.batch, config.learning_rate),
            chances=generators(config.seed, "order", only),
            progress=progress,
        )
        draws = generators(config.seed, "draw", range(config.draws))
        masked = fold(network, theta, fresh_masks(network, config.rate, draws, 1))
        return assemble(
            network,
            masked,
            sample,
            method=NAME,
            seed=config.seed,
            config=config,
            diagnostics={
                "loss": [round(v, 6) for v in curve],
                "spread": member_spread(network, masked, sample),
                **loss_record(config.loss),
            },
        )


def fresh_masks(network: Network, rate: float, chances: list[torch.Generator], pixels: int) -> Masks:
    """Masks (M, H, pixels) of the hidden layers: 0 with probability `rate`, else 1/(1 - rate)."""
    shape = (2, network.hidden, pixels)
    kept = torch.stack([torch.rand(shape, generator=g) >= rate for g in chances]) / (1 - rate)
    return Masks(kept[:, 0], kept[:, 1])


def fold(network: Network, theta: Tensor, masks: Masks) -> Tensor:
    """Masks (M, H, 1) multiplied into the weights that read each hidden unit: parameters (M, P).

    A draw is then an ordinary network, and it is stored as one.
    """
    theta = theta.expand(masks.hidden1.shape[0], -1).clone()
    layers = network.layers(theta)
    layers.w2.mul_(masks.hidden1.transpose(1, 2))
    layers.w3.mul_(masks.hidden2.transpose(1, 2))
    return theta
