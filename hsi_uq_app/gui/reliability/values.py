"""What the reliability panel is shown beside the curve itself."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ReliabilityScores:
    """The figures that must stand beside an ECE; what is undefined is None, never 0.

    Attributes:
        n, positives: evaluated pixels and targets among them.
        nll_skill, brier_skill: 1 - score / score of the constant base rate.
        base_rate_ratio: mean pi / base rate. mean_on_targets: mean pi of the targets alone.
        region: which part of the scene, for example "right".
    """

    n: int
    positives: int
    nll_skill: float | None = None
    brier_skill: float | None = None
    base_rate_ratio: float | None = None
    mean_on_targets: float | None = None
    region: str = ""
