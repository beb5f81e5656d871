"""Alpha and delta as the sliders hold them: integers, so that two equal settings are equal."""

from dataclasses import dataclass

LARGEST_ALPHA = 50
LARGEST_DELTA = 499


@dataclass(frozen=True)
class Thresholds:
    """The pair that chooses the High-Confidence Set (paper 1, eq. 1).

    Attributes:
        alpha: in hundredths, 1..50: the credible interval has level 1 - alpha.
        delta: in thousandths, 1..499: the distance from certainty that is still confident.
    """

    alpha: int = 20
    delta: int = 200

    @property
    def alpha_value(self) -> float:
        return self.alpha / 100

    @property
    def delta_value(self) -> float:
        return self.delta / 1000


def clamped(alpha: int, delta: int) -> Thresholds:
    """The nearest pair within the sliders' range."""
    return Thresholds(min(max(alpha, 1), LARGEST_ALPHA), min(max(delta, 1), LARGEST_DELTA))
