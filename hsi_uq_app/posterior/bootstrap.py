"""Bootstrap: every member learns from its own resample of the pixels.

B. Efron 1979, "Bootstrap methods: another look at the jackknife", doi 10.1214/aos/1176344552.
"""

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior import config_fields as fields
from hsi_uq_app.posterior import member_checks
from hsi_uq_app.posterior.method import Cost, Method
from hsi_uq_app.progress import Progress, silent

if TYPE_CHECKING:
    from torch import Tensor

    from hsi_uq_app.posterior.posterior import Posterior
    from hsi_uq_app.posterior.training_sample import TrainingSample


class Config(BaseModel):
    """Settings; the defaults train 100 members on about 5,000 pixels in seconds."""

    model_config = fields.FROZEN

    draws: fields.Draws = Field(100, description="resamples, one network each")
    hidden: fields.Hidden = 10
    activation: fields.Unit = "tanh"
    epochs: fields.Epochs = 60
    batch: fields.Batch = 512
    learning_rate: fields.LearningRate = 0.01
    weight_decay: bool = Field(
        False,
        description="penalise by the prior, as the posterior does; off by default as in the deep ensemble",
    )
    by_object: bool = Field(
        False, description="resample whole targets: pixels of one target are not independent of each other"
    )
    seed: fields.Seed = 0


def fit(sample: "TrainingSample", config: Config, progress: Progress = silent) -> "Posterior":
    """Train all members together, each on its own counts; a pixel keeps its offset however often it counts.

    Raises:
        UserError: `by_object` on a sample that knows no objects.
    """
    from hsi_uq_app.posterior.member_training import Members, fit_members
    from hsi_uq_app.posterior.training import Objective

    members = Members(config.draws, Objective(counts=_counts(sample, config)))
    return fit_members(sample, config, members, method=METHOD.name, progress=progress)


def _counts(sample: "TrainingSample", config: Config) -> "Tensor":
    import torch

    from hsi_uq_app.posterior.bootstrap_counts import resample_objects, resample_pixels
    from hsi_uq_app.posterior.network import generators

    labels = torch.from_numpy(sample.labels)
    rngs = generators(config.seed, "resample", range(config.draws))
    if not config.by_object:
        return resample_pixels(labels, rngs)
    if sample.objects is None:
        raise UserError(
            "the training sample does not say which object each target pixel belongs to",
            "switch by_object off, or draw the sample from a mask",
        )
    return resample_objects(labels, torch.from_numpy(sample.objects), rngs)


METHOD = Method(
    name="bootstrap",
    label="Bootstrap",
    hint="Each network learns from its own resample of the pixels",
    config=Config,
    fit=fit,
    cost=Cost(0.5, 1.0, grows_with_draws=True),
    diagnostics=member_checks.DIAGNOSTICS,
    praise=member_checks.praise,
    on_gpu=True,
)
