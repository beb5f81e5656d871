"""The High-Confidence Set is never shown without its errors: this is where they are counted."""

from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.wilson import wilson_interval
from hsi_uq_app.confidence.high_confidence_set import BACKGROUND, TARGET, UNDECIDED
from hsi_uq_app.workflow.evaluated_pixels import EvaluatedPixels

Interval = tuple[float, float]


@dataclass(frozen=True)
class SetErrors:
    """Shares and errors of the set on n pixels, None where a part is empty.

    `target_error` is the share of the target part that is background, `background_error` the share of the
    background part that is target, `targets_lost` the share of all targets that lie in the background part;
    each with its 95 % Wilson interval, which assumes independent pixels. `target_mean_probability` is the
    mean pi of the target part: what its precision should be if pi is calibrated.
    """

    target: float
    background: float
    undecided: float
    counts: dict[str, int]
    target_error: float | None
    target_error_interval: Interval | None
    background_error: float | None
    background_error_interval: Interval | None
    targets_lost: float | None
    targets_lost_interval: Interval | None
    error: float | None
    mean_width: float
    target_mean_probability: float | None
    undecided_per_km2: float | None

    def document(self) -> dict[str, object]:
        return asdict(self)


def set_errors(pixels: EvaluatedPixels, chosen: npt.NDArray[np.bool_]) -> SetErrors:
    """Count the set and its errors among the chosen pixels (n,)."""
    classes, labels = pixels.classes[chosen], pixels.labels[chosen]
    n = _counts(classes, labels)
    decided, wrong = n["target"] + n["background"], n["false_in_target"] + n["lost_in_background"]
    in_target = pixels.probability[chosen][classes == TARGET]
    return SetErrors(
        target=n["target"] / n["pixels"],
        background=n["background"] / n["pixels"],
        undecided=n["undecided"] / n["pixels"],
        counts=n,
        target_error=_share(n["false_in_target"], n["target"]),
        target_error_interval=_interval(n["false_in_target"], n["target"]),
        background_error=_share(n["lost_in_background"], n["background"]),
        background_error_interval=_interval(n["lost_in_background"], n["background"]),
        targets_lost=_share(n["lost_in_background"], n["targets"]),
        targets_lost_interval=_interval(n["lost_in_background"], n["targets"]),
        error=_share(wrong, decided),
        mean_width=float(pixels.width[chosen].mean(dtype=np.float64)),
        target_mean_probability=float(in_target.mean()) if in_target.size else None,
        undecided_per_km2=_density(n["undecided"], n["pixels"], pixels.pixel_area_m2),
    )


def _counts(classes: npt.NDArray[np.uint8], labels: npt.NDArray[np.bool_]) -> dict[str, int]:
    table = np.bincount(classes * 2 + labels, minlength=6).reshape(3, 2)
    return {
        "pixels": classes.size,
        "targets": int(labels.sum()),
        "target": int(table[TARGET].sum()),
        "background": int(table[BACKGROUND].sum()),
        "undecided": int(table[UNDECIDED].sum()),
        "false_in_target": int(table[TARGET, 0]),
        "lost_in_background": int(table[BACKGROUND, 1]),
    }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _interval(part: int, whole: int) -> Interval | None:
    if not whole:
        return None
    low, high = wilson_interval(part, whole)
    return float(low), float(high)


def _density(count: int, pixels: int, pixel_area_m2: float | None) -> float | None:
    return count / (pixels * pixel_area_m2 / 1e6) if pixel_area_m2 else None
