"""What an evaluation does not speak of: pixels without a prediction, and the targets among them."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

WHY = "they lack data in a band the model uses"


@dataclass(frozen=True)
class NotEvaluated:
    """Counts among pixels of known truth: all of them, those without a prediction, and targets likewise."""

    known: int = 0
    pixels: int = 0
    known_targets: int = 0
    targets: int = 0

    @property
    def words(self) -> str:
        """For people; "" where every pixel was evaluated."""
        if not self.pixels:
            return ""
        share = f"{self.pixels:,} of {self.known:,} pixels of known truth are not evaluated"
        return f"{share}, and {self.targets:,} of {self.known_targets:,} targets among them: {WHY}"


NOTHING_LOST = NotEvaluated()


def not_evaluated(
    known: npt.NDArray[np.bool_], labels: npt.NDArray[np.bool_], has_prediction: npt.NDArray[np.bool_]
) -> NotEvaluated:
    """Count in a region's pixels of known truth (bool masks of one shape)."""
    lost, targets = known & ~has_prediction, known & labels
    return NotEvaluated(
        *(int(np.count_nonzero(mask)) for mask in (known, lost, targets, targets & ~has_prediction))
    )


def scene_note(missing: int, pixels: int) -> str:
    """For a prediction, which knows no truth; "" where every pixel was evaluated."""
    return f"{missing:,} of {pixels:,} pixels are not evaluated: {WHY}" if missing else ""
