"""Formats that are not read: what a file is called, and a way that works."""

from dataclasses import dataclass
from pathlib import Path

from hsi_uq_app.scene.plain_file import open_plain

_TO_ENVI = "gdal_translate -of ENVI"
_CONVERT = f"convert it: {_TO_ENVI} FILE scene.img"


@dataclass(frozen=True)
class ForeignFormat:
    """A format by the names and first bytes of its files, and what to do with one."""

    name: str
    suffixes: tuple[str, ...]
    starts: tuple[bytes, ...]
    way: str


_HDF5, _NETCDF3, _XML = b"\x89HDF\r\n\x1a\n", b"CDF", b"<?xml"
FORMATS = (
    ForeignFormat(
        "a KML", (".kml", ".kmz"), (), "save its shapes as GeoJSON or GeoPackage, for example in QGIS"
    ),
    ForeignFormat(
        "a region-of-interest file of ENVI",
        (".roi", ".evf"),
        (),
        "export the regions in ENVI as a classification image (.dat with its .hdr), or as a shapefile",
    ),
    ForeignFormat(
        "a netCDF",
        (".nc", ".nc4", ".cdf"),
        (_NETCDF3,),
        f"convert it: {_TO_ENVI} NETCDF:FILE:VARIABLE scene.img (gdalinfo lists the variables)",
    ),
    ForeignFormat(
        "an HDF5",
        (".h5", ".hdf5", ".he5", ".hdf"),
        (_HDF5,),
        f"convert it: {_TO_ENVI} HDF5:FILE://VARIABLE scene.img (gdalinfo lists the variables)",
    ),
    ForeignFormat(
        "an HDF4", (".hdf4",), (b"\x0e\x03\x13\x01",), f"convert it: {_TO_ENVI} HDF4_SDS:... scene.img"
    ),
    ForeignFormat("a JPEG 2000", (".jp2", ".j2k"), (b"\0\0\0\x0cjP  ",), _CONVERT),
    ForeignFormat(
        "an XML",
        (".xml",),
        (_XML,),
        "name the image it describes; regions of interest: export them as a classification image or shapes",
    ),
    ForeignFormat("a ZIP", (".zip",), (b"PK\x03\x04",), "unpack it, and name the file inside"),
    ForeignFormat("a NumPy", (".npy", ".npz"), (b"\x93NUMPY",), "save it with scipy.io.savemat, or as ENVI"),
    ForeignFormat("a picture", (".png", ".jpg", ".jpeg", ".bmp", ".gif"), (), _CONVERT),
    ForeignFormat("an NITF", (".ntf", ".nitf"), (b"NITF",), _CONVERT),
)  # fmt: skip
LONGEST_START = 16


def format_of(path: Path) -> ForeignFormat | None:
    """The format of a file that is not read, by its first bytes, else by its name."""
    try:
        with open_plain(path) as handle:
            start = handle.read(LONGEST_START)
    except OSError:
        return None
    named = [known for known in FORMATS if path.suffix.lower() in known.suffixes]
    told = [known for known in FORMATS if any(start.startswith(mark) for mark in known.starts)]
    sure = [known for known in named if known in told or not known.starts]
    return next(iter([*sure, *told, *named]), None)
