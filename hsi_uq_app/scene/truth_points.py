"""Truth as a CSV of points: line and sample (from 0), x and y, or longitude and latitude."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.class_codes import ClassChoice
from hsi_uq_app.scene.envi_fields import as_number
from hsi_uq_app.scene.notes import Note
from hsi_uq_app.scene.truth_grid import TruthGrid

LARGEST_FILE = 64 * 2**20
_NAMES = {
    "line": ("line", "row", "pixel_y", "centroid_line"),
    "sample": ("sample", "col", "column", "pixel_x", "centroid_sample"),
    "x": ("x", "easting", "map_x"),
    "y": ("y", "northing", "map_y"),
    "lon": ("lon", "longitude", "lng"),
    "lat": ("lat", "latitude"),
    "abundance": ("abundance", "fraction"),
}
_EXPECTED = "a first row with `line,sample`, `x,y` or `lon,lat`, then a row a point; `abundance` if you like"


def read_points(
    path: Path, grid: TruthGrid, class_: ClassChoice = None
) -> tuple[np.ndarray, tuple[Note, ...]]:
    """Burn points: 1 (or their `abundance`) in the pixels that hold them, 0 elsewhere.

    Args:
        class_: take only rows with this value in any cell.

    Raises:
        UserError: no table of points, numbers that are none, or no point inside the scene.
    """
    head, rows = _table(path)
    wanted = None if class_ is None else str(class_).strip().lower()
    rows = [row for row in rows if wanted is None or wanted in (cell.lower() for cell in row)]
    place = {key: head.index(name) for key, names in _NAMES.items() for name in names if name in head}
    columns, rows_of = _pixels(rows, place, grid, path)
    inside = grid.inside(columns, rows_of)
    if not inside.any():
        raise UserError(f"truth {path.name}: none of its {len(rows)} points lies in the scene", _EXPECTED)
    values = _column(rows, place["abundance"], path) if "abundance" in place else np.ones(len(rows))
    burnt = np.zeros(grid.shape, dtype=np.float32)
    at = rows_of[inside].astype(int), columns[inside].astype(int)
    np.maximum.at(burnt, at, values[inside].astype(np.float32))
    notes = [Note("truth", None, f"{int(inside.sum())} points burnt; every other pixel counts as background")]
    if not inside.all():
        notes.append(Note("truth", None, f"{int((~inside).sum())} points lie outside the scene"))
    return burnt, tuple(notes)


def has_points(path: Path) -> bool:
    """Whether a text file looks like a table of points, rather than a spectral library."""
    try:
        head, _ = _table(path)
    except UserError:
        return False
    found = {key for key, names in _NAMES.items() if any(name in head for name in names)}
    return any(set(pair) <= found for pair in (("line", "sample"), ("x", "y"), ("lon", "lat")))


def _table(path: Path) -> tuple[list[str], list[list[str]]]:
    try:
        content = path.read_bytes() if path.stat().st_size <= LARGEST_FILE else b"\0"
    except OSError as error:
        raise UserError(
            f"cannot read {path}: {error.strerror}", "check the name and the permissions"
        ) from error
    if b"\0" in content:
        raise UserError(f"truth {path.name} is binary or larger than 64 MiB", _EXPECTED)
    return parse_table(content.decode("utf-8-sig", "replace"), path)


def parse_table(text: str, path: Path) -> tuple[list[str], list[list[str]]]:
    """The head (lower case) and the rows of its length (pure, so that it can be fuzzed)."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    separator = max(",;\t", key=lines[0].count) if lines else ","
    try:
        rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator)]
    except csv.Error as error:
        raise UserError(f"truth {path.name} is no table: {error}", _EXPECTED) from error
    if len(rows) < 2:
        raise UserError(f"truth {path.name} holds no points", _EXPECTED)
    head = [cell.lower() for cell in rows[0]]
    return head, [row for row in rows[1:] if len(row) == len(head)]


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
