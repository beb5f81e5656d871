"""PTS: a small network chooses each sample's temperature from its sorted logits (Tomani et al. 2022)."""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from scipy.optimize import minimize
from scipy.special import softmax

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values, as_given
from hsi_uq_app.calibration.calibrators.contract import Calibrator, admit
from hsi_uq_app.calibration.calibrators.temperature import best_temperature
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.progress import Progress, silent

HIDDEN = 5
TOP = 10
CLIP = 100.0
LEAST = 0.01
STEPS = 300
DEGENERATE = "With two classes PTS sees one number, |z|: it is a temperature that depends on |z| alone."


@dataclass(frozen=True)
class ParameterizedTemperatureScaling(Calibrator):
    """p = softmax(z / T(z)), T = |network(ten largest logits, sorted)|, two hidden layers of five relu units.

    Logits are clipped to +-100 for the network, as in the authors' code. T depends on sorted logits, so the
    predicted class never changes.
    """

    name: ClassVar[str] = "pts"
    label: ClassVar[str] = "parameterized temperature scaling (PTS)"
    hint: ClassVar[str] = "A temperature that depends on the logit's size."

    inputs: int
    network: tuple[float, ...]

    @classmethod
    def fit(
        cls, given: CalibrationInput, labels: Bools | Integers, *, seed: int = 0, progress: Progress = silent
    ) -> Self:
        """Least squared error by L-BFGS, from a network that says the temperature of temperature scaling.

        The authors run Adam for 100,000 steps from a random start; on a full batch the deterministic descent
        from temperature scaling reaches a lower loss in 300. The loss is counted in units of its start: of
        rare targets it is so small that a descent which counts absolutely would end where it began.
        """
        y, notes = admit(cls, given, labels)
        z = given.centred_pair()
        seen, truth = largest_logits(z), np.eye(z.shape[1])[y]
        start = first_network(seen.shape[1], best_temperature(z, y), seed)
        unit = loss_and_gradient(start, seen, z, truth)[0] or 1.0

        def loss(parameters: Values) -> tuple[float, Values]:
            progress(0.5, "parameterized temperatures")
            value, slope = loss_and_gradient(parameters, seen, z, truth)
            return value / unit, slope / unit

        found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
        notes += (DEGENERATE,) * given.two_classes
        return cls(seen.shape[1], tuple(found.x.tolist()), notes=notes)

    def calibrated(self, given: CalibrationInput) -> Values:
        z = given.centred_pair()
        temperature = _temperature(np.asarray(self.network), largest_logits(z, self.inputs))[0]
        return as_given(given, softmax(z / temperature[:, None], axis=1))


def largest_logits(z: Values, inputs: int = TOP) -> Values:
    """What the network sees: the largest logits, falling, (n, inputs)."""
    return -np.sort(-z.clip(-CLIP, CLIP), axis=1)[:, :inputs]


def first_network(inputs: int, temperature: float, seed: int) -> Values:
    rng = np.random.default_rng(seed)
    first = rng.normal(0, 1 / np.sqrt(inputs), (inputs, HIDDEN)) / 5
    second = rng.normal(0, 1 / np.sqrt(HIDDEN), (HIDDEN, HIDDEN))
    last = rng.normal(0, 0.01, HIDDEN)
    zeros = np.zeros(HIDDEN)
    return np.concatenate([first.ravel(), zeros, second.ravel(), zeros, last, [temperature]])


def _layers(parameters: Values, inputs: int) -> tuple[Values, Values, Values, Values, Values, float]:
    """W1 (inputs, 5), b1, W2 (5, 5), b2, w3 (5,), b3 out of one vector."""
    cuts = np.cumsum([inputs * HIDDEN, HIDDEN, HIDDEN * HIDDEN, HIDDEN, HIDDEN])
    w1, b1, w2, b2, w3, b3 = np.split(parameters, cuts)
    return w1.reshape(inputs, HIDDEN), b1, w2.reshape(HIDDEN, HIDDEN), b2, w3, float(b3[0])


def _temperature(parameters: Values, seen: Values) -> tuple[Values, Values, Values, Values]:
    """T (n,), never below .01; the network's bare output (n,); its hidden layers, each (n, 5)."""
    w1, b1, w2, b2, w3, b3 = _layers(parameters, seen.shape[1])
    h1 = np.maximum(seen @ w1 + b1, 0)
    h2 = np.maximum(h1 @ w2 + b2, 0)
    bare = h2 @ w3 + b3
    return np.maximum(np.abs(bare), LEAST), bare, h1, h2


def loss_and_gradient(parameters: Values, seen: Values, z: Values, truth: Values) -> tuple[float, Values]:
    """Mean squared error of softmax(z / T) and its gradient, by the chain rule written out."""
    temperature, bare, h1, h2 = _temperature(parameters, seen)
    p = softmax(z / temperature[:, None], axis=1)
    slope = 2 * (p - truth) / truth.size
    by_logit = p * (slope - (slope * p).sum(axis=1, keepdims=True))
    by_temperature = -(by_logit * z).sum(axis=1) / temperature**2
    by_bare = by_temperature * np.sign(bare) * (np.abs(bare) > LEAST)
    return float(np.square(p - truth).mean()), _backward(parameters, seen, (h1, h2), by_bare)


def _backward(parameters: Values, seen: Values, hidden: tuple[Values, Values], by_bare: Values) -> Values:
    _, _, w2, _, w3, _ = _layers(parameters, seen.shape[1])
    h1, h2 = hidden
    by_h2 = np.outer(by_bare, w3) * (h2 > 0)
    by_h1 = (by_h2 @ w2.T) * (h1 > 0)
    return np.concatenate(
        [
            (seen.T @ by_h1).ravel(),
            by_h1.sum(axis=0),
            (h1.T @ by_h2).ravel(),
            by_h2.sum(axis=0),
            h2.T @ by_bare,
            [by_bare.sum()],
        ]
    )
