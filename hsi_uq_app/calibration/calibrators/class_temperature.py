"""CTS: a temperature for each class (Frenkel and Goldberger 2021)."""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from scipy.special import softmax

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values, as_given
from hsi_uq_app.calibration.calibrators.contract import Calibrator, admit
from hsi_uq_app.calibration.calibrators.temperature import best_temperature
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.calibration.ece import expected_calibration_error
from hsi_uq_app.progress import Progress, part, silent

GRID = tuple(round(0.1 * k, 1) for k in range(5, 51))
SWEEPS = 5
DEGENERATE = "With two classes CTS is temperature scaling: the two temperatures act as one."


@dataclass(frozen=True)
class ClassTemperatureScaling(Calibrator):
    """p = softmax(z_k / T_k), k = 1..K; a single logit z is the pair (-z/2, z/2)."""

    name: ClassVar[str] = "cts"
    label: ClassVar[str] = "class-based temperature scaling (CTS)"
    hint: ClassVar[str] = "A temperature for each class; with two classes the same as one."

    temperatures: tuple[float, ...]

    @classmethod
    def fit(cls, given: CalibrationInput, labels: Bools | Integers, *, progress: Progress = silent) -> Self:
        """Start from temperature scaling; give each class in turn the T with the least top-label ECE.

        A step is taken only where the accuracy does not fall. Five sweeps at most; no code of the authors is
        public, so the grid (.5 to 5 by .1) is that of the port in the package of Tao et al. 2024.
        """
        y, notes = admit(cls, given, labels)
        z = given.centred_pair()
        start = np.full(z.shape[1], best_temperature(z, y))
        temperatures = start
        for sweep in range(SWEEPS):
            before = temperatures
            temperatures = _sweep(z, y, before, part(progress, sweep / SWEEPS, (sweep + 1) / SWEEPS))
            if (temperatures == before).all():
                break
        return cls(tuple(temperatures.tolist()), notes=notes + (DEGENERATE,) * given.two_classes)

    def calibrated(self, given: CalibrationInput) -> Values:
        return as_given(given, softmax(given.centred_pair() / self.temperatures, axis=1))


def _sweep(z: Values, y: Integers, temperatures: Values, progress: Progress) -> Values:
    """One pass over the classes, each given its best temperature while the others stand still."""
    for k in range(z.shape[1]):
        tried = [temperatures] + [_with(temperatures, k, value) for value in GRID]
        scores = []
        for i, candidate in enumerate(tried):
            progress((k + i / len(tried)) / z.shape[1], "class temperatures")
            scores.append(_judge(z, y, candidate))
        allowed = [i for i, (_, accuracy) in enumerate(scores) if accuracy >= scores[0][1]]
        temperatures = tried[min(allowed, key=lambda i: scores[i][0])]
    return temperatures


def _with(temperatures: Values, k: int, value: float) -> Values:
    changed = temperatures.copy()
    changed[k] = value
    return changed


def _judge(z: Values, y: Integers, temperatures: Values) -> tuple[float, float]:
    """Top-label ECE and accuracy."""
    p = softmax(z / temperatures, axis=1)
    return expected_calibration_error(p, y, "top-label"), float((p.argmax(axis=1) == y).mean())
