"""Calibrate: fit calibrators on one region of a result and report on another, before and after."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any

import numpy as np

from hsi_uq_app.calibration.calibrators.contract import Calibrator
from hsi_uq_app.calibration.calibrators.evidence import Values
from hsi_uq_app.calibration.calibrators.table import CALIBRATORS, calibrator_named
from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, part, silent
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.workflow.calibration_evidence import PERTURBATIONS, source_of
from hsi_uq_app.workflow.calibration_plan import APPLICATIONS, Plan, check_regions
from hsi_uq_app.workflow.calibration_row import Figures, Judge, Row, judge_of
from hsi_uq_app.workflow.calibration_sets import SetsBeside, sets_beside
from hsi_uq_app.workflow.evaluated_pixels import EvaluatedPixels, evaluated_pixels
from hsi_uq_app.workflow.own_network import Network

ALL = "all"
MOST_FIT_PIXELS = 20_000
"""Of calibrators that look at each pixel thousands of times: more would take hours."""
_MANY_LOOKS = ("cc-monte-carlo", "cc-inputs", "gc")
_SOUND_DRIFT = (0.5, 2.0)


@dataclass(frozen=True, eq=False)
class Calibration:
    """Calibrators fitted on one region, judged on another.

    `pixels` are those of the report region, in the order of each row's probabilities.
    """

    plan: Plan
    fit_pixels: int
    fit_targets: int
    pixels: EvaluatedPixels
    block_side: int
    blocks: int
    before: Row
    rows: tuple[Row, ...]
    sets: SetsBeside

    def document(self) -> dict[str, object]:
        """Plain values for `--json`."""
        return {
            "fit_region": self.plan.fit_region,
            "report_region": self.plan.report_region,
            "fit_pixels": self.fit_pixels,
            "fit_targets": self.fit_targets,
            "n": int(self.pixels.labels.size),
            "n_positive": int(self.pixels.labels.sum()),
            "block_side": self.block_side,
            "blocks": self.blocks,
            "before": self.before.document(),
            "after": [row.document() for row in self.rows],
            "sets": self.sets.document(),
        }


def calibrate(
    result: QuantileMap,
    truth: Truth,
    names: Sequence[str],
    plan: Plan,
    *,
    network: Network | None = None,
    progress: Progress = silent,
) -> Calibration:
    """Fit calibrators by name on the plan's fit region and judge them on its report region.

    Args:
        result: a map that `predict` wrote.
        truth: of the same scene.
        names: of `CALIBRATORS`; with several, one that is refused becomes a row that says why.
        network: the result's own model and scene, for calibrators that look inside or run it again, and to
            apply one draw by draw.
        progress: raises Cancelled to stop.

    Raises:
        UserError: regions that overlap or hold nothing to score, a result that is calibrated already; with
            one name also what that calibrator lacks.
    """
    _check(result, names, plan)
    check_regions(result, truth, plan, network)
    fit, report = (
        evaluated_pixels(result, truth, region, plan.alpha, plan.delta)
        for region in (plan.fit_region, plan.report_region)
    )
    judge = judge_of(result, report)
    before, rows = judge.as_predicted(), []
    for i, name in enumerate(names):
        share = part(progress, i / len(names), (i + 1) / len(names))
        share(0.0, CALIBRATORS[name].label)
        rows.append(_row(CALIBRATORS[name], plan, network, fit, judge, share, alone=len(names) == 1))
    return Calibration(
        plan, fit.labels.size, int(fit.labels.sum()), report, judge.block_side, judge.block_count,
        before, tuple(_with_drift_note(row, before.figures) for row in rows),
        sets_beside(result, fit, report, plan, rows),
    )  # fmt: skip


def names_of(text: str) -> tuple[str, ...]:
    """`all`, or one calibrator by name."""
    return tuple(CALIBRATORS) if text == ALL else (calibrator_named(text).name,)


def fit_options(kind: type[Calibrator], criterion: str | None, *, alone: bool = True) -> dict[str, Any]:
    """The options of a calibrator's fit: the criterion, where it has one.

    Raises:
        UserError: a criterion for a calibrator that has none, when it is the only one.
    """
    if criterion is None:
        return {}
    if "criterion" in signature(kind.fit).parameters:
        return {"criterion": criterion}
    if alone:
        raise UserError(f"{kind.label} has no criterion to choose", "leave it out")
    return {}


def _check(result: QuantileMap, names: Sequence[str], plan: Plan) -> None:
    if not names:
        raise UserError("no calibrator is named", f"choose one of {', '.join(CALIBRATORS)}, or all")
    earlier = result.passport.calibrator
    if earlier is not None:
        raise UserError(
            f"{result.path} is calibrated already ({earlier.get('name')})", "calibrate what `predict` wrote"
        )
    for what, value, known in (
        ("way of applying", plan.application or "mean", APPLICATIONS),
        ("perturbation", plan.perturbation, tuple(PERTURBATIONS)),
        ("criterion", plan.criterion or "ece", ("ece", "nll")),
    ):
        if value not in known:
            raise UserError(f"there is no {what} {value}", f"use one of {', '.join(known)}")


def _row(
    kind: type[Calibrator],
    plan: Plan,
    network: Network | None,
    fit: EvaluatedPixels,
    judge: Judge,
    progress: Progress,
    *,
    alone: bool,
) -> Row:
    try:
        return _fitted_row(kind, plan, network, fit, judge, progress, alone=alone)
    except UserError as error:
        if alone:
            raise
        return Row(kind.name, kind.label, refused=str(error))


def _fitted_row(
    kind: type[Calibrator],
    plan: Plan,
    network: Network | None,
    fit: EvaluatedPixels,
    judge: Judge,
    progress: Progress,
    *,
    alone: bool,
) -> Row:
    options = fit_options(kind, plan.criterion, alone=alone)
    way, source = source_of(kind, plan, network)
    few, notes = _few_enough(kind, fit)
    evidence, labels = source.fitting(few)
    calibrator = kind.fit(evidence, labels, progress=part(progress, 0.0, 0.6), **options)
    probability: Values = source.applied(calibrator, judge.pixels, part(progress, 0.6, 1.0))
    row = Row(kind.name, kind.label, way, calibrator, notes=(*calibrator.notes, *notes, *source.notes(kind)))
    return judge.calibrated(row, probability)


def _few_enough(kind: type[Calibrator], fit: EvaluatedPixels) -> tuple[EvaluatedPixels, tuple[str, ...]]:
    """The fit pixels, or a random part of them where each costs much."""
    n = fit.labels.size
    if kind.name not in _MANY_LOOKS or n <= MOST_FIT_PIXELS:
        return fit, ()
    chosen = np.sort(np.random.default_rng(0).choice(n, MOST_FIT_PIXELS, replace=False))
    return fit.part(chosen), (f"Fitted on {MOST_FIT_PIXELS:,} of the {n:,} pixels, drawn at random.",)


def _with_drift_note(row: Row, before: Figures) -> Row:
    """Say so where a base rate is wrong and the calibrator cannot mend it."""
    drift, kind = before["mean p / base rate"], CALIBRATORS[row.name]
    if row.refused or kind.repairs_base_rate or drift is None or _SOUND_DRIFT[0] < drift < _SOUND_DRIFT[1]:
        return row
    note = (
        f"The mean probability was {drift:.3g} times the base rate. {kind.label} treats both classes alike "
        "and cannot mend that; Platt scaling and prior shift can."
    )
    return replace(row, notes=(*row.notes, note))
