"""Where a scene lies on the ground: map info and coordinate system string <-> affine transform and CRS."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.coordinate_systems import (
    GEOGRAPHIC,
    crs_from_epsg,
    crs_from_wkt,
    datum_key,
    lon_lat_of,
    metres_per_unit,
    same_crs,
    to_degrees,
    utm_epsg,
)
from hsi_uq_app.scene.envi_fields import as_number, split_list
from hsi_uq_app.scene.map_info import DEGREES_PER_UNIT, METRES_PER_UNIT, Affine, MapInfo, parse_map_info
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.projection_info import crs_of_projection_info

if TYPE_CHECKING:
    from pyproj import CRS

AFFINE = "affine transform"
ROTATION = "rotation"
HALF_TURN = "half turn"
_BRACED_KEYS = ("map info", "coordinate system string", "projection info", "pixel size", "geo points", AFFINE)
_BARE_KEYS = (ROTATION, "x start", "y start", "acquisition time")
_SAME_UNIT = 1e-5  # survey feet and feet differ by less


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
        """Longitude and latitude of a pixel's centre in degrees (EPSG:4326), or None without such a CRS."""
        x, y = self.map_xy(line, sample)
        found = lon_lat_of(self.crs_wkt, np.array(x), np.array(y))
        return None if found is None or np.isnan(found[0]) else (float(found[0]), float(found[1]))

    def from_lon_lat(self, longitude: np.ndarray, latitude: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Map coordinates of longitudes and latitudes in degrees (EPSG:4326).

        Raises:
            UserError: the scene has no CRS, or one without a way to degrees.
        """
        to_lon_lat = to_degrees(self.crs_wkt) if self.crs_wkt else None
        if to_lon_lat is None:
            missing = "CRS" if self.crs_wkt is None else "CRS with a way to EPSG:4326"
            raise UserError(
                f"the scene has no {missing}, so degrees cannot be placed in it", "give map coordinates"
            )
        x, y = to_lon_lat.transform(longitude, latitude, direction="INVERSE")
        return np.asarray(x), np.asarray(y)


def georeference_from(fields: Mapping[str, str]) -> tuple[Georeference | None, tuple[Note, ...]]:
    """The place a header gives, and what was odd about it; no map info, no place."""
    text = fields.get("map info", "").strip()
    if not text:
        found = _by_affine(fields)
        return found, () if found else _without_map_info(fields)
    try:
        info = parse_map_info(text)
    except ValueError as error:
        return None, (Note("map info", None, f"unreadable ({error}); the scene has no coordinates"),)
    info, read = _one_reading(info, fields)
    string = fields.get("coordinate system string", "").strip()
    crs, notes = _crs(info, string, fields.get("projection info", ""))
    factor, said = _unit_factor(info, crs, bool(string) and crs_from_wkt(string) is not None)
    a, b, c, d, e, f = info.transform
    transform = (a * factor, b * factor, c * factor, d * factor, e * factor, f * factor)
    centre = _number(fields, "lines") / 2, _number(fields, "samples") / 2
    area = pixel_area(transform, crs, centre)
    if crs is None and info.units in METRES_PER_UNIT:
        area = _cell(transform) * METRES_PER_UNIT[info.units] ** 2
    return Georeference(transform, crs.to_wkt() if crs else None, area), (*read, *notes, *said)


def _one_reading(info: MapInfo, fields: Mapping[str, str]) -> tuple[MapInfo, tuple[Note, ...]]:
    """A rotation of 180 as lines from south to north, as GDAL has it, unless the user wants a half-turn."""
    if not info.has_two_readings:
        return info, ()
    if " ".join(fields.get(ROTATION, "").lower().replace("-", " ").split()) == HALF_TURN:
        return info, (Note("map info", None, "`rotation=180` is read as a half-turn, as ENVI has it"),)
    text = (
        "`rotation=180` is read as lines that run from south to north, as GDAL has it; in ENVI it may mean a "
        f"half-turn, then give --set '{ROTATION}={HALF_TURN}'"
    )
    return replace(info, is_south_up=True), (Note("map info", None, text),)


def _by_affine(fields: Mapping[str, str]) -> Georeference | None:
    """The place of an `affine transform`: a, b, c, d, e, f."""
    numbers = [as_number(word) for word in split_list(fields.get(AFFINE, ""))]
    known = [number for number in numbers if number is not None and math.isfinite(number)]
    if not len(numbers) == len(known) == 6:
        return None
    transform: Affine = (known[0], known[1], known[2], known[3], known[4], known[5])
    if _cell(transform) == 0:
        return None
    string = fields.get("coordinate system string", "").strip()
    crs = crs_from_wkt(string) if string else None
    area = pixel_area(transform, crs, (_number(fields, "lines") / 2, _number(fields, "samples") / 2))
    return Georeference(transform, crs.to_wkt() if crs else None, area)


def _without_map_info(fields: Mapping[str, str]) -> tuple[Note, ...]:
    given = [key for key in ("geo points", "rpc info") if fields.get(key)]
    return tuple(Note(key, None, "without map info it gives no coordinates; not used") for key in given)


def _unit_factor(info: MapInfo, crs: "CRS | None", is_string: bool) -> tuple[float, tuple[Note, ...]]:
    """What the map info's numbers are multiplied by: feet or seconds to the CRS's own unit."""
    if crs is None or not info.units:
        return 1.0, ()
    factor = DEGREES_PER_UNIT.get(info.units) if crs.is_geographic else None
    if crs.is_projected and info.units in METRES_PER_UNIT:
        factor = METRES_PER_UNIT[info.units] / metres_per_unit(crs)
    if factor is not None and abs(factor - 1) < _SAME_UNIT:
        return 1.0, ()
    if factor is None or is_string:
        text = f"`units={info.units}` is not the unit of {crs.name}; the numbers are taken to be in the CRS's"
        return 1.0, (Note("map info", None, text),)
    return factor, (Note("map info", None, f"in {info.units}; converted to the unit of {crs.name}"),)


def spatial_fields(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields a one-band export may copy, as they stand in a header: the place, nothing spectral."""
    braced = {key: "{" + fields[key] + "}" for key in _BRACED_KEYS if fields.get(key)}
    return braced | {key: fields[key] for key in _BARE_KEYS if fields.get(key)}


def pixel_area(transform: Affine, crs: "CRS | None", centre: tuple[float, float]) -> float | None:
    """Square metres of a pixel: from the axis unit, or on the ellipsoid at the scene's centre for degrees."""
    if crs is None:
        return None
    if crs.is_geographic:
        area = _ellipsoid_area(transform, crs, *centre)
        return area if area is not None and math.isfinite(area) else None
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


def _crs(info: MapInfo, wkt: str, projection: str) -> "tuple[CRS | None, tuple[Note, ...]]":
    """The string wins over the map info, unless it is unreadable or its unit cannot be the coordinates'."""
    by_info, notes = _crs_of_map_info(info, projection)
    if not wkt:
        return by_info, notes
    by_string = crs_from_wkt(wkt)
    if by_string is None:
        said = f"unreadable; {by_info.name if by_info else 'no CRS'} is taken from map info"
        return by_info, (Note("coordinate system string", None, said),)
    if by_info is None or same_crs(by_string, by_info):
        return by_string, ()
    chosen = by_info if _cannot_be(by_string, info) and not _cannot_be(by_info, info) else by_string
    text = f"says {by_string.name}, map info says {by_info.name}; {chosen.name} is used"
    return chosen, (Note("coordinate system string", None, text),)


def _cannot_be(crs: "CRS", info: MapInfo) -> bool:
    """Whether the numbers are too large for degrees, or too small for anything else."""
    farthest, pixel = max(map(abs, info.origin)), max(map(abs, info.pixel))
    return farthest > 360 if crs.is_geographic else farthest <= 360 and pixel < 0.01


def _crs_of_map_info(info: MapInfo, projection: str) -> "tuple[CRS | None, tuple[Note, ...]]":
    word = info.projection.lower()
    if word.startswith(("arbitrary", "pixel")):
        return None, ()
    number = None
    if word.startswith("utm") and info.zone is not None:
        number = utm_epsg(info.zone, info.north, info.datum)
    elif word.startswith("geographic"):
        number = GEOGRAPHIC.get(datum_key(info.datum))
    crs = crs_from_epsg(number) if number else None
    if crs is None and projection and (crs := crs_of_projection_info(projection)) is not None:
        return crs, (Note("projection info", None, f"gives the CRS of `{info.projection}`"),)
    if crs is not None:
        return crs, (Note("map info", None, f"{info.assumed} is assumed"),) if info.assumed else ()
    return None, (Note("map info", None, f"projection `{info.projection}` {info.datum} names no known CRS"),)


def _number(fields: Mapping[str, str], key: str) -> float:
    return as_number(fields.get(key, "0")) or 0.0
