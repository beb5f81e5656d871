"""Which kind of GIS file it is, by its first bytes, and whether what lies beside it may be read."""

import codecs
import os
from collections.abc import Iterator
from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import is_file
from hsi_uq_app.scene.plain_file import check_mode, open_plain
from hsi_uq_app.scene.siblings import checked_sibling

_FIRST = 4096
_STARTS = {b"SQLite format 3\0": "GPKG", b"\0\0\x27\x0a": "ESRI Shapefile"}
_BESIDE = {
    "GPKG": ("-wal", "-shm", "-journal"),
    "ESRI Shapefile": (".shx", ".dbf", ".prj", ".cpg", ".qpj", ".qix", ".sbn", ".sbx", ".idm", ".ind"),
}
_KNOWN = "shapes are read from a GeoPackage, a shapefile or GeoJSON; save it as one of these"


def gis_kind(path: Path) -> str:
    """The name of the driver that may read the file, and no other.

    Raises:
        UserError: missing, not a plain file, none of the three kinds, or a link beside it that leads away.
    """
    if not is_file(path):
        raise UserError(f"{path} does not exist or is not a file", "check the name")
    start = _first_bytes(path)
    kind = next((kind for begin, kind in _STARTS.items() if start.startswith(begin)), None)
    kind = kind or ("GeoJSON" if _is_json(start) else None)
    if kind is None:
        raise UserError(f"truth {path} cannot be read: it {_seen(start)}", _KNOWN)
    for beside in _beside(path, kind):
        _check_beside(path, beside)
    return kind


def files_read(path: Path, kind: str) -> Iterator[Path]:
    """The file and those that are read with it."""
    yield path
    yield from (beside for beside in _beside(path, kind) if is_file(beside))


def _first_bytes(path: Path) -> bytes:
    try:
        with open_plain(path) as handle:
            return handle.read(_FIRST)
    except OSError as error:
        raise UserError(
            f"cannot read {path}: {error.strerror}", "check the name and the permissions"
        ) from error


def _is_json(start: bytes) -> bool:
    for mark in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        if start.startswith(mark):
            start = start[: len(start) // 2 * 2].decode("utf-16", "replace").encode()
    return start.removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"[")


def _seen(start: bytes) -> str:
    if not start.strip():
        return "is empty"
    return "begins like XML" if start.lstrip().startswith(b"<") else "begins like none of them"


def _beside(path: Path, kind: str) -> Iterator[Path]:
    for ending in _BESIDE.get(kind, ()):
        if ending.startswith("-"):
            yield path.with_name(path.name + ending)
        else:
            yield from (path.with_name(path.stem + each) for each in (ending, ending.upper()))


def _check_beside(path: Path, beside: Path) -> None:
    checked_sibling(path, beside)
    try:
        check_mode(os.stat(beside).st_mode)
    except FileNotFoundError:
        return
    except OSError as error:
        raise UserError(f"{beside} cannot be read: {error.strerror}", "remove it") from error
