"""Detection counted in discs, not in pixels: found by radius, and in the open or beneath leaves."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.detection import detection_at, roc
from hsi_uq_app.confidence.high_confidence_set import TARGET, high_confidence_set
from hsi_uq_app.confidence.quantile_map import NO_DATA, QuantileMap
from hsi_uq_app.scene.disc_truth import Disc, DiscTruth
from hsi_uq_app.scene.labels import Truth, parse_region
from hsi_uq_app.workflow.select import alpha_in_hundredths, check_delta

RADII_M = (0.0, 0.2, 0.4, 0.8, 1.6, 5.0)
FALSE_ALARM_RATE = 1e-3

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class DiscGroup:
    """Discs of one size or one kind: how many there are, how many an alarm or the target part of the set hit.

    An alarm is a pixel above the threshold whose false-alarm rate is 1e-3 in the evaluated region.
    """

    name: str
    discs: int
    found: int
    in_set: int


@dataclass(frozen=True, eq=False)
class DiscFate:
    """A disc of the region, whether any of its pixels is an alarm, and whether any is in the target part."""

    disc: Disc
    found: bool
    in_set: bool


def disc_fates(
    result: QuantileMap,
    truth: Truth,
    discs: DiscTruth,
    region: str = "all",
    alpha: float = 0.2,
    delta: float = 0.2,
) -> list[DiscFate]:
    """The fate of every disc that has a pixel in the region."""
    lower, upper = result.interval(alpha_in_hundredths(alpha))
    place = parse_region(region, result.lines, result.samples)
    inside = place.mask(result.lines, result.samples) & truth.known & (upper != NO_DATA)
    target = inside & (high_confidence_set(lower, upper, check_delta(delta)) == TARGET)
    alarm = inside & (result.mean_logit >= _threshold(result.mean_logit[inside], truth.labels[inside]))
    present, found, in_set = (set(np.unique(discs.ids[mask])) for mask in (inside, alarm, target))
    return [DiscFate(d, d.id in found, d.id in in_set) for d in discs.discs if d.id in present]


def disc_groups(fates: Iterable[DiscFate]) -> list[DiscGroup]:
    """Counts by radius (lower end included), then open and hidden."""
    known = list(fates)
    groups = [
        _group(f"radius {low:g}-{high:g} m", [f for f in known if low <= f.disc.radius_m < high])
        for low, high in pairwise(RADII_M)
    ]
    open_, hidden = ([f for f in known if f.disc.hidden is kind] for kind in (False, True))
    return [*groups, _group("open", open_), _group("hidden", hidden), _group("all", known)]


def _threshold(scores: npt.NDArray[np.float32], labels: Bools) -> float:
    detection = detection_at(roc(scores, labels), FALSE_ALARM_RATE)
    return detection.threshold if detection else float("inf")


def _group(name: str, fates: list[DiscFate]) -> DiscGroup:
    return DiscGroup(name, len(fates), sum(f.found for f in fates), sum(f.in_set for f in fates))
