"""A calibration in words and rows."""

from typing import TYPE_CHECKING, Final

from hsi_uq_app.gui.numbers import count_text, figure_text, probability_text
from hsi_uq_app.session.calibration import Calibrated
from hsi_uq_app.workflow.set_errors import Interval, SetErrors

if TYPE_CHECKING:
    from hsi_uq_app.workflow.calibration_sets import Conformal

Cells = tuple[str, str, str]
"""Name, as predicted → after, and the change."""

HEADINGS: Final[Cells] = ("", "as predicted → after", "change, 95 %")
_NAMES: Final = {
    "ECE, positive class": ("ECE (positive)", "Probability of a target against the share of targets"),
    "its noise floor": ("its noise floor", "What a perfectly calibrated model would score on as many pixels"),
    "AdaECE, positive class": ("AdaECE (positive)", "The same over bins of equal count"),
    "smooth ECE, logit kernel": ("smooth ECE", "The same without bins, by a kernel on the logits"),
    "ECE, top label": ("ECE (top label)", "The paper's measure; nearly blind on rare targets"),
    "mean p / base rate": ("π / base rate", "1 when calibrated in the large"),
    "NLL": ("NLL", "Log loss in nats; infinite after a sure mistake"),
    "NLL skill": ("NLL skill", "1 − NLL / NLL of the constant base rate"),
    "Brier skill": ("Brier skill", "1 − Brier / Brier of the constant base rate"),
}
_MORE_NAMES: Final = {
    "noise floor, top label": ("floor (top label)", "The noise floor of the top-label ECE"),
    "maximum error, positive class": ("maximum error", "The largest gap of any bin, however few its pixels"),
    "calibration slope": ("slope", "Of log-odds over logits: 1 is right, below 1 too sure"),
    "calibration intercept": ("intercept", "Log-odds where the logit is 0: 0 is right"),
    "Brier": ("Brier", "Mean squared error: miscalibration − discrimination + uncertainty"),
    "Brier, miscalibration": ("miscalibration", "What the best rising map could take off the Brier score"),
    "Brier, discrimination": ("discrimination", "What the ranking is worth beyond the base rate"),
    "Brier, uncertainty": ("uncertainty", "The Brier score of the base rate itself"),
    "accuracy": ("accuracy", "Share predicted right; blind to rare targets"),
}
_WAYS: Final = {
    "mean": "applied to the mean over draws",
    "draw-by-draw": "applied draw by draw, then averaged",
}


def heading(made: Calibrated) -> str:
    """Which calibrator, fitted and reported where, on how much."""
    calibration, row = made.calibration, made.row
    plan, labels = calibration.plan, calibration.pixels.labels
    return (
        f"{row.label[:1].upper()}{row.label[1:]}, {_WAYS[row.application]}.\n"
        f"Fitted on {plan.fit_region}: {_counted(calibration.fit_pixels, calibration.fit_targets)}.\n"
        f"Reported on {plan.report_region}: {_counted(labels.size, int(labels.sum()))}."
    )


def figure_rows(made: Calibrated) -> list[tuple[Cells, str]]:
    """The figures to compare by, before and after, with their meaning; changes are over blocks."""
    return [_figure_row(made, name, words) for name, words in _NAMES.items()]


def more_rows(made: Calibrated) -> list[tuple[Cells, str]]:
    """The other figures, for a closer look."""
    return [_figure_row(made, name, words) for name, words in _MORE_NAMES.items()]


def _figure_row(made: Calibrated, name: str, words: tuple[str, str]) -> tuple[Cells, str]:
    before, row = made.calibration.before, made.row
    was, now = (_text_of(name, figures[name]) for figures in (before.figures, row.figures))
    return (words[0], f"{was} → {now}", _interval(row.changes.get(name))), words[1]


def _text_of(name: str, value: float | None) -> str:
    """An accuracy near 1 keeps its digits: three of them would say that nothing is wrong."""
    return probability_text(value) if name == "accuracy" and value is not None else figure_text(value)


def set_rows(made: Calibrated) -> list[tuple[tuple[str, str], str]]:
    """The High-Confidence Set before and after, never without its errors."""
    sets = made.calibration.sets
    after = sets.after.get(made.row.name)
    return [
        ((name, f"{text(sets.before)} → {text(after) if after else 'not known'}"), tip)
        for name, text, tip in (
            ("HCS: target", _target, "Target part, and how much of it is false"),
            ("HCS: background", _background, "Background part, and the targets lost in it"),
            ("HCS: undecided", lambda found: count_text(found.counts["undecided"]), "To be looked at"),
        )
    ]


def sentences(made: Calibrated) -> list[str]:
    """What changed, what degenerates, and what conformal sets promise on the same pixels."""
    calibration = made.calibration
    told = [f"Predicted classes changed: {count_text(made.row.changed_classes)}.", *made.row.notes]
    if calibration.blocks:
        side = calibration.block_side
        told.append(
            f"Changes: 95 % over {count_text(calibration.blocks)} blocks of {side} × {side} pixels drawn "
            "again and again; the noise that this adds to an ECE is taken off."
        )
    told.append(
        _conformal(calibration.sets.conformal) if calibration.sets.conformal else calibration.sets.missing
    )
    return told


def _conformal(sets: "Conformal") -> str:
    n = sets.counts
    return (
        f"Conformal sets at α = {sets.alpha:g}: {count_text(n['target'])} target, "
        f"{count_text(n['background'])} background, {count_text(n['both'])} either, "
        f"{count_text(n['neither'])} neither; they hold {_share(sets.targets_covered)} of targets and "
        f"{_share(sets.background_covered)} of background. Finest α for targets: {sets.resolution[0]:.3g}. "
        f"{sets.words}"
    )


def _target(found: SetErrors) -> str:
    n = found.counts
    return f"{count_text(n['target'])} ({count_text(n['false_in_target'])} false)"


def _background(found: SetErrors) -> str:
    n = found.counts
    return f"{count_text(n['background'])} ({count_text(n['lost_in_background'])} lost)"


def _counted(pixels: int, targets: int) -> str:
    return f"{count_text(pixels)} pixels, {count_text(targets)} targets"


def _interval(interval: Interval | None) -> str:
    return "" if interval is None else f"{figure_text(interval[0])} to {figure_text(interval[1])}"


def _share(value: float | None) -> str:
    return "no part" if value is None else f"{100 * value:.1f} %"
