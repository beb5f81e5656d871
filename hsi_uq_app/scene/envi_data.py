"""The two files of an ENVI cube, found, checked against each other and opened."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import is_file
from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.decompression import is_gzip, unpack
from hsi_uq_app.scene.envi_fields import plain_keys
from hsi_uq_app.scene.envi_header import EnviHeader, read_header
from hsi_uq_app.scene.envi_pair import data_beside, header_beside, headers_beside, is_header
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.positional_file import PositionalFile


def header_and_data(path: Path, overrides: Mapping[str, str] | None) -> tuple[EnviHeader, Path]:
    """Read the header and find its data file, whichever of the two is named.

    Raises:
        UserError: one of them is missing, or the header cannot be understood.
    """
    named = plain_keys(overrides).get("data file")
    if not is_file(path):
        raise UserError(f"{path} does not exist or is not a file", "check the name")
    if not is_header(path):
        return _fitting_header(path, overrides), path
    header = read_header(path, overrides)
    if named:
        data_path = path.parent / named
        if not is_file(data_path):
            raise UserError(f"{data_path} does not exist or is not a file", "check the name")
        return header, data_path
    return header, data_beside(path, header.data_bytes)


def _fitting_header(data: Path, overrides: Mapping[str, str] | None) -> EnviHeader:
    """The header of a data file; of several the first whose size is the file's, and that is said."""
    several = headers_beside(data)
    if len(several) < 2:
        return read_header(header_beside(data), overrides)
    headers, problem = [], None
    for path in several:
        try:
            headers.append(read_header(path, overrides))
        except UserError as error:
            problem = problem or error
    if not headers and problem:
        raise problem
    size = data.stat().st_size
    best = min(headers, key=lambda header: header.data_bytes != size)
    others = ", ".join(path.name for path in several if path != best.path)
    why = "its size is the file's" if best.data_bytes == size else "its name comes first"
    note = Note("header", None, f"{best.path.name} is used, as {why}; beside it lies {others}")
    return replace(best, notes=(*best.notes, note))


def open_data(header: EnviHeader, path: Path, progress: Progress) -> tuple[PositionalFile, tuple[Note, ...]]:
    """Open the data file, unpacked if need be, once its size fits the header.

    Raises:
        UserError: it is too short; the message says by how many bytes.
    """
    needed, present = header.data_bytes, path.stat().st_size
    if (header.compressed or present < needed) and is_gzip(path):
        text = f"{path.name} is gzip; unpacked to a temporary file of {needed:,} bytes"
        return unpack(path, needed, progress), (Note("file compression", None, text),)
    if present < needed:
        raise _truncated(header, path, needed, present)
    return PositionalFile(path), tuple(_size_notes(header, path, present - needed))


def _truncated(header: EnviHeader, path: Path, needed: int, present: int) -> UserError:
    shape = f"{header.lines} lines x {header.samples} samples x {header.bands} bands of {header.dtype.name}"
    offset = f" after {header.header_offset:,}" if header.header_offset else ""
    return UserError(
        f"{path.name} is truncated: {needed - present:,} bytes missing "
        f"({shape}{offset} need {needed:,}, it has {present:,})",
        "get the file again, or correct the header's lines, samples, bands or data type",
    )


def _size_notes(header: EnviHeader, path: Path, surplus: int) -> Iterator[Note]:
    if surplus:
        yield Note(
            "size", None, f"{path.name} is {surplus:,} bytes longer than the header says; check its numbers"
        )
    if header.compressed:
        yield Note(
            "file compression",
            None,
            f"{path.name} is not gzip, although `file compression = 1`; read as it is",
        )
