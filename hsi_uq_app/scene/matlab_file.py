"""What lies in a MATLAB file, version 5 or 7.3: names, shapes and arrays in MATLAB's order of axes.

Sizes are judged before anything is allocated; whatever a parser trips over becomes one line for the user.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene import matlab5

if TYPE_CHECKING:
    import h5py

LARGEST_VALUES = 2**31
LARGEST_RATIO = 1100  # deflate cannot pack tighter than about 1032 : 1
_MASK_WORDS = ("gt", "map", "mask", "label", "truth", "target")
_WIDENED: dict[np.dtype, np.dtype] = {
    np.dtype("bool"): np.dtype("u1"),
    np.dtype("i1"): np.dtype("i2"),
    np.dtype("f2"): np.dtype("f4"),
}


@dataclass(frozen=True)
class Variable:
    """A numeric array: its name (parts of structs after a dot) and its shape as MATLAB shows it."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def looks_like_mask(self) -> bool:
        return any(word in self.name.lower() for word in _MASK_WORDS)


def list_variables(path: Path) -> list[Variable]:
    """The numeric arrays of a file.

    Raises:
        UserError: no readable MATLAB file.
    """
    with _readable(path):
        return list(_list_hdf5(path) if _is_hdf5(path) else _list_version_5(path))


def load_variable(path: Path, variable: Variable) -> np.ndarray:
    """One array, axes in MATLAB's order.

    Raises:
        UserError: it claims more than memory or the file can hold, or is not readable.
    """
    packed = path.stat().st_size
    if variable.size > min(LARGEST_VALUES, packed * LARGEST_RATIO):
        raise UserError(
            f"{path.name}: `{variable.name}` claims {variable.size:,} values in a file of {packed:,} bytes",
            "export large cubes as ENVI",
        )
    with _readable(path):
        load = _load_hdf5 if _is_hdf5(path) else _load_version_5
        values = load(path, variable.name)
        return values.astype(_WIDENED.get(values.dtype, values.dtype.newbyteorder("=")), copy=False)


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """h5py raises all sorts on a damaged file; here they all mean that the file is not what it should be."""
    try:
        yield
    except UserError:
        raise
    except Exception as error:
        problem = str(error).splitlines()[0][:80] if str(error) else type(error).__name__
        raise UserError(f"{path} is no readable MATLAB file: {problem}", "save it again with -v7") from error


def _is_hdf5(path: Path) -> bool:
    import h5py

    return bool(h5py.is_hdf5(path))


def _list_version_5(path: Path) -> Iterator[Variable]:
    for matrix in matlab5.matrices(path):
        found = [matrix, *matlab5.fields(matrix)]
        yield from (Variable(each.name, each.shape) for each in found if each.is_numeric)


def _load_version_5(path: Path, name: str) -> np.ndarray:
    for matrix in matlab5.matrices(path, whole=name):
        for each in (matrix, *matlab5.fields(matrix)):
            if each.name == name and each.is_numeric:
                return matlab5.values(each)
    raise matlab5.DamagedError(f"`{name}` is gone")


def _list_hdf5(path: Path) -> Iterator[Variable]:
    import h5py

    with h5py.File(path) as file:
        found: list[Variable] = []
        file.visititems(lambda name, held: _note_dataset(found, name, held))
    yield from found


def _note_dataset(found: list[Variable], name: str, held: "h5py.Dataset | h5py.Group") -> None:
    import h5py

    if isinstance(held, h5py.Dataset) and held.dtype.kind in "buif" and not name.startswith("#"):
        found.append(Variable(name.replace("/", "."), tuple(held.shape[::-1])))


def _load_hdf5(path: Path, name: str) -> np.ndarray:
    """MATLAB's axes are the file's, reversed."""
    import h5py

    with h5py.File(path) as file:
        held = file[name.replace(".", "/")]
        stored = held.id.get_storage_size()
        if held.size * held.dtype.itemsize > max(stored, 1) * LARGEST_RATIO:
            raise UserError(f"{path.name}: `{name}` claims {held.size:,} values but stores {stored:,} bytes")
        return np.asarray(held[()]).T
