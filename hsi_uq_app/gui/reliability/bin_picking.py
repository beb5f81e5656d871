"""Which bin lies under the mouse: bins of equal mass can be slivers, so the nearest one counts too."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.reliability import ReliabilityCurve
from hsi_uq_app.gui.probability_scale import ProbabilityScale

Bins = tuple[int, ...]
Spans = npt.NDArray[np.float64]


def bin_spans(curve: ReliabilityCurve, scale: ProbabilityScale) -> Spans:
    """Places (M, 2) of each bin's edges on the axis; NaN where a bin is empty, and so absent."""
    places = scale.place(curve.edges)
    spans = np.stack((places[:-1], places[1:]), axis=1)
    spans[curve.counts == 0] = np.nan
    return spans


def bin_at(spans: Spans, place: float, reach: float) -> int | None:
    """The bin that holds a place on the axis, or the nearest one within reach; None if there is none."""
    distance = np.maximum(np.maximum(spans[:, 0] - place, place - spans[:, 1]), 0)
    if np.isnan(distance).all():
        return None
    nearest = int(np.nanargmin(distance))
    return nearest if distance[nearest] <= reach else None


def bins_between(spans: Spans, start: float, stop: float) -> Bins:
    """All bins that touch a stretch of the axis, dragged either way."""
    low, high = min(start, stop), max(start, stop)
    return tuple(int(b) for b in np.flatnonzero((spans[:, 1] >= low) & (spans[:, 0] <= high)))


def neighbour(curve: ReliabilityCurve, current: int | None, step: int) -> int | None:
    """The next filled bin to the left (-1) or right (+1); from nowhere, the first or last one."""
    filled = np.flatnonzero(curve.counts)
    if filled.size == 0:
        return None
    if current is None:
        return int(filled[0 if step > 0 else -1])
    beyond = filled[filled > current] if step > 0 else filled[filled < current][::-1]
    return int(beyond[0]) if beyond.size else current


def toggled(selected: Sequence[int], bin_: int) -> Bins:
    """The selection with one bin added, or taken away if it was there."""
    return tuple(sorted(set(selected) ^ {bin_}))
