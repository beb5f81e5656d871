"""Calibrate: fit calibrators on one region of a result and report on another, before and after."""

from collections.abc import Sequence
from dataclasses import dataclass

from hsi_uq_app.calibration.calibrators.consistency import TWO_CLASSES
from hsi_uq_app.calibration.calibrators.strength_search import SEARCHES
from hsi_uq_app.calibration.calibrators.table import CALIBRATORS, calibrator_named
from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, part, silent
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.workflow.calibration_fit import MOST_FIT_PIXELS, Fitter
from hsi_uq_app.workflow.calibration_plan import APPLICATIONS, Plan, check_regions
from hsi_uq_app.workflow.calibration_row import Row, judge_of
from hsi_uq_app.workflow.calibration_sets import SetsBeside, sets_beside
from hsi_uq_app.workflow.calibration_sources import PERTURBATIONS
from hsi_uq_app.workflow.evaluated_pixels import EvaluatedPixels, evaluated_pixels
from hsi_uq_app.workflow.not_evaluated import NOTHING_LOST, NotEvaluated
from hsi_uq_app.workflow.own_network import ResultNetwork

ALL = "all"


@dataclass(frozen=True, eq=False)
class Calibration:
    """Calibrators fitted on one region, judged on another.

    `pixels` are those of the report region, in the order of each row's probabilities; they and `fit_missing`
    know how many of each region were not evaluated.
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
    fit_missing: NotEvaluated = NOTHING_LOST

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
            "not_evaluated": self.pixels.missing.pixels,
            "targets_not_evaluated": self.pixels.missing.targets,
            "fit_not_evaluated": self.fit_missing.pixels,
            "fit_targets_not_evaluated": self.fit_missing.targets,
        }


def calibrate(
    result: QuantileMap,
    truth: Truth,
    names: Sequence[str],
    plan: Plan,
    *,
    network: ResultNetwork | None = None,
    most_fit_pixels: int = MOST_FIT_PIXELS,
    progress: Progress = silent,
) -> Calibration:
    """Fit calibrators by name on the plan's fit region and judge them on its report region.

    Args:
        result: a map that `predict` wrote.
        truth: of the same scene.
        names: of `CALIBRATORS`; with several, one that is refused becomes a row that says why.
        network: the result's own model and scene, for calibrators that look inside or run it again, and to
            apply one draw by draw.
        most_fit_pixels: of calibrators whose fit is costly; more would take hours.
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
    fitter = Fitter(plan, network, fit, judge, len(names) == 1, most_fit_pixels)
    rows = []
    for i, name in enumerate(names):
        share = part(progress, i / len(names), (i + 1) / len(names))
        share(0.0, CALIBRATORS[name].label)
        rows.append(fitter.row(CALIBRATORS[name], share))
    return Calibration(
        plan=plan,
        fit_pixels=fit.labels.size,
        fit_targets=int(fit.labels.sum()),
        pixels=report,
        block_side=judge.block_side,
        blocks=judge.block_count,
        before=judge.as_predicted,
        rows=tuple(rows),
        sets=sets_beside(result, fit, report, plan, rows),
        fit_missing=fit.missing,
    )


def names_of(text: str) -> tuple[str, ...]:
    """`all`, or one calibrator by name."""
    return tuple(CALIBRATORS) if text == ALL else (calibrator_named(text).name,)


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
        ("perturbation", plan.perturbation, PERTURBATIONS),
        ("criterion", plan.criterion or "ece", sorted(SEARCHES)),
        ("noise", plan.noise or "gaussian", TWO_CLASSES),
    ):
        if value not in known:
            raise UserError(f"there is no {what} {value}", f"use one of {', '.join(known)}")
