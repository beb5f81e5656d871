"""Positional reads of raw BSQ, BIL and BIP data: one layout, one class; every class has the two same reads.

Raw values pass through a scratch buffer small enough for the processor's cache, one buffer a thread.
"""

import hashlib
import threading

import numpy as np

from hsi_uq_app.scene.conversion import Conversion
from hsi_uq_app.scene.positional_file import PositionalFile
from hsi_uq_app.scene.readers import runs

SCRATCH_BYTES = 2**20
FARTHEST_GAP = 8192  # bytes between two wanted pixels above which they are read one by one
DIGEST_BLOCKS, DIGEST_BLOCK_BYTES = 64, 64 * 1024


class RawReader:
    """What the three layouts share: the file, the shape, the scratch buffer, the digest."""

    def __init__(
        self,
        file: PositionalFile,
        shape: tuple[int, int, int],
        dtype: np.dtype,
        offset: int,
        conversion: Conversion,
    ) -> None:
        """Args: shape is (lines, samples, bands); dtype the stored type with its byte order; offset in bytes."""
        self._file, self._offset, self._conversion = file, offset, conversion
        self._lines, self._samples, self._bands = shape
        self._native, self._swapped = dtype.newbyteorder("="), not dtype.isnative
        self._local = threading.local()

    def _values(self, shape: tuple[int, ...], first_value: int) -> np.ndarray:
        """Read the stored values from number `first_value` on, in native byte order, into this thread's scratch."""
        count = int(np.prod(shape))
        raw = self._scratch(count)
        self._file.read_into(raw, self._offset + first_value * self._native.itemsize)
        if self._swapped:
            raw.byteswap(inplace=True)
        return raw.reshape(shape)

    def _scratch(self, count: int) -> np.ndarray:
        buffer = getattr(self._local, "buffer", None)
        if buffer is None or len(buffer) < count:
            buffer = self._local.buffer = np.empty(count, dtype=self._native)
        return buffer[:count]

    def _chunk(self, values_each: int) -> int:
        """How many pieces of so many values fit the scratch buffer (at least one)."""
        return max(1, SCRATCH_BYTES // (values_each * self._native.itemsize))

    def digest(self) -> bytes:
        """sha256 over the file's size and 64 evenly spread blocks of 64 KiB: milliseconds on any size."""
        found = hashlib.sha256(str(self._file.size).encode())
        length = min(DIGEST_BLOCK_BYTES, self._file.size)
        block = np.empty(length, dtype=np.uint8)
        for start in np.unique(np.linspace(0, self._file.size - length, DIGEST_BLOCKS).astype(np.int64)):
            self._file.read_into(block, int(start))
            found.update(block)
        return found.digest()


class BsqReader(RawReader):
    """Band after band; a band is lines x samples."""

    def read_lines(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        step = self._chunk(self._samples)
        for start in range(first, last, step):
            stop = min(start + step, last)
            for place, band in enumerate(bands):
                raw = self._values(
                    (stop - start, self._samples), (int(band) * self._lines + start) * self._samples
                )
                self._conversion(raw, out[place, start - first : stop - first])

    def read_pixels(self, line: int, samples: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        left, width = int(samples[0]), int(samples[-1]) - int(samples[0]) + 1
        for place, band in enumerate(bands):
            raw = self._values((width,), (int(band) * self._lines + line) * self._samples + left)
            self._conversion(raw[samples - left], out[place])


class BilReader(RawReader):
    """Line after line; a line is bands x samples."""

    def read_lines(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        stretches = runs(bands)
        if 2 * len(bands) >= self._bands:
            self._read_whole(first, last, stretches, out)
        else:
            self._read_stretches(first, last, stretches, out)

    def _read_whole(
        self, first: int, last: int, stretches: list[tuple[int, int, int]], out: np.ndarray
    ) -> None:
        step = self._chunk(self._bands * self._samples)
        for start in range(first, last, step):
            stop = min(start + step, last)
            shape = (stop - start, self._bands, self._samples)
            raw = self._values(shape, start * self._bands * self._samples).transpose(1, 0, 2)
            for place, band, count in stretches:
                self._conversion(
                    raw[band : band + count], out[place : place + count, start - first : stop - first]
                )

    def _read_stretches(
        self, first: int, last: int, stretches: list[tuple[int, int, int]], out: np.ndarray
    ) -> None:
        for line in range(first, last):
            for place, band, count in stretches:
                raw = self._values((count, self._samples), (line * self._bands + band) * self._samples)
                self._conversion(raw, out[place : place + count, line - first])

    def read_pixels(self, line: int, samples: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        left, width = int(samples[0]), int(samples[-1]) - int(samples[0]) + 1
        for place, band in enumerate(bands):
            raw = self._values((width,), (line * self._bands + int(band)) * self._samples + left)
            self._conversion(raw[samples - left], out[place])


class BipReader(RawReader):
    """Pixel after pixel; a pixel is its bands."""

    def read_lines(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        flat = out.reshape(len(bands), -1)
        stretches, begin = runs(bands), first * self._samples
        step = self._chunk(self._bands)
        for start in range(begin, last * self._samples, step):
            stop = min(start + step, last * self._samples)
            raw = self._values((stop - start, self._bands), start * self._bands).T
            for place, band, count in stretches:
                self._conversion(
                    raw[band : band + count], flat[place : place + count, start - begin : stop - begin]
                )

    def read_pixels(self, line: int, samples: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        width = int(samples[-1]) - int(samples[0]) + 1
        if width * self._bands * self._native.itemsize > FARTHEST_GAP * len(samples):
            self._read_single(line, samples, bands, out)
            return
        left = int(samples[0])
        raw = self._values((width, self._bands), (line * self._samples + left) * self._bands)
        self._conversion(raw[np.ix_(samples - left, bands)].T, out)

    def _read_single(self, line: int, samples: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        low, high = int(bands.min()), int(bands.max()) + 1
        picked = np.empty((len(samples), len(bands)), dtype=self._native)
        for place, sample in enumerate(samples):
            raw = self._values((high - low,), (line * self._samples + int(sample)) * self._bands + low)
            picked[place] = raw[bands - low]
        self._conversion(picked.T, out)


READERS: dict[str, type[BsqReader] | type[BilReader] | type[BipReader]] = {
    "bsq": BsqReader,
    "bil": BilReader,
    "bip": BipReader,
}
