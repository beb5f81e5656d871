"""How a cube's pixels are fetched: the contract of a reader, and the reader of an array in memory.

A format is a reader: two reads and a digest. Everything else (decimated pictures, scattered pixels, spectra)
is made of them in `cube.py`.
"""

import hashlib
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from hsi_uq_app.scene.conversion import Conversion


class Reader(Protocol):
    """Fetches physical values (float32, NaN = no data) of a cube; safe to call from several threads."""

    def read_lines(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        """Fill out (len(bands), last - first, samples) with whole lines first..last-1."""

    def read_pixels(self, line: int, samples: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        """Fill out (len(bands), len(samples)) with some pixels of one line; samples ascend."""

    def digest(self) -> bytes:
        """A hash of the stored values: all of them, or 64 blocks spread over a file."""


class ArrayReader:
    """A cube that lies in memory, as (lines, samples, bands) of any real type."""

    def __init__(self, values: np.ndarray, conversion: Conversion) -> None:
        self._values = values.astype(values.dtype.newbyteorder("="), copy=False)
        self._conversion = conversion

    def read_lines(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        self._conversion(self._values[first:last][:, :, bands].transpose(2, 0, 1), out)

    def read_pixels(self, line: int, samples: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        self._conversion(self._values[line][np.ix_(samples, bands)].T, out)

    def digest(self) -> bytes:
        return hashlib.sha256(np.ascontiguousarray(self._values).tobytes()).digest()


def runs(bands: Sequence[int] | np.ndarray) -> list[tuple[int, int, int]]:
    """Stretches of neighbouring bands as (place in `bands`, first band, count): few reads instead of many."""
    bands = np.asarray(bands)
    if not len(bands):
        return []
    starts = np.flatnonzero(np.diff(bands, prepend=bands[0] - 2) != 1)
    counts = np.diff(np.append(starts, len(bands)))
    return [(int(s), int(bands[s]), int(n)) for s, n in zip(starts, counts, strict=True)]
