"""Which coordinate reference system an ENVI header means: by its WKT string, or by its map info."""

import functools
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyproj import CRS, Transformer

# EPSG number of zone 0 north, and of zone 0 south where the datum has one
UTM_FAMILIES = {
    "wgs-84": (32600, 32700),
    "wgs-72": (32200, 32300),
    "north america 1983": (26900, None),
    "nad-83": (26900, None),
    "north america 1927": (26700, None),
    "nad-27": (26700, None),
    "european 1950": (23000, None),
    "etrs-89": (25800, None),
    "gda-94": (None, 28300),
    "sirgas 2000": (31954, 31960),
}
GEOGRAPHIC = {
    "wgs-84": 4326, "wgs-72": 4322, "north america 1983": 4269, "nad-83": 4269, "north america 1927": 4267,
    "nad-27": 4267, "european 1950": 4230, "etrs-89": 4258, "gda-94": 4283,
}  # fmt: skip


def crs_from_wkt(text: str) -> "CRS | None":
    """The CRS of a WKT string (OGC or Esri), or None if it is unreadable."""
    from pyproj import CRS
    from pyproj.exceptions import CRSError

    try:
        return CRS.from_wkt(text)
    except CRSError:
        return None


def crs_from_epsg(number: int) -> "CRS | None":
    """The CRS of an EPSG number, or None if there is none."""
    from pyproj import CRS
    from pyproj.exceptions import CRSError

    try:
        return CRS.from_epsg(number)
    except CRSError:
        return None


def utm_epsg(zone: int, north: bool, datum: str) -> int | None:
    """The EPSG number of a UTM zone, or None where the datum has none for it."""
    families = UTM_FAMILIES.get(datum)
    base = families[0 if north else 1] if families else None
    return base + zone if base is not None and 1 <= zone <= 60 else None


def same_crs(first: "CRS", second: "CRS") -> bool:
    """Whether two systems place pixels alike; names and axis order aside."""
    return (
        bool(first.equals(second, ignore_axis_order=True))
        or first.to_epsg(20) == second.to_epsg(20) is not None
    )


@functools.lru_cache(maxsize=16)
def to_degrees(wkt: str) -> "Transformer":
    """The transformer from a CRS to longitude and latitude (EPSG:4326)."""
    from pyproj import Transformer

    return Transformer.from_crs(wkt, "EPSG:4326", always_xy=True)


def metres_per_unit(crs: "CRS") -> float:
    """Metres in one unit of a projected CRS's first axis."""
    return float(crs.axis_info[0].unit_conversion_factor)


def esri_wkt(wkt: str) -> str:
    """The WKT1 dialect that ENVI writes into `coordinate system string`; OGC WKT where Esri has no form."""
    from pyproj import CRS
    from pyproj.exceptions import CRSError

    crs = CRS.from_wkt(wkt)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return str(crs.to_wkt("WKT1_ESRI"))
        except CRSError:
            return str(crs.to_wkt())
