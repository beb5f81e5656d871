"""Which coordinate reference system an ENVI header means: by its WKT string, or by its map info."""

import functools
import re
import warnings
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pyproj import CRS, Transformer

# EPSG number of zone 0 north, and of zone 0 south where the datum has one
UTM_FAMILIES = {
    "wgs84": (32600, 32700),
    "wgs72": (32200, 32300),
    "nad83": (26900, None),
    "nad27": (26700, None),
    "ed50": (23000, None),
    "etrs89": (25800, None),
    "gda94": (None, 28300),
    "gda2020": (None, 7800),
    "sirgas2000": (31954, 31960),
}
GEOGRAPHIC = {
    "wgs84": 4326,
    "wgs72": 4322,
    "nad83": 4269,
    "nad27": 4267,
    "ed50": 4230,
    "etrs89": 4258,
    "gda94": 4283,
    "gda2020": 7844,
    "sirgas2000": 4674,
}
_OTHER_NAMES = {
    "wgs1984": "wgs84",
    "wgs1972": "wgs72",
    "northamerica1983": "nad83",
    "northamerican1983": "nad83",
    "northamericandatum1983": "nad83",
    "nad1983": "nad83",
    "northamerica1927": "nad27",
    "northamerican1927": "nad27",
    "northamericandatum1927": "nad27",
    "nad1927": "nad27",
    "european1950": "ed50",
    "europeandatum1950": "ed50",
    "etrs1989": "etrs89",
    "gda1994": "gda94",
}


_CODE = re.compile(r"\s*(?:EPSG:\d{1,9}|(?:ESRI|OGC|IGNF|NKG|IAU_2015):\w{1,20})\s*", re.IGNORECASE)
LONGEST_WKT = 2**17
# What makes PROJ open a file that the text names: shifts from a grid that is a path, `+init`, pipelines.
_NAMES_A_FILE = re.compile(
    r"PARAMETERFILE|PROJ-based|\b(?:file|model|init|catalog)\s*="
    r"|(?:grids|geoid\w*)\s*[\"']?\s*[=,]\s*[\"']?[^\"'+\s\]]*[/\\~:]",
    re.IGNORECASE,
)


def datum_key(text: str) -> str:
    """A datum's key in the tables, however it is spelt (`WGS-84`, `WGS 84`, `D_WGS_1984`); "" is WGS 84."""
    plain = re.sub(r"[^a-z0-9]", "", text.lower()).removeprefix("gcs").removeprefix("d")
    return _OTHER_NAMES.get(plain, plain) or "wgs84"


def crs_from_wkt(text: str) -> "CRS | None":
    """The CRS of a WKT string (OGC or Esri) or of a code as `EPSG:32618`.

    None where it is unreadable, or names a file: what a text names is not opened.
    """
    from pyproj import CRS
    from pyproj.exceptions import CRSError

    if len(text) > LONGEST_WKT or _NAMES_A_FILE.search(text):
        return None
    try:
        return CRS.from_user_input(text.strip()) if _CODE.fullmatch(text) else CRS.from_wkt(text)
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
    families = UTM_FAMILIES.get(datum_key(datum))
    base = families[0 if north else 1] if families else None
    return base + zone if base is not None and 1 <= zone <= 60 else None


def same_crs(first: "CRS", second: "CRS") -> bool:
    """Whether two systems place pixels alike; names and axis order aside."""
    return (
        bool(first.equals(second, ignore_axis_order=True))
        or first.to_epsg(20) == second.to_epsg(20) is not None
    )


def same_place(first: str, second: str) -> bool:
    """Whether two WKT strings place pixels alike; what cannot be read is not doubted."""
    systems = crs_from_wkt(first), crs_from_wkt(second)
    return systems[0] is None or systems[1] is None or same_crs(systems[0], systems[1])


@functools.lru_cache(maxsize=16)
def to_degrees(wkt: str) -> "Transformer | None":
    """The transformer from a CRS to longitude and latitude (EPSG:4326).

    None where there is no way: a local grid, another planet.
    """
    from pyproj import Transformer
    from pyproj.exceptions import ProjError

    try:
        return Transformer.from_crs(wkt, "EPSG:4326", always_xy=True)
    except ProjError:
        return None


def lon_lat_of(wkt: str | None, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Longitudes from -180 to 180 and latitudes of map coordinates; None without a CRS that leads there.

    NaN where a place lies outside of what the CRS can describe.
    """
    transformer = to_degrees(wkt) if wkt else None
    if transformer is None:
        return None
    longitude, latitude = (np.asarray(angle, np.float64) for angle in transformer.transform(x, y))
    with np.errstate(invalid="ignore"):
        beyond = np.abs(longitude) > 180
        longitude = np.where(beyond, (longitude + 180) % 360 - 180, longitude)
    known = np.isfinite(longitude) & np.isfinite(latitude)
    return np.where(known, longitude, np.nan), np.where(known, latitude, np.nan)


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
