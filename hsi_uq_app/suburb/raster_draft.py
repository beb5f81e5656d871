"""ENVI rasters written strip by strip, in any order and any interleave."""

from pathlib import Path
from typing import BinaryIO

import numpy as np

_AXES = {"bil": (0, 1, 2), "bip": (0, 2, 1), "bsq": (1, 0, 2)}
"""Interleave -> order of (line, band, sample) on disk."""


class RasterDraft:
    """A raster file that is being filled; use as a context manager."""

    def __init__(self, path: Path, shape: tuple[int, int, int], dtype: str, interleave: str = "bil") -> None:
        """Make a file of the full size.

        Args:
            shape: (lines, bands, samples).
        """
        self.lines, self.bands, self.samples = shape
        self.dtype = np.dtype(dtype)
        self.interleave = interleave
        self._file: BinaryIO = open(path, "wb")  # noqa: SIM115 (closed on exit)
        self._file.truncate(self.lines * self.bands * self.samples * self.dtype.itemsize)

    def __enter__(self) -> "RasterDraft":
        return self

    def __exit__(self, *failure: object) -> None:
        self._file.close()

    def write(self, first_line: int, strip: np.ndarray) -> None:
        """Write (lines, bands, samples) or (lines, samples) of a one-band raster at its place."""
        strip = strip.reshape(len(strip), self.bands, self.samples)
        ordered = np.ascontiguousarray(strip.transpose(_AXES[self.interleave]), self.dtype)
        line_bytes = self.samples * self.dtype.itemsize
        if self.interleave != "bsq":
            self._put(first_line * self.bands * line_bytes, ordered)
            return
        for band, plane in enumerate(ordered):
            self._put((band * self.lines + first_line) * line_bytes, plane)

    def _put(self, offset: int, values: np.ndarray) -> None:
        self._file.seek(offset)
        self._file.write(values.data)
