"""Which files go with a file that was named: its header or data, and what stands beside it."""

from collections.abc import Iterator
from pathlib import Path

_ENVI = (
    "", ".hdr", ".img", ".dat", ".raw", ".bsq", ".bil", ".bip", ".bin", ".cube", ".hyspex", ".sli", ".lan",
    ".pix", ".rad", ".ref", ".rfl", ".rdn", ".gz",
)  # fmt: skip
_SHAPES = (".shp", ".shx", ".dbf", ".prj", ".cpg", ".qpj", ".qix", ".sbn", ".sbx")
_BESIDE = (".hdr", ".aux.xml", ".ovr", ".shp.xml", ".gz")
_FAMILIES = (_ENVI, _SHAPES, (".tif", ".tfw", ".hdr"), (".tiff", ".tfw", ".hdr"))


def family(path: Path) -> Iterator[Path]:
    """The file and the names that readers look for beside it, whether they are there or not."""
    yield path
    for ending in _BESIDE:
        yield path.with_name(path.name + ending)
    for suffixes in _FAMILIES:
        if path.suffix.lower() in suffixes:
            yield from (path.with_name(path.stem + suffix) for suffix in suffixes)
