"""An .npz archive, judged before numpy believes it: how many arrays, how large, packed how tightly."""

import math
import os
import struct
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.lib import format as npy

from hsi_uq_app.scene.plain_file import open_plain

LARGEST = 2**33  # bytes of all arrays
LARGEST_RATIO = 1100  # deflate cannot pack tighter than about 1032 : 1
LARGEST_TRUSTED, LARGEST_DENSITY = 2**28, 100  # beyond so many bytes no numbers are packed tighter
MOST_MEMBERS = 1000
_LARGEST_DIRECTORY, _LONGEST_COMMENT = 2**20, 2**16
_END = struct.Struct("<4sHHHHIIH")
_HEADS: dict[tuple[int, int], Callable[..., Any]] = {
    (1, 0): npy.read_array_header_1_0,
    (2, 0): npy.read_array_header_2_0,
}


class ClaimError(ValueError):
    """The archive claims what it cannot hold."""


def read_arrays(path: Path, names: Sequence[str]) -> dict[str, np.ndarray]:
    """Those of the named arrays that are there.

    Raises:
        OSError: missing, no plain file, not readable.
        Exception: whatever zipfile, zlib and numpy trip over; ClaimError for what they would have believed.
    """
    with open_plain(path) as handle:
        _check_directory(handle)
        with zipfile.ZipFile(handle) as archive:
            members = {member.filename: member for member in archive.infolist()}
            wanted = {name: members[f"{name}.npy"] for name in names if f"{name}.npy" in members}
            _check_sizes(list(wanted.values()), os.fstat(handle.fileno()).st_size)
            return {name: _array(archive, member) for name, member in wanted.items()}


def _check_directory(handle: BinaryIO) -> None:
    """How long the list of members is, before it is read."""
    size = handle.seek(0, os.SEEK_END)
    handle.seek(max(0, size - _LONGEST_COMMENT - _END.size))
    tail = handle.read()
    place = tail.rfind(b"PK\5\6")
    if place < 0 or len(tail) < place + _END.size:
        raise ClaimError("it is no archive")
    _, _, _, _, members, length, _, _ = _END.unpack_from(tail, place)
    if members > MOST_MEMBERS or length > _LARGEST_DIRECTORY:
        raise ClaimError(f"it claims {members:,} arrays")


def _check_sizes(members: Sequence[zipfile.ZipInfo], size: int) -> None:
    claimed = sum(member.file_size for member in members)
    if claimed > min(LARGEST, size * LARGEST_RATIO, max(LARGEST_TRUSTED, size * LARGEST_DENSITY)):
        raise ClaimError(f"it claims {claimed:,} bytes of arrays and holds {size:,} bytes")


def _array(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> np.ndarray:
    """One array, whose head must agree with the length that the archive gives it."""
    with archive.open(member) as file:
        version = npy.read_magic(file)
        if version not in _HEADS:
            raise ClaimError("it holds arrays of a later version")
        shape, _, kind = _HEADS[version](file)
        claimed = math.prod(shape) * kind.itemsize
        if kind.hasobject or min(shape, default=0) < 0 or claimed > member.file_size:
            raise ClaimError(f"an array claims {claimed:,} bytes of {member.file_size:,}")
    with archive.open(member) as file:
        return np.asarray(npy.read_array(file, allow_pickle=False))
