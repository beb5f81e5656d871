"""`major frame offsets`: extra bytes before and after every line, as some line scanners write them."""

import hashlib

import numpy as np

from hsi_uq_app.scene.conversion import Conversion
from hsi_uq_app.scene.envi_fields import Fields, as_number, split_list
from hsi_uq_app.scene.envi_reader import READERS
from hsi_uq_app.scene.positional_file import PositionalFile
from hsi_uq_app.scene.readers import Reader

NO_FRAME = (0, 0)
LARGEST_FRAME = 2**31


def frame_of(fields: Fields, interleave: str) -> tuple[int, int]:
    """Bytes before and after every line of a BIL or BIP cube.

    Raises:
        UserError: they are no whole numbers, or stand where no reader knows them (BSQ, minor frames).
    """
    major, minor = (_pair(fields, f"{kind} frame offsets") for kind in ("major", "minor"))
    for key, is_strange in (("minor", any(minor)), ("major", any(major) and interleave == "bsq")):
        if is_strange:
            problem = f"{key} frame offsets of a {interleave} cube cannot be read"
            raise fields.refuse(f"{key} frame offsets", problem, "{0, 0}")
    return major


def _pair(fields: Fields, key: str) -> tuple[int, int]:
    words = split_list(fields.get(key)) or ["0"]
    numbers = [as_number(word) for word in words]
    sound = [int(n) for n in numbers if n is not None and 0 <= n < LARGEST_FRAME and n.is_integer()]
    if not len(words) == len(sound) <= 2:
        raise fields.refuse(key, f"`{key} = {fields.get(key)[:40]}` is not one or two numbers", "{0, 0}")
    return sound[0], sound[-1]


class FramedReader:
    """A BIL or BIP cube, each of whose lines is read as a cube of its own behind its extra bytes."""

    def __init__(
        self,
        file: PositionalFile,
        shape: tuple[int, int, int],
        dtype: np.dtype,
        offset: int,
        convert: Conversion,
        interleave: str,
        frame: tuple[int, int],
    ) -> None:
        """Take what the other readers take, the layout, and the bytes before and after a line."""
        self._file, self._dtype, self._conversion, self._frame = file, dtype, convert, frame
        self._shape, self._reader = (1, *shape[1:]), READERS[interleave]
        self._first = offset + frame[0]
        self._step = sum(frame) + shape[1] * shape[2] * dtype.itemsize

    def read_lines(self, first: int, last: int, bands: np.ndarray, out: np.ndarray) -> None:
        for line in range(first, last):
            self._line(line).read_lines(0, 1, bands, out[:, line - first : line - first + 1])

    def read_pixels(self, line: int, samples: np.ndarray, bands: np.ndarray, out: np.ndarray) -> None:
        self._line(line).read_pixels(0, samples, bands, out)

    def digest(self) -> bytes:
        return hashlib.sha256(repr(self._frame).encode() + self._file.digest()).digest()

    def _line(self, line: int) -> Reader:
        offset = self._first + line * self._step
        return self._reader(self._file, self._shape, self._dtype, offset, self._conversion)
