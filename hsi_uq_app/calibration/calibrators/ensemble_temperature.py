"""ETS: temperature scaling mixed with the logits as they are and with knowing nothing (Zhang et al. 2020)."""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from scipy.optimize import minimize
from scipy.special import softmax

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values, as_given
from hsi_uq_app.calibration.calibrators.contract import Calibrator, admit
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.progress import Progress, silent

BOUNDS = (0.05, 5.0)


@dataclass(frozen=True)
class EnsembleTemperatureScaling(Calibrator):
    """p = w1 softmax(z / T) + w2 softmax(z) + w3 / K, the weights positive and summing to one."""

    name: ClassVar[str] = "ets"
    label: ClassVar[str] = "ensemble temperature scaling (ETS)"
    hint: ClassVar[str] = "Temperature scaling mixed with the logits as they are and with knowing nothing."

    temperature: float
    weights: tuple[float, float, float]

    @classmethod
    def fit(cls, given: CalibrationInput, labels: Bools | Integers, *, progress: Progress = silent) -> Self:
        """T first, then the weights, both by the squared error, as the authors' code does."""
        y, notes = admit(cls, given, labels)
        z = given.pair()
        truth = np.eye(z.shape[1])[y]
        temperature = _squared_error_temperature(z, truth)
        return cls(temperature, _mixture_weights(z, truth, temperature), notes=notes)

    def calibrated(self, given: CalibrationInput) -> Values:
        mixed = np.tensordot(self.weights, _ingredients(given.pair(), self.temperature), axes=1)
        return as_given(given, mixed)


def _ingredients(z: Values, temperature: float) -> Values:
    """The three things mixed, (3, n, K)."""
    return np.stack([softmax(z / temperature, axis=1), softmax(z, axis=1), np.full(z.shape, 1 / z.shape[1])])


def _squared_error_temperature(z: Values, truth: Values) -> float:
    def loss(temperature: Values) -> float:
        return float(np.square(softmax(z / temperature[0], axis=1) - truth).mean())

    return float(minimize(loss, x0=[1.0], bounds=[BOUNDS], method="L-BFGS-B", tol=1e-12).x[0])


def _mixture_weights(z: Values, truth: Values, temperature: float) -> tuple[float, float, float]:
    """Least squared error on the simplex: a quadratic form in the weights, from the ingredients' products."""
    gaps = _ingredients(z, temperature) - truth
    form = np.einsum("ank,bnk->ab", gaps, gaps) / truth.size
    found = minimize(
        lambda w: w @ form @ w,
        x0=[1.0, 0.0, 0.0],
        jac=lambda w: 2 * form @ w,
        bounds=[(0, 1)] * 3,
        constraints={"type": "eq", "fun": lambda w: w.sum() - 1},
        method="SLSQP",
        options={"ftol": 1e-14},
    )
    weights = found.x.clip(0) / found.x.clip(0).sum()
    return float(weights[0]), float(weights[1]), float(weights[2])
