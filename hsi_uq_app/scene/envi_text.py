"""The text of an ENVI header as keys and raw values: encoding, comments, braces over several lines.

Tolerant where a guess is safe (byte-order mark, Latin-1, capitals, comments anywhere, a brace that is never
closed); what was odd becomes a note.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.small_file import read_at_most

LARGEST_HEADER = 32 * 2**20
MOST_LINES, MOST_ENTRIES, LONGEST_VALUE = 1_000_000, 20_000, 4 * 2**20
MOST_UNCLOSED = 20
KNOWN_KEYS = frozenset(
    (
        "samples", "lines", "bands", "header offset", "file type", "data type", "interleave", "byte order",
        "wavelength", "wavelength units", "fwhm", "bbl", "band names", "default bands", "data ignore value",
        "reflectance scale factor", "map info", "coordinate system string", "file compression", "sensor type",
        "classes", "class names", "class lookup", "x start", "y start", "description", "spectra names",
    )
)  # fmt: skip
_CLOSING = {"{": "}", "[": "]"}
_REMARK = re.compile(r"(^|\s);.*")
_ESRI = re.compile(r"^\s*(BYTEORDER|LAYOUT|NROWS|NCOLS|NBANDS|NBITS)\s+\S+", re.IGNORECASE | re.MULTILINE)
_PICK_HEADER = "choose the .hdr that belongs to the data file; it is a text file whose first word is ENVI"


@dataclass(frozen=True)
class HeaderText:
    """Keys in lower case with single spaces -> raw value without its braces, and the line of each key."""

    path: Path
    fields: dict[str, str]
    lines: dict[str, int]
    notes: tuple[Note, ...]


def read_text(path: Path) -> HeaderText:
    """Read a header's text.

    Raises:
        UserError: missing, unreadable, too large, binary, an Esri header or not an ENVI header.
    """
    return parse_text(decoded(_header_bytes(path), path), path)


def _header_bytes(path: Path) -> bytes:
    content = read_at_most(path, LARGEST_HEADER)
    if content is None:
        raise UserError(f"{path.name} is not an ENVI header: it is larger than 32 MiB", _PICK_HEADER)
    return content


def decoded(content: bytes, path: Path) -> tuple[str, tuple[Note, ...]]:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace"), (Note("encoding", 1, "the header is UTF-16 text"),)
    if b"\0" in content:
        raise UserError(f"{path.name} is not an ENVI header: it holds binary data", _PICK_HEADER)
    notes: tuple[Note, ...] = ()
    if content.startswith(codecs.BOM_UTF8):
        content, notes = content[3:], (Note("encoding", 1, "a byte-order mark stands before ENVI"),)
    try:
        return content.decode("utf-8"), notes
    except UnicodeDecodeError:
        return content.decode("latin-1"), (*notes, Note("encoding", None, "not UTF-8; read as Latin-1"))


def parse_text(decoded: tuple[str, tuple[Note, ...]], path: Path) -> HeaderText:
    """Split decoded text into keys and values (pure, so that it can be fuzzed)."""
    text, notes = decoded
    if max(map(text.count, "\n\r")) > MOST_LINES:
        raise UserError(f"{path.name} is not an ENVI header: it has over {MOST_LINES:,} lines", _PICK_HEADER)
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    start = next((i for i, row in enumerate(rows) if row.strip()), None)
    if start is None or not rows[start].strip().upper().startswith("ENVI"):
        raise _not_envi(text, path)
    fields: dict[str, str] = {}
    lines: dict[str, int] = {}
    found = list(notes)
    for key, line, value, oddity in _entries(rows, start + 1, path):
        _check_entry(len(lines) + len(found), key, value, path)
        if oddity:
            found.append(Note(key, line, oddity))
        if key and fields.get(key, value) != value:
            found.append(Note(key, line, f"the key stands twice; line {lines[key]} is overruled"))
        fields[key], lines[key] = value, line
    fields.pop("", None)
    return HeaderText(path, fields, lines, tuple(found))


def _check_entry(count: int, key: str, value: str, path: Path) -> None:
    """Refuse what no sensor's header holds, before it is made sense of."""
    if count > MOST_ENTRIES:
        raise UserError(f"{path.name} is not an ENVI header: it has over {MOST_ENTRIES:,} keys", _PICK_HEADER)
    if len(value) > LONGEST_VALUE:
        raise UserError(f"{path.name}: `{key[:40]}` is {len(value):,} letters long", _PICK_HEADER)


def _not_envi(text: str, path: Path) -> UserError:
    if len(_ESRI.findall(text)) >= 2:
        return UserError(
            f"{path.name} is an Esri header (NROWS, LAYOUT ...), not an ENVI header",
            "open the file in a GIS and export it as ENVI or GeoTIFF",
        )
    return UserError(f"{path.name} is not an ENVI header: its first word is not ENVI", _PICK_HEADER)


def _entries(rows: list[str], start: int, path: Path) -> Iterator[tuple[str, int, str, str]]:
    """Yield (key, line number from 1, value without braces, what was odd or "")."""
    index, unclosed = start, 0
    while index < len(rows):
        row, line = rows[index].strip(), index + 1
        index += 1
        if _is_remark(row):
            continue
        key, equals, value = row.partition("=")
        if not equals:
            yield "", line, "", f"`{row[:40]}` has no `=` and is skipped"
            continue
        value, index = _begun(value.strip(), rows, index)
        value, index, oddity = _whole_value(value, rows, index)
        unclosed += bool(oddity)
        if unclosed > MOST_UNCLOSED:
            raise UserError(f"{path.name} is not an ENVI header: its braces are never closed", _PICK_HEADER)
        yield " ".join(key.lower().split()), line, value, oddity


def _begun(value: str, rows: list[str], index: int) -> tuple[str, int]:
    """A value's first row and the next row's index; its brace may open on the row below."""
    if value:
        return value, index
    place = next((i for i in range(index, len(rows)) if not _is_remark(rows[i])), len(rows))
    opens = place < len(rows) and rows[place].strip()[0] in _CLOSING
    return (rows[place].strip(), place + 1) if opens else (value, index)


def _is_remark(row: str) -> bool:
    return not row.strip() or row.strip().startswith(";")


def _whole_value(value: str, rows: list[str], index: int) -> tuple[str, int, str]:
    """Follow a value to its closing brace: the value without braces, the next row's index, what was odd."""
    opening = value[:1]
    closing = _CLOSING.get(opening)
    if closing is None:
        return _REMARK.sub("", value), index, ""
    parts, depth, next_key = [value], _depth(value, opening, closing), None
    while depth > 0 and index < len(rows):
        row = rows[index].strip()
        if next_key is None and _starts_known_key(row):
            next_key = (index, len(parts))
        index += 1
        if row.startswith(";"):
            continue
        parts.append(row)
        depth += _depth(row, opening, closing)
    if depth <= 0:
        return _inside(" ".join(parts), closing), index, ""
    end, count = next_key or (index, len(parts))
    return (
        _inside(" ".join(parts[:count]), closing),
        end,
        f"`{opening}` is never closed; ended before the next key",
    )


def _depth(row: str, opening: str, closing: str) -> int:
    return row.count(opening) - row.count(closing)


def _starts_known_key(row: str) -> bool:
    key, equals, _ = row.partition("=")
    return bool(equals) and " ".join(key.lower().split()) in KNOWN_KEYS


def _inside(text: str, closing: str) -> str:
    end = text.rfind(closing)
    return text[1:end].strip() if end > 0 else text[1:].strip()
