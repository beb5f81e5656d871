"""Opening a multi-band GeoTIFF as a cube: wavelengths from band metadata or from an ENVI header beside it.

What the file says is put into the words of an ENVI header, so that it is made sense of, noted and corrected
by the user in the same way.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import is_file
from hsi_uq_app.progress import Progress, silent
from hsi_uq_app.scene.conversion import conversion
from hsi_uq_app.scene.coordinate_systems import crs_from_wkt
from hsi_uq_app.scene.cube import Cube, cube_of
from hsi_uq_app.scene.derived_reader import GainReader
from hsi_uq_app.scene.envi_fields import as_number, refuse_fixed
from hsi_uq_app.scene.envi_header import EnviHeader, interpret
from hsi_uq_app.scene.envi_text import HeaderText, read_text
from hsi_uq_app.scene.envi_types import TYPE_NUMBERS
from hsi_uq_app.scene.georeference import Georeference, pixel_area
from hsi_uq_app.scene.geotiff_classes import class_names
from hsi_uq_app.scene.geotiff_reader import GeotiffReader, Tiff, is_masked, pages_of, tiff_of
from hsi_uq_app.scene.map_info_text import georeference_fields
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.readers import Reader
from hsi_uq_app.scene.siblings import checked_sibling
from hsi_uq_app.scene.wavelengths import NANOMETRES_PER_UNIT

if TYPE_CHECKING:
    from rasterio import Affine
    from rasterio.control import GroundControlPoint
    from rasterio.io import DatasetReader

SPECTRAL_KEYS = (
    "wavelength",
    "wavelength units",
    "fwhm",
    "bbl",
    "data ignore value",
    "reflectance scale factor",
    "default bands",
    "band names",
    "class names",
    "quantity",
    "data units",
)
COMPLEX = 6  # ENVI's number; refused where the header is made sense of
_KEYS_WITH_UNIT = (("central_wavelength_um", "um"), ("wavelength_um", "um"), ("wavelength_nm", "nm"))
FARTHEST_POINT = 0.5  # pixels from its control point at which a straight grid does not fit
_WIDENED = {"int8": "int16", "float16": "float32"}
_NUMBER = r"(\d+(?:\.\d*)?)"
_IN_NAME = re.compile(rf"{_NUMBER}\s*(nm|nanomet\w*|um|µm|micro\w*)|\({_NUMBER}\)|^{_NUMBER}$", re.IGNORECASE)


def open_geotiff(path: Path, overrides: Mapping[str, str] | None = None, progress: Progress = silent) -> Cube:
    """Open a GeoTIFF.

    Raises:
        UserError: not a readable GeoTIFF, or pixels that are no real numbers.
    """
    notes: list[Note] = []
    tiff = tiff_of(path, notes)
    try:
        with tiff.quiet():
            return _cube(tiff, path, overrides, notes)
    except UnicodeDecodeError as error:
        raise UserError(f"{path.name} holds tags that are no text", "get the file again") from error


def _cube(tiff: Tiff, path: Path, overrides: Mapping[str, str] | None, notes: list[Note]) -> Cube:
    dataset = tiff.image()
    pages = pages_of(tiff, dataset, notes)
    place = _place(dataset, notes)
    fields = _shape_fields(dataset, len(pages), path) | _spectral_fields(dataset, len(pages), path, notes)
    fields |= georeference_fields(place) if place else {}
    if is_masked(dataset):
        notes.append(Note("mask", None, "what the file's own mask hides counts as no data"))
    refuse_fixed(overrides, fields, path)
    header = interpret(HeaderText(path, fields, {}, tuple(notes)), overrides)
    convert = conversion(header.dtype, header.scale_factor, header.no_data)
    reader = _scaled(dataset, header, GeotiffReader(tiff, dataset, pages, convert, header.dtype))
    return cube_of(header, path, reader, overrides=overrides, place=place)


def _scaled(dataset: "DatasetReader", header: EnviHeader, reader: Reader) -> Reader:
    """Values times each band's scale plus its offset, unless one factor for all of them was given."""
    if _one_scale(dataset) is not None or header.bands != dataset.count or header.scale_factor != 1.0:
        return reader
    return GainReader(reader, np.array(dataset.scales), np.array(dataset.offsets))


def _shape_fields(dataset: "DatasetReader", pages: int, path: Path) -> dict[str, str]:
    names = set(dataset.dtypes)
    if len(names) != 1:
        raise UserError(f"{path.name} mixes {', '.join(sorted(names))}", "export it with one data type")
    name = names.pop()
    number = COMPLEX if name.startswith("complex") else TYPE_NUMBERS[np.dtype(_WIDENED.get(name, name))]
    return {
        "lines": str(dataset.height),
        "samples": str(dataset.width),
        "bands": str(pages or dataset.count),
        "data type": str(number),
        "interleave": "bsq",
        "byte order": "0",
        "header offset": "0",
        "file type": "GeoTIFF",
    }


def _spectral_fields(dataset: "DatasetReader", pages: int, path: Path, notes: list[Note]) -> dict[str, str]:
    """Band metadata, GDAL's scale and no-data, and above them the ENVI header beside the file."""
    names = class_names(path, dataset.tags()) if (pages or dataset.count) == 1 else ""
    fields = {"class names": names} if names else {}
    fields |= dict(_no_data_and_scale(dataset, notes)) | _dataset_tags(dataset)
    fields |= {} if pages else _band_wavelengths(dataset, notes)
    for beside in (path.with_suffix(".hdr"), path.with_name(f"{path.name}.hdr")):
        if is_file(beside):
            fields |= _fields_beside(path, beside, pages or dataset.count, notes)
    return fields


