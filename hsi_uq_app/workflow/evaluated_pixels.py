"""The pixels an evaluation may speak of: those with a prediction, a known truth, and inside the region."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from hsi_uq_app.confidence.high_confidence_set import high_confidence_set
from hsi_uq_app.confidence.quantile_map import NO_DATA, QuantileMap
from hsi_uq_app.confidence.width import width
from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.labels import Truth, parse_region
from hsi_uq_app.workflow.not_evaluated import NOTHING_LOST, NotEvaluated, not_evaluated
from hsi_uq_app.workflow.select import alpha_in_hundredths, check_delta

CANDIDATE_SHARE = 0.01
_ROWS = ("places", "labels", "mean_logit", "classes", "width", "ace")

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class EvaluatedPixels:
    """The pixels of a region that have both a prediction and a known truth, flat, (n,) each.

    `places` are their line-major indices in the scene, rising. `missing` counts those without a prediction.
    """

    places: npt.NDArray[np.intp]
    labels: Bools
    mean_logit: Floats
    classes: npt.NDArray[np.uint8]
    width: Floats
    ace: Floats
    pixel_area_m2: float | None
    missing: NotEvaluated = NOTHING_LOST

    @property
    def probability(self) -> npt.NDArray[np.float64]:
        """pi in double precision, so that the rarest probabilities keep their digits."""
        return expit(self.mean_logit.astype(np.float64))

    def part(self, chosen: npt.NDArray[np.intp]) -> "EvaluatedPixels":
        """These of the pixels alone, by their rank (m,)."""
        rows = {row: getattr(self, row)[chosen] for row in _ROWS}
        return replace(self, **rows)

    def candidates(self) -> Bools:
        """The top 1 % by ACE rank: where a target could be at all."""
        n = max(1, round(self.ace.size * CANDIDATE_SHARE))
        chosen = np.zeros(self.ace.size, bool)
        chosen[np.argsort(-self.ace, kind="stable")[:n]] = True
        return chosen


def evaluated_pixels(
    result: QuantileMap, truth: Truth, region: str, alpha: float, delta: float
) -> EvaluatedPixels:
    """Cut from a result and its truth the pixels of a region that have both.

    Raises:
        UserError: truth of another size, alpha or delta out of range, nothing to score in the region.
    """
    check_size(result, truth)
    lower, upper = result.interval(alpha_in_hundredths(alpha))
    place = parse_region(region, result.lines, result.samples)
    known = place.mask(result.lines, result.samples) & truth.known
    wanted = known & (upper != NO_DATA)
    if not wanted.any():
        raise UserError(
            f"region {region} holds no pixel with both a prediction and a known truth",
            "choose another region or another truth",
        )
    low, high = lower[wanted], upper[wanted]
    area = result.georeference.pixel_area_m2 if result.georeference else None
    return EvaluatedPixels(
        places=np.flatnonzero(wanted),
        labels=truth.labels[wanted],
        mean_logit=result.mean_logit[wanted],
        classes=high_confidence_set(low, high, check_delta(delta)),
        width=width(low, high),
        ace=np.nan_to_num(result.ace[wanted], nan=-1.0),
        pixel_area_m2=area,
        missing=not_evaluated(known, truth.labels, upper != NO_DATA),
    )


def check_size(result: QuantileMap, truth: Truth) -> None:
    """Refuse a truth of another size than the result."""
    if truth.abundance.shape != (result.lines, result.samples):
        lines, samples = truth.abundance.shape
        raise UserError(
            f"{truth.path} is {lines} x {samples} (lines x samples), "
            f"the result {result.path} is {result.lines} x {result.samples}",
            "choose the truth of the same scene",
        )
