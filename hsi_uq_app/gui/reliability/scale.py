"""Where a probability lies on an axis of the diagram: linear, or spaced by its logit."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.reliability import ReliabilityCurve

Axes = Literal["linear", "logit"]
Floats = npt.NDArray[np.float64]

_DEEPEST: Final = 7
"""Smallest decade an axis reaches; what is smaller is drawn at its end."""

_SUPERSCRIPTS: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Scale:
    """An axis from `low` to `high` in its own unit; both axes of a diagram share it: equality is diagonal."""

    axes: Axes
    low: float
    high: float

    def place(self, probability: npt.ArrayLike) -> Floats:
        """Probabilities as places on the axis; 0 and 1 go to its ends, NaN stays."""
        p = np.asarray(probability, dtype=np.float64)
        if self.axes == "linear":
            return np.clip(p, self.low, self.high)
        with np.errstate(divide="ignore"):
            return np.clip(np.log(p) - np.log1p(-p), self.low, self.high)

    def beyond(self, probability: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Which probabilities are drawn at an end because the axis cannot reach them."""
        p = np.asarray(probability, dtype=np.float64)
        return (self.axes == "logit") & ((p <= 0) | (p >= 1))

    @property
    def limits(self) -> tuple[float, float]:
        """The ends with a little room for the points that lie on them."""
        room = 0.05 * (self.high - self.low)
        return self.low - room, self.high + room

    def ticks(self) -> list[tuple[float, str]]:
        """(place, text), from left to right."""
        if self.axes == "linear":
            return [(fifth / 5, f"{fifth / 5:.1f}") for fifth in range(6)]
        decades = [10.0**-k for k in range(_DEEPEST, 0, -1)]
        low = [(p, _decade_text(p)) for p in decades]
        high = [(1 - p, _from_one_text(p)) for p in reversed(decades)]
        placed = [(float(_logit(p)), text) for p, text in [*low, (0.5, "0.5"), *high]]
        return [(place, text) for place, text in placed if self.low - 1e-9 <= place <= self.high + 1e-9]


def scale_for(axes: Axes, curves: list[ReliabilityCurve]) -> Scale:
    """A scale that holds all points and bars of these curves; whole decades when it is spaced by logits."""
    if axes == "linear":
        return Scale("linear", 0.0, 1.0)
    parts = [part for c in curves for part in (c.mean_probability, c.observed, c.lower, c.upper)]
    p = np.concatenate([*parts, [0.1, 0.9]])
    inside = p[(p > 0) & (p < 1)]
    low, high = _decade_below(float(inside.min())), _decade_below(float((1 - inside).min()))
    return Scale("logit", _logit(low), -_logit(high))


def _decade_below(p: float) -> float:
    """The power of ten at or below p, within the deepest decade."""
    return float(10.0 ** max(np.floor(np.log10(p) + 1e-9), -_DEEPEST))


def _logit(p: float) -> float:
    return float(np.log(p) - np.log1p(-p))


def _decade_text(p: float) -> str:
    """0.1, 0.01, 0.001, then powers of ten."""
    exponent = round(-np.log10(p))
    return f"{p:.{exponent}f}" if exponent <= 3 else "10⁻" + str(exponent).translate(_SUPERSCRIPTS)


def _from_one_text(p: float) -> str:
    """0.9, 0.99, 0.999, then one less a power of ten."""
    exponent = round(-np.log10(p))
    return f"{1 - p:.{exponent}f}" if exponent <= 3 else "1−" + _decade_text(p)
