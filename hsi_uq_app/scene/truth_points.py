"""Truth as a CSV of points: line and sample (from 0), x and y, or longitude and latitude."""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.class_codes import ClassChoice
from hsi_uq_app.scene.class_field import rows_of_class
from hsi_uq_app.scene.envi_fields import as_number
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.small_file import read_at_most
from hsi_uq_app.scene.text_table import (
    decimal_point,
    decimal_point_in_quotes,
    decoded_table,
    is_separator_row,
)
from hsi_uq_app.scene.truth_grid import TruthGrid

LARGEST_FILE = 64 * 2**20
# As `_plain` leaves them: without capitals, blanks, underscores and what stands in brackets
_NAMES = {
    "line": ("line", "lines", "row", "rows", "pixely", "ypixel", "centroidline"),
    "sample": ("sample", "samples", "col", "cols", "column", "pixelx", "xpixel", "centroidsample"),
    "x": (
        "x",
        "easting",
        "eastings",
        "east",
        "mapx",
        "pointx",
        "xcoord",
        "coordx",
        "xcoordinate",
        "utmx",
        "utmeasting",
    ),
    "y": (
        "y",
        "northing",
        "northings",
        "north",
        "mapy",
        "pointy",
        "ycoord",
        "coordy",
        "ycoordinate",
        "utmy",
        "utmnorthing",
    ),
    "lon": ("lon", "long", "longitude", "lng", "londd"),
    "lat": ("lat", "latitude", "latdd"),
    "abundance": ("abundance", "fraction"),
}
_UNIT_IN_HEAD = re.compile(r"[(\[].*[)\]]|[ _.-]")
_EXPECTED = "a first row with `line,sample`, `x,y` or `lon,lat`, then a row a point; `abundance` if you like"


@dataclass(frozen=True)
class PointTable:
    """The head as it stands in lower case, the rows of its length, and how many rows were of another."""

    head: list[str]
    rows: list[list[str]]
    skipped: int = 0

    @property
    def place(self) -> dict[str, int]:
        """Which column holds what of _NAMES."""
        plain = [_UNIT_IN_HEAD.sub("", name) for name in self.head]
        return {key: plain.index(name) for key, names in _NAMES.items() for name in names if name in plain}

    def of_class(self, class_: ClassChoice, file: str) -> tuple[list[list[str]], tuple[Note, ...]]:
        """The rows with a value in the column that names classes, or that `column=value` names."""
        if class_ is None:
            return self.rows, ()
        places = set(self.place.values())
        fields = [
            (name, [row[column] for row in self.rows])
            for column, name in enumerate(self.head)
            if column not in places
        ]
        chosen, notes = rows_of_class(fields, class_, "row", file)
        return [row for row, is_chosen in zip(self.rows, chosen, strict=True) if is_chosen], notes


def read_points(
    path: Path, grid: TruthGrid, class_: ClassChoice = None
) -> tuple[np.ndarray, tuple[Note, ...]]:
    """Burn points: 1 (or their `abundance`) in the pixels that hold them, 0 elsewhere.

    Args:
        class_: take only rows with this value in the column that names classes, or `column=value`.

    Raises:
        UserError: no table of points, numbers that are none, or no point inside the scene.
    """
    table = _table(path)
    (rows, told), place = table.of_class(class_, path.name), table.place
    columns, rows_of = _pixels(rows, place, grid, path)
    inside = grid.inside(columns, rows_of)
    if not inside.any():
        raise UserError(f"truth {path.name}: none of its {len(rows)} points lies in the scene", _EXPECTED)
    values = _abundances(rows, place, path)
    burnt = np.zeros(grid.shape, dtype=np.float32)
    at = rows_of[inside].astype(int), columns[inside].astype(int)
    np.maximum.at(burnt, at, values[inside].astype(np.float32))
    notes = [Note("truth", None, f"{int(inside.sum())} points burnt; every other pixel counts as background")]
    if not inside.all():
        notes.append(Note("truth", None, f"{int((~inside).sum())} points lie outside the scene"))
    if table.skipped:
        notes.append(Note("truth", None, f"{table.skipped} rows longer than the first are skipped"))
    return burnt, (*told, *notes)


