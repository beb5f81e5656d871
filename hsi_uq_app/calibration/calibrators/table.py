"""All calibrators by name; how one is written down, and how it is applied draw by draw."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values, both_classes
from hsi_uq_app.calibration.calibrators.class_temperature import ClassTemperatureScaling
from hsi_uq_app.calibration.calibrators.contract import Calibrator
from hsi_uq_app.calibration.calibrators.ensemble_temperature import EnsembleTemperatureScaling
from hsi_uq_app.calibration.calibrators.feature_consistency import FeatureConsistency
from hsi_uq_app.calibration.calibrators.group import GroupCalibration
from hsi_uq_app.calibration.calibrators.input_consistency import InputConsistency
from hsi_uq_app.calibration.calibrators.isotonic import IsotonicCalibration
from hsi_uq_app.calibration.calibrators.label_free_consistency import LabelFreeConsistency
from hsi_uq_app.calibration.calibrators.logit_consistency import LogitConsistency
from hsi_uq_app.calibration.calibrators.monte_carlo_consistency import MonteCarloConsistency
from hsi_uq_app.calibration.calibrators.parameterized_temperature import ParameterizedTemperatureScaling
from hsi_uq_app.calibration.calibrators.platt import PlattScaling
from hsi_uq_app.calibration.calibrators.prior_shift import PriorShift
from hsi_uq_app.calibration.calibrators.temperature import TemperatureScaling
from hsi_uq_app.errors import UserError

_KINDS: tuple[type[Calibrator], ...] = (
    TemperatureScaling,
    PlattScaling,
    IsotonicCalibration,
    PriorShift,
    EnsembleTemperatureScaling,
    ParameterizedTemperatureScaling,
    ClassTemperatureScaling,
    GroupCalibration,
    LogitConsistency,
    MonteCarloConsistency,
    FeatureConsistency,
    InputConsistency,
    LabelFreeConsistency,
)
CALIBRATORS: dict[str, type[Calibrator]] = {kind.name: kind for kind in _KINDS}


def calibrator_named(name: str) -> type[Calibrator]:
    """The calibrator of that name or alias; refused with the list of names otherwise."""
    for kind in CALIBRATORS.values():
        if name in (kind.name, *kind.aliases):
            return kind
    raise UserError(f"no calibrator is called {name}", f"choose one of {', '.join(CALIBRATORS)}")


def to_record(calibrator: Calibrator) -> dict[str, Any]:
    """Name, parameters and notes as plain values, for a passport or a JSON file."""
    values = {field.name: getattr(calibrator, field.name) for field in fields(calibrator)}
    notes = values.pop("notes")
    return {"name": calibrator.name, "parameters": values, "notes": list(notes)}


def draw_by_draw(calibrator: Calibrator, draws: Iterable[CalibrationInput]) -> Values:
    """The mean over draws of each draw's calibrated probabilities: never the sigmoid of a mean."""
    total, count = None, 0
    for draw in draws:
        p = calibrator(draw)
        total, count = (p if total is None else total + p), count + 1
    if total is None:
        raise UserError("no draws to calibrate", "choose a result with draws")
    return total / count


def changed_classes(before: Values, after: Values) -> int:
    """How many predicted classes a calibrator changed, of probabilities (n,) or (n, K)."""
    return int((both_classes(before).argmax(axis=1) != both_classes(after).argmax(axis=1)).sum())
