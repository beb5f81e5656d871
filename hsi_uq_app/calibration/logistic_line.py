"""The line a z + b that best turns logits into log-odds: behind Platt scaling and the calibration slope."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq
from scipy.special import expit, logit

from hsi_uq_app.calibration.checks import checked_logits

Values = npt.NDArray[np.float64]

_STEPS = 100


@dataclass(frozen=True)
class LogisticLine:
    """log-odds = slope z + intercept. A calibrated model has slope 1 and intercept 0."""

    slope: float
    intercept: float


def calibration_line(logits: npt.ArrayLike, labels: npt.ArrayLike) -> LogisticLine | None:
    """Calibration slope and intercept of logits (n,) (Cox 1958), by maximum likelihood.

    None where no such line exists: one class only, logits all equal or infinite, or classes that the logits
    separate.
    """
    z, y = checked_logits(logits, labels)
    if y.all() or not y.any() or np.isinf(z).any() or separated(z, y):
        return None
    return fit_line(z, y.astype(np.float64))


def separated(z: Values, y: npt.NDArray[np.bool_]) -> bool:
    """Whether one threshold parts the classes (or none can): the best slope is then not finite."""
    low, high = z[~y], z[y]
    return bool(low.max() <= high.min() or high.max() <= low.min())


def fit_line(z: Values, targets: Values) -> LogisticLine:
    """Newton's method on the mean log loss of a z + b against targets (n,) in 0..1, halved if it overshoots.

    z is standardised inside, so that its unit does not matter.
    """
    middle, spread = float(z.mean()), float(z.std()) or 1.0
    x = (z - middle) / spread
    line = np.array([0.0, float(logit(targets.mean()))])
    for _ in range(_STEPS):
        step = _newton_step(x, targets, line)
        line = _halved(x, targets, line, step)
        if np.abs(step).max() < 1e-10:
            break
    return LogisticLine(float(line[0] / spread), float(line[1] - line[0] * middle / spread))


def offset_to_rate(z: Values, rate: float) -> float:
    """The b with mean sigma(z + b) = rate, 0 < rate < 1 (the mean rises with b)."""
    # At b = logit(rate) - max z no sigma exceeds the rate, at logit(rate) - min z none falls below it.
    low, high = logit(rate) - z.max() - 1, logit(rate) - z.min() + 1
    return float(brentq(lambda b: float(expit(z + b).mean()) - rate, low, high, xtol=1e-12))


def _newton_step(x: Values, targets: Values, line: Values) -> Values:
    p = expit(line[0] * x + line[1])
    residual, weight = p - targets, p * (1 - p)
    gradient = np.array([(residual * x).mean(), residual.mean()])
    cross = (weight * x).mean()
    curvature = np.array([[(weight * x * x).mean(), cross], [cross, weight.mean()]])
    return np.linalg.solve(curvature + 1e-12 * np.eye(2), gradient)


def _halved(x: Values, targets: Values, line: Values, step: Values) -> Values:
    """The Newton step, halved until the loss does not rise."""
    before = _loss(x, targets, line)
    for _ in range(30):
        if _loss(x, targets, line - step) <= before:
            return line - step
        step = step / 2
    return line


def _loss(x: Values, targets: Values, line: Values) -> float:
    z = line[0] * x + line[1]
    return float((np.logaddexp(0, z) - targets * z).mean())
