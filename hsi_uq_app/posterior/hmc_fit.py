"""Chains on a training sample: from their modes to their draws, and how they did."""

from typing import Any

import torch
from torch import Tensor

from hsi_uq_app.posterior.assembly import scene_logits
from hsi_uq_app.posterior.hmc_convergence import convergence
from hsi_uq_app.posterior.hmc_random import RandomNumbers
from hsi_uq_app.posterior.hmc_sampler import Chains, Settings
from hsi_uq_app.posterior.hmc_sampler import sample as sample_chains
from hsi_uq_app.posterior.hmc_scaling import Rescaled, scale_of
from hsi_uq_app.posterior.map_fit import map_fit, whitened_starts
from hsi_uq_app.posterior.potential import NetworkPotential
from hsi_uq_app.posterior.training_sample import TrainingSample
from hsi_uq_app.progress import Progress, part

BETAS = (0.03, 0.1, 0.3)
"""Shares of the likelihood in the first stages of the warm-up: without them chains stay near their modes."""
_MODES, _CHAINS = 0.04, 0.97  # shares of the time after which the starts are found, the chains done
_AT_ONCE = 50  # draws, so that a cancel is heard in between


def run_chains(
    potential: NetworkPotential, settings: Settings, *, chains: int, seed: int, progress: Progress
) -> tuple[Chains, Tensor]:
    """The chains, and all their draws (kept, C, P) in whitened coordinates."""
    starts = whitened_starts(potential.network, seed, range(chains))
    modes = map_fit(potential, starts, progress=part(progress, 0, _MODES))
    scale = scale_of(potential.network)
    run = sample_chains(
        Rescaled(potential, scale),
        modes.double() / scale,
        settings,
        chains=chains,
        random=RandomNumbers(seed, chains, range(1)),
        tempered=[Rescaled(one, scale) for one in potential.tempered(*BETAS)],
        progress=part(progress, _MODES, _CHAINS),
    )
    return run, run.draws * scale


def thinned(draws: Tensor, wanted: int) -> Tensor:
    """Evenly spaced iterations of draws (kept, C, P), the last one among them, chain by chain: (S, P)."""
    kept, chains, parameters = draws.shape
    each = wanted // chains
    at = (torch.arange(1, each + 1) * kept) // each - 1
    return draws[at].transpose(0, 1).reshape(wanted, parameters)


def sampler_figures(chains: Chains) -> dict[str, Any]:
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


def agreement(
    draws: Tensor, potential: NetworkPotential, sample: TrainingSample, progress: Progress
) -> dict[str, Any]:
    """Whether the chains agree about the pixels, judged on all draws (kept, C, P)."""
    kept, members, parameters = draws.shape
    logits: list[Tensor] = []
    report = part(progress, _CHAINS, 1)
    for theta in potential.theta(draws.reshape(-1, parameters)).split(_AT_ONCE):
        report(len(logits) * _AT_ONCE / (kept * members), "judging whether the chains agree")
        logits.append(scene_logits(potential.network, theta, sample))
    return convergence(torch.cat(logits).view(kept, members, -1).numpy())
