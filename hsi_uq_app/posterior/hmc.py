"""Hamiltonian Monte Carlo: draws from the posterior itself, at the price of many gradients (paper 1)."""

from typing import Any

import torch
from pydantic import BaseModel, ConfigDict, Field
from torch import Tensor

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.assembly import assemble, scene_logits
from hsi_uq_app.posterior.hmc_chance import Chance
from hsi_uq_app.posterior.hmc_convergence import convergence
from hsi_uq_app.posterior.hmc_pace import Paced, pace_of
from hsi_uq_app.posterior.hmc_sampler import Chains, Settings
from hsi_uq_app.posterior.hmc_sampler import sample as sample_chains
from hsi_uq_app.posterior.map_fit import map_fit, whitened_starts
from hsi_uq_app.posterior.network import Activation, Network
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.posterior.potential import NetworkPotential, potential_of
from hsi_uq_app.posterior.threads import one_thread
from hsi_uq_app.posterior.training_sample import TrainingSample
from hsi_uq_app.progress import Progress, part, silent

NAME = "hmc"
HOT = (0.03, 0.1, 0.3)
"""Shares of the likelihood in the first stages of the warm-up: without them chains stay near their modes."""
_MODES, _CHAINS = 0.04, 0.97  # shares of the time after which the starts are found, the chains done
_AT_ONCE = 50  # draws, so that a cancel is heard in between


class Config(BaseModel):
    """Settings; the defaults take under a minute on 6,000 pixels, so no checkpoints are kept."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    draws: int = Field(100, ge=4, le=5000, description="draws kept of all chains together, evenly thinned")
    hidden: int = Field(10, ge=1, le=200, description="units in each of the two hidden layers")
    activation: Activation = Field("tanh", description="unit of the hidden layers; tanh mixes best")
    chains: int = Field(4, ge=2, le=64, description="independent chains, each from a mode of its own")
    warmup: int = Field(100, ge=10, description="iterations that tune the step and are thrown away")
    kept: int = Field(100, ge=4, description="iterations after that; the draws are taken from these")
    trajectory: float = Field(3.0, gt=0, description="length of a trajectory, in prior standard deviations")
    acceptance: float = Field(0.8, gt=0, lt=1, description="mean acceptance the step is tuned to")
    leapfrog_cap: int = Field(400, ge=1, description="most steps in a trajectory; reported when reached")
    max_pixels: int = Field(12_000, ge=1, description="refuse a larger sample: every step reads all of it")
    seed: int = Field(0, ge=0)


def fit(sample: TrainingSample, config: Config, progress: Progress = silent) -> Posterior:
    """Run all chains together and thin them; R-hat and ESS are judged before thinning.

    Raises:
        UserError: more pixels than `max_pixels`, or more draws than the chains keep.
    """
    _check(sample, config)
    network = Network(sample.components, config.hidden, config.activation)
    potential = potential_of(network, sample)
    with torch.no_grad(), one_thread():
        starts = whitened_starts(network, config.seed, range(config.chains))
        modes = map_fit(potential, starts, progress=part(progress, 0, _MODES))
        pace = pace_of(network)
        chains = sample_chains(
            Paced(potential, pace),
            modes.double() / pace,
            _settings(config),
            chains=config.chains,
            chance=Chance(config.seed, config.chains, range(1)),
            hotter=[Paced(hot, pace) for hot in potential.hotter(*HOT)],
            progress=part(progress, _MODES, _CHAINS),
        )
        draws = chains.draws * pace
        return assemble(
            network,
            potential.theta(_thinned(draws, config.draws)),
            sample,
            method=NAME,
            seed=config.seed,
            config=config,
            diagnostics=_fared(chains) | _converged(draws, potential, sample, part(progress, _CHAINS, 1)),
        )


def _check(sample: TrainingSample, config: Config) -> None:
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


def _settings(config: Config) -> Settings:
    return Settings(
        warmup=config.warmup,
        kept=config.kept,
        length=config.trajectory,
        target=config.acceptance,
        cap=config.leapfrog_cap,
    )


def _thinned(draws: Tensor, wanted: int) -> Tensor:
    """Evenly spaced iterations of draws (kept, C, P), the last one among them, chain by chain: (S, P)."""
    kept, chains, parameters = draws.shape
    each = wanted // chains
    at = (torch.arange(1, each + 1) * kept) // each - 1
    return draws[at].transpose(0, 1).reshape(wanted, parameters)


def _fared(chains: Chains) -> dict[str, Any]:
    """How the sampler did."""
    kept, members, _ = chains.draws.shape
    by_iteration = torch.cat([chains.warmup.acceptance, chains.kept.acceptance]).mean(1)
    return {
        "acceptance": round(float(chains.kept.acceptance.mean()), 4),
        "step": round(float(chains.step[0]), 6),
        "gradients": round(float(chains.kept.leapfrogs.double().mean()), 1),
        "divergences": chains.kept.divergences,
        "divergences_in_warmup": chains.warmup.divergences,
        "capped": chains.kept.capped,
        "capped_in_warmup": chains.warmup.capped,
        "iterations": kept * members,
        "acceptance_by_iteration": [round(float(a), 3) for a in by_iteration],
    }


def _converged(
    draws: Tensor, potential: NetworkPotential, sample: TrainingSample, progress: Progress
) -> dict[str, Any]:
    """Whether the chains agree about the pixels, judged on all draws (kept, C, P)."""
    kept, members, parameters = draws.shape
    logits: list[Tensor] = []
    for theta in potential.theta(draws.reshape(-1, parameters)).split(_AT_ONCE):
        progress(len(logits) * _AT_ONCE / (kept * members), "judging whether the chains agree")
        logits.append(scene_logits(potential.network, theta, sample))
    return convergence(torch.cat(logits).view(kept, members, -1).numpy())
