"""Windows of an open TIFF: bands of one image, or images of one size as bands; its mask is honoured."""

import functools
import threading
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import is_file
from hsi_uq_app.scene.conversion import Conversion
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.positional_file import PositionalFile

if TYPE_CHECKING:
    from rasterio.io import DatasetReader

MOST_PAGES, MOST_OPEN = 4096, 64
_TIFF_STARTS = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")

Window = tuple[tuple[int, int], tuple[int, int]]


def is_tiff(path: Path) -> bool:
    """Whether a file that can be read starts like a TIFF, whatever its name."""
    if not is_file(path):
        return False
    try:
        with open(path, "rb") as handle:
            return handle.read(4) in _TIFF_STARTS
    except OSError:
        return False


def open_tiff(name: str | Path) -> "DatasetReader":
    """Open a TIFF, or one image of it by GDAL's name.

    Raises:
        UserError: no readable GeoTIFF.
    """
    import rasterio
    from rasterio.errors import NotGeoreferencedWarning, RasterioError

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotGeoreferencedWarning)
        try:
            return rasterio.open(name, driver="GTiff", sharing=False)
        except RasterioError as error:
            what = "is no readable GeoTIFF" if is_file(Path(name)) else "does not exist or is not a file"
            raise UserError(f"{name} {what}", "check the name, or get the file again") from error


def pages_of(dataset: "DatasetReader", notes: list[Note]) -> tuple[str, ...]:
    """GDAL's names of the images where each is a band (as microscopy tools write them), else ()."""
    names = tuple(dataset.subdatasets)
    if len(names) < 2:
        return ()
    sizes = {_size(open_tiff(name)) for name in names[:MOST_PAGES]}
    if len(names) > MOST_PAGES or sizes != {_size(dataset)} or dataset.count != 1:
        notes.append(Note("bands", None, f"the file holds {len(names)} images; only the first is used"))
        return ()
    notes.append(Note("bands", None, f"{len(names)} images of one size in the file are taken as its bands"))
    return names


def _size(dataset: "DatasetReader") -> tuple[int, int, int, str]:
    return dataset.height, dataset.width, dataset.count, dataset.dtypes[0]


class GeotiffReader:
    """Windows of an open GeoTIFF; one read at a time, as GDAL asks for."""

    def __init__(
        self,
        dataset: "DatasetReader",
        pages: tuple[str, ...],
        convert: Conversion,
        dtype: np.dtype,
        path: Path,
    ) -> None:
        """Take the open file, its pages where they are the bands, and the type to convert from."""
        self._dataset, self._conversion, self._dtype, self._path = dataset, convert, dtype, path
        self._pages, self._is_masked = pages, is_masked(dataset)
        self._page = functools.lru_cache(MOST_OPEN)(open_tiff)
        self._lock = threading.Lock()

    def read_lines(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        raw, hidden = self._window(bands, ((first, last), (0, self._dataset.width)))
        self._conversion(raw, out)
        if hidden is not None and out.dtype.kind == "f":
            out[:, hidden] = np.nan

    def read_pixels(self, line: int, samples: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        left, right = int(samples[0]), int(samples[-1]) + 1
        raw, hidden = self._window(bands, ((line, line + 1), (left, right)))
        self._conversion(raw[:, 0, samples - left], out)
        if hidden is not None:
            out[:, hidden[0, samples - left]] = np.nan

    def digest(self) -> bytes:
        return PositionalFile(self._path).digest()

    def _window(self, bands: np.ndarray, window: Window) -> tuple[np.ndarray, np.ndarray | None]:
        """Stored values (bands, lines, samples), and where the file's mask hides them (lines, samples)."""
        from rasterio.errors import RasterioError

        with self._lock:
            try:
                found = self._stored(bands, window)
                hidden = self._dataset.read_masks(1, window=window) == 0 if self._is_masked else None
            except RasterioError as error:
                (first, last), _ = window
                problem = f"{self._path.name} is damaged near lines {first} to {last}"
                raise UserError(problem, "get the file again") from error
        return np.asarray(found, dtype=self._dtype), hidden

    def _stored(self, bands: np.ndarray, window: Window) -> np.ndarray:
        if self._pages:
            return np.stack([self._page(self._pages[int(band)]).read(1, window=window) for band in bands])
        return np.asarray(self._dataset.read([int(band) + 1 for band in bands], window=window))


def is_masked(dataset: "DatasetReader") -> bool:
    """Whether the file has one mask for all bands, stored or as an alpha band."""
    from rasterio.enums import MaskFlags

    return MaskFlags.per_dataset in dataset.mask_flag_enums[0]
