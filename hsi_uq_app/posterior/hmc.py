"""Hamiltonian Monte Carlo: draws from the posterior itself, at the price of many gradients (Neal 2011).

R. M. Neal, "MCMC using Hamiltonian dynamics", arXiv 1206.1901.
"""

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior import config_fields as fields
from hsi_uq_app.posterior.checks import Check, Figures, diagnostic, per_iteration
from hsi_uq_app.posterior.method import Cost, Method
from hsi_uq_app.progress import Progress, silent

if TYPE_CHECKING:
    from hsi_uq_app.posterior.hmc_sampler import Settings
    from hsi_uq_app.posterior.posterior import Posterior
    from hsi_uq_app.posterior.training_sample import TrainingSample

_MOST_PIXELS = 12_000
_LONGER = "run longer: raise warmup and kept"


class Config(BaseModel):
    """Settings; the defaults take under a minute on 6,000 pixels, so no checkpoints are kept."""

    model_config = fields.FROZEN

    draws: fields.Draws = Field(100, ge=4, description="draws kept of all chains together, evenly thinned")
    hidden: fields.Hidden = 10
    activation: fields.Unit = Field("tanh", description="unit of the hidden layers; tanh mixes best")
    chains: int = Field(4, ge=2, le=64, description="independent chains, each from a mode of its own")
    warmup: int = Field(100, ge=10, description="iterations that tune the step and are thrown away")
    kept: int = Field(100, ge=4, description="iterations after that; the draws are taken from these")
    trajectory: float = Field(3.0, gt=0, description="length of a trajectory, in prior standard deviations")
    acceptance: float = Field(0.8, gt=0, lt=1, description="mean acceptance the step is tuned to")
    leapfrog_cap: int = Field(400, ge=1, description="most steps in a trajectory; reported when reached")
    max_pixels: int = Field(
        _MOST_PIXELS, ge=1, description="refuse a larger sample: every step reads all of it"
    )
    seed: fields.Seed = 0


def fit(sample: "TrainingSample", config: Config, progress: Progress = silent) -> "Posterior":
    """Run all chains together and thin them; R-hat and ESS are judged before thinning.

    Raises:
        UserError: more pixels than `max_pixels`, or more draws than the chains keep.
    """
    import torch

    from hsi_uq_app.posterior.assembly import assemble
    from hsi_uq_app.posterior.hmc_fit import agreement, run_chains, sampler_figures, thinned
    from hsi_uq_app.posterior.network import Network
    from hsi_uq_app.posterior.potential import potential_of
    from hsi_uq_app.posterior.threads import one_thread

    _check(sample, config)
    network = Network(sample.components, config.hidden, config.activation)
    potential = potential_of(network, sample)
    with torch.no_grad(), one_thread():
        chains, draws = run_chains(
            potential, _settings(config), chains=config.chains, seed=config.seed, progress=progress
        )
        figures = sampler_figures(chains) | agreement(draws, potential, sample, progress)
        theta = potential.theta(thinned(draws, config.draws))
        return assemble(
            network, theta, sample, method=METHOD.name, seed=config.seed, config=config, diagnostics=figures
        )


def _check(sample: "TrainingSample", config: Config) -> None:
    pixels = sample.labels.size
    if pixels > config.max_pixels:
        raise UserError(
            f"HMC reads all {pixels:,} training pixels in every step, and {config.max_pixels:,} are the most",
            "draw a stratified sample, choose a smaller region, or raise max_pixels and wait",
        )
    if config.draws % config.chains or config.draws > config.chains * config.kept:
        raise UserError(
            f"{config.draws} draws cannot be thinned evenly from {config.chains} chains of {config.kept}",
            "choose a multiple of the chains, and no more draws than iterations kept",
        )


def _settings(config: Config) -> "Settings":
    from hsi_uq_app.posterior.hmc_sampler import Settings

    return Settings(
        warmup=config.warmup,
        kept=config.kept,
        length=config.trajectory,
        target=config.acceptance,
        cap=config.leapfrog_cap,
    )


def _praise(figures: Figures) -> str:
    largest, pixels = figures["r_hat_max"], figures["undecided_probes"]
    return f"the chains agree: largest R-hat {largest:.3f} on {pixels} undecided pixels"


_CHECKS = (
    Check(
        # The largest of up to 200 hard pixels: chains that agree give 1.03 to 1.06 in 100 iterations.
        diagnostic("r_hat_max"), 1.1, 1.3,
        "the chains disagree about some pixels: largest R-hat {:.2f}, and 1.1 is the most to accept",
        _LONGER,
    ),
    Check(
        diagnostic("ess_bulk_min"), 50, 15,
        "at some pixels the draws are worth only {:.0f} independent ones", _LONGER,
    ),
    Check(
        per_iteration("divergences"), 0, 0.01,
        "{:.1%} of the trajectories diverged, so parts of the posterior were never seen",
        "raise acceptance to .95",
    ),
    Check(
        per_iteration("capped"), 0.05, 0.5,
        "{:.0%} of the trajectories were cut short by the leapfrog cap", "raise leapfrog_cap",
    ),
    Check(
        diagnostic("acceptance"), 0.6, 0.3,
        "only {:.0%} of the trajectories were accepted", "raise warmup, or acceptance",
    ),
)  # fmt: skip

METHOD = Method(
    name="hmc",
    label="Hamiltonian Monte Carlo",
    hint="Draws from the posterior itself: the slowest, and the one the others approximate",
    config=Config,
    fit=fit,
    cost=Cost(1.0, 6.0),
    diagnostics=(
        "acceptance", "step", "gradients", "divergences", "divergences_in_warmup", "capped",
        "capped_in_warmup", "iterations", "acceptance_by_iteration", "probes", "undecided_probes",
        "r_hat_max", "r_hat_median", "ess_bulk_min", "ess_bulk_median", "ess_tail_min", "ess_tail_median",
        "traces",
    ),
    praise=_praise,
    checks=_CHECKS,
    most_pixels=_MOST_PIXELS,
)  # fmt: skip
