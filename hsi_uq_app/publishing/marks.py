"""Whether a file is one of this program's, told by what stands in it and never by its name alone."""

from collections.abc import Callable, Mapping
from pathlib import Path

Ours = Callable[[Path], bool]
"""Whether a file is an earlier one of the kind that is about to be written."""

_START, _END = 1 << 25, 1 << 20


def starts_with(*marks: bytes) -> Ours:
    """Files that begin with one of the marks."""
    return lambda path: _ends_of(path).startswith(marks)


def holds(*marks: bytes) -> Ours:
    """Files with all the marks near their start or end, where formats keep what they say of themselves."""
    return lambda path: all(mark in _ends_of(path) for mark in marks)


def envi(*descriptions: bytes) -> Ours:
    """ENVI headers with one of the descriptions, and the data files of such headers."""
    told = holds(b"ENVI\n")

    def ours(path: Path) -> bool:
        header = path.with_suffix(".hdr")
        return told(header) and any(holds(b"description = {" + text)(header) for text in descriptions)

    return ours


def by_ending(kinds: Mapping[str, Ours]) -> Ours:
    """The kind of the first ending that a name has."""

    def ours(path: Path) -> bool:
        return any(
            kind(path) for kind in [kind for end, kind in kinds.items() if path.name.endswith(end)][:1]
        )

    return ours


def anything(path: Path) -> bool:
    """For files in places of the program's own, such as its state folder, or that a person agreed to."""
    return True


def start_of(path: Path, size: int) -> bytes:
    """The first bytes of a file; none of one that cannot be read."""
    try:
        with open(path, "rb") as handle:
            return handle.read(size)
    except OSError:
        return b""


def _ends_of(path: Path) -> bytes:
    """The first 32 and the last megabyte; nothing of what cannot be read."""
    try:
        with open(path, "rb") as handle:
            start = handle.read(_START)
            handle.seek(max(len(start), path.stat().st_size - _END))
            return start + handle.read(_END)
    except OSError:
        return b""