def _abundances(rows: Sequence[Sequence[str]], place: Mapping[str, int], path: Path) -> np.ndarray:
    """1 a point, or its own abundance; an empty cell is unknown."""
    if "abundance" not in place:
        return np.ones(len(rows))
    values = _column([[row[place["abundance"]] or "nan"] for row in rows], 0, path)
    low, high = np.nanmin(values, initial=0.0), np.nanmax(values, initial=0.0)
    if low < 0 or high > 1:
        problem = f"its abundances lie in {low:g}..{high:g}; an abundance lies in 0..1"
        raise UserError(f"truth {path.name}: {problem}", "divide them by their scale")
    return values


def has_points(path: Path) -> bool:
    """Whether a text file looks like a table of points, rather than a spectral library."""
    try:
        found = set(_table(path).place)
    except UserError:
        return False
    return any(set(pair) <= found for pair in (("line", "sample"), ("x", "y"), ("lon", "lat")))


def _table(path: Path) -> PointTable:
    content = read_at_most(path, LARGEST_FILE)
    text = None if content is None else decoded_table(content)
    if text is None:
        raise UserError(f"truth {path.name} is binary or larger than 64 MiB", _EXPECTED)
    return parse_table(text, path)


def parse_table(text: str, path: Path) -> PointTable:
    """The table of a text (pure, so that it can be fuzzed); rows of empty cells are passed over."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    lines = lines[1:] if lines and is_separator_row(lines[0]) else lines
    separator = max(",;\t", key=lines[0].count) if lines else ","
    pointed = decimal_point_in_quotes if separator == "," else decimal_point
    try:
        rows = [[pointed(cell.strip()) for cell in row] for row in csv.reader(lines, delimiter=separator)]
    except csv.Error as error:
        raise UserError(f"truth {path.name} is no table: {error}", _EXPECTED) from error
    if len(rows) < 2:
        raise UserError(f"truth {path.name} holds no points", _EXPECTED)
    head = [cell.lower() for cell in rows[0]]
    filled = [row for row in rows[1:] if any(row)]
    kept = [_of_length(row, len(head)) for row in filled if not any(row[len(head) :])]
    return PointTable(head, kept, len(filled) - len(kept))


def _of_length(row: list[str], length: int) -> list[str]:
    """A row without cells beyond the head's, and with empty ones where it ends early."""
    return row[:length] + [""] * (length - len(row))


def _pixels(
    rows: Sequence[Sequence[str]], place: Mapping[str, int], grid: TruthGrid, path: Path
) -> tuple[np.ndarray, np.ndarray]:
    """Columns and rows of the points, counted from the first pixel's corner."""
    if "line" in place and "sample" in place:
        return _column(rows, place["sample"], path), _column(rows, place["line"], path)
    for first, second in (("x", "y"), ("lon", "lat")):
        if first in place and second in place:
            x, y = _column(rows, place[first], path), _column(rows, place[second], path)
            found = grid.placed(path.name)
            return found.column_row(*(found.from_lon_lat(x, y) if first == "lon" else (x, y)))
    raise UserError(
        f"truth {path.name} has no columns `line` and `sample`, `x` and `y`, or `lon` and `lat`", _EXPECTED
    )


def _column(rows: Sequence[Sequence[str]], place: int, path: Path) -> np.ndarray:
    numbers = [as_number(row[place]) for row in rows]
    if None in numbers:
        bad = rows[numbers.index(None)][place]
        raise UserError(f"truth {path.name}: `{bad[:40]}` is not a number", _EXPECTED)
    return np.array(numbers, dtype=np.float64)
