"""The set as a GeoTIFF: uint8 with names, colours, place, and 255 for what was not evaluated."""

import warnings
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import numpy as np
import numpy.typing as npt
import rasterio
from rasterio.errors import NotGeoreferencedWarning
from rasterio.io import MemoryFile
from rasterio.transform import Affine

from hsi_uq_app.confidence.high_confidence_set import CLASS_COLOURS, CLASS_NAMES, NOT_EVALUATED
from hsi_uq_app.export.provenance import headline, side_car
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.export.targets import beside, export_of, named, write_all
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.marks import holds

NO_DATA = 255


_PLAIN = Guard()
_OURS = export_of(
    "GeoTIFF", tif=holds(b"High-Confidence Set: alpha "), aux_xml=holds(b"<Category>undecided</Category>")
)


def write(selection: Selection, path: Path, guard: Guard = _PLAIN) -> list[Path]:
    """Write NAME.tif, and NAME.tif.aux.xml where GDAL looks for the names of its classes."""
    target = named(path, ".tif", ".tiff")
    contents = {
        target: _tiff(selection),
        beside(target, ".aux.xml"): _class_names().encode(),
        beside(target, ".json"): side_car(selection, "GeoTIFF", no_data=NO_DATA),
    }
    return write_all(selection, contents, _OURS, guard)


def _tiff(selection: Selection) -> bytes:
    """The file's bytes, made in memory: GDAL reports a full disk late or not at all."""
    lines, samples = selection.classes.shape
    shape = {"height": lines, "width": samples, "count": 1, "dtype": "uint8", "nodata": NO_DATA}
    with MemoryFile() as memory, warnings.catch_warnings():
        warnings.simplefilter("ignore", NotGeoreferencedWarning)  # a scene without a place is nothing odd
        with memory.open(driver="GTiff", compress="deflate", **shape, **_place(selection)) as file:
            file.write_colormap(1, dict(enumerate(CLASS_COLOURS[:NOT_EVALUATED])))
            file.write(_values(selection), 1)
            file.set_band_description(1, "High-Confidence Set")
            file.update_tags(TIFFTAG_IMAGEDESCRIPTION=headline(selection), CLASSES=", ".join(_numbered()))
        return bytes(memory.getbuffer())


def _values(selection: Selection) -> npt.NDArray[np.uint8]:
    values = selection.classes.copy()
    values[values == NOT_EVALUATED] = NO_DATA
    return values


def _place(selection: Selection) -> dict[str, Any]:
    if selection.georeference is None:
        return {}
    wkt = selection.georeference.crs_wkt
    crs = rasterio.crs.CRS.from_wkt(wkt) if wkt else None
    return {"transform": Affine(*selection.georeference.transform), "crs": crs}


def _numbered() -> list[str]:
    return [f"{value} {name}" for value, name in enumerate(CLASS_NAMES[:NOT_EVALUATED])]


def _class_names() -> str:
    names = "".join(f"<Category>{escape(name)}</Category>" for name in CLASS_NAMES[:NOT_EVALUATED])
    return (
        '<PAMDataset><PAMRasterBand band="1">'
        f"<CategoryNames>{names}</CategoryNames></PAMRasterBand></PAMDataset>\n"
    )
