"""The step size of each group of chains, tuned during warm-up by dual averaging."""

import torch
from torch import Tensor

# Hoffman and Gelman 2014, section 3.2: how strongly, how late and how forgetfully the step reacts.
_GAMMA, _T0, _KAPPA = 0.05, 10.0, 0.75

SMALLEST = 1e-10
"""No step falls below this, however often a trajectory diverges: a step of 0 would never arrive."""


class DualAveraging:
    """Steps (G,) that bring each group's mean acceptance to the target (Hoffman and Gelman 2014, eq. 6).

    log step = log(10 first) - sqrt(m)/gamma H_m,   H_m = running mean of (target - acceptance);
    the averaged step weighs iteration m by m^-kappa.
    """

    def __init__(self, first: Tensor, target: float) -> None:
        self.target = target
        self.begin(first)

    def begin(self, first: Tensor) -> None:
        """Forget what was learnt and look again around the steps `first` (G,)."""
        self.iterations = 0
        self.center = (10 * first).log()
        self.error = torch.zeros_like(first)
        self.log_step = first.log()
        self.log_average = torch.zeros_like(first)

    def update(self, acceptance: Tensor) -> None:
        """Hear the mean acceptance (G,), 0..1, of one iteration."""
        self.iterations += 1
        m = self.iterations
        self.error += (self.target - acceptance - self.error) / (m + _T0)
        self.log_step = self.center - m**0.5 / _GAMMA * self.error
        self.log_average += m**-_KAPPA * (self.log_step - self.log_average)

    @property
    def step(self) -> Tensor:
        """The step to try next, (G,)."""
        return self.log_step.exp().clamp_min(SMALLEST)

    @property
    def average(self) -> Tensor:
        """The step to keep when the warm-up ends, (G,)."""
        return self.log_average.exp().clamp_min(SMALLEST)
