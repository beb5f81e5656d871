"""A file read by position: no shared cursor, so threads may read at once; no mapping, so little memory."""

import hashlib
import os
import threading
import weakref
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.plain_file import plain_descriptor

DIGEST_BLOCKS, DIGEST_BLOCK_BYTES = 64, 64 * 1024
_SEEK_LOCK = threading.Lock()  # only where the system has no positional reads (Windows)


class PositionalFile:
    """An open file; closed when it is forgotten."""

    def __init__(self, path: Path, descriptor: int | None = None) -> None:
        """Open a path, or take over an open descriptor (of a temporary file whose name is already gone).

        Raises:
            UserError: it cannot be opened.
        """
        self.path = path
        try:
            self._descriptor = plain_descriptor(path) if descriptor is None else descriptor
        except OSError as error:
            raise UserError(
                f"cannot open {path}: {error.strerror}", "check the name and the permissions"
            ) from error
        self._finalizer = weakref.finalize(self, os.close, self._descriptor)
        self.size = os.fstat(self._descriptor).st_size

    def read_into(self, array: np.ndarray, offset: int) -> None:
        """Fill a C-contiguous array with the bytes at `offset`.

        Raises:
            UserError: the file ends too early (it was cut after it was opened) or cannot be read.
        """
        view = memoryview(array.reshape(-1).view(np.uint8).data)
        while view:
            got = self._read(view, offset)
            if got == 0:
                raise UserError(
                    f"{self.path.name} ends at byte {offset:,}", "the file was cut while open; open it again"
                )
            view, offset = view[got:], offset + got

    def digest(self) -> bytes:
        """sha256 over the size and 64 evenly spread blocks of 64 KiB: milliseconds on any size."""
        found = hashlib.sha256(str(self.size).encode())
        block = np.empty(min(DIGEST_BLOCK_BYTES, self.size), dtype=np.uint8)
        starts = np.linspace(0, self.size - len(block), DIGEST_BLOCKS).astype(np.int64)
        for start in np.unique(starts):
            self.read_into(block, int(start))
            found.update(block.data)
        return found.digest()

    def _read(self, view: memoryview, offset: int) -> int:
        try:
            if hasattr(os, "preadv"):
                return os.preadv(self._descriptor, [view], offset)
            with _SEEK_LOCK:
                os.lseek(self._descriptor, offset, os.SEEK_SET)
                return os.readv(self._descriptor, [view]) if hasattr(os, "readv") else self._copy(view)
        except OSError as error:
            raise UserError(
                f"cannot read {self.path}: {error.strerror}", "check the disk or the network"
            ) from error

    def _copy(self, view: memoryview) -> int:
        content = os.read(self._descriptor, min(len(view), 2**24))
        view[: len(content)] = content
        return len(content)
