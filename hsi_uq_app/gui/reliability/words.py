"""What the reliability panel says of a curve: its figures, in words."""

from dataclasses import dataclass
from typing import Final

from hsi_uq_app.calibration.reliability import ReliabilityCurve
from hsi_uq_app.gui.numbers import count_text, figure_text, probability_text, score_text


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


Row = tuple[str, str, str]
"""Name, value, and what it means."""

KIND_NAMES: Final = {"positive": "Positive class", "top-label": "Top label"}
SPACING_NAMES: Final = {"width": "Equal width", "mass": "Equal mass"}
_SHORT_KINDS: Final = {"positive": "positive", "top-label": "top label"}
HIT_WORDS: Final = {"positive": "targets", "top-label": "right"}

_FLOOR_TIP: Final = "What a perfectly calibrated model would score on as many pixels; an ECE near it is noise"
_SKILL_TIP: Final = "1 − score / score of the constant base rate: 1 is perfect, 0 no better, below 0 worse"


def curve_rows(curve: ReliabilityCurve, before: ReliabilityCurve | None = None) -> list[Row]:
    """ECE and the noise floor it must be read against, saying which ECE it is; before → after."""
    which = f"{KIND_NAMES[curve.kind]}, {SPACING_NAMES[curve.spacing].lower()}, {curve.counts.size} bins"
    name = f"ECE ({_SHORT_KINDS[curve.kind]})"
    eces = (before.ece, curve.ece) if before else (curve.ece,)
    floors = (before.noise_floor, curve.noise_floor) if before else (curve.noise_floor,)
    return [(name, _steps(*eces), which), ("Noise floor", _steps(*floors), _FLOOR_TIP)]


def score_rows(scores: ReliabilityScores, before: ReliabilityScores | None = None) -> list[Row]:
    """The figures that must stand beside an ECE; before → after."""

    def steps(name: str) -> str:
        both = (before, scores) if before else (scores,)
        return _steps(*(getattr(one, name) for one in both))

    region = scores.region.replace(",", "\n")
    rows = [("Region", region, "Which part of the scene was judged")] if region else []
    return [
        *rows,
        ("Pixels", count_text(scores.n), "Evaluated pixels with known truth"),
        ("Targets", count_text(scores.positives), "Targets among them"),
        ("NLL skill", steps("nll_skill"), _SKILL_TIP),
        ("Brier skill", steps("brier_skill"), _SKILL_TIP),
        (
            "π / base rate",
            steps("base_rate_ratio"),
            "Mean probability over base rate; 1 when calibrated in the large",
        ),
        ("π on targets", steps("mean_on_targets"), "Mean probability of the targets alone"),
    ]


def _steps(*values: float | None) -> str:
    """One value, or before → after; two are to be compared, so they have as many figures as that takes."""
    return " → ".join(map(figure_text if len(values) > 1 else score_text, values))


def bin_text(curve: ReliabilityCurve, bin_: int) -> str:
    """All numbers of one bin in one line."""
    low, high = (probability_text(float(edge)) for edge in curve.edges[bin_ : bin_ + 2])
    lower, upper = probability_text(float(curve.lower[bin_])), probability_text(float(curve.upper[bin_]))
    few = ", too few to judge" if curve.hollow[bin_] else ""
    return (
        f"({low}, {high}]: {count_text(int(curve.counts[bin_]))} pixels, "
        f"{count_text(int(curve.positives[bin_]))} {HIT_WORDS[curve.kind]}{few} · "
        f"mean {probability_text(float(curve.mean_probability[bin_]))} · "
        f"observed {probability_text(float(curve.observed[bin_]))} [{lower}, {upper}]"
    )


def summary(curve: ReliabilityCurve) -> str:
    """The diagram for a screen reader."""
    rows = ", ".join(f"{name} {value}" for name, value, _ in curve_rows(curve))
    return f"Reliability of {KIND_NAMES[curve.kind].lower()} over {count_text(curve.n)} pixels: {rows}"
