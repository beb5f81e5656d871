"""Spectra as text: columns (CSV, ASCII, ECOSTRESS), or one spectrum a row under a row of wavelengths."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.envi_fields import as_number
from hsi_uq_app.scene.library_values import to_spectra
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.small_file import read_at_most
from hsi_uq_app.scene.spectra import Library
from hsi_uq_app.scene.text_table import (
    are_decimal_commas,
    decimal_point,
    decimal_point_in_quotes,
    decoded_table,
    is_separator_row,
)
from hsi_uq_app.scene.wavelengths import unit_in

MOST_SHOWN = 8
LARGEST_FILE = 64 * 2**20
_EXPECTED = "a library is an ENVI .sli, or text with a column of wavelengths and a column of values"
# Whole words: `developed roof` and `stdio` are materials
_SPREAD = re.compile(
    r"(?<![a-z])(stds?|st\.? ?devs?|std\.?[ _]?devs?\.?|stdevs?|s\.?d\.?|dev|deviations?|errors?|err|"
    r"uncert[a-z]*|sigma)(?![a-z])",
    re.IGNORECASE,
)
_GENERIC = re.compile(
    r"(mean |relative )?(reflectance|refl|radiance|value|values|wert|intensity|signal|dn|y|x|v)?[ _.]*"
    r"([(\[]?%[)\]]?|[(\[].*[)\]]|\d+%?)?$",
    re.IGNORECASE,
)
_UNITS = re.compile(r"\bunits?\b", re.IGNORECASE)
_REFLECTANCE = re.compile(r"reflectance.{0,3}(%|percent)", re.IGNORECASE)
_PERCENT = re.compile(r"percent|[(\[]%[)\]]|reflectance.{0,3}%", re.IGNORECASE)
_WAVELENGTH_HEAD = re.compile(r"wave|wvl|lambda|(?<![a-z])wl(?![a-z])|^(nm|um|µm)$", re.IGNORECASE)
_NUMBER_HEAD = re.compile(r"(band|channel|index|id|no|nr|#)s?[ _.]*(no|nr|number)?\.?", re.IGNORECASE)
_HOLES = frozenset(("", "-", "nan", "na", "n/a", "null"))


# names, wavelengths (n,), values (spectra, n), the words above them, notes
Found = tuple[list[str], np.ndarray, np.ndarray, list[list[str]], tuple[Note, ...]]


@dataclass
class TextTable:
    """Cells sorted into words (what stands above the numbers) and numbers (n, columns)."""

    words: list[list[str]]
    numbers: np.ndarray
    skipped: int

    @property
    def columns(self) -> int:
        return int(self.numbers.shape[1])


def read_text_library(path: Path, unit: str | None, scale: float | None) -> Library:
    """Read spectra from text.

    Raises:
        UserError: too large, binary, or without two columns of numbers.
    """
    return spectra_in(_text(path), path, unit, scale)


def spectra_in(text: str, path: Path, unit: str | None, scale: float | None) -> Library:
    """The spectra of a text (pure, so that it can be fuzzed)."""
    rows = [cells for cells in map(_cells, text.splitlines()) if cells]
    names, wavelengths, values, words, notes = _by_rows(rows) or _by_columns(rows, path)
    said = " ".join(" ".join(cells) for cells in words)
    spectra, more = to_spectra(
        names, wavelengths, values, unit or unit_in(said), scale or _said_scale(words), path.name
    )
    return Library(path, spectra, (*notes, *more))


def _text(path: Path) -> str:
    content = read_at_most(path, LARGEST_FILE)
    text = None if content is None else decoded_table(content)
    if text is None:
        raise UserError(f"{path.name} is no spectral library: it is binary or larger than 64 MiB", _EXPECTED)
    return text


def _cells(row: str) -> list[str]:
    """The cells of a row; a comma that separates no cells is a decimal point."""
    row = row.strip().lstrip("#").strip()
    if is_separator_row(row):
        return []
    if "\t" in row or (";" in row and not _is_comma_row(row)):
        cells = [decimal_point(_bare(cell)) for cell in row.split("\t" if "\t" in row else ";")]
    elif "," in row and not are_decimal_commas(row.split()):
        cells = [decimal_point_in_quotes(cell) for cell in _split_at_commas(row)]
    else:
        cells = [decimal_point(cell) for cell in row.split()]
    return [_bare(cell) for cell in cells] if row else []


def _is_comma_row(row: str) -> bool:
    """Whether commas separate more numbers than semicolons do, one of which then stands in a name."""
    by_comma = sum(as_number(cell) is not None for cell in row.split(","))
    return by_comma > sum(as_number(decimal_point(_bare(cell))) is not None for cell in row.split(";"))


def _bare(cell: str) -> str:
    return cell.strip().strip("\"'").strip()


def _split_at_commas(row: str) -> list[str]:
    """The cells of a row; a comma inside quotes belongs to its cell."""
    if '"' not in row:
        return row.split(",")
    try:
        return next(csv.reader([row], skipinitialspace=True), [])
    except csv.Error:
        return row.split(",")


def _by_columns(rows: list[list[str]], path: Path) -> Found:
    """One column is the wavelength, every other one a spectrum, unless it counts bands or tells a spread."""
    table = _table(rows)
    if table is None:
        raise UserError(f"{path.name} holds no two columns of numbers", _EXPECTED)
    heads = next((cells for cells in reversed(table.words) if len(cells) == table.columns), None)
    x = _wavelength_column(heads)
    kept = [c for c in _spectrum_columns(table, heads, x) if not _repeats(table, heads, c, x, path)]
    own = _named(table.words) or path.name.split(".")[0]
    names = [heads[c] if heads else f"{own} {c}" for c in kept]
    if len(kept) == 1 and (not heads or _named(table.words) or _GENERIC.match(names[0])):
        names = [own]
    notes = _left_out(table, heads, x, kept)
    if table.skipped:
        notes = (*notes, Note("rows", None, f"{table.skipped} rows of another length are skipped"))
    known = np.isfinite(table.numbers[:, x])
    return names, table.numbers[known, x], table.numbers[known][:, kept].T, table.words, notes


def _wavelength_column(heads: list[str] | None) -> int:
    """The first column, unless the heads name another one as the only one of wavelengths."""
    named = [column for column, head in enumerate(heads or []) if _WAVELENGTH_HEAD.search(head)]
    return named[0] if len(named) == 1 else 0


def _repeats(table: TextTable, heads: list[str] | None, column: int, x: int, path: Path) -> bool:
    """Whether a column gives the wavelengths again.

    Raises:
        UserError: it gives others, for some of the columns.
    """
    if not heads or not _WAVELENGTH_HEAD.search(heads[column]) or not _WAVELENGTH_HEAD.search(heads[x]):
        return False
    if not np.array_equal(table.numbers[:, column], table.numbers[:, x], equal_nan=True):
        raise UserError(
            f"{path.name} has two columns of wavelengths that differ, `{heads[x]}` and `{heads[column]}`",
            "save the spectra of each in a file of its own",
        )
    return True


def _left_out(table: TextTable, heads: list[str] | None, x: int, kept: Sequence[int]) -> tuple[Note, ...]:
    """Which named columns give no spectrum."""
    gone = (
        [heads[c] or f"column {c + 1}" for c in range(table.columns) if c not in (x, *kept)] if heads else []
    )
    if not gone:
        return ()
    shown = ", ".join(gone[:MOST_SHOWN]) + (" ..." if len(gone) > MOST_SHOWN else "")
    why = "they are empty, count rows, tell a spread or give the wavelengths again"
    return (Note("columns", None, f"{shown} are left out: {why}"),)


def _spectrum_columns(table: TextTable, heads: list[str] | None, x: int) -> list[int]:
    """Columns of values; USGS says only in its preamble that the third column is the standard deviation."""
    others = [column for column in range(table.columns) if column != x]
    filled = [c for c in others if np.isfinite(table.numbers[:, c]).any()]
    if heads:
        plain = [c for c in filled if not _SPREAD.search(heads[c])]
        return [c for c in plain if c > x or not _NUMBER_HEAD.fullmatch(heads[c])] or plain
    spread_said = any(_SPREAD.search(" ".join(cells)) for cells in table.words)
    return filled[:1] if spread_said and table.columns == 3 else filled


def _table(rows: list[list[str]]) -> TextTable | None:
    numeric = [_numbers(cells) for cells in rows]
    counts = Counter(len(row) for row in numeric if row is not None and len(row) > 1)
    if not counts:
        return None
    columns = counts.most_common(1)[0][0]
    kept = [row for row in numeric if row is not None and len(row) == columns]
    words = [cells for cells, row in zip(rows, numeric, strict=True) if row is None]
    skipped = sum(1 for row in numeric if row is not None and len(row) != columns)
    return TextTable(words, np.array(kept, dtype=np.float64), skipped)


def _numbers(cells: list[str]) -> list[float] | None:
    """A row of numbers (the first one, a wavelength, no hole), or None."""
    numbers = _values(cells)
    return numbers if numbers and numbers[0] == numbers[0] else None


def _values(cells: list[str]) -> list[float] | None:
    """Numbers and holes (NaN), or None where a cell is neither."""
    found = [as_number(cell) if cell.lower() not in _HOLES else float("nan") for cell in cells]
    numbers = [number for number in found if number is not None]
    return numbers if len(numbers) == len(cells) else None


def _named(words: list[list[str]]) -> str:
    """The name an ECOSTRESS header gives: `Name: ...`."""
    for cells in words:
        key, colon, value = " ".join(cells).partition(":")
        if colon and key.strip().lower() == "name" and value.strip():
            return value.strip()
    return ""


def _by_rows(rows: list[list[str]]) -> Found | None:
    """A head of words then wavelengths, and below it rows of words then values; None if it is not so."""
    if not rows or as_number(rows[0][0]) is not None:
        return None
    head = rows[0]
    first = next((i for i in range(len(head)) if all(map(_wavelength, head[i:]))), len(head))
    if first == 0 or len(head) - first < 4:
        return None
    body = [cells for cells in rows[1:] if len(cells) == len(head)]
    values = [_values(cells[first:]) for cells in body]
    if not body or None in values:
        return None
    wavelengths = np.array([_wavelength(cell) for cell in head[first:]], dtype=np.float64)
    names = [cells[0] or f"spectrum {number}" for number, cells in enumerate(body, 1)]
    skipped = len(rows) - 1 - len(body)
    notes = (Note("rows", None, f"{skipped} rows of another length are skipped"),) if skipped else ()
    return names, wavelengths, np.array(values, dtype=np.float64), [head], notes


def _wavelength(cell: str) -> float | None:
    """A positive number, also with its unit behind it (`450.5 nm`)."""
    match = re.fullmatch(r"(\d+\.?\d*|\.\d+)\s*(nm|um|µm)?", cell)
    return float(match[1]) or None if match else None


def _said_scale(words: list[list[str]]) -> float | None:
    """ECOSTRESS says `Y Units: Reflectance (percentage)`, others say it in the head."""
    rows = [" ".join(cells) for cells in words]
    told = [row for row in rows if _UNITS.search(row) or _REFLECTANCE.search(row)]
    told += [row for row in rows[-1:] if ":" not in row]
    return 100.0 if any(_PERCENT.search(row) for row in told) else None
