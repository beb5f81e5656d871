"""Figures 3b, 3c and 4a of Tao et al. 2024 (arXiv 2410.12295) on the golden logits."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hsi_uq_app.calibration.calibrators.calibration_input import Values, probabilities
from hsi_uq_app.calibration.calibrators.consistency import consistency
from hsi_uq_app.calibration.calibrators.consistency_draws import drawn_consistency
from hsi_uq_app.calibration.calibrators.contract import Calibrator
from hsi_uq_app.calibration.calibrators.logit_consistency import LogitConsistency
from hsi_uq_app.calibration.calibrators.temperature import TemperatureScaling
from hsi_uq_app.calibration.class_logits import ClassLogits
from hsi_uq_app.calibration.ece import expected_calibration_error
from hsi_uq_app.progress import Progress

PERCENTILES = (5, 25, 50, 75, 95)
SURE = 0.99
PUBLISHED_CONFIDENCE = 0.997

FivePoints = tuple[float, float, float, float, float]


@dataclass(frozen=True)
class StrengthCurves:
    """Figure 3b: top-label ECE of the test set by noise strength; that of no calibration and of TS."""

    strengths: tuple[float, ...]
    exact_gaussian: tuple[float, ...]
    exact_uniform: tuple[float, ...]
    drawn_gaussian: tuple[float, ...]
    drawn_accuracy: tuple[float, ...]
    uncalibrated: float
    temperature: float


@dataclass(frozen=True)
class WrongSample:
    """Figure 3c: one wrong prediction, and each method's confidence in it."""

    sample: int
    label: int
    predicted: int
    confidences: dict[str, float]


@dataclass(frozen=True)
class SureLogits:
    """Figure 4a: largest and second logit where confidence exceeds 99 %: 5, 25, 50, 75, 95 % points."""

    right: int
    wrong: int
    right_largest: FivePoints
    right_second: FivePoints
    wrong_largest: FivePoints
    wrong_second: FivePoints


def strength_curves(
    data: ClassLogits, strengths: Sequence[float], draws: int, progress: Progress
) -> StrengthCurves:
    """The same strengths for the closed forms and for draws."""
    y = data.test_labels

    def error(p: Values) -> float:
        return expected_calibration_error(p, y, "top-label")

    drawn = drawn_consistency(data.test.values(), strengths, "gaussian", draws, progress=progress)
    temperature = TemperatureScaling.fit(data.validation, data.validation_labels)
    return StrengthCurves(
        strengths=tuple(strengths),
        exact_gaussian=tuple(error(consistency(data.test, s)) for s in strengths),
        exact_uniform=tuple(error(consistency(data.test, s, "uniform")) for s in strengths),
        drawn_gaussian=tuple(error(p) for p in drawn),
        drawn_accuracy=tuple(float((p.argmax(axis=1) == y).mean()) for p in drawn),
        uncalibrated=error(probabilities(data.test.values())),
        temperature=error(temperature(data.test)),
    )


def wrong_sample(data: ClassLogits, strength: float, confidence: float = 1.0) -> WrongSample:
    """The wrong prediction of a confidence nearest the one named; of ties, that with the widest logit gap.

    Consistency is exact, at `strength`.
    """
    z, y = data.test.values(), data.test_labels
    predicted, ranked = z.argmax(axis=1), np.sort(z, axis=1)
    miss = np.abs(probabilities(z).max(axis=1) - confidence)
    miss[predicted == y] = np.inf
    i = int(np.lexsort((ranked[:, -2] - ranked[:, -1], miss))[0])
    methods: dict[str, Calibrator] = {
        "as trained": TemperatureScaling(1.0),
        "temperature scaling": TemperatureScaling.fit(data.validation, data.validation_labels),
        "consistency": LogitConsistency(strength, "gaussian"),
    }
    found = {name: float(method(data.test)[i, predicted[i]]) for name, method in methods.items()}
    return WrongSample(i, int(y[i]), int(predicted[i]), found)


def sure_logits(data: ClassLogits) -> SureLogits:
    """Right and wrong predictions above 99 % confidence, by their two largest logits."""
    z, y = data.test.values(), data.test_labels
    ranked = np.sort(z, axis=1)
    sure = probabilities(z).max(axis=1) > SURE
    right = sure & (z.argmax(axis=1) == y)
    wrong = sure & ~right
    return SureLogits(
        int(right.sum()),
        int(wrong.sum()),
        _five(ranked[right, -1]),
        _five(ranked[right, -2]),
        _five(ranked[wrong, -1]),
        _five(ranked[wrong, -2]),
    )


def _five(values: Values) -> FivePoints:
    a, b, c, d, e = (float(v) for v in np.percentile(values, PERCENTILES))
    return a, b, c, d, e
