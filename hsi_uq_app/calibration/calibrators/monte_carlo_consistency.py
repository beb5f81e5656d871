"""CC at the logits as the authors' code runs it: T seeded draws, strength and noise by the ECE."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput, Values, as_given
from hsi_uq_app.calibration.calibrators.consistency import Noise
from hsi_uq_app.calibration.calibrators.consistency_draws import drawn_consistency
from hsi_uq_app.calibration.calibrators.contract import Calibrator, admit
from hsi_uq_app.calibration.calibrators.strength_search import (
    SEARCHES,
    Criterion,
    Losses,
    Strength,
    criterion_of,
)
from hsi_uq_app.calibration.checks import Bools, Integers
from hsi_uq_app.progress import Progress, part, silent

DRAWS = 1_000
CHOICES: dict[str, tuple[Noise, ...]] = {
    "gaussian": ("gaussian",),
    "uniform": ("uniform",),
    "either": ("gaussian", "uniform"),
}


@dataclass(frozen=True)
class MonteCarloConsistency(Calibrator):
    """p_k = share of T noisy copies of the logits in which class k is the largest."""

    name: ClassVar[str] = "cc-monte-carlo"
    label: ClassVar[str] = "consistency calibration (CC), drawn"
    hint: ClassVar[str] = "The same by counting draws, as in the paper's code."
    fit_is_costly: ClassVar[bool] = True

    strength: float
    noise: Noise
    draws: int = DRAWS
    seed: int = 0

    @classmethod
    def fit(
        cls,
        given: CalibrationInput,
        labels: Bools | Integers,
        *,
        noise: Literal["gaussian", "uniform", "either"] = "either",
        criterion: Criterion = "ece",
        draws: int = DRAWS,
        seed: int = 0,
        progress: Progress = silent,
    ) -> Self:
        """The strength of least ECE (as published) or NLL; "either" keeps the noise with the lower loss."""
        y, notes = admit(cls, given, labels)
        found: dict[Noise, Strength] = {}
        choices = CHOICES[noise]
        for i, choice in enumerate(choices):
            share = part(progress, i / len(choices), (i + 1) / len(choices))
            losses = _losses(given.pair(), choice, (draws, seed), criterion_of(criterion, y), share)
            found[choice] = SEARCHES[criterion](losses, share)
        best = min(found, key=lambda choice: found[choice].loss)
        notes = (*notes, *found[best].notes, zeros_note(draws))
        return cls(found[best].value, best, draws, seed, notes=notes)

    def calibrated(self, given: CalibrationInput) -> Values:
        shares = drawn_consistency(given.pair(), [self.strength], self.noise, self.draws, seed=self.seed)
        return as_given(given, shares[0])


def zeros_note(draws: int) -> str:
    return f"Shares of {draws} draws: probabilities of exactly 0 and 1 are counts, and make the NLL infinite."


def _losses(
    logits: Values,
    noise: Noise,
    drawing: tuple[int, int],
    judge: Callable[[Values], float],
    progress: Progress,
) -> Losses:
    """The loss at each of several strengths, all from the same draws."""
    draws, seed = drawing

    def losses(strengths: Sequence[float]) -> list[float]:
        shares = drawn_consistency(logits, strengths, noise, draws, seed=seed, progress=progress)
        return [judge(p) for p in shares]

    return losses
