"""CC at the input (Tao et al. 2024): the network runs on perturbed spectra, and those that agree count."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from hsi_uq_app.calibration.calibrators.calibration_input import (
    CalibrationInput,
    Values,
    as_given,
    both_classes,
)
from hsi_uq_app.calibration.calibrators.contract import Calibrator, Need, admit
from hsi_uq_app.calibration.calibrators.monte_carlo_consistency import zeros_note
from hsi_uq_app.calibration.calibrators.strength_search import Criterion, Strength, criterion_of
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, part, silent

DRAWS = 100
STRENGTHS = (0.1, 0.2, 0.4, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0)


@dataclass(frozen=True)
class InputConsistency(Calibrator):
    """p_k = share of T runs on perturbed inputs that predict class k: T passes through the network."""

    name: ClassVar[str] = "cc-inputs"
    label: ClassVar[str] = "consistency calibration (CC) at the inputs"
    hint: ClassVar[str] = "The network runs again on perturbed spectra: minutes."
    needs: ClassVar[tuple[Need, ...]] = ("perturbed",)
    fit_is_costly: ClassVar[bool] = True

    strength: float
    draws: int = DRAWS
    seed: int = 0

    @classmethod
    def fit(
        cls,
        given: CalibrationInput,
        labels: Bools | Integers,
        *,
        criterion: Criterion = "ece",
        strengths: Sequence[float] = STRENGTHS,
        draws: int = DRAWS,
        seed: int = 0,
        progress: Progress = silent,
    ) -> Self:
        """The best of the strengths tried, by top-label ECE (as published) or NLL."""
        y, notes = admit(cls, given, labels)
        judge, steps = criterion_of(criterion, y), len(strengths)
        losses = [
            judge(agreement(given, s, draws, seed=seed, progress=part(progress, i / steps, (i + 1) / steps)))
            for i, s in enumerate(strengths)
        ]
        best = int(np.argmin(losses))
        found = Strength(float(strengths[best]), losses[best], float(max(strengths)))
        return cls(found.value, draws, seed, notes=notes + found.notes + (zeros_note(draws),))

    def calibrated(self, given: CalibrationInput) -> Values:
        return agreement(given, self.strength, self.draws, seed=self.seed)


def agreement(
    given: CalibrationInput, strength: float, draws: int, *, seed: int = 0, progress: Progress = silent
) -> Values:
    """Share of perturbed runs that predict each class, (n,) of the target or (n, K).

    Run t has the seed `seed + t`, so strengths are compared on the same perturbations.
    """
    if given.perturbed is None:
        raise UserError("no network to run on perturbed spectra", "name the model and the scene")
    total = np.zeros(given.pair().shape)
    for t in range(draws):
        progress(t / draws, "perturbed runs")
        logits = np.asarray(given.perturbed(strength, seed + t), dtype=np.float64)
        total += _votes(logits)
    return as_given(given, total / draws)


def _votes(logits: Values) -> Values:
    """One for the predicted class of each pixel, (n, K)."""
    if logits.ndim == 1:
        return both_classes((logits > 0).astype(np.float64))
    return np.eye(logits.shape[1])[logits.argmax(axis=1)]
