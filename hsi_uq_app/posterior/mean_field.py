"""Mean-field variational inference: the best Gaussian with independent weights, over any likelihood."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from hsi_uq_app.posterior.potential import Energy
from hsi_uq_app.posterior.training import Adam
from hsi_uq_app.progress import Measured, Progress, silent

_AT_PRIOR = 0.05
"""A weight that tells less than this many nats against its prior has gone back to it."""


@dataclass(frozen=True, eq=False)
class MeanField:
    """q = N(mean, sd^2), each (R, P), in coordinates in which the prior is standard normal."""

    mean: Tensor
    sd: Tensor

    def divergence(self) -> Tensor:
        """KL(q, prior) of every weight, (R, P): (mean^2 + sd^2 - 1)/2 - log sd, in nats."""
        return (self.mean.square() + self.sd.square() - 1) / 2 - self.sd.log()

    def at_prior(self) -> Tensor:
        """Which weights (R, P) say no more than their prior."""
        return self.divergence() < _AT_PRIOR

    def draws(self, rngs: list[list[torch.Generator]]) -> Tensor:
        """Draws (R, S, P), from one generator a draw."""
        normal = torch.stack([_normal(self.mean.shape[1], row) for row in rngs])
        return self.mean[:, None] + self.sd[:, None] * normal


@dataclass(frozen=True)
class MeanFieldSearch:
    """How the Gaussian is looked for: steps, the rate at each, draws a step (pairs of opposite sign)."""

    steps: int
    rate: Callable[[int], float]
    draws: int = 4
    first_sd: float = 0.05


def fit_mean_field(
    likelihood: Energy,
    mean: Tensor,
    search: MeanFieldSearch,
    rngs: list[torch.Generator],
    progress: Progress = silent,
) -> tuple[MeanField, Tensor]:
    """Maximise ELBO = E_q log p(data) - KL(q, prior) for R problems at once; give q and the ELBOs (steps, R).

    The expectation is over reparametrised draws (Kingma and Welling 2014), the KL is exact. Draws come in
    pairs mean +- sd e, which cancels the noise of the mean's gradient to first order.

    Args:
        likelihood: minus the log-likelihood of all the data, or unbiased guesses of it; takes R times `draws`
            positions, those of a problem side by side.
        mean: (R, P), where the mean starts.
        rngs: one generator a problem.
    """
    half = mean.shape[1]
    state = torch.cat([mean, torch.full_like(mean, search.first_sd).log()], dim=1)
    adam, trace = Adam(state), []
    for step in range(search.steps):
        q = MeanField(state[:, :half], state[:, half:].exp())
        noise = _opposite_pairs(half, search.draws, rngs)
        misfit, slope = likelihood((q.mean[:, None] + q.sd[:, None] * noise).flatten(0, 1))
        slope = slope.view_as(noise)
        trace.append(-misfit.view(-1, search.draws).mean(1) - q.divergence().sum(1))
        to_mean = slope.mean(1) + q.mean
        to_log_sd = (slope * noise).mean(1) * q.sd + q.sd.square() - 1
        adam.step(torch.cat([to_mean, to_log_sd], dim=1), search.rate(step))
        elbo = float(trace[-1].mean())
        text = f"step {step + 1} of {search.steps}, ELBO {elbo:.1f}"
        progress(step / search.steps, Measured(text, "ELBO", elbo))
    return MeanField(state[:, :half], state[:, half:].exp()), torch.stack(trace)


def _opposite_pairs(parameters: int, draws: int, rngs: list[torch.Generator]) -> Tensor:
    """Standard normal (R, draws, P) whose second half is minus the first."""
    first = torch.stack([torch.randn(draws // 2, parameters, generator=g) for g in rngs])
    return torch.cat([first, -first], dim=1)


def _normal(parameters: int, rngs: list[torch.Generator]) -> Tensor:
    return torch.stack([torch.randn(parameters, generator=g) for g in rngs])
