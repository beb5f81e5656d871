"""What the reliability panel is shown beside the curve itself."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class ReliabilityScores:
    """The figures that must stand beside an ECE (design 3); what is undefined is None, never 0.

    Attributes:
        n, positives: evaluated pixels and targets among them.
        nll_skill, brier_skill: 1 - score / score of the constant base rate.
        drift: mean pi / base rate. mean_on_targets: mean pi of the targets alone.
        region: which part of the scene, for example "right".
    """

    n: int
    positives: int
    nll_skill: float | None = None
    brier_skill: float | None = None
    drift: float | None = None
    mean_on_targets: float | None = None
    region: str = ""


@dataclass(frozen=True, eq=False)
class IsotonicCurve:
    """Isotonic fit: probability (k,) ascending, fitted (k,), and perhaps its consistency band (k,)."""

    probability: npt.NDArray[np.float64]
    fitted: npt.NDArray[np.float64]
    lower: npt.NDArray[np.float64] | None = None
    upper: npt.NDArray[np.float64] | None = None
