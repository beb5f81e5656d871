"""Hamiltonian Monte Carlo for many chains at once, over any density with a gradient.

Chains come in groups: a group shares its step size and the length of its trajectories. A scene has one group,
an experiment one a replicate.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from hsi_uq_app.posterior.hmc_chance import Chance
from hsi_uq_app.posterior.hmc_step_size import DualAveraging
from hsi_uq_app.posterior.hmc_trajectory import State, accepted, diverged, trajectory
from hsi_uq_app.posterior.potential import Potential
from hsi_uq_app.progress import Measured, Progress, silent


@dataclass(frozen=True)
class Settings:
    """How long and how boldly the chains move; lengths are in standard deviations of the prior.

    A trajectory is `length` times a uniform number in `jitter` long, cut into steps, at most `cap` of them.
    `first_step` is where the warm-up begins, `target` the mean acceptance it aims at.
    """

    warmup: int = 100
    kept: int = 100
    length: float = 1.5
    jitter: tuple[float, float] = (0.7, 1.3)
    target: float = 0.8
    cap: int = 400
    first_step: float = 0.02


@dataclass(frozen=True, eq=False)
class Phase:
    """How the chains fared in warm-up or after it.

    acceptance (iterations, M) holds probabilities, leapfrogs (iterations, G) gradients a chain; divergences
    count trajectories whose energy error was no number or beyond 1000, capped those that were cut short.
    """

    acceptance: Tensor
    leapfrogs: Tensor
    divergences: int
    capped: int


@dataclass(frozen=True, eq=False)
class Chains:
    """What the chains left: draws (kept, M, P), the step (G,) they were made with, and how they fared."""

    draws: Tensor
    step: Tensor
    warmup: Phase
    kept: Phase


@dataclass(frozen=True, eq=False)
class _Move:
    """One iteration: where the chains are now, the energy errors (M,), the leapfrogs (G,)."""

    state: State
    error: Tensor
    leapfrogs: Tensor


def sample(
    potential: Potential,
    start: Tensor,
    settings: Settings,
    *,
    chains: int,
    chance: Chance,
    progress: Progress = silent,
) -> Chains:
    """Draw from exp(-potential).

    Args:
        potential: minus the log density, in coordinates of about unit scale.
        start: positions (M, P) in float64; M = groups times chains, the chains of a group side by side.
        settings: lengths and targets.
        chains: chains a group.
        chance: the random numbers of these chains and groups.
        progress: hears of every leapfrog, and stops the work by raising Cancelled.
    """
    first = torch.full((start.shape[0] // chains,), settings.first_step, dtype=torch.float64)
    tuner = DualAveraging(first, settings.target)
    state = State(start, *potential(start))
    warmup: list[_Move] = []
    for number in range(settings.warmup):
        pulse = _pulse(progress, number, settings, "warm-up", state)
        warmup.append(_iterate(potential, state, tuner.step, settings, chance, pulse))
        state = warmup[-1].state
        tuner.update(accepted(warmup[-1].error).view(-1, chains).mean(1))
    kept: list[_Move] = []
    for number in range(settings.kept):
        pulse = _pulse(progress, settings.warmup + number, settings, "draw", state)
        kept.append(_iterate(potential, state, tuner.average, settings, chance, pulse))
        state = kept[-1].state
    return Chains(
        draws=torch.stack([move.state.q for move in kept]),
        step=tuner.average,
        warmup=_phase(warmup, settings),
        kept=_phase(kept, settings),
    )


def _iterate(
    potential: Potential,
    state: State,
    step: Tensor,
    settings: Settings,
    chance: Chance,
    pulse: Callable[[float], None],
) -> _Move:
    """One trajectory a chain from a fresh momentum, taken or not (Metropolis)."""
    length = settings.length * chance.jitter(*settings.jitter)
    leapfrogs = (length / step).ceil().clamp(1, settings.cap).to(torch.int64)
    chains = state.q.shape[0] // step.shape[0]
    end, error = trajectory(
        potential,
        state,
        chance.momenta(state.q.shape[1]),
        step.repeat_interleave(chains),
        leapfrogs.repeat_interleave(chains),
        pulse,
    )
    taken = chance.luck() < accepted(error)
    now = State(
        q=torch.where(taken[:, None], end.q, state.q),
        energy=torch.where(taken, end.energy, state.energy),
        gradient=torch.where(taken[:, None], end.gradient, state.gradient),
    )
    return _Move(now, error, leapfrogs)


def _pulse(
    progress: Progress, number: int, settings: Settings, phase: str, state: State
) -> Callable[[float], None]:
    """What a trajectory calls after each leapfrog, with the share of it that is done; it tells the energy."""
    total = settings.warmup + settings.kept
    line = f"{phase}, iteration {number + 1} of {total}"
    text = Measured(line, "minus log posterior", float(state.energy.mean()))
    return lambda share: progress((number + share) / total, text)


def _phase(moves: list[_Move], settings: Settings) -> Phase:
    errors = torch.stack([move.error for move in moves])
    leapfrogs = torch.stack([move.leapfrogs for move in moves])
    return Phase(
        acceptance=accepted(errors),
        leapfrogs=leapfrogs,
        divergences=int(diverged(errors).sum()),
        capped=int((leapfrogs >= settings.cap).sum()),
    )
