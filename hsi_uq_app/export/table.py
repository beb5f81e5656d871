"""The table of detections that every vector format and the CSV carry."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.detections import Detection
from hsi_uq_app.export.selection import Selection


@dataclass(frozen=True)
class TableColumn:
    """One column: its name, its name of at most 10 letters for shapefiles, its type, and its value."""

    name: str
    short: str
    dtype: type
    value: Callable[[Selection, Detection], Any]


def _own(name: str, short: str = "", dtype: type = float) -> TableColumn:
    return TableColumn(name, short or name, dtype, lambda _, row: getattr(row, name))


COLUMNS: tuple[TableColumn, ...] = (
    _own("id", dtype=int),
    _own("pixels", dtype=int),
    _own("area_m2"),
    _own("line"),
    _own("sample"),
    _own("x"),
    _own("y"),
    _own("lon"),
    _own("lat"),
    _own("probability_mean", "p_mean"),
    _own("probability_max", "p_max"),
    _own("lower"),
    _own("upper"),
    _own("width"),
    TableColumn("alpha", "alpha", float, lambda selection, _: selection.alpha / 100),
    TableColumn("delta", "delta", float, lambda selection, _: round(selection.delta, 3)),
    TableColumn("method", "method", str, lambda selection, _: str(selection.provenance.get("method", ""))),
)


def rows(selection: Selection, found: tuple[Detection, ...]) -> list[list[Any]]:
    """The table, a row a detection, in the order of COLUMNS; None where the scene does not tell."""
    return [[column.value(selection, row) for column in COLUMNS] for row in found]


def columns(selection: Selection, found: tuple[Detection, ...]) -> list[npt.NDArray[Any]]:
    """The table by columns, as typed arrays; NaN stands for None."""
    table = rows(selection, found)
    types = {int: np.int64, float: np.float64, str: object}
    return [
        np.array([row[index] for row in table], dtype=types[column.dtype])
        for index, column in enumerate(COLUMNS)
    ]
