"""What lies in a MATLAB file, version 5 or 7.3: names, shapes and arrays in MATLAB's order of axes.

Sizes are judged before anything is allocated; whatever a parser trips over becomes one line for the user.
"""

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene import matlab5
from hsi_uq_app.scene.foreign.limits import limits_for
from hsi_uq_app.scene.foreign.worker import ask
from hsi_uq_app.scene.plain_file import open_plain

LARGEST_VALUES = 2**31
LARGEST_TRUSTED, LARGEST_DENSITY = 2**27, 100  # beyond so many values no measured ones are packed tighter
LARGEST_RATIO = 1100  # deflate cannot pack tighter than about 1032 : 1
_HDF5_MARK = b"\x89HDF\r\n\x1a\n"
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
    most = min(LARGEST_VALUES, packed * LARGEST_RATIO, max(LARGEST_TRUSTED, packed * LARGEST_DENSITY))
    if variable.size > most:
        raise UserError(
            f"{path.name}: `{variable.name}` claims {variable.size:,} values in a file of {packed:,} bytes",
            "export large cubes as ENVI",
        )
    with _readable(path):
        load = _load_hdf5 if _is_hdf5(path) else _load_version_5
        values = load(path, variable)
        return values.astype(_WIDENED.get(values.dtype, values.dtype.newbyteorder("=")), copy=False)


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Parsers raise all sorts on a damaged file; here they all mean that it is not what it should be."""
    try:
        yield
    except UserError:
        raise
    except Exception as error:
        problem = str(error).splitlines()[0][:80] if str(error) else type(error).__name__
        raise UserError(f"{path} is no readable MATLAB file: {problem}", "save it again with -v7") from error


def _is_hdf5(path: Path) -> bool:
    """Whether HDF5's mark stands at the start, or behind a block that the user may fill, as MATLAB does."""
    with open_plain(path) as handle:
        size = os.fstat(handle.fileno()).st_size
        place = 0
        while place + len(_HDF5_MARK) <= size:
            handle.seek(place)
            if handle.read(len(_HDF5_MARK)) == _HDF5_MARK:
                return True
            place = max(512, 2 * place)
    return False


def _list_version_5(path: Path) -> Iterator[Variable]:
    for matrix in matlab5.matrices(path):
        found = [matrix, *matlab5.fields(matrix)]
        yield from (Variable(each.name, each.shape) for each in found if each.is_numeric)


def _load_version_5(path: Path, variable: Variable) -> np.ndarray:
    for matrix in matlab5.matrices(path, whole=variable.name):
        for each in (matrix, *matlab5.fields(matrix)):
            if each.name == variable.name and each.is_numeric:
                return matlab5.values(each)
    raise matlab5.DamagedError(f"`{variable.name}` is gone")


def _list_hdf5(path: Path) -> list[Variable]:
    limits = limits_for(path.stat().st_size)
    found = ask("hdf5 list", limits, path=str(path.absolute())).facts["variables"]
    return [Variable(name.replace("/", "."), tuple(shape)) for name, shape in found]


def _load_hdf5(path: Path, variable: Variable) -> np.ndarray:
    """MATLAB's axes are the file's, reversed."""
    limits = limits_for(path.stat().st_size, 8 * variable.size)
    name = variable.name.replace(".", "/")
    return ask("hdf5 load", limits, path=str(path.absolute()), name=name).arrays[0].T
