"""Positional reads of raw BSQ, BIL and BIP data: one layout, one class; every class has the two same reads.

Raw values pass through a scratch buffer small enough for the processor's cache, one buffer a thread.
"""

import math
import threading

import numpy as np

from hsi_uq_app.scene.conversion import Conversion
from hsi_uq_app.scene.positional_file import PositionalFile
from hsi_uq_app.scene.readers import runs

SCRATCH_BYTES = 2**20
FARTHEST_GAP = 8192  # bytes between two wanted pixels above which they are read one by one


class RawReader:
    """What the three layouts share: the file, the shape, the scratch buffer."""

    def __init__(
        self,
        file: PositionalFile,
        shape: tuple[int, int, int],
        dtype: np.dtype,
        offset: int,
        conversion: Conversion,
    ) -> None:
        """Take shape as (lines, samples, bands), dtype with its byte order, offset in bytes."""
        self._file, self._offset, self._conversion = file, offset, conversion
        self._lines, self._samples, self._bands = shape
        self._native, self._swapped = dtype.newbyteorder("="), not dtype.isnative
        self._local = threading.local()

    def _block(self, shape: tuple[int, ...], first_value: int) -> np.ndarray:
        """Read one block of stored values, from number `first_value` on, in native byte order."""
        raw = self._scratch(math.prod(shape))
        self._file.read_into(raw, self._start(first_value))
        return self._native_order(raw).reshape(shape)

    def _rows(self, width: int, first_values: np.ndarray) -> np.ndarray:
        """Read rows of `width` values that start at the given numbers: (rows, width), native byte order."""
        raw = self._scratch(len(first_values) * width).reshape(len(first_values), width)
        for row, first_value in zip(raw, first_values.tolist(), strict=True):
            self._file.read_into(row, self._start(first_value))
        return self._native_order(raw)

    def _start(self, first_value: int) -> int:
        return self._offset + first_value * self._native.itemsize

    def _native_order(self, raw: np.ndarray) -> np.ndarray:
        return raw.byteswap(inplace=True) if self._swapped else raw

    def _scratch(self, count: int) -> np.ndarray:
        buffer = getattr(self._local, "buffer", None)
        if buffer is None or len(buffer) < count:
            buffer = self._local.buffer = np.empty(count, dtype=self._native)
        return buffer[:count]

    def _chunk(self, values_each: int) -> int:
        """How many pieces of so many values fit the scratch buffer (at least one)."""
        return max(1, SCRATCH_BYTES // (values_each * self._native.itemsize))

    def digest(self) -> bytes:
        return self._file.digest()


class RowReader(RawReader):
    """BSQ and BIL keep the samples of a line and band together: pixels of a line are a row a band."""

    def _first_values(self, line: int, bands: np.ndarray) -> np.ndarray:
        """Where the rows of a line begin, one a band, counted in values."""
        raise NotImplementedError

    def read_pixels(self, line: int, samples: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        left, width = int(samples[0]), int(samples[-1]) - int(samples[0]) + 1
        raw = self._rows(width, self._first_values(line, bands) + left)
        self._conversion(raw[:, samples - left], out)


class BsqReader(RowReader):
    """Band after band; a band is lines x samples."""

    def _first_values(self, line: int, bands: np.ndarray) -> np.ndarray:
        return (bands * self._lines + line) * self._samples

    def read_lines(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        step = self._chunk(len(bands) * self._samples)
        for start in range(first, last, step):
            stop = min(start + step, last)
            raw = self._rows((stop - start) * self._samples, self._first_values(start, bands))
            part = out[:, start - first : stop - first]
            self._conversion(raw.reshape(part.shape), part)


class BilReader(RowReader):
    """Line after line; a line is bands x samples."""

    def _first_values(self, line: int, bands: np.ndarray) -> np.ndarray:
        return (line * self._bands + bands) * self._samples

    def read_lines(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        if 2 * len(bands) >= self._bands:
            self._read_blocks(first, last, bands, out)
            return
        for line in range(first, last):
            self._conversion(self._rows(self._samples, self._first_values(line, bands)), out[:, line - first])

    def _read_blocks(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        step, stretches = self._chunk(self._bands * self._samples), runs(bands)
        for start in range(first, last, step):
            stop = min(start + step, last)
            shape = (stop - start, self._bands, self._samples)
            raw = self._block(shape, start * self._bands * self._samples).transpose(1, 0, 2)
            part = out[:, start - first : stop - first]
            for place, band, count in stretches:
                self._conversion(raw[band : band + count], part[place : place + count])


class BipReader(RawReader):
    """Pixel after pixel; a pixel is its bands."""

    def read_lines(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        flat = out.reshape(len(bands), -1)
        stretches, begin = runs(bands), first * self._samples
        step = self._chunk(self._bands)
        for start in range(begin, last * self._samples, step):
            stop = min(start + step, last * self._samples)
            raw = self._block((stop - start, self._bands), start * self._bands).T
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
        raw = self._block((width, self._bands), (line * self._samples + left) * self._bands)
        self._conversion(raw[np.ix_(samples - left, bands)].T, out)

    def _read_single(self, line: int, samples: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        low, high = int(bands.min()), int(bands.max()) + 1
        picked = np.empty((len(samples), len(bands)), dtype=self._native)
        for place, sample in enumerate(samples):
            raw = self._block((high - low,), (line * self._samples + int(sample)) * self._bands + low)
            picked[place] = raw[bands - low]
        self._conversion(picked.T, out)


READERS: dict[str, type[BsqReader] | type[BilReader] | type[BipReader]] = {
    "bsq": BsqReader,
    "bil": BilReader,
    "bip": BipReader,
}
