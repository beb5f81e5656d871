"""Cubes made of another cube's bands: mixed to other wavelengths, or with a gain and an offset a band."""

import hashlib

import numpy as np

from hsi_uq_app.scene.readers import Reader


class MixedBandsReader:
    """Every band is (1 - w) times one band of the inner cube plus w times another."""

    def __init__(self, inner: Reader, lower: np.ndarray, upper: np.ndarray, weight: np.ndarray) -> None:
        """Take lower, upper int (bands,) of the inner cube, and weight float32 (bands,) of the upper one."""
        self._inner, self._lower, self._upper = inner, lower, upper
        self._weight = weight.astype(np.float32)

    def read_lines(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        inner = np.empty((len(self._needed(bands)), *out.shape[1:]), dtype=np.float32)
        self._inner.read_lines(first, last, self._needed(bands), inner)
        self._mix(inner, bands, out)

    def read_pixels(self, line: int, samples: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        inner = np.empty((len(self._needed(bands)), len(samples)), dtype=np.float32)
        self._inner.read_pixels(line, samples, self._needed(bands), inner)
        self._mix(inner, bands, out)

    def digest(self) -> bytes:
        facts = (self._lower.tolist(), self._upper.tolist(), self._weight.tolist())
        return hashlib.sha256(repr(facts).encode() + self._inner.digest()).digest()

    def _needed(self, bands: np.ndarray) -> np.ndarray:
        return np.union1d(self._lower[bands], self._upper[bands])

    def _mix(self, inner: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        needed = self._needed(bands)
        lower = np.searchsorted(needed, self._lower[bands])
        upper = np.searchsorted(needed, self._upper[bands])
        for place, weight in enumerate(self._weight[bands]):
            if weight == 0:
                out[place] = inner[lower[place]]
            else:
                out[place] = inner[lower[place]] * (1 - weight) + inner[upper[place]] * weight


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
