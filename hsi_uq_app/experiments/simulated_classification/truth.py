"""The processes whose true probabilities are known, and data sets drawn from them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from hsi_uq_app.posterior.replicates import Replicates

Floats = npt.NDArray[np.float64]

INPUTS, HIDDEN = 5, 10
PRIOR_SCALE, PRIOR_BIAS = 2.0, 1.5
"""The networks' prior: weights N(0, 2^2 / fan in), biases N(0, 1.5^2); the teacher is drawn from the same."""


@dataclass(frozen=True)
class Process:
    """How labels come about: x ~ N(0, I_5), logit(x), label with probability sigma(logit).

    `logit` takes a generator and points (n, 5) and gives logits (n,); what is random about the truth itself
    is drawn anew for every data set. `matches_prior`: the truth is a draw from the networks' prior.
    """

    name: str
    formula: str
    logit: Callable[[np.random.Generator, Floats], Floats]
    matches_prior: bool = False


def teacher(rng: np.random.Generator, x: Floats) -> Floats:
    """A 5-10-10-1 tanh network with weights drawn from the prior."""
    h = x
    for fan_out in (HIDDEN, HIDDEN, 1):
        weights = rng.normal(0, PRIOR_SCALE / h.shape[1] ** 0.5, (h.shape[1], fan_out))
        a = h @ weights + rng.normal(0, PRIOR_BIAS, fan_out)
        h = np.tanh(a)
    return a[:, 0]


def nonlinear(rng: np.random.Generator, x: Floats) -> Floats:
    """2.5 sin(1.5 x1) + x2^2 - 1 - 1.5 x3 x4, clipped to -6..6: the same in every data set."""
    raw = 2.5 * np.sin(1.5 * x[:, 0]) + x[:, 1] ** 2 - 1 - 1.5 * x[:, 2] * x[:, 3]
    return np.clip(raw, -6, 6)


PROCESSES = {
    "teacher": Process(
        "teacher", "a 5-10-10-1 network drawn from the prior, a new one for each data set", teacher, True
    ),
    "nonlin": Process("nonlin", "2.5 sin(1.5 x1) + x2² - 1 - 1.5 x3 x4, clipped to ±6", nonlinear),
}


def draw_replicates(
    process: Process, n: int, probes: int, numbers: range, seed: int
) -> tuple[Replicates, Floats, npt.NDArray[np.bool_]]:
    """Data sets of n points, with logits (R, t) and labels (R, t) at t probes; each from its own number."""
    made = [_one(process, n, probes, np.random.default_rng([seed, n, number])) for number in numbers]
    x, z, y = (np.stack(parts) for parts in zip(*made, strict=True))
    data = Replicates(
        x=x[:, :n].astype(np.float32),
        y=y[:, :n],
        probes=x[:, n:].astype(np.float32),
        first=numbers.start,
    )
    return data, z[:, n:], y[:, n:]


def _one(
    process: Process, n: int, probes: int, rng: np.random.Generator
) -> tuple[Floats, Floats, npt.NDArray[np.bool_]]:
    x = rng.standard_normal((n + probes, INPUTS))
    z = process.logit(rng, x)
    return x, z, rng.random(n + probes) < expit(z)
