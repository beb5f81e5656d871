"""What the toy must give for Gaussians of one covariance, as one-dimensional integrals.

The logit of the truth is then l = w.x + c with l | class ~ N(+-D^2/2, D^2), and input noise s N(0, I) gives
the consistency Phi(l / (s |w|)): the distance D is the experiment's only parameter.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import comb, expit, ndtr

from hsi_uq_app.experiments.two_gaussians.world import Values

_NODES = 20_001


@dataclass(frozen=True)
class ExactFigures:
    """Per cent: Bayes error; errors of K = 1 and 9 at the exact confidence, of consistency at its best."""

    bayes: float
    one: float
    nine: float
    consistency: float
    tau: float


def exact_figures(distance: float) -> ExactFigures:
    logit, weight = _logits(distance)
    truth = expit(logit)
    found = minimize_scalar(
        lambda tau: float(weight @ np.abs(ndtr(logit / tau) - truth)), bounds=(1.2, 2.2), method="bounded"
    )
    return ExactFigures(
        bayes=100 * float(ndtr(-distance / 2)),
        one=100 * float(weight @ label_noise(truth, 1)),
        nine=100 * float(weight @ label_noise(truth, 9)),
        consistency=100 * float(found.fun),
        tau=float(found.x),
    )


def label_noise(truth: Values, size: int) -> Values:
    """E|Bin(K, eta)/K - eta| for each eta (n,): what K labels of one probability cannot help."""
    hits = np.arange(size + 1)
    binomial = comb(size, hits) * truth[:, None] ** hits * (1 - truth[:, None]) ** (size - hits)
    return (binomial * np.abs(hits / size - truth[:, None])).sum(axis=1)


def _logits(distance: float) -> tuple[Values, Values]:
    """Logits and weights of the mixture of both classes, by the trapezium rule."""
    end = distance**2 / 2 + 10 * distance
    logit = np.linspace(-end, end, _NODES)
    ends = (-(distance**2) / 2, distance**2 / 2)
    density = np.sum([np.exp(-0.5 * ((logit - m) / distance) ** 2) for m in ends], axis=0)
    return logit, density / density.sum()
