"""Opening a multi-band GeoTIFF as a cube: wavelengths from band metadata or from an ENVI header beside it.

What the file says is put into the words of an ENVI header, so that it is made sense of, noted and corrected
by the user in the same way.
"""

import re
import threading
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, silent
from hsi_uq_app.scene.conversion import Conversion, conversion
from hsi_uq_app.scene.coordinate_systems import crs_from_wkt
from hsi_uq_app.scene.cube import Cube, cube_of
from hsi_uq_app.scene.envi_header import interpret
from hsi_uq_app.scene.envi_text import HeaderText, read_text
from hsi_uq_app.scene.envi_types import TYPE_NUMBERS
from hsi_uq_app.scene.georeference import Georeference, pixel_area
from hsi_uq_app.scene.map_info_text import georeference_fields
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.positional_file import PositionalFile

if TYPE_CHECKING:
    from rasterio.io import DatasetReader

SPECTRAL_KEYS = (
    "wavelength", "wavelength units", "fwhm", "bbl", "data ignore value", "reflectance scale factor",
    "default bands", "band names", "class names", "quantity", "data units",
)  # fmt: skip
COMPLEX = 6  # ENVI's number; refused where the header is made sense of
_WIDENED = {"int8": "int16", "float16": "float32"}
_NUMBER = r"(\d+(?:\.\d*)?)"
_IN_NAME = re.compile(rf"{_NUMBER}\s*(nm|nanomet\w*|um|µm|micro\w*)|\({_NUMBER}\)|^{_NUMBER}$", re.IGNORECASE)


def open_geotiff(path: Path, overrides: Mapping[str, str] | None = None, progress: Progress = silent) -> Cube:
    """Open a GeoTIFF.

    Raises:
        UserError: not a readable GeoTIFF, or pixels that are no real numbers.
    """
    dataset = _open(path)
    notes: list[Note] = []
    place = _place(dataset)
    fields = _shape_fields(dataset, path) | _spectral_fields(dataset, path, notes)
    fields |= georeference_fields(place) if place else {}
    header = interpret(HeaderText(path, fields, {}, tuple(notes)), overrides)
    convert = conversion(header.dtype, header.scale_factor, header.no_data)
    reader = GeotiffReader(dataset, convert, header.dtype, path)
    return cube_of(header, path, reader, overrides=overrides, place=place)


class GeotiffReader:
    """Windows of an open GeoTIFF; one read at a time, as GDAL asks for."""

    def __init__(self, dataset: "DatasetReader", convert: Conversion, dtype: np.dtype, path: Path) -> None:
        self._dataset, self._conversion, self._dtype, self._path = dataset, convert, dtype, path
        self._lock = threading.Lock()

    def read_lines(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        raw = self._window(bands, (first, last), (0, self._dataset.width))
        self._conversion(raw, out)

    def read_pixels(self, line: int, samples: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        left, right = int(samples[0]), int(samples[-1]) + 1
        raw = self._window(bands, (line, line + 1), (left, right))
        self._conversion(raw[:, 0, samples - left], out)

    def digest(self) -> bytes:
        return PositionalFile(self._path).digest()

    def _window(self, bands: np.ndarray, lines: tuple[int, int], samples: tuple[int, int]) -> np.ndarray:
        from rasterio.errors import RasterioError

        with self._lock:
            try:
                found = self._dataset.read([int(band) + 1 for band in bands], window=(lines, samples))
            except RasterioError as error:
                problem = f"{self._path.name} is damaged near lines {lines[0]} to {lines[1]}"
                raise UserError(problem, "get the file again") from error
        return np.asarray(found, dtype=self._dtype)


def _open(path: Path) -> "DatasetReader":
    import rasterio
    from rasterio.errors import NotGeoreferencedWarning, RasterioError

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotGeoreferencedWarning)
        try:
            return rasterio.open(path, driver="GTiff", sharing=False)
        except RasterioError as error:
            what = "is no readable GeoTIFF" if path.is_file() else "does not exist or is not a file"
            raise UserError(f"{path} {what}", "check the name, or get the file again") from error


def _shape_fields(dataset: "DatasetReader", path: Path) -> dict[str, str]:
    names = set(dataset.dtypes)
    if len(names) != 1:
        raise UserError(f"{path.name} mixes {', '.join(sorted(names))}", "export it with one data type")
    name = names.pop()
    number = COMPLEX if name.startswith("complex") else TYPE_NUMBERS[np.dtype(_WIDENED.get(name, name))]
    return {
        "lines": str(dataset.height), "samples": str(dataset.width), "bands": str(dataset.count),
        "data type": str(number), "interleave": "bsq", "byte order": "0",
        "header offset": "0", "file type": "GeoTIFF",
    }  # fmt: skip


def _spectral_fields(dataset: "DatasetReader", path: Path, notes: list[Note]) -> dict[str, str]:
    """Band metadata, GDAL's scale and no-data, and above them the ENVI header beside the file."""
    fields = (
        dict(_no_data_and_scale(dataset, notes)) | _dataset_tags(dataset) | _band_wavelengths(dataset, notes)
    )
    for beside in (path.with_suffix(".hdr"), path.with_name(f"{path.name}.hdr")):
        if beside.is_file():
            text = read_text(beside)
            fields |= {key: value for key, value in text.fields.items() if key in SPECTRAL_KEYS}
            notes.append(Note("header", None, f"{beside.name} beside the GeoTIFF gives its spectral fields"))
    return fields


def _no_data_and_scale(dataset: "DatasetReader", notes: list[Note]) -> Iterator[tuple[str, str]]:
    if dataset.nodata is not None:
        yield "data ignore value", repr(float(dataset.nodata))
    scales, offsets = set(dataset.scales), set(dataset.offsets)
    if scales == {1.0} and offsets == {0.0}:
        return
    if len(scales) == 1 and offsets == {0.0} and (scale := scales.pop()) > 0:
        yield "reflectance scale factor", repr(1 / scale)
        return
    notes.append(
        Note("scale", None, "bands have scales or offsets of their own; the values are shown as stored")
    )


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
    for key, unit in (("central_wavelength_um", "um"), ("wavelength", tags[0].get("wavelength_units", ""))):
        if all(tag.get(key) for tag in tags):
            found = {"wavelength": ",".join(tag[key] for tag in tags), "wavelength units": unit}
            widths = [tag.get("fwhm_um" if unit == "um" else "fwhm", "") for tag in tags]
            return fields | found | ({"fwhm": ",".join(widths)} if all(widths) else {})
    matches = [_IN_NAME.search(name) for name in names]
    if dataset.count > 1 and all(matches):
        notes.append(Note("wavelength", None, "taken from the band names"))
        first = next(match for match in matches if match)
        values = [next(filter(None, match.group(1, 3, 4))) for match in matches if match]
        return fields | {"wavelength": ",".join(values), "wavelength units": first[2] or ""}
    return fields


def _lower(tags: Mapping[str, str]) -> dict[str, str]:
    return {key.lower(): value for key, value in tags.items()}


def _place(dataset: "DatasetReader") -> Georeference | None:
    if dataset.transform.is_degenerate or (dataset.transform.is_identity and dataset.crs is None):
        return None
    crs = crs_from_wkt(dataset.crs.to_wkt()) if dataset.crs else None
    t = dataset.transform
    transform = (t.a, t.b, t.c, t.d, t.e, t.f)
    area = pixel_area(transform, crs, (dataset.height / 2, dataset.width / 2))
    return Georeference(transform, crs.to_wkt() if crs else None, area)
