"""Windows of an open TIFF: bands of one image, or images of one size as bands; its mask is honoured."""

import functools
import re
import threading
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import is_file
from hsi_uq_app.scene.conversion import Conversion
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.plain_file import open_plain
from hsi_uq_app.scene.positional_file import PositionalFile
from hsi_uq_app.scene.tiff_claims import check_claims
from hsi_uq_app.scene.tiff_siblings import TIFF_STARTS, readdir_option

if TYPE_CHECKING:
    from rasterio.env import Env
    from rasterio.io import DatasetReader

MOST_PAGES, MOST_OPEN = 4096, 64
# Whatever a file says, GDAL asks no network: no address ends like this, and port 9 discards.
_OFFLINE = {
    "CPL_VSIL_CURL_ALLOWED_EXTENSIONS": ".none",
    "GDAL_HTTP_PROXY": "127.0.0.1:9",
    "GDAL_HTTP_MAX_RETRY": "0",
}

Window = tuple[tuple[int, int], tuple[int, int]]


def is_tiff(path: Path) -> bool:
    """Whether a file that can be read starts like a TIFF, whatever its name."""
    if not is_file(path):
        return False
    try:
        with open_plain(path) as handle:
            return handle.read(4) in TIFF_STARTS
    except OSError:
        return False


@dataclass(frozen=True, eq=False)
class Tiff:
    """A TIFF that may be opened: its path, and how GDAL is set while it is read."""

    path: Path
    settings: Mapping[str, str]

    def quiet(self) -> "Env":
        """GDAL's settings for this file; every access to it stands in them."""
        import rasterio

        return rasterio.Env(**self.settings)

    def image(self, number: int | None = None) -> "DatasetReader":
        """Open the file, or one image of it (from 1).

        Raises:
            UserError: no readable GeoTIFF.
        """
        import rasterio
        from rasterio.errors import NotGeoreferencedWarning, RasterioError

        name = self.path if number is None else f"GTIFF_DIR:{number}:{self.path}"
        with self.quiet(), warnings.catch_warnings():
            warnings.simplefilter("ignore", NotGeoreferencedWarning)
            try:
                return rasterio.open(name, driver="GTiff", sharing=False)
            except RasterioError as error:
                raise UserError(
                    f"{self.path} is no readable GeoTIFF", "check the name, or get the file again"
                ) from error


def tiff_of(path: Path, notes: list[Note]) -> Tiff:
    """The TIFF, once its claims and what lies beside it are judged.

    Raises:
        UserError: no TIFF, or one that claims what it cannot hold.
    """
    if not is_tiff(path):
        what = "is no readable GeoTIFF" if is_file(path) else "does not exist or is not a file"
        raise UserError(f"{path} {what}", "check the name, or get the file again")
    try:
        check_claims(path)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}", "check the disk") from error
    settings = {"GDAL_DISABLE_READDIR_ON_OPEN": readdir_option(path, notes), **_OFFLINE}
    return Tiff(path.absolute(), settings)


def pages_of(tiff: Tiff, dataset: "DatasetReader", notes: list[Note]) -> tuple[int, ...]:
    """The numbers of the images where each is a band (as microscopy tools write them), else ().

    Only images of this very file: what else is listed there, the file has chosen.
    """
    listed = [
        re.fullmatch(rf"GTIFF_DIR:(\d{{1,9}}):{re.escape(str(tiff.path))}", n) for n in dataset.subdatasets
    ]
    pages = tuple(int(found[1]) for found in listed if found)
    if len(pages) < 2 or len(pages) < len(listed):
        return ()
    sizes = {_size(tiff.image(page)) for page in pages[:MOST_PAGES]}
    if len(pages) > MOST_PAGES or sizes != {_size(dataset)} or dataset.count != 1:
        notes.append(Note("bands", None, f"the file holds {len(pages)} images; only the first is used"))
        return ()
    notes.append(Note("bands", None, f"{len(pages)} images of one size in the file are taken as its bands"))
    return pages


def _size(dataset: "DatasetReader") -> tuple[int, int, int, str]:
    return dataset.height, dataset.width, dataset.count, dataset.dtypes[0]


class GeotiffReader:
    """Windows of an open GeoTIFF; one read at a time, as GDAL asks for."""

    def __init__(
        self,
        tiff: Tiff,
        dataset: "DatasetReader",
        pages: tuple[int, ...],
        convert: Conversion,
        dtype: np.dtype,
    ) -> None:
        """Take the open file, its pages where they are the bands, and the type to convert from."""
        self._tiff, self._dataset, self._conversion, self._dtype = tiff, dataset, convert, dtype
        self._pages, self._is_masked = pages, is_masked(dataset)
        self._page = functools.lru_cache(MOST_OPEN)(tiff.image)
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
        return PositionalFile(self._tiff.path).digest()

    def _window(self, bands: np.ndarray, window: Window) -> tuple[np.ndarray, np.ndarray | None]:
        """Stored values (bands, lines, samples), and where the file's mask hides them (lines, samples)."""
        from rasterio.errors import RasterioError

        with self._lock, self._tiff.quiet():
            try:
                found = self._stored(bands, window)
                hidden = self._dataset.read_masks(1, window=window) == 0 if self._is_masked else None
            except RasterioError as error:
                (first, last), _ = window
                problem = f"{self._tiff.path.name} is damaged near lines {first} to {last}"
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
