"""The two meanings of "confidence". Every figure says which of them it uses, and none mixes them."""

from collections.abc import Callable
from typing import Literal

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.checks import Bools, Floats, checked_classes, checked_pair

Kind = Literal["positive", "top-label"]
Judged = tuple[Floats, Bools]


def positive_class(probability: npt.ArrayLike, labels: npt.ArrayLike) -> Judged:
    """The probability of "target" (n,), against being a target (n,)."""
    return checked_pair(probability, labels)


def top_label(probability: npt.ArrayLike, labels: npt.ArrayLike) -> Judged:
    """The confidence max(p, 1 - p) of the predicted class (n,), against being right (n,).

    At p = .5 the prediction is "background", the first class, as an argmax over (1 - p, p) gives.
    """
    p, y = checked_pair(probability, labels)
    return np.maximum(p, 1 - p), (p > 0.5) == y


def top_label_of_classes(probabilities: npt.ArrayLike, labels: npt.ArrayLike) -> Judged:
    """The largest of K probabilities (n,), against its class being the label (n,)."""
    p, y = checked_classes(probabilities, labels)
    return p.max(axis=1), p.argmax(axis=1) == y


VIEWS: dict[Kind, Callable[[npt.ArrayLike, npt.ArrayLike], Judged]] = {
    "positive": positive_class,
    "top-label": top_label,
}


def judged(probability: npt.ArrayLike, labels: npt.ArrayLike, kind: Kind) -> Judged:
    """Confidence (n,) and whether it was borne out (n,): two classes for (n,), K classes for (n, K)."""
    if np.ndim(probability) == 2 and kind == "top-label":
        return top_label_of_classes(probability, labels)
    return VIEWS[kind](probability, labels)
