"""Numeric arrays of MATLAB 5 files ("MAT-File Format", MathWorks); no number in them is trusted.

Own code, because scipy.io reads beyond its buffers on a damaged file and takes the program down with it.
"""

import mmap
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from hsi_uq_app.scene.plain_file import open_plain

Bytes = bytes | memoryview
STORED = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8"}
CLASSES = {
    6: "f8",
    7: "f4",
    8: "i1",
    9: "u1",
    10: "i2",
    11: "u2",
    12: "i4",
    13: "u4",
    14: "i8",
    15: "u8",
}
_STRUCT, _SPARSE, _OPAQUE = 2, 5, 17  # classes
_MATRIX, _COMPRESSED = 14, 15  # types of elements
_COMPLEX = 0x0800
HEAD_BYTES = 2**14  # of a compressed variable, enough for its name and shape
STRUCT_BYTES = 2**29  # of all compressed structs of a file, whose fields stand behind one another
_FILE_HEADER = 128
MOST_AXES, MOST_VARIABLES, DEEPEST = 8, 10_000, 8


class DamagedError(ValueError):
    """The file's tags do not add up."""


@dataclass(frozen=True)
class Matrix:
    """A variable's head: class number, shape, name, and what follows (its values, or a struct's fields)."""

    kind: int
    is_complex: bool
    shape: tuple[int, ...]
    name: str
    rest: Bytes
    order: str

    @property
    def is_numeric(self) -> bool:
        return (self.kind in CLASSES or self.kind == _SPARSE) and not self.is_complex

    @property
    def size(self) -> int:
        """How many values it claims; a Python int, so that no claim overflows."""
        count = 1
        for side in self.shape:
            count *= side
        return count


def matrices(path: Path, whole: str | None = None) -> Iterator[Matrix]:
    """The variables of a file; of compressed ones only the head is unpacked, unless named `whole`.

    Raises:
        DamagedError: the tags do not add up, or it is no MATLAB 5 file.
    """
    with open_plain(path) as handle:
        handle.seek(0, 2)
        if handle.tell() < _FILE_HEADER:
            raise DamagedError("too short")
        content = memoryview(mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ))
    order = {b"IM": "<", b"MI": ">"}.get(bytes(content[126:128]), "")
    if not order:
        raise DamagedError("neither version 5 nor 7.3")
    unpacked = 0
    for number, (kind, held) in enumerate(_elements(content[_FILE_HEADER:], order)):
        if number >= MOST_VARIABLES or unpacked > STRUCT_BYTES:
            raise DamagedError("too many variables")
        matrix = _top_level(kind, held, order, whole)
        unpacked += len(matrix.rest) if matrix is not None and kind == _COMPRESSED else 0
        if matrix is not None and matrix.name:  # nameless is what MATLAB keeps of its own objects
            yield matrix


def _top_level(kind: int, held: Bytes, order: str, whole: str | None) -> Matrix | None:
    if kind == _MATRIX:
        return _matrix(held, order)
    if kind != _COMPRESSED:
        return None
    matrix = _matrix(_unpacked(held, HEAD_BYTES, order), order)
    if matrix.name == whole or matrix.kind == _STRUCT:
        needed = HEAD_BYTES + 8 * matrix.size if matrix.kind in CLASSES else STRUCT_BYTES
        return _matrix(_unpacked(held, needed, order), order)
    return matrix


def _unpacked(held: Bytes, most: int, order: str) -> Bytes:
    """A compressed variable's first bytes, without the tag they begin with."""
    try:
        content = memoryview(zlib.decompressobj().decompress(held, most))
    except zlib.error as error:
        raise DamagedError(str(error)) from error
    if len(content) < 8 or _tag(content, order)[0] != _MATRIX:
        raise DamagedError("a compressed element is no variable")
    return content[8:]


