"""The scale that holds all a diagram shows; both its axes share it, so that equality is the diagonal."""

from typing import TYPE_CHECKING

import numpy as np

from hsi_uq_app.calibration.reliability import ReliabilityCurve
from hsi_uq_app.gui.probability_scale import DEEPEST, Axes, ProbabilityScale, logit

if TYPE_CHECKING:
    from hsi_uq_app.calibration.isotonic_curve import IsotonicCurve


def scale_for(
    axes: Axes, curves: list[ReliabilityCurve], isotonic: "IsotonicCurve | None" = None
) -> ProbabilityScale:
    """A scale that holds all points, bars and the isotonic fit; whole decades when it is spaced by logits."""
    if axes == "linear":
        return ProbabilityScale("linear", 0.0, 1.0)
    parts = [part for c in curves for part in (c.mean_probability, c.observed, c.lower, c.upper)]
    parts += [] if isotonic is None else [isotonic.confidence]
    p = np.concatenate([*parts, [0.1, 0.9]])
    inside = p[(p > 0) & (p < 1)]
    low, high = _decade_below(float(inside.min())), _decade_below(float((1 - inside).min()))
    return ProbabilityScale("logit", logit(low), -logit(high))


def _decade_below(p: float) -> float:
    """The power of ten at or below p, within the deepest decade."""
    return float(10.0 ** max(np.floor(np.log10(p) + 1e-9), -DEEPEST))
