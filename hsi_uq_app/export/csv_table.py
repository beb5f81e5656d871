"""The table of detections as CSV, for a spreadsheet."""

import csv
from io import StringIO
from pathlib import Path
from typing import Any

from hsi_uq_app.export.provenance import side_car
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.export.table import COLUMNS, rows
from hsi_uq_app.export.targets import beside, export_of, named, write_all
from hsi_uq_app.plain_text import cell
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.marks import starts_with

_DIGITS = 9  # of degrees and metres; enough for probabilities, too
_PLAIN = Guard()
_OURS = export_of("CSV", csv=starts_with(b"id,pixels,area_m2,line,sample,"))


def write(selection: Selection, path: Path, guard: Guard = _PLAIN) -> list[Path]:
    """Write NAME.csv: one row a detection, with a row of names; empty where the scene does not tell."""
    target = named(path, ".csv")
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(column.name for column in COLUMNS)
    for row in rows(selection, selection.detections(selection.labels())):
        table.writerow(_plain(value) for value in row)
    contents = {target: text.getvalue().encode(), beside(target, ".json"): side_car(selection, "CSV")}
    return write_all(selection, contents, _OURS, guard)


def _plain(value: Any) -> Any:
    return round(value, _DIGITS) if isinstance(value, float) else cell(value)
