"""What the two Gaussians showed, as one value, and what may be said of it."""

from dataclasses import dataclass

from hsi_uq_app.experiments.papers import TAO
from hsi_uq_app.experiments.two_gaussians.exact import ExactFigures

SENTENCES = (
    "In this toy the two classes are Gaussians with one covariance, so one noise strength fits every point "
    "and Phi(l/1.7) is nearly the true probability; the strength was chosen knowing the truth. The network's "
    "own probability, which nobody tuned, is closer (0.1 %), a larger K is as good, and where the boundary "
    f"is not equally sharp everywhere (third row) consistency errs by 6 %. {TAO} do not state their "
    "means, covariance or network; distance 4.8 was chosen by us to match their 0.57 % at K = 9.",
    "Consistency in closed form at the logits keeps the network's own slope from place to place, so it does "
    "not share that fault. The 100 draws alone cost 0.2 % at D = 4.8, more than the rest of their error.",
)


@dataclass(frozen=True)
class ErrorCurve:
    """Errors in per cent against what was varied; the best of them."""

    at: tuple[float, ...]
    errors: tuple[float, ...]

    @property
    def best(self) -> tuple[float, float]:
        """Where, and how much."""
        i = min(range(len(self.errors)), key=self.errors.__getitem__)
        return self.at[i], self.errors[i]

    def value(self, at: float) -> float:
        return self.errors[self.at.index(at)]


@dataclass(frozen=True)
class WorldFindings:
    """One world: the network's own error, four curves, and the exact figures where they exist.

    `exact_consistency` runs over tau; tau / `slope` is the noise strength at the input it stands for.
    """

    world: str
    slope: float
    own: float
    windows: ErrorCurve
    ranks: ErrorCurve
    consistency: ErrorCurve
    exact_consistency: ErrorCurve
    exact: ExactFigures | None
