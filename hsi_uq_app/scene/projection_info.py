"""`projection info` of an ENVI header: the parameters of a projection that map info only names."""

from typing import TYPE_CHECKING

from hsi_uq_app.scene.coordinate_systems import datum_key
from hsi_uq_app.scene.envi_fields import as_number

if TYPE_CHECKING:
    from pyproj import CRS

_ORIGIN = ("lat_0", "lon_0", "x_0", "y_0")
# ENVI's number -> PROJ's name, and what follows the ellipsoid's two half axes
_PROJECTIONS = {
    3: ("tmerc", (*_ORIGIN, "k_0")),
    4: ("lcc", (*_ORIGIN, "lat_1", "lat_2")),
    7: ("stere", (*_ORIGIN, "k_0")),
    9: ("aea", (*_ORIGIN, "lat_1", "lat_2")),
    11: ("laea", _ORIGIN),
    12: ("aeqd", _ORIGIN),
    31: ("stere", ("lat_ts", "lon_0", "x_0", "y_0")),
}
_DATUMS = {"wgs84": "WGS84", "nad83": "NAD83", "nad27": "NAD27"}


def crs_of_projection_info(text: str) -> "CRS | None":
    """The CRS of `{number, a, b, parameters..., datum, name, units=...}`; None where that cannot be told."""
    items = [item.strip(" \t\"'") for item in text.strip("{} ").split(",")]
    numbers = [as_number(item) for item in items]
    name, keys = _PROJECTIONS.get(int(numbers[0] or 0), ("", ()))
    given = [number for number in numbers[1 : 3 + len(keys)] if number is not None]
    if not name or len(given) != 2 + len(keys):
        return None
    rest = [item for item in items[3 + len(keys) :] if item and "=" not in item]
    datum = _DATUMS.get(datum_key(rest[0])) if rest else None
    ellipsoid = f"+datum={datum}" if datum else f"+a={given[0]!r} +b={given[1]!r}"
    pole = f" +lat_0={90 if given[2] > 0 else -90}" if "lat_ts" in keys else ""
    said = " ".join(f"+{key}={value!r}" for key, value in zip(keys, given[2:], strict=True))
    return _crs(f"+proj={name} {said}{pole} {ellipsoid} +units=m +type=crs")


def _crs(text: str) -> "CRS | None":
    from pyproj import CRS
    from pyproj.exceptions import CRSError

    try:
        return CRS.from_proj4(text)
    except CRSError:
        return None
