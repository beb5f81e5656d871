"""Cubes made of another cube's bands, with a gain and an offset a band."""

import hashlib

import numpy as np

from hsi_uq_app.scene.readers import Reader


class GainReader:
    """Every value is gain times the inner cube's value plus offset, with one gain and offset a band."""

    def __init__(self, inner: Reader, gain: np.ndarray, offset: np.ndarray) -> None:
        """Take gain and offset as float (bands,)."""
        self._inner = inner
        self._gain, self._offset = gain.astype(np.float32), offset.astype(np.float32)

    def read_lines(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        self._inner.read_lines(first, last, bands, out)
        self._apply(bands, out)

    def read_pixels(self, line: int, samples: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        self._inner.read_pixels(line, samples, bands, out)
        self._apply(bands, out)

    def digest(self) -> bytes:
        facts = (self._gain.tolist(), self._offset.tolist())
        return hashlib.sha256(repr(facts).encode() + self._inner.digest()).digest()

    def _apply(self, bands: np.ndarray, out: np.ndarray) -> None:
        along_bands = (len(bands),) + (1,) * (out.ndim - 1)
        out *= self._gain[bands].reshape(along_bands)
        out += self._offset[bands].reshape(along_bands)
