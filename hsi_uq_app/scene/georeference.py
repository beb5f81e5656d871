"""Where a scene lies on the ground: map info and coordinate system string <-> affine transform and CRS."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.coordinate_systems import (
    GEOGRAPHIC,
    crs_from_epsg,
    crs_from_wkt,
    metres_per_unit,
    same_crs,
    to_degrees,
    utm_epsg,
)
from hsi_uq_app.scene.envi_fields import as_number
from hsi_uq_app.scene.map_info import Affine, MapInfo, parse_map_info
from hsi_uq_app.scene.notes import Note

if TYPE_CHECKING:
    from pyproj import CRS

_BRACED_KEYS = ("map info", "coordinate system string", "projection info", "pixel size", "geo points")
_BARE_KEYS = ("x start", "y start", "acquisition time")
_METRES = ("meters", "metres", "meter", "metre", "m")


@dataclass(frozen=True)
class Georeference:
    """A scene's place.

    `transform`: a, b, c, d, e, f with x = a col + b row + c, y = d col + e row + f for pixel corners (row is
    the line, col the sample, from 0). `crs_wkt`: None = not known, never invented; `pixel_area_m2` likewise.
    """

    transform: Affine
    crs_wkt: str | None
    pixel_area_m2: float | None

    def map_xy(self, line: float, sample: float) -> tuple[float, float]:
        """Map coordinates of a pixel's centre, in the scene's CRS."""
        a, b, c, d, e, f = self.transform
        column, row = sample + 0.5, line + 0.5
        return a * column + b * row + c, d * column + e * row + f

    def column_row(self, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Columns and rows (fractions of pixels from the first one's corner) of map coordinates.

        What lies nowhere (an infinite coordinate) has no finite column and row.
        """
        a, b, c, d, e, f = self.transform
        determinant = a * e - b * d
        with np.errstate(invalid="ignore", over="ignore"):
            return (e * (x - c) - b * (y - f)) / determinant, (a * (y - f) - d * (x - c)) / determinant

    def lon_lat(self, line: float, sample: float) -> tuple[float, float] | None:
        """Longitude and latitude of a pixel's centre in degrees (EPSG:4326), or None without a CRS."""
        if self.crs_wkt is None:
            return None
        longitude, latitude = to_degrees(self.crs_wkt).transform(*self.map_xy(line, sample))
        return float(longitude), float(latitude)

    def from_lon_lat(self, longitude: np.ndarray, latitude: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Map coordinates of longitudes and latitudes in degrees (EPSG:4326).

        Raises:
            UserError: the scene has no CRS.
        """
        if self.crs_wkt is None:
            raise UserError("the scene has no CRS, so degrees cannot be placed in it", "give map coordinates")
        x, y = to_degrees(self.crs_wkt).transform(longitude, latitude, direction="INVERSE")
        return np.asarray(x), np.asarray(y)


def georeference_from(fields: Mapping[str, str]) -> tuple[Georeference | None, tuple[Note, ...]]:
    """The place a header gives, and what was odd about it; no map info, no place."""
    text = fields.get("map info", "").strip()
    if not text:
        return None, ()
    try:
        info = parse_map_info(text)
    except ValueError as error:
        return None, (Note("map info", None, f"unreadable ({error}); the scene has no coordinates"),)
    crs, notes = _crs(info, fields.get("coordinate system string", "").strip())
    centre = _number(fields, "lines") / 2, _number(fields, "samples") / 2
    area = pixel_area(info.transform, crs, centre)
    if area is None and crs is None and info.units.lower() in _METRES:
        area = _cell(info.transform)
    return Georeference(info.transform, crs.to_wkt() if crs else None, area), notes


def spatial_fields(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields a one-band export may copy, as they stand in a header: the place, nothing spectral."""
    braced = {key: "{" + fields[key] + "}" for key in _BRACED_KEYS if fields.get(key)}
    return braced | {key: fields[key] for key in _BARE_KEYS if fields.get(key)}


def pixel_area(transform: Affine, crs: "CRS | None", centre: tuple[float, float]) -> float | None:
    """Square metres of a pixel: from the axis unit, or on the ellipsoid at the scene's centre for degrees."""
    if crs is None:
        return None
    if crs.is_geographic:
        return _ellipsoid_area(transform, crs, *centre)
    if not crs.axis_info or not crs.is_projected:
        return None
    return _cell(transform) * metres_per_unit(crs) ** 2


def _cell(transform: Affine) -> float:
    a, b, _, d, e, _ = transform
    return abs(a * e - b * d)


def _ellipsoid_area(transform: Affine, crs: "CRS", line: float, sample: float) -> float | None:
    a, b, c, d, e, f = transform
    corners = [(sample, line), (sample + 1, line), (sample + 1, line + 1), (sample, line + 1)]
    longitudes = [a * column + b * row + c for column, row in corners]
    latitudes = [d * column + e * row + f for column, row in corners]
    geod = crs.get_geod()
    return abs(geod.polygon_area_perimeter(longitudes, latitudes)[0]) if geod else None


def _crs(info: MapInfo, wkt: str) -> "tuple[CRS | None, tuple[Note, ...]]":
    """The string wins over the map info, unless it is unreadable or its unit cannot be the coordinates'."""
    by_info, notes = _crs_of_map_info(info)
    if not wkt:
        return by_info, notes
    by_string = crs_from_wkt(wkt)
    if by_string is None:
        said = f"unreadable; {by_info.name if by_info else 'no CRS'} is taken from map info"
        return by_info, (Note("coordinate system string", None, said),)
    if by_info is None or same_crs(by_string, by_info):
        return by_string, ()
    chosen = by_info if by_string.is_geographic and max(map(abs, info.origin)) > 360 else by_string
    text = f"says {by_string.name}, map info says {by_info.name}; {chosen.name} is used"
    return chosen, (Note("coordinate system string", None, text),)


def _crs_of_map_info(info: MapInfo) -> "tuple[CRS | None, tuple[Note, ...]]":
    word = info.projection.lower()
    if word.startswith(("arbitrary", "pixel")):
        return None, ()
    number = None
    if word.startswith("utm") and info.zone is not None:
        number = utm_epsg(info.zone, info.north, info.datum or "wgs-84")
    elif word.startswith("geographic"):
        number = GEOGRAPHIC.get(info.datum or "wgs-84")
    crs = crs_from_epsg(number) if number else None
    if crs is not None:
        return crs, ()
    return None, (Note("map info", None, f"projection `{info.projection}` {info.datum} names no known CRS"),)


def _number(fields: Mapping[str, str], key: str) -> float:
    return as_number(fields.get(key, "0")) or 0.0
