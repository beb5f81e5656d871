"""One calibrator after the other: fitted on the fit pixels, applied to the report pixels, judged there."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hsi_uq_app.calibration.calibrators.contract import Calibrator
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, part
from hsi_uq_app.workflow.calibration_plan import Plan
from hsi_uq_app.workflow.calibration_row import Judge, Row
from hsi_uq_app.workflow.calibration_sources import source_of
from hsi_uq_app.workflow.evaluated_pixels import EvaluatedPixels
from hsi_uq_app.workflow.own_network import ResultNetwork

MOST_FIT_PIXELS = 20_000
FEWEST_TARGETS = 10
_SOUND_BASE_RATE_RATIO = (0.5, 2.0)
_OPTION_WORDS = {"criterion": "criterion", "noise": "law of noise", "draws": "number of neighbours"}


@dataclass(frozen=True, eq=False)
class Fitter:
    """What every calibrator of a plan is fitted on and judged by.

    Attributes:
        alone: only one calibrator is asked for, so what it lacks is an error and not a row.
        most_fit_pixels: of calibrators whose fit is costly; more would take hours.
    """

    plan: Plan
    network: ResultNetwork | None
    pixels: EvaluatedPixels
    judge: Judge
    alone: bool
    most_fit_pixels: int

    def row(self, kind: type[Calibrator], progress: Progress) -> Row:
        """The calibrator's row, or one that says why it was refused.

        Raises:
            UserError: it was refused, and is alone.
        """
        try:
            return self._with_base_rate_note(self._fitted(kind, progress))
        except UserError as error:
            if self.alone:
                raise
            return Row(kind.name, kind.label, refused=str(error))

    def _fitted(self, kind: type[Calibrator], progress: Progress) -> Row:
        options = fit_options(kind, self.plan.fit_choices, alone=self.alone)
        way, source = source_of(kind, self.plan, self.network)
        few, notes = self._few_enough(kind)
        given, labels = source.fitting(few)
        calibrator = kind.fit(given, labels, progress=part(progress, 0.0, 0.6), **options)
        probability = source.applied(calibrator, self.judge.pixels, part(progress, 0.6, 1.0))
        notes = (*calibrator.notes, *notes, *source.notes(kind), *self._few_targets())
        return self.judge.calibrated(Row(kind.name, kind.label, way, calibrator, notes=notes), probability)

    def _few_targets(self) -> tuple[str, ...]:
        """A warning where a few pixels could turn a calibrator anywhere."""
        targets = int(self.pixels.labels.sum())
        if targets >= FEWEST_TARGETS:
            return ()
        return (f"Only {targets} targets to fit on: the calibrator may be worse than none.",)

    def _few_enough(self, kind: type[Calibrator]) -> tuple[EvaluatedPixels, tuple[str, ...]]:
        """The fit pixels, or a random part of them where each costs much."""
        n, most = self.pixels.labels.size, self.most_fit_pixels
        if not kind.fit_is_costly or n <= most:
            return self.pixels, ()
        chosen = np.sort(np.random.default_rng(0).choice(n, most, replace=False))
        return self.pixels.part(chosen), (f"Fitted on {most:,} of the {n:,} pixels, drawn at random.",)

    def _with_base_rate_note(self, row: Row) -> Row:
        """Say so where a base rate is wrong and the calibrator cannot mend it."""
        ratio = self.judge.as_predicted.figures["mean p / base rate"]
        sound = ratio is None or _SOUND_BASE_RATE_RATIO[0] < ratio < _SOUND_BASE_RATE_RATIO[1]
        if sound or row.calibrator is None or row.calibrator.repairs_base_rate:
            return row
        note = (
            f"The mean probability was {ratio:.3g} times the base rate. {row.label} treats both classes "
            "alike and cannot mend that; Platt scaling and prior shift can."
        )
        return replace(row, notes=(*row.notes, note))


def fit_options(kind: type[Calibrator], given: Mapping[str, object], *, alone: bool = True) -> dict[str, Any]:
    """The options of a calibrator's fit: those of `Plan.fit_choices` that are chosen and that it has.

    Raises:
        UserError: an option for a calibrator that has none such, when it is the only one.
    """
    options = {name: value for name, value in given.items() if value is not None}
    known = kind.options()
    unknown = sorted(options.keys() - known)
    if alone and unknown:
        raise UserError(f"{kind.label} has no {_OPTION_WORDS[unknown[0]]} to choose", "leave it out")
    return {name: value for name, value in options.items() if name in known}
