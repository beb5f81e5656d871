"""The diagram as a file: PNG and SVG as seen, CSV with a row a bin, of both curves where there are two."""

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from hsi_uq_app.calibration.reliability import ReliabilityCurve
from hsi_uq_app.errors import UserError
from hsi_uq_app.files import whole_files
from hsi_uq_app.gui.reliability.words import HIT_WORDS
from hsi_uq_app.publishing.marks import anything

_PICTURE_SCALE: Final = 2
Curves = tuple[ReliabilityCurve, ReliabilityCurve | None]
"""The curve, and the one before calibration."""

_COLUMNS: Final = (
    "curve",
    "low",
    "high",
    "count",
    "positives",
    "mean_probability",
    "observed",
    "lower",
    "upper",
)


def save_png(path: Path, widget: QWidget, _curves: Curves) -> None:
    """The widget at twice its size on screen."""
    pixmap = QPixmap(widget.size() * _PICTURE_SCALE)
    pixmap.setDevicePixelRatio(_PICTURE_SCALE)
    widget.render(pixmap)
    if not pixmap.save(str(path), "PNG"):
        raise UserError(f"cannot write {path}", "choose another folder")


def save_svg(path: Path, widget: QWidget, _curves: Curves) -> None:
    """The widget as vectors."""
    drawing = QSvgGenerator()
    drawing.setFileName(str(path))
    drawing.setSize(widget.size())
    drawing.setViewBox(QRect(0, 0, widget.width(), widget.height()))
    painter = QPainter(drawing)
    widget.render(painter, QPoint())
    painter.end()


def save_csv(path: Path, _widget: QWidget, curves: Curves) -> None:
    """A row a bin, empty where an empty bin has no value; the lines above say which ECE it is, of what."""
    now, before = curves
    named = [("as shown", now)] if before is None else [("before", before), ("after", now)]
    with open(path, "w", newline="", encoding="utf-8") as handle:
        handle.writelines(f"# {name}: {_summary(curve)}\n" for name, curve in named)
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(_COLUMNS)
        for name, curve in named:
            writer.writerows([name, *_row(curve, bin_)] for bin_ in range(curve.counts.size))


def _summary(curve: ReliabilityCurve) -> str:
    return (
        f"{curve.kind}, equal {curve.spacing}, {curve.n} pixels, {curve.n_positive} {HIT_WORDS[curve.kind]}, "
        f"ECE {curve.ece:.9g}, noise floor {curve.noise_floor:.9g}"
    )


def _row(curve: ReliabilityCurve, bin_: int) -> list[str]:
    edges = [f"{float(edge):.9g}" for edge in curve.edges[bin_ : bin_ + 2]]
    counts = [str(curve.counts[bin_]), str(curve.positives[bin_])]
    shares = (curve.mean_probability, curve.observed, curve.lower, curve.upper)
    return edges + counts + [f"{share[bin_]:.9g}" if curve.counts[bin_] else "" for share in shares]


WRITERS: Final[dict[str, Callable[[Path, QWidget, Curves], None]]] = {
    ".png": save_png,
    ".svg": save_svg,
    ".csv": save_csv,
}


def save_diagram(path: Path, widget: QWidget, curves: Curves) -> None:
    """Write the file its suffix asks for, whole or not at all.

    Raises:
        UserError: another suffix, or a folder that cannot be written.
    """
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise UserError(f"cannot write a diagram as {path.name}", f"choose one of {', '.join(WRITERS)}")
    with whole_files(path, ours=anything) as (draft,):
        writer(draft, widget, curves)
