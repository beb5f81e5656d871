"""Marks the discs of a simulated scene, and says what the marks mean."""

from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.suburb.marks import LEAF_PX, SMALLEST_PX, paint_mark
from hsi_uq_app.session.suburb import DiscCounts

_SIGNS: Final = {"found": (True, False), "missed": (False, False), "hidden": (True, True)}
"""Which mark stands before each line: found, hidden."""


class DiscLegend(QWidget):
    """A check box and three lines.

    Signals:
        toggled(): the analyst wants the marks, or no longer.
    """

    toggled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QCheckBox("Mark the discs")
        self.box.setToolTip("What became of each target disc of the simulated scene (O)")
        self.lines = {name: QLabel() for name in _SIGNS}
        self._signs = {name: QLabel() for name in _SIGNS}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(theme.em(self, 0.1))
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.box, 0, 0, 1, 2)
        for row, (name, (found, hidden)) in enumerate(_SIGNS.items(), start=1):
            self._signs[name].setPixmap(_picture(found, hidden))
            grid.addWidget(self._signs[name], row, 0)
            grid.addWidget(self.lines[name], row, 1)
        self.box.clicked.connect(self.toggled)
        self.show_discs(False, False, None)

    def show_discs(self, available: bool, shown: bool, counts: DiscCounts | None) -> None:
        """Whether there are discs, whether they are marked, and their fates once judged."""
        self.setVisible(available)
        with QSignalBlocker(self.box):
            self.box.setChecked(shown)
        for label in (*self.lines.values(), *self._signs.values()):
            label.setVisible(shown)
        if counts:
            self.lines["found"].setText(f"{counts.found} found, at 1 false alarm in 1,000")
            self.lines["missed"].setText(f"{counts.missed} missed")
            self.lines["hidden"].setText(f"{counts.hidden} beneath leaves, {counts.hidden_found} found")
        else:
            for label in self.lines.values():
                label.setText("…")


def _picture(found: bool, hidden: bool) -> QPixmap:
    """The mark as it is painted in the scene, small."""
    side = round(2 * SMALLEST_PX + LEAF_PX + 4)
    picture = QPixmap(side, side - 6)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.translate(SMALLEST_PX + 2, side - 6 - SMALLEST_PX - 2)
    paint_mark(painter, SMALLEST_PX, found, hidden)
    painter.end()
    return picture
