"""What a calibrator may look at: logits always, and more where the caller has the network at hand."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import expit, softmax

from hsi_uq_app.calibration.checks import Bools, Floats
from hsi_uq_app.errors import UserError

Values = npt.NDArray[np.float64]
Perturbed = Callable[[float, int], Floats]


@dataclass(frozen=True, eq=False)
class CalibrationInput:
    """Outputs of one network, or of the mean of several, at n pixels.

    Attributes:
        logits: (n,) of a single-logit network, or (n, K) of K classes.
        features: (n, H), the last hidden layer's outputs, or None.
        weights: (H,) or (K, H), the last layer's weights; (n, H) where the pixels are those of several
            single-logit networks; or None.
        perturbed: called as (strength, seed), runs the network on perturbed inputs and gives logits of the
            same shape. Strength 1 is the noise met in training. None where the network is not at hand.
    """

    logits: Floats
    features: Floats | None = None
    weights: Floats | None = None
    perturbed: Perturbed | None = None

    def __post_init__(self) -> None:
        z = np.asarray(self.logits)
        if z.ndim not in (1, 2) or z.shape[0] == 0 or (z.ndim == 2 and z.shape[1] < 2):
            raise UserError(f"logits have the shape {z.shape}", "give (n,) or (n, K) with K of 2 or more")
        if not np.isfinite(z).all():
            bad = int((~np.isfinite(z)).sum())
            raise UserError(f"{bad} logits are not finite", "leave out pixels that were not evaluated")
        if self.features is not None and self.features.shape[0] != z.shape[0]:
            raise UserError(
                f"{z.shape[0]} logits but {self.features.shape[0]} rows of features", "give one each"
            )

    @property
    def n(self) -> int:
        return int(self.logits.shape[0])

    @property
    def two_classes(self) -> bool:
        return self.logits.ndim == 1

    def values(self) -> Values:
        return np.asarray(self.logits, dtype=np.float64)

    def pair(self) -> Values:
        """Logits (n, K); a single logit z as (0, z), for methods that a common shift does not change."""
        z = self.values()
        return np.column_stack((np.zeros_like(z), z)) if self.two_classes else z

    def centred_pair(self) -> Values:
        """Logits (n, K); a single logit z as (-z/2, z/2), for methods that a common shift would change."""
        z = self.values()
        return np.column_stack((-z / 2, z / 2)) if self.two_classes else z

    def part(self, chosen: Bools) -> "CalibrationInput":
        """The same of the chosen pixels (n,) alone; perturbed runs stay with the whole."""
        features = None if self.features is None else self.features[chosen]
        return CalibrationInput(self.logits[chosen], features, self.weights)


def probabilities(logits: Values) -> Values:
    """sigma(z) for (n,), softmax for (n, K)."""
    return expit(logits) if logits.ndim == 1 else softmax(logits, axis=1)


def as_given(given: CalibrationInput, classes: Values) -> Values:
    """Class probabilities (n, K) in the given's own form: (n,) of the target where there is one logit."""
    return classes[:, 1] if given.two_classes else classes


def both_classes(probability: Values) -> Values:
    """Probabilities (n, K); a single one p as (1 - p, p)."""
    return np.column_stack((1 - probability, probability)) if probability.ndim == 1 else probability
