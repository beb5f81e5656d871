"""A file of planes, one after the other (band sequential), written and read by position.

Plain positional reads and writes, not a resident memory map: a map of 28 million pixels is 5.7 GB.
"""

import os
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.positional_file import PositionalFile

Plane = npt.NDArray[Any]

# What a reader keeps in memory: enough for a slider to move to and fro; LB and UB always.
_MOST_BYTES, _FEWEST_PLANES = 64 << 20, 2


@dataclass(frozen=True)
class PlaneLayout:
    """How many planes of which size and type; the type names its byte order."""

    planes: int
    lines: int
    samples: int
    dtype: np.dtype[Any]

    @property
    def pixels(self) -> int:
        return self.lines * self.samples

    @property
    def nbytes(self) -> int:
        return self.planes * self.pixels * self.dtype.itemsize

    def offset(self, plane: int, pixel: int) -> int:
        """The byte at which a pixel of a plane begins."""
        return (plane * self.pixels + pixel) * self.dtype.itemsize


class PlaneWriter:
    """Fills the planes of a new file in any order, from any thread."""

    def __init__(self, path: Path, layout: PlaneLayout) -> None:
        self._layout = layout
        self._lock = threading.Lock()
        path.touch(exist_ok=False)
        os.truncate(path, layout.nbytes)
        self._handle = open(path, "r+b", buffering=0)  # noqa: SIM115 (closed by close)

    def write(self, first_pixel: int, rows: Plane) -> None:
        """Put row p of rows (planes, n) at pixels first_pixel.. of plane p."""
        rows = np.ascontiguousarray(rows, dtype=self._layout.dtype)
        with self._lock:
            for plane, row in enumerate(rows):
                self._handle.seek(self._layout.offset(plane, first_pixel))
                self._write_whole(row.data.cast("B"))

    def close(self) -> None:
        self._handle.close()

    def _write_whole(self, view: memoryview) -> None:
        while view:  # the system may write in parts
            view = view[self._handle.write(view) :]


class PlaneReader:
    """Reads planes of one open file and keeps the latest few; a file replaced meanwhile is not mixed in.

    Raises:
        UserError: missing, or of another size than its description asks for.
    """

    def __init__(self, path: Path, layout: PlaneLayout) -> None:
        self.layout = layout
        self._file = PositionalFile(path)
        self._recent: OrderedDict[tuple[int, int], Plane] = OrderedDict()
        self._lock = threading.Lock()
        if self._file.size != layout.nbytes:
            raise UserError(
                f"{path} holds {self._file.size:,} bytes, its description asks for {layout.nbytes:,}",
                "run the prediction again",
            )

    def plane(self, index: int, step: int = 1) -> Plane:
        """Plane (lines, samples), or every step-th line and sample of it; read-only."""
        with self._lock:
            if (index, step) in self._recent:
                self._recent.move_to_end((index, step))
                return self._recent[index, step]
        plane = self._read(index) if step == 1 else self._read_thinned(index, step)
        plane.setflags(write=False)
        self._remember((index, step), plane)
        return plane

    def value(self, index: int, line: int, sample: int) -> Any:
        """One pixel of a plane: 2 or 4 bytes of the file, whatever its size."""
        found = np.empty(1, self.layout.dtype)
        self._file.read_into(found, self.layout.offset(index, line * self.layout.samples + sample))
        return found[0]

    def bytes_at(self, offset: int, length: int) -> bytes:
        """A stretch of the file, for fingerprints; shorter at the file's end."""
        stretch = np.empty(min(length, self.layout.nbytes - offset), np.uint8)
        self._file.read_into(stretch, offset)
        return stretch.tobytes()

    def _read(self, index: int) -> Plane:
        plane = np.empty((self.layout.lines, self.layout.samples), self.layout.dtype)
        self._file.read_into(plane, self.layout.offset(index, 0))
        return plane

    def _read_thinned(self, index: int, step: int) -> Plane:
        layout = self.layout
        line = np.empty(layout.samples, layout.dtype)
        thinned = np.empty((-(-layout.lines // step), -(-layout.samples // step)), layout.dtype)
        for row, target in zip(range(0, layout.lines, step), thinned, strict=True):
            self._file.read_into(line, layout.offset(index, row * layout.samples))
            target[:] = line[::step]
        return thinned

    def _remember(self, key: tuple[int, int], plane: Plane) -> None:
        with self._lock:
            self._recent[key] = plane
            while len(self._recent) > _FEWEST_PLANES and self._held_bytes() > _MOST_BYTES:
                self._recent.popitem(last=False)

    def _held_bytes(self) -> int:
        return sum(plane.nbytes for plane in self._recent.values())
