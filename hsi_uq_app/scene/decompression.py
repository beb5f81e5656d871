"""`file compression = 1`: gzip data, unpacked once into a nameless temporary file of the expected size."""

import os
import shutil
import tempfile
import zlib
from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress, silent
from hsi_uq_app.scene.plain_file import open_plain
from hsi_uq_app.scene.positional_file import PositionalFile

GZIP_START = b"\x1f\x8b"
LARGEST_RATIO = 1100  # deflate cannot pack tighter than about 1032 : 1
CHUNK = 2**20


def is_gzip(path: Path) -> bool:
    """Whether a file starts like gzip."""
    with open_plain(path) as handle:
        return handle.read(2) == GZIP_START


def unpack(path: Path, size: int, progress: Progress = silent) -> PositionalFile:
    """Unpack the first `size` bytes of a gzip file; what follows them is not looked at.

    Raises:
        UserError: it cannot hold that much, ends early, is damaged, or the disk is too small.
    """
    packed = path.stat().st_size
    if size > packed * LARGEST_RATIO:
        raise UserError(
            f"{path.name} cannot hold the {size:,} bytes its header claims: {packed:,} bytes packed",
            "check the header",
        )
    if shutil.disk_usage(tempfile.gettempdir()).free < size:
        raise UserError(
            f"no room to unpack {path.name}: {size:,} bytes are needed in {tempfile.gettempdir()}",
            "free some space",
        )
    descriptor, name = tempfile.mkstemp(prefix="hsi-uq-", suffix=".unpacked")
    try:
        _copy(path, descriptor, size, progress)
        return PositionalFile(path, descriptor)
    except BaseException:
        os.close(descriptor)
        raise
    finally:
        os.unlink(name)


def _copy(path: Path, descriptor: int, size: int, progress: Progress) -> None:
    stream, written = zlib.decompressobj(wbits=31), 0
    with open_plain(path) as source, os.fdopen(descriptor, "wb", closefd=False) as target:
        pending = source.read(CHUNK)
        while written < size and pending:
            try:
                piece = stream.decompress(pending, min(CHUNK, size - written))
            except zlib.error as error:
                raise UserError(f"{path.name} is damaged: {error}", "get the file again") from error
            target.write(piece)
            written += len(piece)
            progress(written / size, f"unpacking {path.name}")
            if stream.eof:  # gzip files may be several members, one after the other
                pending, stream = stream.unused_data, zlib.decompressobj(wbits=31)
            else:
                pending = stream.unconsumed_tail
            pending = pending or source.read(CHUNK)
    if written < size:
        missing = size - written
        raise UserError(
            f"{path.name} is truncated: {missing:,} of {size:,} unpacked bytes are missing",
            "get the file again",
        )
