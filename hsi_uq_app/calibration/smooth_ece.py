"""Smooth ECE: calibration error without bins, at the kernel width the error itself chooses."""

from collections.abc import Callable
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy.fft import dct, idct
from scipy.optimize import brentq
from scipy.special import logit

from hsi_uq_app.calibration.checks import Floats
from hsi_uq_app.calibration.views import Kind, judged

Kernel = Literal["probability", "logit"]
Masses = npt.NDArray[np.float64]

_CELLS = 2**14
_LOGIT_END = 40.0  # the logit axis is cut at +-40, where a probability is 0 or 1 to 17 digits


def smooth_calibration_error(
    probability: npt.ArrayLike,
    labels: npt.ArrayLike,
    kind: Kind = "positive",
    kernel: Kernel = "probability",
) -> float:
    """smECE (Blasiok and Nakkiran 2023): the sigma at which smECE_sigma = sigma.

    smECE_sigma = integral over t of |1/n sum_i (y_i - p_i) K_sigma(t, p_i)|, which falls as sigma grows. The
    kernel "probability" is a Gaussian reflected at 0 and 1. The kernel "logit" is a Gaussian of width 4 sigma
    on the logit axis (the same width at p = .5): for rare targets, whose whole range the first one blurs.

    Args:
        probability: (n,) of a target, or (n, K) of classes for the top-label kind.
        labels: (n,), true = target; or the class 0..K-1.
        kind: which confidence, see `views`.
        kernel: see above.
    """
    masses, length = residual_masses(*judged(probability, labels, kind), kernel)

    def excess(sigma: float) -> float:
        return smoothed_error(masses, sigma / length) - sigma

    # No error exceeds 1, so at 2 the width is surely the larger.
    return float(brentq(excess, 0, 2, xtol=1e-9)) if np.abs(masses).sum() > 0 else 0.0


def residual_masses(confidence: Floats, hits: npt.NDArray[np.bool_], kernel: Kernel) -> tuple[Masses, float]:
    """The residuals (y - p)/n in cells of a unit interval, and that interval's length in units of sigma."""
    place, length = _PLACES[kernel](confidence.astype(np.float64))
    position = np.clip(place * _CELLS - 0.5, 0, _CELLS - 1)
    left = np.minimum(position.astype(np.intp), _CELLS - 2)
    residual = (hits - confidence.astype(np.float64)) / confidence.size
    share = position - left
    masses = np.zeros(_CELLS)
    masses += np.bincount(left, residual * (1 - share), _CELLS)
    masses += np.bincount(left + 1, residual * share, _CELLS)
    return masses, length


def smoothed_error(masses: Masses, width: float) -> float:
    """Absolute mass left after smoothing over the unit interval, reflected at its ends.

    The cosine transform turns the reflected Gaussian into exp(-(pi k width)^2 / 2), mode by mode.
    """
    modes = np.arange(masses.size)
    smooth = idct(dct(masses) * np.exp(-0.5 * (np.pi * modes * width) ** 2))
    return float(np.abs(smooth).sum())


def _on_probability(p: Masses) -> tuple[Masses, float]:
    return p, 1.0


def _on_logit(p: Masses) -> tuple[Masses, float]:
    with np.errstate(divide="ignore"):
        z = np.clip(logit(p), -_LOGIT_END, _LOGIT_END)
    # The axis runs on beyond the last value, so that its ends reflect nothing that matters.
    end = 1.5 * _LOGIT_END
    return (z + end) / (2 * end), end / 2


_PLACES: dict[Kernel, Callable[[Masses], tuple[Masses, float]]] = {
    "probability": _on_probability,
    "logit": _on_logit,
}
