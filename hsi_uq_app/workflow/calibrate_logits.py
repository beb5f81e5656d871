"""Calibrate logits of K classes from a file: fit on its validation set, report on its test set."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hsi_uq_app.calibration.calibrators.calibration_input import Values, probabilities
from hsi_uq_app.calibration.calibrators.contract import Calibrator
from hsi_uq_app.calibration.calibrators.table import CALIBRATORS, changed_classes
from hsi_uq_app.calibration.class_logits import ClassLogits
from hsi_uq_app.calibration.report import CLASS_REPORT_COLUMNS, figures
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, part, silent
from hsi_uq_app.workflow.calibration_fit import fit_options
from hsi_uq_app.workflow.calibration_row import Row


@dataclass(frozen=True, eq=False)
class LogitsCalibration:
    """The test set as it is, and after each calibrator."""

    fitted_on: int
    n: int
    classes: int
    before: Row
    rows: tuple[Row, ...]

    def document(self) -> dict[str, object]:
        """Plain values for `--json`."""
        return {
            "fit_pixels": self.fitted_on,
            "n": self.n,
            "classes": self.classes,
            "before": self.before.document(),
            "after": [row.document() for row in self.rows],
        }


def calibrate_logits(
    data: ClassLogits,
    names: Sequence[str],
    *,
    criterion: str | None = None,
    noise: str | None = None,
    neighbours: int | None = None,
    progress: Progress = silent,
) -> LogitsCalibration:
    """Fit calibrators by name; with several, one that is refused becomes a row that says why.

    Raises:
        UserError: with one name, what that calibrator lacks: there is no network behind logits in a file.
    """
    p = probabilities(data.test.values())
    before = Row(
        "none", "as given", probability=p, figures=figures(p, data.test_labels, CLASS_REPORT_COLUMNS)
    )
    choices = {"criterion": criterion, "noise": noise, "draws": neighbours}
    rows, alone = [], len(names) == 1
    for i, name in enumerate(names):
        share = part(progress, i / len(names), (i + 1) / len(names))
        share(0.0, CALIBRATORS[name].label)
        rows.append(_row(CALIBRATORS[name], data, choices, p, share, alone=alone))
    return LogitsCalibration(data.validation.n, data.test.n, p.shape[1], before, tuple(rows))


def _row(
    kind: type[Calibrator],
    data: ClassLogits,
    choices: Mapping[str, object],
    before: Values,
    progress: Progress,
    *,
    alone: bool,
) -> Row:
    try:
        options = fit_options(kind, choices, alone=alone)
        calibrator = kind.fit(data.validation, data.validation_labels, progress=progress, **options)
    except UserError as error:
        if alone:
            raise
        return Row(kind.name, kind.label, refused=str(error))
    p = calibrator(data.test)
    return Row(
        kind.name,
        kind.label,
        calibrator=calibrator,
        probability=p,
        figures=figures(p, data.test_labels, CLASS_REPORT_COLUMNS),
        changed_classes=changed_classes(before, p),
        notes=calibrator.notes,
    )
