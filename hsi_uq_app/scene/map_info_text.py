"""A georeference written as ENVI header fields, for scenes that came from another format."""

import math

from hsi_uq_app.scene.coordinate_systems import UTM_FAMILIES, crs_from_wkt, esri_wkt
from hsi_uq_app.scene.georeference import AFFINE, HALF_TURN, ROTATION, Georeference
from hsi_uq_app.scene.map_info import Affine, cos_sin

_SHEAR_TOLERANCE = 1e-9


def georeference_fields(georeference: Georeference) -> dict[str, str]:
    """`map info` and `coordinate system string` without braces.

    ENVI has no words for shear: an `affine transform`, which this program alone reads, stands for map info.
    """
    measures = _pixel_and_rotation(georeference.transform)
    string = {"coordinate system string": esri_wkt(georeference.crs_wkt)} if georeference.crs_wkt else {}
    if measures is None:
        return {AFFINE: ", ".join(repr(float(value)) for value in georeference.transform)} | string
    width, height, rotation = measures
    _, _, x, _, _, y = georeference.transform
    crs = crs_from_wkt(georeference.crs_wkt) if georeference.crs_wkt else None
    name, rest = "Arbitrary", ""
    if crs is not None:
        name, rest = _named_utm(crs.to_epsg()) or _named_other(crs.name, bool(crs.is_geographic))
    turned = f", rotation={rotation!r}" if rotation else ""
    reading = {ROTATION: HALF_TURN} if abs(rotation) == 180 else {}
    return {"map info": f"{name}, 1, 1, {x!r}, {y!r}, {width!r}, {height!r}{rest}{turned}"} | reading | string


def _pixel_and_rotation(transform: Affine) -> tuple[float, float, float] | None:
    """Width, height and rotation of a transform (inverse of `MapInfo.transform`), None where it shears."""
    a, b, _, d, e, _ = transform
    width, rotation = math.hypot(a, d), math.degrees(math.atan2(d, a))
    cosine, sine = cos_sin(rotation)
    height = b * sine - e * cosine
    sheared = math.hypot(b - height * sine, e + height * cosine) > _SHEAR_TOLERANCE * abs(height)
    return None if sheared or not width or not height else (width, height, rotation)


def _named_utm(number: int | None) -> tuple[str, str] | None:
    north, south = UTM_FAMILIES["wgs84"]
    for base, word in ((north, "North"), (south, "South")):
        if number is not None and base is not None and 1 <= number - base <= 60:
            return "UTM", f", {number - base}, {word}, WGS-84, units=Meters"
    return None


def _named_other(name: str, geographic: bool) -> tuple[str, str]:
    if geographic:
        return "Geographic Lat/Lon", f", {_plain(name)}, units=Degrees"
    return _plain(name), ""


def _plain(name: str) -> str:
    """A name that may stand between a map info's commas."""
    return "".join(letter for letter in name if letter not in ",={}").strip() or "Arbitrary"
