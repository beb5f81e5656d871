"""Consistency in closed form: how often noise on the logits leaves each class on top.

Equation 9 of Tao et al. 2024, *Consistency Calibration: Improving Uncertainty Calibration via Consistency
among Perturbed Neighbors*, arXiv 2410.12295, which draws the noise; see `consistency_draws`.
With independent noise e_k of one law on every logit, the confidence of class k is
P(z_k + e_k > z_j + e_j for all j): no draws are needed.
"""

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.polynomial.legendre import leggauss
from scipy.special import ndtr

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values

Noise = Literal["gaussian", "uniform"]

_NODES = np.linspace(-8, 8, 65)
_AT_ONCE = 4_000_000


def consistency(given: CalibrationInput, strength: float, noise: Noise = "gaussian") -> Values:
    """The exact consistency of each class: (n,) of the target for one logit, as the pair (0, z), else (n, K).

    Args:
        given: logits.
        strength: epsilon, in logits; the limit 0 gives 1 to the predicted class, ties shared.
        noise: "gaussian" is N(0, epsilon^2); "uniform" is U(0, epsilon), which for a comparison of logits is
            the same as U(-epsilon/2, epsilon/2), since a common shift cancels.
    """
    z = given.values()
    if strength <= 0:
        return _on_top(z)
    if given.two_classes:
        return TWO_CLASSES[noise](z / strength)
    rows = max(1, _AT_ONCE // VALUES_A_ROW[noise](z.shape[1]))
    parts = [z[first : first + rows] / strength for first in range(0, z.shape[0], rows)]
    return np.concatenate([MANY_CLASSES[noise](part) for part in parts])


def gaussian_of_two(ratio: Values) -> Values:
    """P(d + e_1 - e_0 > 0) = Phi(d / (sqrt(2) eps)) for the gap d, ratio = d / eps."""
    return ndtr(ratio / np.sqrt(2))


def uniform_of_two(ratio: Values) -> Values:
    """The law of a difference of two uniforms is a triangle: exactly 0 or 1 once |d| reaches eps."""
    t = np.clip(ratio, -1, 1)
    return np.where(t <= 0, (1 + t) ** 2 / 2, 1 - (1 - t) ** 2 / 2)


def gaussian_of_many(z: Values) -> Values:
    """P_k = integral of phi(v - z_k) prod over j != k of Phi(v - z_j) dv, logits (n, K) in units of eps.

    v is the winning value, so it lies within 8 of the largest logit; the trapezium rule at 65 points is exact
    to rounding there, and needs K times fewer evaluations than one integral a class. No factor Phi(v - z_k)
    that is divided out again can vanish: v - z_k is never below -8.
    """
    below = z.max(axis=1)[:, None, None] + _NODES - z[:, :, None]
    cumulative = ndtr(below)
    density = np.exp(-0.5 * below**2)
    won = (density / cumulative * cumulative.prod(axis=1, keepdims=True)).sum(axis=2)
    return won / won.sum(axis=1, keepdims=True)


def uniform_of_many(z: Values) -> Values:
    """P_k = integral over z_k < v < z_k + 1 of prod over j != k of clip(v - z_j, 0, 1), in units of eps.

    The winning value v lies above the largest logit. Between the ends z_j + 1 the integrand is a polynomial
    of degree K - 1, which Gauss-Legendre integrates exactly.
    """
    k = z.shape[1]
    nodes, weights = leggauss(k // 2 + 1)
    top = z.max(axis=1, keepdims=True)
    ends = np.concatenate([top, np.maximum(np.sort(z + 1, axis=1), top)], axis=1)
    half = np.diff(ends, axis=1)[:, :, None] / 2
    v = (ends[:, :-1, None] + half * (1 + nodes)).reshape(z.shape[0], 1, -1)
    cumulative = np.clip(v - z[:, :, None], 0, 1)
    inside = (cumulative > 0) & (cumulative < 1)
    others = cumulative.prod(axis=1, keepdims=True) / np.where(inside, cumulative, 1)
    won = (inside * others * (half * weights).reshape(z.shape[0], 1, -1)).sum(axis=2)
    return won / won.sum(axis=1, keepdims=True)


def _on_top(z: Values) -> Values:
    if z.ndim == 1:
        return 0.5 * (1 + np.sign(z))
    best = z == z.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


TWO_CLASSES: dict[Noise, Callable[[Values], Values]] = {
    "gaussian": gaussian_of_two,
    "uniform": uniform_of_two,
}
MANY_CLASSES: dict[Noise, Callable[[Values], Values]] = {
    "gaussian": gaussian_of_many,
    "uniform": uniform_of_many,
}
VALUES_A_ROW: dict[Noise, Callable[[int], int]] = {
    "gaussian": lambda k: k * _NODES.size,
    "uniform": lambda k: k * (k + 1) * (k // 2 + 1),
}
"""How many values the integrals of one row of K logits are made of, so that memory stays bounded."""
