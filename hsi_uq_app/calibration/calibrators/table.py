"""All calibrators by name; how one is saved as a name with parameters, and made again from them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from hsi_uq_app.calibration.calibrators.class_temperature import ClassTemperatureScaling
from hsi_uq_app.calibration.calibrators.consistency import TWO_CLASSES
from hsi_uq_app.calibration.calibrators.contract import Calibrator
from hsi_uq_app.calibration.calibrators.ensemble_temperature import EnsembleTemperatureScaling
from hsi_uq_app.calibration.calibrators.evidence import Evidence, Values, both_classes
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
    """The calibrator of that name; refused with the list of names otherwise."""
    if name not in CALIBRATORS:
        raise UserError(f"no calibrator is called {name}", f"choose one of {', '.join(CALIBRATORS)}")
    return CALIBRATORS[name]


def to_record(calibrator: Calibrator) -> dict[str, Any]:
    """Name, parameters and notes as plain values, for a passport or a JSON file."""
    values = {field.name: getattr(calibrator, field.name) for field in fields(calibrator)}  # type: ignore[arg-type]
    notes = values.pop("notes")
    return {"name": calibrator.name, "parameters": values, "notes": list(notes)}


def from_record(record: Mapping[str, Any]) -> Calibrator:
    """The calibrator that `to_record` wrote down.

    Raises:
        UserError: an unknown name, or parameters that are not its own.
    """
    kind = calibrator_named(str(record.get("name")))
    parameters = {key: _plain(value) for key, value in dict(record.get("parameters", {})).items()}
    for key, value in parameters.items():
        if not _RULES.get(key, _finite)(value):
            raise UserError(f"{kind.label}: {key} cannot be {value}", "calibrate again")
    try:
        return kind(**parameters, notes=tuple(record.get("notes", ())))  # type: ignore[call-arg]
    except TypeError as error:
        raise UserError(f"the parameters of {kind.label} do not fit: {error}", "calibrate again") from error


def draw_by_draw(calibrator: Calibrator, draws: Iterable[Evidence]) -> Values:
    """The mean over draws of each draw's calibrated probabilities (design 2: never the sigmoid of a mean)."""
    total, count = None, 0
    for evidence in draws:
        p = calibrator(evidence)
        total, count = (p if total is None else total + p), count + 1
    if total is None:
        raise UserError("no draws to calibrate", "choose a result with draws")
    return total / count


def changed_classes(before: Values, after: Values) -> int:
    """How many predicted classes a calibrator changed, of probabilities (n,) or (n, K)."""
    return int((both_classes(before).argmax(axis=1) != both_classes(after).argmax(axis=1)).sum())


def _finite(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_finite(item) for item in value)
    return isinstance(value, int | float) and np.isfinite(value).item()


def _positive(value: Any) -> bool:
    if isinstance(value, tuple):
        return len(value) > 0 and all(_positive(item) for item in value)
    return _finite(value) and value > 0


_RULES: dict[str, Callable[[Any], bool]] = {
    "temperature": _positive,
    "temperatures": _positive,
    "strength": lambda value: _finite(value) and value >= 0,
    "draws": lambda value: isinstance(value, int) and value > 0,
    "noise": lambda value: value in TWO_CLASSES,
}


def _plain(value: Any) -> Any:
    """Lists, as JSON gives them back, become the tuples they were."""
    if isinstance(value, list | tuple | np.ndarray):
        return tuple(_plain(item) for item in value)
    return value
