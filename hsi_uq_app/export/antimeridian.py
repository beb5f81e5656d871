"""Outlines in degrees that cross longitude 180, cut there into parts (RFC 7946, 3.1.9)."""

import numpy as np
import numpy.typing as npt
import shapely
from shapely import MultiPolygon, Polygon

_TURN = 360.0


def cut(outline: MultiPolygon) -> MultiPolygon:
    """The outline with longitudes from -180 to 180; one that does not reach 180 is returned as it is."""
    west, _, east, _ = outline.bounds
    if west >= -180 and east <= 180 and east - west <= 180:
        return outline
    whole = shapely.make_valid(shapely.transform(outline, _unwrapped) if east - west > 180 else outline)
    parts: list[Polygon] = []
    for shift in (-_TURN, 0.0, _TURN):
        inside = shapely.intersection(whole, shapely.box(shift - 180, -90, shift + 180, 90))
        moved = shapely.transform(inside, lambda points, shift=shift: points - (shift, 0.0))
        parts += [part for part in shapely.get_parts(moved) if isinstance(part, Polygon) and part.area]
    return MultiPolygon(parts)


def _unwrapped(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Points west of 180 and east of it on one side: 179, -179 -> 179, 181."""
    return np.column_stack((np.where(points[:, 0] < 0, points[:, 0] + _TURN, points[:, 0]), points[:, 1]))
