"""A file of planes, one after the other (band sequential), written and read by position.

Plain positional reads and writes, not a resident memory map: a map of 28 million pixels is 5.7 GB.
"""

import os
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError

Plane = npt.NDArray[Any]

_CACHED_PLANES = 8
_CACHED_BYTES = 256 << 20


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
        self._handle = open(path, "xb", buffering=0)
        self._handle.truncate(layout.nbytes)

    def write(self, first_pixel: int, rows: Plane) -> None:
        """Put row p of rows (planes, n) at pixels first_pixel.. of plane p."""
        rows = np.ascontiguousarray(rows, dtype=self._layout.dtype)
        with self._lock:
            for plane, row in enumerate(rows):
                self._handle.seek(self._layout.offset(plane, first_pixel))
                _whole(self._handle.write, memoryview(row).cast("B"))

    def close(self) -> None:
        self._handle.close()


class PlaneReader:
    """Reads planes of one open file and keeps the latest few; a file replaced meanwhile is not mixed in."""

    def __init__(self, path: Path, layout: PlaneLayout) -> None:
        self.path, self.layout = path, layout
        self._reading, self._remembering = threading.Lock(), threading.Lock()
        self._recent: OrderedDict[tuple[int, int], Plane] = OrderedDict()
        self._handle = _open(path)
        weakref.finalize(self, self._handle.close)
        found = os.fstat(self._handle.fileno()).st_size
        if found != layout.nbytes:
            raise UserError(
                f"{path} holds {found:,} bytes, its description asks for {layout.nbytes:,}", _AGAIN
            )

    def plane(self, index: int, step: int = 1) -> Plane:
        """Plane (lines, samples), or every step-th line and sample of it; read-only."""
        with self._remembering:
            if (index, step) in self._recent:
                self._recent.move_to_end((index, step))
                return self._recent[index, step]
        plane = self._read(index, step)
        plane.setflags(write=False)
        self._remember((index, step), plane)
        return plane

    def bytes_at(self, offset: int, length: int) -> bytes:
        """A stretch of the file, for fingerprints."""
        stretch = np.empty(min(length, self.layout.nbytes - offset), np.uint8)
        self._fill(stretch, offset)
        return stretch.tobytes()

    def _read(self, index: int, step: int) -> Plane:
        layout = self.layout
        if step == 1:
            plane = np.empty((layout.lines, layout.samples), layout.dtype)
            self._fill(plane, layout.offset(index, 0))
            return plane
        line = np.empty(layout.samples, layout.dtype)
        thinned = np.empty((-(-layout.lines // step), -(-layout.samples // step)), layout.dtype)
        for row, target in zip(range(0, layout.lines, step), thinned, strict=True):
            self._fill(line, layout.offset(index, row * layout.samples))
            target[:] = line[::step]
        return thinned

    def _fill(self, array: Plane, offset: int) -> None:
        with self._reading:
            self._handle.seek(offset)
            if not _whole(self._handle.readinto, memoryview(array).cast("B")):
                raise UserError(f"{self.path} ended while it was read", _AGAIN)

    def _remember(self, key: tuple[int, int], plane: Plane) -> None:
        with self._remembering:
            self._recent[key] = plane
            while len(self._recent) > 2 and self._too_much():
                self._recent.popitem(last=False)

    def _too_much(self) -> bool:
        held = sum(plane.nbytes for plane in self._recent.values())
        return len(self._recent) > _CACHED_PLANES or held > _CACHED_BYTES


_AGAIN = "run the prediction again"


def _open(path: Path) -> Any:
    try:
        return open(path, "rb", buffering=0)
    except OSError as error:
        raise UserError(f"cannot open {path}: {error.strerror}", _AGAIN) from error


def _whole(transfer: Callable[[memoryview], int | None], view: memoryview) -> bool:
    """Transfer all of view, since the system may do it in parts; false when the file ends first."""
    done = 0
    while done < len(view):
        moved = transfer(view[done:])
        if not moved:
            return False
        done += moved
    return True
