"""Lengths and directions in a picture that shows the scene as its file has it, not turned to the north."""

import math

from hsi_uq_app.scene.georeference import Georeference

_NICE = (5, 2, 1)


def metres_per_sample(place: Georeference | None, lines: int, samples: int) -> float | None:
    """Ground distance of neighbouring samples at the scene's centre, on the ellipsoid; None without a CRS."""
    if place is None:
        return None
    ends = [place.lon_lat(lines / 2, samples / 2 + shift) for shift in (-0.5, 0.5)]
    if (
        ends[0] is None
        or ends[1] is None
        or not all(math.isfinite(angle) for end in ends for angle in end or ())
    ):
        return None
    from pyproj import Geod

    return float(Geod(ellps="WGS84").inv(*ends[0], *ends[1])[2])


def north(place: Georeference | None) -> tuple[float, float] | None:
    """Unit vector (right, up) in the picture that points to the grid's north; None without a CRS.

    With x = a col + b row + c and y = d col + e row + f, north is the (col, row) step whose (x, y) is (0, 1).
    """
    if place is None or place.crs_wkt is None:
        return None
    a, b, _, d, e, _ = place.transform
    turn = math.copysign(1, a * e - b * d)
    right, down = -b * turn, a * turn
    length = math.hypot(right, down)
    return right / length, -down / length


def bar_length(longest: float) -> float:
    """The greatest of 1, 2, 5, 10, 20, ... that is not longer."""
    power = 10.0 ** math.floor(math.log10(longest))
    return next(nice * power for nice in _NICE if nice * power <= longest * (1 + 1e-9))
