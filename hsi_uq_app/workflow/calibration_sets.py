"""Class-conditional conformal sets beside the High-Confidence Set: the same pixels, two kinds of promise."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from hsi_uq_app.calibration.conformal import BACKGROUND, BOTH, NEITHER, TARGET, ConformalSets
from hsi_uq_app.calibration.level_table import calibrated_levels, level_table, logits_of, rises
from hsi_uq_app.confidence.high_confidence_set import high_confidence_set
from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.confidence.width import width
from hsi_uq_app.errors import UserError
from hsi_uq_app.workflow.calibration_plan import Plan
from hsi_uq_app.workflow.calibration_row import Row
from hsi_uq_app.workflow.evaluated_pixels import EvaluatedPixels
from hsi_uq_app.workflow.select import alpha_in_hundredths
from hsi_uq_app.workflow.set_errors import SetErrors, set_errors


@dataclass(frozen=True)
class Conformal:
    """Conformal sets on the report region, fitted on the fit region.

    Attributes:
        counts: pixels whose set holds both classes, the target alone, background alone, neither.
        targets_covered, background_covered: shares of each class whose set holds it; None without any.
        resolution: the finest alpha that can be promised to targets, and to background.
        words: the guarantee, what it cannot promise, and why halves of a scene are not exchangeable.
    """

    alpha: float
    counts: dict[str, int]
    targets_covered: float | None
    background_covered: float | None
    resolution: tuple[float, float]
    words: str


@dataclass(frozen=True)
class SetsBeside:
    """The HCS as predicted, after each calibrator whose map of logits rises, and the conformal sets.

    `conformal` is None where a class is missing from the fit region, and `missing` then says so.
    """

    before: SetErrors
    after: dict[str, SetErrors]
    conformal: Conformal | None
    missing: str = ""

    def document(self) -> dict[str, object]:
        return {
            "hcs_before": self.before.document(),
            "hcs_after": {name: found.document() for name, found in self.after.items()},
            "conformal": vars(self.conformal) if self.conformal else None,
            "missing": self.missing or None,
        }


def sets_beside(
    result: QuantileMap, fit: EvaluatedPixels, report: EvaluatedPixels, plan: Plan, rows: Sequence[Row]
) -> SetsBeside:
    """Count both kinds of sets on the report region.

    A map of logits that rises leaves every order of pixels as it is, so the conformal sets are the same
    before and after it.
    """
    before = set_errors(report, np.ones(report.labels.size, bool))
    found = {row.name: _set_after(result, report, plan, row) for row in rows}
    after = {name: errors for name, errors in found.items() if errors}
    try:
        return SetsBeside(before, after, conformal_beside(fit, report, plan.alpha))
    except UserError as error:
        return SetsBeside(before, after, None, str(error))


def conformal_beside(fit: EvaluatedPixels, report: EvaluatedPixels, alpha: float) -> Conformal:
    """Conformal sets from the logits of the mean probability."""
    sets = ConformalSets.fit(fit.mean_logit, fit.labels)
    found, targets = sets.sets(report.mean_logit, alpha), report.labels
    counts = np.bincount(found, minlength=4)
    return Conformal(
        alpha,
        {
            name: int(counts[code])
            for name, code in (
                ("both", BOTH),
                ("target", TARGET),
                ("background", BACKGROUND),
                ("neither", NEITHER),
            )
        },
        _share(np.isin(found[targets], (TARGET, BOTH))),
        _share(np.isin(found[~targets], (BACKGROUND, BOTH))),
        sets.resolution,
        sets.guarantee(alpha),
    )


def _set_after(result: QuantileMap, report: EvaluatedPixels, plan: Plan, row: Row) -> SetErrors | None:
    """The HCS of the calibrated map, where its planes follow from the planes there are."""
    if row.calibrator is None or row.probability is None or not row.calibrator.maps_logits():
        return None
    table = level_table(row.calibrator)
    if not rises(table):
        return None
    planes = result.interval(alpha_in_hundredths(plan.alpha))
    low, high = (calibrated_levels(table, plane.reshape(-1)[report.places]) for plane in planes)
    pixels = replace(
        report,
        mean_logit=logits_of(row.probability),
        classes=high_confidence_set(low, high, plan.delta),
        width=width(low, high),
    )
    return set_errors(pixels, np.ones(pixels.labels.size, bool))


def _share(covered: np.ndarray) -> float | None:
    return float(covered.mean()) if covered.size else None
