"""Mean-field variational inference: a Gaussian a weight, fitted, not sampled (Graves 2011).

A. Graves, "Practical variational inference for neural networks", Advances in Neural Information Processing
Systems 24.
"""

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from hsi_uq_app.posterior import config_fields as fields
from hsi_uq_app.posterior.checks import Check, diagnostic
from hsi_uq_app.posterior.method import Cost, Method
from hsi_uq_app.progress import Progress, silent

if TYPE_CHECKING:
    from hsi_uq_app.posterior.posterior import Posterior
    from hsi_uq_app.posterior.training_sample import TrainingSample


class Config(BaseModel):
    """Settings; the defaults take seconds on about 5,000 pixels."""

    model_config = fields.FROZEN

    draws: fields.Draws = Field(100, description="draws from the fitted Gaussian")
    hidden: fields.Hidden = 10
    activation: fields.Unit = "tanh"
    epochs: fields.Epochs = Field(250, description="passes over the training sample; more prune more units")
    batch: fields.Batch = 512
    pairs: int = Field(2, ge=1, le=32, description="pairs of opposite draws a step")
    learning_rate: fields.LearningRate = 0.01
    first_sd: float = Field(
        0.05,
        gt=0,
        lt=1,
        description="where the spread starts, in prior ones; much wider never finds the targets",
    )
    seed: fields.Seed = 0


def fit(sample: "TrainingSample", config: Config, progress: Progress = silent) -> "Posterior":
    """Start from the posterior's mode, fit the Gaussian, draw from it once."""
    import torch

    from hsi_uq_app.posterior.assembly import assemble
    from hsi_uq_app.posterior.network import Network, generators
    from hsi_uq_app.posterior.potential import potential_of
    from hsi_uq_app.posterior.threads import one_thread
    from hsi_uq_app.posterior.variational_fit import Passes, fit_gaussian

    network, seed = Network(sample.components, config.hidden, config.activation), config.seed
    potential = potential_of(network, sample)
    passes = Passes(config.epochs, config.batch, config.learning_rate, config.pairs, config.first_sd)
    with torch.no_grad(), one_thread():
        q, figures = fit_gaussian(potential, passes, seed, progress)
        theta = potential.theta(q.draws([generators(seed, "draw", range(config.draws))])[0])
        return assemble(
            network, theta, sample, method=METHOD.name, seed=seed, config=config, diagnostics=figures
        )


_CHECKS = (
    Check(
        diagnostic("share_of_first_layer_at_prior"), 0.5, 0.8,
        "{:.0%} of the first layer went back to its prior, so faint targets may be lost",
        "train on more target pixels, or take another method",
    ),
    Check(
        diagnostic("first_layer_sd_over_prior"), 0.3, 0.15,
        "the weights' spread never left its start: {:.2f} of the prior's in the first layer",
        "raise epochs",
    ),
)  # fmt: skip

METHOD = Method(
    name="vi",
    label="Variational inference",
    hint="One Gaussian for each weight, fitted to the posterior",
    config=Config,
    fit=fit,
    cost=Cost(0.5, 0.8),
    diagnostics=(
        "elbo", "kl", "share_at_prior", "share_of_first_layer_at_prior", "first_layer_sd_over_prior",
    ),
    praise=lambda figures: f"the Gaussian holds {figures['kl']:.0f} nats more than its prior",
    checks=_CHECKS,
)  # fmt: skip
