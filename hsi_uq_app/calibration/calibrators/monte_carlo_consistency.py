"""CC at the logits as the paper's code runs it: T seeded draws, strength and noise by the ECE."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from hsi_uq_app.calibration.calibrators.consistency import Noise
from hsi_uq_app.calibration.calibrators.consistency_draws import drawn_consistency
from hsi_uq_app.calibration.calibrators.contract import Need, admit, require
from hsi_uq_app.calibration.calibrators.evidence import Evidence, Values, as_given
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
class MonteCarloConsistency:
    """p_k = share of T noisy copies of the logits in which class k is the largest."""

    name: ClassVar[str] = "cc-monte-carlo"
    label: ClassVar[str] = "consistency calibration (CC), drawn"
    needs: ClassVar[tuple[Need, ...]] = ()
    two_classes_only: ClassVar[bool] = False
    repairs_base_rate: ClassVar[bool] = False
    changes_class: ClassVar[bool] = True

    strength: float
    noise: Noise
    draws: int = DRAWS
    seed: int = 0
    notes: tuple[str, ...] = ()

    @classmethod
    def fit(
        cls,
        evidence: Evidence,
        labels: Bools | Integers,
        *,
        noise: Literal["gaussian", "uniform", "either"] = "either",
        criterion: Criterion = "ece",
        draws: int = DRAWS,
        seed: int = 0,
        progress: Progress = silent,
    ) -> Self:
        """The strength of least ECE (the paper) or NLL; "either" keeps the noise with the lower loss."""
        y, notes = admit(cls, evidence, labels)
        found: dict[Noise, Strength] = {}
        choices = CHOICES[noise]
        for i, choice in enumerate(choices):
            share = part(progress, i / len(choices), (i + 1) / len(choices))
            losses = _losses(evidence.pair(), choice, (draws, seed), criterion_of(criterion, y), share)
            found[choice] = SEARCHES[criterion](losses, share)
        best = min(found, key=lambda choice: found[choice].loss)
        notes = (*notes, *found[best].notes, zeros_note(draws))
        return cls(found[best].value, best, draws, seed, notes)

    def __call__(self, evidence: Evidence) -> Values:
        require(self, evidence)
        shares = drawn_consistency(evidence.pair(), [self.strength], self.noise, self.draws, seed=self.seed)
        return as_given(evidence, shares[0])


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
