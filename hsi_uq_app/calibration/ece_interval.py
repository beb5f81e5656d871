"""Intervals of an ECE: drawing blocks again adds noise, and an ECE counts noise as error.

Its replicates therefore lie above it, and where a model is calibrated all of them lie above the truth: their
central 95 % then hold it never. Two remedies, both from the same drawing: replicates are reflected about the
figure (the basic bootstrap), and an ECE no larger than noise alone makes may be nothing.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.block_sums import BlockDraws, Interval, Values, gaps_by_block, interval
from hsi_uq_app.calibration.checks import Bools
from hsi_uq_app.calibration.views import Kind, judged

ECES: dict[str, Kind] = {"ECE, positive class": "positive", "ECE, top label": "top-label"}
"""Those of `block_sums.FIGURES` that this is about."""

_SURE = 0.95


@dataclass(frozen=True, eq=False)
class DrawnEce:
    """An ECE, its replicates (R,), and those of `noise_alone` (R,)."""

    value: float
    replicates: Values
    noise: Values

    @property
    def may_be_nothing(self) -> bool:
        return bool(self.value <= np.quantile(self.noise, _SURE))


def noise_alone(probability: npt.ArrayLike, labels: Bools, draws: BlockDraws, kind: Kind) -> Values:
    """What noise alone makes of an ECE on every replicate, (R,): sum over bins |gap*_m - gap_m| / n*.

    gap*_m is what a replicate finds in bin m, hits less confidences, and gap_m what all pixels gave.
    """
    gaps = gaps_by_block(judged(probability, labels, kind), draws)
    size = draws.times @ np.bincount(draws.block, minlength=gaps.shape[0])
    share = size[:, None] / draws.block.size
    found: Values = np.abs(draws.times @ gaps - share * gaps.sum(axis=0)).sum(axis=1) / size
    return found


def ece_interval(ece: DrawnEce) -> Interval | None:
    """The interval of an ECE, which it lies in itself; None where its replicates are undefined."""
    ends = _reflected(ece.value, ece.replicates)
    if ends is None:
        return None
    return 0.0 if ece.may_be_nothing else max(0.0, ends[0]), ends[1]


def change_interval(before: DrawnEce, after: DrawnEce) -> Interval | None:
    """The interval of after - before, of the same pixels and the same drawing; the change lies in it itself.

    Where one of the two may be nothing, the change may be all of the other.
    """
    ends = _reflected(after.value - before.value, after.replicates - before.replicates)
    was, now = ece_interval(before), ece_interval(after)
    if ends is None or was is None or now is None:
        return None
    low = min(ends[0], -was[1]) if after.may_be_nothing else ends[0]
    return low, max(ends[1], now[1]) if before.may_be_nothing else ends[1]


def _reflected(figure: float, replicates: Values) -> Interval | None:
    ends = interval(replicates)
    if ends is None:
        return None
    return min(2 * figure - ends[1], figure), max(2 * figure - ends[0], figure)
