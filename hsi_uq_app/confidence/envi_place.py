"""The scene's place as ENVI header fields that every reader understands alike."""

from collections.abc import Mapping

from hsi_uq_app.scene.coordinate_systems import crs_from_wkt, esri_wkt, same_crs
from hsi_uq_app.scene.georeference import Georeference
from hsi_uq_app.scene.map_info import parse_map_info

_REFERENCE = slice(1, 5)  # column, row, x and y of the reference pixel, after the projection's name


def place_fields(spatial: Mapping[str, str], place: Georeference | None) -> dict[str, str]:
    """The scene's spatial fields; a rotated map info refers to the first pixel's corner, and the CRS is one.

    ENVI turns the scene about the reference pixel; GDAL turns it about the first pixel's corner, and so reads
    a rotated map info with another reference pixel up to a scene's length off. At the corner both agree. A
    coordinate system string that was not believed is replaced by the CRS that was.
    """
    fields = dict(spatial)
    if place is None or "map info" not in fields:
        return fields
    if _is_rotated(place):
        fields["map info"] = _from_first_corner(fields["map info"])
    if place.crs_wkt and _contradicts(fields.get("coordinate system string", ""), place.crs_wkt):
        fields["coordinate system string"] = "{" + esri_wkt(place.crs_wkt) + "}"
    return fields


def _contradicts(string: str, wkt: str) -> bool:
    """Whether a string names another CRS than the one that is used, or none, or not as WKT."""
    if not string or "[" not in string:
        return bool(string)
    said, used = crs_from_wkt(string.strip("{} ")), crs_from_wkt(wkt)
    return said is None or used is None or not same_crs(said, used)


def _is_rotated(place: Georeference) -> bool:
    _, b, _, d, _, _ = place.transform
    return (b, d) != (0, 0)


def _from_first_corner(map_info: str) -> str:
    """The same in the file's own unit, which need not be the CRS's."""
    corner = parse_map_info(map_info).transform
    items = [item.strip() for item in map_info.strip("{} ").split(",")]
    plain = [index for index, item in enumerate(items) if "=" not in item]
    values = ("1", "1", repr(float(corner[2])), repr(float(corner[5])))
    for index, value in zip(plain[_REFERENCE], values, strict=True):
        items[index] = value
    return "{" + ", ".join(items) + "}"
