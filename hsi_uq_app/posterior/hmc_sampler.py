"""Hamiltonian Monte Carlo for many chains at once, over any density with a gradient.

Chains come in groups: a group shares its step size and the length of its trajectories. A scene has one group,
an experiment one a replicate.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from hsi_uq_app.posterior.hmc_random import RandomNumbers
from hsi_uq_app.posterior.hmc_step_size import DualAveraging
from hsi_uq_app.posterior.hmc_trajectory import State, accepted, diverged, trajectory
from hsi_uq_app.posterior.potential import Potential
from hsi_uq_app.progress import Measured, Progress, silent


@dataclass(frozen=True)
class Settings:
    """How long and how boldly the chains move; lengths are in standard deviations of the prior.

    A trajectory is `length` times a uniform number in `jitter` long, cut into steps, at most `cap` of them.
    `first_step` is where the warm-up begins, `target` the mean acceptance it aims at. Each tempered
    potential, where there are any, has the share `tempered_share` of the warm-up.
    """

    warmup: int = 100
    kept: int = 100
    length: float = 1.5
    jitter: tuple[float, float] = (0.7, 1.3)
    target: float = 0.8
    cap: int = 400
    first_step: float = 0.02
    tempered_share: float = 0.15


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
    random: RandomNumbers,
    tempered: Sequence[Potential] = (),
    progress: Progress = silent,
) -> Chains:
    """Draw from exp(-potential).

    Args:
        potential: minus the log density, in coordinates of about unit scale.
        start: positions (M, P) in float64; M = groups times chains, the chains of a group side by side.
        settings: lengths and targets.
        chains: chains a group.
        random: the random numbers of these chains and groups.
        tempered: flatter relatives of the potential, the flattest first. Chains that begin their warm-up
            there leave the mode they started from, and come down to where the posterior has its mass.
        progress: hears of every leapfrog, and stops the work by raising Cancelled.
    """
    first = torch.full((start.shape[0] // chains,), settings.first_step, dtype=torch.float64)
    tuner, walk = DualAveraging(first, settings.target), _Walk(start, settings, random, progress)
    for here, iterations in _stages(potential, tempered, settings):
        walk.enter(here)
        if walk.moves:
            tuner.begin(tuner.average / 2)
        for _ in range(iterations):
            error = walk.move("warm-up", tuner.step)
            tuner.update(accepted(error).view(-1, chains).mean(1))
    for _ in range(settings.kept):
        walk.move("draw", tuner.average)
    kept = walk.moves[settings.warmup :]
    return Chains(
        draws=torch.stack([move.state.q for move in kept]),
        step=tuner.average,
        warmup=_phase(walk.moves[: settings.warmup], settings),
        kept=_phase(kept, settings),
    )


def _stages(
    potential: Potential, tempered: Sequence[Potential], settings: Settings
) -> list[tuple[Potential, int]]:
    """Which potential for how many iterations of the warm-up; the last stage is the potential itself."""
    each = round(settings.tempered_share * settings.warmup)
    return [*((one, each) for one in tempered), (potential, settings.warmup - each * len(tempered))]


class _Walk:
    """Where the chains are, and every move they made."""

    def __init__(self, start: Tensor, settings: Settings, random: RandomNumbers, progress: Progress) -> None:
        self.settings, self.random, self.progress = settings, random, progress
        self.moves: list[_Move] = []
        self._q = start

    def enter(self, potential: Potential) -> None:
        """Walk on this potential from here on."""
        self.potential = potential
        self.state = State(self._q, *potential(self._q))

    def move(self, phase: str, step: Tensor) -> Tensor:
        """One trajectory a chain from a fresh momentum, taken or not (Metropolis); the energy errors (M,)."""
        length = self.settings.length * self.random.jitter(*self.settings.jitter)
        leapfrogs = (length / step).ceil().clamp(1, self.settings.cap).to(torch.int64)
        chains = self._q.shape[0] // step.shape[0]
        end, error = trajectory(
            self.potential,
            self.state,
            self.random.momenta(self._q.shape[1]),
            step.repeat_interleave(chains),
            leapfrogs.repeat_interleave(chains),
            self._reporter(phase),
        )
        taken = self.random.uniform() < accepted(error)
        self.state = State(
            q=torch.where(taken[:, None], end.q, self.state.q),
            energy=torch.where(taken, end.energy, self.state.energy),
            gradient=torch.where(taken[:, None], end.gradient, self.state.gradient),
        )
        self._q = self.state.q
        self.moves.append(_Move(self.state, error, leapfrogs))
        return error

    def _reporter(self, phase: str) -> Callable[[float], None]:
        """What a trajectory calls after each leapfrog, with the share that is done; it tells the energy."""
        done, total = len(self.moves), self.settings.warmup + self.settings.kept
        line = f"{phase}, iteration {done + 1} of {total}"
        text = Measured(line, "minus log posterior", float(self.state.energy.mean()))
        return lambda share: self.progress((done + share) / total, text)


def _phase(moves: list[_Move], settings: Settings) -> Phase:
    errors = torch.stack([move.error for move in moves])
    leapfrogs = torch.stack([move.leapfrogs for move in moves])
    return Phase(
        acceptance=accepted(errors),
        leapfrogs=leapfrogs,
        divergences=int(diverged(errors).sum()),
        capped=int((leapfrogs >= settings.cap).sum()),
    )
