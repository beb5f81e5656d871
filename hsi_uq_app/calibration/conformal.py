"""Class-conditional conformal sets: a promise for each class by itself, as far as its few examples reach."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.checks import checked_labels, refuse_unknown
from hsi_uq_app.errors import UserError

BOTH, TARGET, BACKGROUND, NEITHER = 0, 1, 2, 3

NOT_EXCHANGEABLE = (
    "The promise holds if the calibration pixels of a class and the new ones are exchangeable. Two halves of "
    "a scene are not: light, soil and targets differ from place to place, and neighbouring pixels resemble "
    "each other, so the share found here may be higher or lower."
)

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ConformalSets:
    """Split conformal prediction with one calibration set a class (Mondrian; Vovk 2012).

    Holds the sorted scores of calibration targets and of calibration background. A score is anything that
    rises with the probability of a target; logits keep their digits where probabilities round to 1.
    """

    targets: Scores
    background: Scores

    @classmethod
    def fit(cls, scores: npt.ArrayLike, labels: npt.ArrayLike) -> "ConformalSets":
        """Keep the scores (n,) of each class by itself; labels (n,), true = target."""
        s, y = np.asarray(scores, dtype=np.float64), checked_labels(labels)
        if s.shape != y.shape or not np.isfinite(s).all():
            raise UserError("scores must be finite, one a label", "leave out pixels that were not evaluated")
        if y.all() or not y.any():
            raise UserError("one class is missing from the calibration region", "choose one that holds both")
        return cls(np.sort(s[y]), np.sort(s[~y]))

    @property
    def resolution(self) -> tuple[float, float]:
        """The smallest p-value a target and a background pixel can get: 1/(n + 1) of its class."""
        return 1 / (self.targets.size + 1), 1 / (self.background.size + 1)

    def p_values(self, scores: npt.ArrayLike) -> tuple[Scores, Scores]:
        """How odd each pixel (n,) would be as a target, and as background: low values are odd.

        p = (1 + how many of the class are no less odd) / (n + 1). A target is odd where its
        score is low, background where it is high; ties count as no less odd.
        """
        s = np.asarray(scores, dtype=np.float64)
        refuse_unknown(s, "scores")
        lower_targets = np.searchsorted(self.targets, s, side="right")
        higher_background = self.background.size - np.searchsorted(self.background, s, side="left")
        as_target = (1 + lower_targets) / (self.targets.size + 1)
        return as_target, (1 + higher_background) / (self.background.size + 1)

    def sets(self, scores: npt.ArrayLike, alpha: float) -> npt.NDArray[np.uint8]:
        """The set of each pixel (n,) at level alpha: BOTH, TARGET, BACKGROUND or NEITHER (odd as either)."""
        as_target, as_background = self.p_values(scores)
        target, background = as_target > alpha, as_background > alpha
        found = np.where(target, TARGET, np.where(background, BACKGROUND, NEITHER))
        return np.where(target & background, BOTH, found).astype(np.uint8)

    def guarantee(self, alpha: float) -> str:
        """What the sets promise at level alpha, and where too few targets make the promise empty."""
        share = f"{100 * (1 - alpha):g} %"
        text = (
            f"Of all targets at least {share} lie in a set that contains 'target', and of all background at "
            f"least {share} in one that contains 'background'. "
        )
        finest, n = self.resolution[0], self.targets.size
        if alpha < finest:
            text += f"With {n} calibration targets nothing finer than alpha = {finest:.3g} can be promised: "
            text += "every set contains 'target'. "
        return text + NOT_EXCHANGEABLE
