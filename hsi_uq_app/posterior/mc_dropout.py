"""MC dropout: one network, a few hidden units off at random.

Gal and Ghahramani 2016, "Dropout as a Bayesian approximation", arXiv 1506.02142.

A draw is one mask, the same for every pixel of a scene: with a mask a pixel, neighbours would disagree at
random, and the map would depend on how the scene is cut into tiles.
"""

from functools import partial
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from hsi_uq_app.posterior import config_fields as fields
from hsi_uq_app.posterior import member_checks
from hsi_uq_app.posterior.loss_names import loss_record
from hsi_uq_app.posterior.method import Cost, Method
from hsi_uq_app.progress import Progress, silent

if TYPE_CHECKING:
    from hsi_uq_app.posterior.posterior import Posterior
    from hsi_uq_app.posterior.training_sample import TrainingSample


class Config(BaseModel):
    """Settings; the defaults take seconds on about 5,000 pixels."""

    model_config = fields.FROZEN

    draws: fields.Draws = Field(100, description="masks, each a draw")
    hidden: fields.Hidden = 10
    activation: fields.Unit = "tanh"
    rate: float = Field(
        0.05, gt=0, lt=1, description="share of hidden units switched off; half of ten would lose the targets"
    )
    epochs: fields.Epochs = 250
    batch: fields.Batch = 512
    learning_rate: fields.LearningRate = 0.01
    weight_decay: bool = Field(True, description="penalise by the prior")
    loss: fields.Loss = "log"
    seed: fields.Seed = 0


def fit(sample: "TrainingSample", config: Config, progress: Progress = silent) -> "Posterior":
    """Train one network with a fresh mask for every pixel of every step, then keep `draws` masked copies."""
    from hsi_uq_app.posterior.dropout_masks import fresh_masks, masked_copies
    from hsi_uq_app.posterior.losses import LOSSES
    from hsi_uq_app.posterior.member_training import Members, fit_members
    from hsi_uq_app.posterior.network import Network, generators
    from hsi_uq_app.posterior.training import Objective

    network = Network(sample.components, config.hidden, config.activation)
    rng = generators(config.seed, "mask", range(1))
    masks = partial(fresh_masks, network, config.rate, rng)
    members = Members(
        count=1,
        objective=Objective(LOSSES[config.loss], masks=masks),
        diagnostics=loss_record(config.loss),
        draws=partial(masked_copies, rate=config.rate, seed=config.seed, copies=config.draws),
    )
    return fit_members(sample, config, members, method=METHOD.name, progress=progress)


METHOD = Method(
    name="mc-dropout",
    label="MC dropout",
    hint="One network, with random hidden units switched off in each draw",
    config=Config,
    fit=fit,
    cost=Cost(0.5, 0.4),
    diagnostics=member_checks.DIAGNOSTICS,
    praise=member_checks.praise,
    on_gpu=True,
    one_network=True,
)
