"""Arrays of HDF5 files, as MATLAB 7.3 writes them: only what the file itself holds, and no more than it can.

HDF5 can keep an array in any other file (external storage), make it of arrays of other files (virtual
datasets) and link to other files. MATLAB writes none of these; they would show what the file chooses.
"""

import math
from typing import Any

import h5py
import numpy as np

from hsi_uq_app.scene.foreign.message import Message

LARGEST_RATIO = 1100  # deflate cannot pack tighter than about 1032 : 1
MOST_OBJECTS = 20_000
LARGEST_CHUNK = 2**31
_ELSEWHERE = "keeps its values in another file, which is not opened"


def variables(path: str) -> Message:
    """Names and shapes of the numeric arrays, and of those that lie in other files the names alone."""
    found: list[tuple[str, tuple[int, ...]]] = []
    elsewhere: list[str] = []
    seen = 0

    def note(name: str, held: h5py.Dataset | h5py.Group) -> None:
        nonlocal seen
        seen += 1
        if seen > MOST_OBJECTS:
            raise ValueError(f"it holds more than {MOST_OBJECTS:,} variables")
        if not isinstance(held, h5py.Dataset) or name.startswith("#"):
            return
        if _is_elsewhere(held):
            elsewhere.append(name)
        elif held.dtype.kind in "buif" and held.shape is not None:
            found.append((name, tuple(held.shape[::-1])))

    with h5py.File(path, "r") as file:
        file.visititems(note)
    if not found and elsewhere:
        raise ValueError(f"`{elsewhere[0]}` {_ELSEWHERE}")
    return Message({"variables": found, "elsewhere": elsewhere})


def load(path: str, name: str) -> Message:
    """One array as it is stored, its axes in the file's order."""
    with h5py.File(path, "r") as file:
        held = file[name]
        if _is_elsewhere(held):
            raise ValueError(f"`{name}` {_ELSEWHERE}")
        _check_claims(held, name)
        values = np.asarray(held[()])
    return Message({}, [values.astype("u1") if values.dtype.kind == "b" else values])


def _is_elsewhere(held: Any) -> bool:
    """Asked of how it was made, which opens nothing; its shape alone would open what it is made of."""
    made = held.id.get_create_plist()
    return bool(made.get_layout() == h5py.h5d.VIRTUAL or made.get_external_count())


def _check_claims(held: Any, name: str) -> None:
    """Neither the array nor one chunk of it may claim more than what is stored can hold."""
    stored = held.id.get_storage_size()
    chunk = math.prod(held.chunks or (0,))
    claimed = max(held.size, chunk) * held.dtype.itemsize
    if claimed > max(stored, 1) * LARGEST_RATIO or chunk * held.dtype.itemsize > LARGEST_CHUNK:
        raise ValueError(f"`{name}` claims {held.size:,} values but stores {stored:,} bytes")
