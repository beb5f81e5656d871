"""Which noise strength: by the ECE, searched as published, or by the NLL, searched smoothly."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.optimize import minimize_scalar

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values, both_classes
from hsi_uq_app.calibration.checks import Integers
from hsi_uq_app.calibration.ece import expected_calibration_error
from hsi_uq_app.calibration.proper_scores import class_nll
from hsi_uq_app.progress import Progress

Criterion = Literal["nll", "ece"]
Losses = Callable[[Sequence[float]], Sequence[float]]

FLOOR = 1e-12  # of probabilities in the NLL: frequencies of draws and saturated forms have exact zeros


@dataclass(frozen=True)
class Strength:
    """The best epsilon, its loss, the largest that was tried, and up to where one is as good as none."""

    value: float
    loss: float
    largest: float
    smallest: float = 0.0

    @property
    def notes(self) -> tuple[str, ...]:
        if self.value >= 0.98 * self.largest:
            return (f"The noise strength ran to the end of its search, {self.value:.4g}.",)
        if self.value <= self.smallest:
            return (
                f"The noise strength fell to the end of its search, {self.value:.4g}: nearly all "
                "probabilities become 0 or 1, and one wrong pixel then costs an infinite NLL.",
            )
        return ()


def criterion_of(name: Criterion, labels: Integers) -> Callable[[Values], float]:
    """The loss of calibrated probabilities, (n,) or (n, K), against class labels (n,)."""
    return _CRITERIA[name](labels)


def one_by_one(loss: Callable[[float], float], progress: Progress) -> Losses:
    """Losses of several strengths from the loss of one, reporting between them."""

    def losses(strengths: Sequence[float]) -> list[float]:
        found = []
        for i, strength in enumerate(strengths):
            progress(i / len(strengths), "noise strength")
            found.append(loss(strength))
        return found

    return losses


def fitted_strength(
    at: Callable[[float], Callable[[CalibrationInput], Values]],
    given: CalibrationInput,
    labels: Integers,
    criterion: Criterion,
    progress: Progress,
) -> Strength:
    """The best strength of the calibrators that `at` makes of a strength, each judged on the same pixels."""
    judge = criterion_of(criterion, labels)
    losses = one_by_one(lambda strength: judge(at(strength)(given)), progress)
    return SEARCHES[criterion](losses, progress)


def search_as_published(losses: Losses, progress: Progress) -> Strength:
    """20 strengths on 0..10, then 20 within +-1, +-.1 and +-.01 of the best (Tao et al. 2024's code).

    The search may run past 10, by 1.11 at most. A negative strength is the same noise, so its size counts.
    """
    best = Strength(0.0, np.inf, 10.0)
    for stage, reach in enumerate((None, 1.0, 0.1, 0.01)):
        progress(stage / 4, "noise strength")
        low, high = (0.0, 10.0) if reach is None else (best.value - reach, best.value + reach)
        tried = np.abs(np.linspace(low, high, 20))
        found = losses(tuple(tried.tolist()))
        if min(found) < best.loss:
            at = int(np.argmin(found))
            best = Strength(float(tried[at]), found[at], 10.0)
    return best


def search_smoothly(losses: Losses, progress: Progress) -> Strength:
    """17 strengths from .01 to 100, evenly in the logarithm, then a bounded descent beside the best."""
    grid = np.geomspace(0.01, 100, 17)
    progress(0.0, "noise strength")
    coarse = losses(tuple(grid.tolist()))
    at = int(np.argmin(coarse))
    bounds = np.log(grid[[max(at - 1, 0), min(at + 1, 16)]])

    def loss(log_strength: float) -> float:
        progress(0.5, "noise strength")
        return losses((float(np.exp(log_strength)),))[0]

    found = minimize_scalar(loss, bounds=bounds, method="bounded", options={"xatol": 1e-4})
    return Strength(float(np.exp(found.x)), float(found.fun), float(grid[-1]), float(grid[1]))


SEARCHES: dict[Criterion, Callable[[Losses, Progress], Strength]] = {
    "nll": search_smoothly,
    "ece": search_as_published,
}


def _ece(labels: Integers) -> Callable[[Values], float]:
    return lambda p: expected_calibration_error(both_classes(p), labels, "top-label")


def _nll(labels: Integers) -> Callable[[Values], float]:
    return lambda p: class_nll(both_classes(p), labels, FLOOR)


_CRITERIA: dict[Criterion, Callable[[Integers], Callable[[Values], float]]] = {"nll": _nll, "ece": _ece}
