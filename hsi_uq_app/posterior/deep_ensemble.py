"""Deep ensemble: the same data, different starts and orders.

Lakshminarayanan, Pritzel and Blundell 2017, "Simple and scalable predictive uncertainty estimation using deep
ensembles", arXiv 1612.01474.
"""

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
    """Settings; the defaults train 100 members on about 5,000 pixels in seconds."""

    model_config = fields.FROZEN

    draws: fields.Draws = Field(100, description="members of the ensemble")
    hidden: fields.Hidden = 10
    activation: fields.Unit = "tanh"
    epochs: fields.Epochs = 60
    batch: fields.Batch = 512
    learning_rate: fields.LearningRate = 0.01
    weight_decay: bool = Field(
        False, description="penalise by the prior, so that members sit at the posterior's modes"
    )
    loss: fields.Loss = "log"
    seed: fields.Seed = 0


def fit(sample: "TrainingSample", config: Config, progress: Progress = silent) -> "Posterior":
    """Train all members together; each has its own start and order, from its own seed."""
    from hsi_uq_app.posterior.losses import LOSSES
    from hsi_uq_app.posterior.member_training import Members, fit_members
    from hsi_uq_app.posterior.training import Objective

    members = Members(config.draws, Objective(LOSSES[config.loss]), loss_record(config.loss))
    return fit_members(sample, config, members, method=METHOD.name, progress=progress)


METHOD = Method(
    name="deep-ensemble",
    label="Deep ensemble",
    hint="Each network starts elsewhere and sees the pixels in another order",
    config=Config,
    fit=fit,
    cost=Cost(0.5, 1.0, grows_with_draws=True),
    diagnostics=member_checks.DIAGNOSTICS,
    praise=member_checks.praise,
    on_gpu=True,
)
