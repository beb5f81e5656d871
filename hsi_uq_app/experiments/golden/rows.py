"""The golden table beside ours, and what the other calibrators make of the same logits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from hsi_uq_app.calibration.calibrators.calibration_input import Values
from hsi_uq_app.calibration.calibrators.class_temperature import ClassTemperatureScaling
from hsi_uq_app.calibration.calibrators.contract import Calibrator
from hsi_uq_app.calibration.calibrators.ensemble_temperature import EnsembleTemperatureScaling
from hsi_uq_app.calibration.calibrators.logit_consistency import LogitConsistency
from hsi_uq_app.calibration.calibrators.monte_carlo_consistency import MonteCarloConsistency
from hsi_uq_app.calibration.calibrators.parameterized_temperature import ParameterizedTemperatureScaling
from hsi_uq_app.calibration.calibrators.temperature import TemperatureScaling
from hsi_uq_app.calibration.class_logits import ClassLogits
from hsi_uq_app.calibration.report import CLASS_COLUMNS, figures
from hsi_uq_app.experiments.golden.published import (
    METRICS,
    ROWS,
    TEMPERATURE_TOLERANCE,
    Method,
    Published,
)
from hsi_uq_app.progress import Progress, part

Figures = Mapping[str, float | None]
Fit = Callable[..., Calibrator]


@dataclass(frozen=True)
class GoldenRow:
    """A published row with our figures; `parameter` is the T found here, or the strength taken over."""

    published: Published
    parameter: float | None
    figures: Figures
    within: bool


@dataclass(frozen=True)
class FittedRow:
    """A calibrator fitted here on the validation logits, with its figures on the test logits."""

    logits: str
    calibrator: str
    parameter: float | None
    figures: Figures


def golden_rows(files: Mapping[str, ClassLogits], progress: Progress) -> list[GoldenRow]:
    """Each published row again: temperatures fitted, noise strengths taken from the row."""
    rows = []
    for i, row in enumerate(ROWS):
        progress(i / len(ROWS), f"{row.logits}, {row.title}")
        calibrator = _CALIBRATORS[row.method](row, files[row.logits])
        found = _figures(calibrator, files[row.logits])
        parameter = None if row.parameter is None else _parameter(calibrator)
        rows.append(GoldenRow(row, parameter, found, _within(row, parameter, found)))
    return rows


def fitted_rows(files: Mapping[str, ClassLogits], quick: bool, progress: Progress) -> list[FittedRow]:
    """Other calibrators, and consistency with the strength searched here; quick leaves out the slow ones."""
    fits = QUICK_FITS if quick else QUICK_FITS | SLOW_FITS
    jobs = [(name, title) for name in files for title in fits]
    rows = []
    for i, (name, title) in enumerate(jobs):
        data, share = files[name], part(progress, i / len(jobs), (i + 1) / len(jobs))
        share(0.0, f"{name}, {title}")
        calibrator = fits[title](data.validation, data.validation_labels, progress=share)
        rows.append(FittedRow(name, title, _parameter(calibrator), _figures(calibrator, data)))
    return rows


def _figures(calibrator: Calibrator, data: ClassLogits) -> Figures:
    p: Values = calibrator(data.test)
    return figures(p, data.test_labels, CLASS_COLUMNS)


def _within(row: Published, parameter: float | None, found: Figures) -> bool:
    gaps = [abs((found[name] or 0.0) - value) for name, value in zip(METRICS, row.figures, strict=True)]
    # Half a unit of the last printed digit belongs to the published figure, not to ours.
    close = all(gap <= limit + 5e-6 for gap, limit in zip(gaps, row.tolerance, strict=True))
    if parameter is None or row.parameter is None:
        return close
    return close and abs(parameter - row.parameter) <= TEMPERATURE_TOLERANCE


def _parameter(calibrator: Calibrator) -> float | None:
    """The one number that matters most, where a calibrator has one."""
    for name in ("temperature", "strength"):
        if hasattr(calibrator, name):
            return float(getattr(calibrator, name))
    return None


def _as_they_are(row: Published, data: ClassLogits) -> Calibrator:
    return TemperatureScaling(1.0)


def _temperature(row: Published, data: ClassLogits) -> Calibrator:
    return TemperatureScaling.fit(data.validation, data.validation_labels)


def _exact(row: Published, data: ClassLogits) -> Calibrator:
    return LogitConsistency(row.parameter or 0.0, row.noise)


def _drawn(row: Published, data: ClassLogits) -> Calibrator:
    return MonteCarloConsistency(row.parameter or 0.0, row.noise)


_CALIBRATORS: dict[Method, Callable[[Published, ClassLogits], Calibrator]] = {
    "none": _as_they_are,
    "temperature": _temperature,
    "exact consistency": _exact,
    "drawn consistency": _drawn,
}
QUICK_FITS: dict[str, Fit] = {
    "ETS": EnsembleTemperatureScaling.fit,
    "PTS": ParameterizedTemperatureScaling.fit,
    "exact consistency, strength by NLL": LogitConsistency.fit,
}
SLOW_FITS: dict[str, Fit] = {
    "CTS": ClassTemperatureScaling.fit,
    "exact consistency, strength by ECE": partial(LogitConsistency.fit, criterion="ece"),
    "exact consistency, uniform, strength by NLL": partial(LogitConsistency.fit, noise="uniform"),
    "drawn consistency, gaussian, strength by ECE": partial(MonteCarloConsistency.fit, noise="gaussian"),
    "drawn consistency, uniform, strength by ECE": partial(MonteCarloConsistency.fit, noise="uniform"),
}