def _fields_beside(path: Path, beside: Path, bands: int, notes: list[Note]) -> dict[str, str]:
    """The spectral fields of an ENVI header beside the file, if it is one and of this many bands."""
    try:
        fields = read_text(checked_sibling(path, beside)).fields
    except UserError as error:
        notes.append(Note("header", None, f"{error.message}; not used"))
        return {}
    if as_number(fields.get("bands", str(bands))) != bands:
        notes.append(Note("header", None, f"{beside.name} is of {fields['bands'][:20]} bands; not used"))
        return {}
    notes.append(Note("header", None, f"{beside.name} beside the GeoTIFF gives its spectral fields"))
    return {key: value for key, value in fields.items() if key in SPECTRAL_KEYS}


def _no_data_and_scale(dataset: "DatasetReader", notes: list[Note]) -> Iterator[tuple[str, str]]:
    if dataset.nodata is not None:
        yield "data ignore value", repr(float(dataset.nodata))
    scale = _one_scale(dataset)
    if scale is None:
        notes.append(Note("scale", None, "each band's own scale and offset are applied"))
    elif scale != 1.0:
        yield "reflectance scale factor", repr(1 / scale)


def _one_scale(dataset: "DatasetReader") -> float | None:
    """The scale of all bands, None where they differ or have an offset."""
    scales, offsets = set(dataset.scales), set(dataset.offsets)
    return scales.pop() if len(scales) == 1 and offsets == {0.0} and min(scales) > 0 else None


def _dataset_tags(dataset: "DatasetReader") -> dict[str, str]:
    """Metadata of the file as a whole that speaks ENVI's words (GDAL's ENVI domain, or plain tags)."""
    tags = dataset.tags() | dataset.tags(ns="ENVI")
    spoken = {key.lower().replace("_", " "): value.strip("{} ") for key, value in tags.items()}
    return {key: value for key, value in spoken.items() if key in SPECTRAL_KEYS}


def _band_wavelengths(dataset: "DatasetReader", notes: list[Note]) -> dict[str, str]:
    """Wavelengths as each band's metadata or name gives them, if every band has one."""
    bands = range(1, dataset.count + 1)
    names = [name or "" for name in dataset.descriptions]
    fields = {"band names": ",".join(name.replace(",", " ") for name in names)} if any(names) else {}
    tags = [_lower(dataset.tags(band)) | _lower(dataset.tags(band, ns="IMAGERY")) for band in bands]
    for key, unit in (("wavelength", tags[0].get("wavelength_units", "")), *_KEYS_WITH_UNIT):
        if all(tag.get(key) for tag in tags):
            found = {"wavelength": ",".join(tag[key] for tag in tags), "wavelength units": unit}
            return fields | found | _band_widths(tags, unit)
    matches = [_IN_NAME.search(name) for name in names]
    if dataset.count > 1 and all(matches):
        notes.append(Note("wavelength", None, "taken from the band names"))
        first = next(match for match in matches if match)
        values = [next(filter(None, match.group(1, 3, 4))) for match in matches if match]
        return fields | {"wavelength": ",".join(values), "wavelength units": first[2] or ""}
    return fields


def _band_widths(tags: list[dict[str, str]], unit: str) -> dict[str, str]:
    """Every band's width in the unit of its wavelength; GDAL's own are in micrometres."""
    own, in_um = ([as_number(tag.get(key, "")) for tag in tags] for key in ("fwhm", "fwhm_um"))
    if None not in own:
        return {"fwhm": ",".join(map(repr, own))}
    factor = 1e3 / NANOMETRES_PER_UNIT.get(unit.lower(), np.inf)
    widths = [width * factor for width in in_um if width is not None]
    return {"fwhm": ",".join(map(repr, widths))} if factor and len(widths) == len(tags) else {}


def _lower(tags: Mapping[str, str]) -> dict[str, str]:
    return {key.lower(): value for key, value in tags.items()}


def _place(dataset: "DatasetReader", notes: list[Note]) -> Georeference | None:
    """The file's transform, or one that its ground control points fit."""
    t, stored = dataset.transform, dataset.crs
    if t.is_degenerate or (t.is_identity and stored is None):
        points, stored = dataset.gcps
        fitted = _fitted(points)
        said = f"{len(points)} ground control points " + ("fit a straight grid" if fitted else "are not used")
        notes += [Note("map info", None, said)] if points else []
        if fitted is None:
            return None
        t = fitted
    crs = crs_from_wkt(stored.to_wkt()) if stored else None
    transform = (t.a, t.b, t.c, t.d, t.e, t.f)
    area = pixel_area(transform, crs, (dataset.height / 2, dataset.width / 2))
    return Georeference(transform, crs.to_wkt() if crs else None, area)


def _fitted(points: "list[GroundControlPoint]") -> "Affine | None":
    """The straight grid through ground control points, None where they do not lie on one."""
    from rasterio.transform import from_gcps

    grid = np.array([(point.col, point.row, 1) for point in points]).reshape(-1, 3)
    if np.linalg.matrix_rank(grid) < 3:
        return None
    fitted = from_gcps(points)
    inverse = np.linalg.inv(np.reshape(tuple(fitted), (3, 3))) if not fitted.is_degenerate else np.eye(3)
    found = np.array([(point.x, point.y, 1) for point in points]) @ inverse.T
    return fitted if np.abs(found - grid).max() <= FARTHEST_POINT else None