def _elements(content: Bytes, order: str) -> Iterator[tuple[int, Bytes]]:
    """(type, bytes) of the elements that follow one another; the last one may be cut short."""
    at = 0
    while len(content) - at >= 8:
        kind, size, small = _tag(content[at : at + 8], order)
        start = at + (4 if small else 8)
        yield kind, content[start : start + size]
        padded = size if kind == _COMPRESSED else -(-size // 8) * 8
        at = at + 8 if small else start + padded


def _tag(content: Bytes, order: str) -> tuple[int, int, bool]:
    """Type, size, and whether it is a small element, whose up to 4 bytes stand in the tag itself."""
    first, second = struct.unpack(f"{order}II", content[:8])
    if first >> 16:
        return first & 0xFFFF, min(first >> 16, 4), True
    return first, second, False


def _matrix(content: Bytes, order: str) -> Matrix:
    parts = _elements(content, order)
    flags, axes, name = next(parts, None), next(parts, None), next(parts, None)
    if flags is not None and len(flags[1]) >= 4 and _word(flags[1], order) & 0xFF == _OPAQUE:
        return Matrix(_OPAQUE, False, (0, 0), "", b"", order)  # a string, table or date: it has no shape
    if flags is None or axes is None or name is None or len(flags[1]) < 4 or len(axes[1]) > 4 * MOST_AXES:
        raise DamagedError("a variable has no head")
    word = _word(flags[1], order)
    shape = tuple(int(side) for side in np.frombuffer(axes[1][: len(axes[1]) // 4 * 4], f"{order}i4"))
    if len(shape) < 2 or min(shape) < 0:
        raise DamagedError("a variable has no shape")
    text = bytes(name[1]).decode("latin-1")
    rest = content[_length_of_head(content, order) :]
    return Matrix(word & 0xFF, bool(word & _COMPLEX), shape, text, rest, order)


def _word(content: Bytes, order: str) -> int:
    return int(np.frombuffer(content[:4], f"{order}u4")[0])


def _length_of_head(content: Bytes, order: str) -> int:
    """Bytes of the first three elements."""
    at = 0
    for _ in range(3):
        _, size, small = _tag(content[at : at + 8], order)
        at += 8 if small else 8 + -(-size // 8) * 8
    return at


def fields(matrix: Matrix, depth: int = 0) -> Iterator[Matrix]:
    """The fields of a struct of one element, and those of structs in it; nothing for anything else."""
    if matrix.kind != _STRUCT or matrix.size != 1 or depth >= DEEPEST:
        return
    parts = _elements(matrix.rest, matrix.order)
    length, names = next(parts, None), next(parts, None)
    if length is None or names is None or len(length[1]) < 4:
        raise DamagedError("a struct has no fields")
    step = int(np.frombuffer(length[1][:4], f"{matrix.order}i4")[0])
    if step < 1:
        raise DamagedError("a struct's names have no length")
    text = bytes(names[1])
    for start, (kind, held) in zip(range(0, len(text), step), parts, strict=False):
        if kind == _MATRIX and len(held):
            field = _matrix(held, matrix.order)
            name = text[start : start + step].split(b"\0")[0].decode("latin-1")
            named = replace(field, name=f"{matrix.name}.{name}")
            yield named
            yield from fields(named, depth + 1)


def values(matrix: Matrix) -> np.ndarray:
    """A numeric variable's values, in MATLAB's order of axes.

    Raises:
        DamagedError: it holds fewer values than its shape claims, or values of an unknown type.
    """
    parts = _elements(matrix.rest, matrix.order)
    if matrix.kind == _SPARSE:
        return _dense(matrix, parts)
    flat = _numbers(matrix, parts, matrix.size)
    with np.errstate(invalid="ignore", over="ignore"):
        return flat.astype(CLASSES[matrix.kind]).reshape(matrix.shape, order="F")


def _dense(matrix: Matrix, parts: Iterator[tuple[int, Bytes]]) -> np.ndarray:
    """A sparse matrix written out: row indices, where each column begins among them, values."""
    lines, columns = matrix.shape if len(matrix.shape) == 2 else (0, 0)
    at = _numbers(matrix, parts)
    begins = _numbers(matrix, parts, columns + 1).astype(np.int64)
    kind, held = next(parts, (0, b""))
    # Sparse truth values claim to be doubles, and are bytes.
    found = np.frombuffer(held, "u1") if len(held) == len(at) else _numbers(matrix, iter([(kind, held)]))
    counts = np.diff(begins)
    sound = not np.any(counts < 0) and begins[0] == 0 and begins[-1] <= min(len(at), len(found))
    at = at[: begins[-1]].astype(np.int64)
    if not sound or np.any((at < 0) | (at >= lines)):
        raise DamagedError(f"`{matrix.name}` is damaged")
    dense = np.zeros(matrix.shape, dtype=np.float64)
    dense[at, np.repeat(np.arange(columns), counts)] = found[: len(at)]
    return dense


def _numbers(matrix: Matrix, parts: Iterator[tuple[int, Bytes]], count: int = -1) -> np.ndarray:
    """The next element's numbers as they are stored: so many of them, or all."""
    kind, held = next(parts, (0, b""))
    if kind not in STORED:
        raise DamagedError(f"`{matrix.name}` is stored as an unknown type")
    stored = np.dtype(STORED[kind]).newbyteorder("<" if matrix.order == "<" else ">")
    if len(held) < count * stored.itemsize:
        raise DamagedError(f"`{matrix.name}` is cut short")
    whole = len(held) // stored.itemsize if count < 0 else count
    return np.frombuffer(held, stored, count=whole)
