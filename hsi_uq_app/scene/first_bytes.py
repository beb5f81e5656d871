"""What a file is by its first bytes, whatever it is called."""

from pathlib import Path

from hsi_uq_app.files import is_file

LONGEST = 64
_MATLAB = (b"MATLAB ",)
_SHAPES = (b"SQLite format 3\0", b"\0\0\x27\x0a")
_JSON = (b"{", b"\xef\xbb\xbf{")


def is_matlab(path: Path) -> bool:
    """A MATLAB file of version 5 or 7.3; older ones have no mark."""
    return _start(path).startswith(_MATLAB)


def holds_shapes(path: Path) -> bool:
    """A GeoPackage, a shapefile, or JSON, which may be GeoJSON."""
    start = _start(path)
    return start.startswith(_SHAPES) or start.lstrip().startswith(_JSON)


def _start(path: Path) -> bytes:
    if not is_file(path):
        return b""
    try:
        with open(path, "rb") as handle:
            return handle.read(LONGEST)
    except OSError:
        return b""
