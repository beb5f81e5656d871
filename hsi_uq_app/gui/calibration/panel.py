"""The calibration panel: every figure before and after, what degenerates, and what may be kept."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.calibration.words import HEADINGS, figure_rows, heading, more_rows, sentences, set_rows
from hsi_uq_app.session.calibration import Calibrated

_COLUMNS = len(HEADINGS)


class CalibrationPanel(QScrollArea):
    """Shows the calibration whose curve is in the reliability panel.

    Signals:
        keep_asked(): write the calibrated map and show it as a result.
        closed(): the result as predicted again.
    """

    keep_asked = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.words = QLabel(), QLabel()
        self.keep, self.close_button = QPushButton("Keep as a result…"), QPushButton("Show as predicted")
        self._labels: list[QLabel] = []
        self._shown: list[Sequence[str]] = []
        self._grid = QGridLayout()
        self._lay_out()
        self.keep.clicked.connect(self.keep_asked)
        self.close_button.clicked.connect(self.closed)

    def show_calibration(self, made: Calibrated | None) -> None:
        """A calibration, or none."""
        self.title.setText(heading(made) if made else "")
        self._fill([*figure_rows(made), *set_rows(made), *more_rows(made)] if made else [])
        self.words.setText("\n".join(sentences(made)) if made else "")
        for button in (self.keep, self.close_button):
            button.setEnabled(made is not None)

    def rows(self) -> dict[str, tuple[str, ...]]:
        """The table's cells as they are shown, by the name of their row."""
        return {cells[0]: tuple(cells[1:]) for cells in self._shown}

    def _fill(self, rows: Sequence[tuple[Sequence[str], str]]) -> None:
        self._shown = [cells for cells, _ in rows]
        for label in self._labels:
            self._grid.removeWidget(label)
            label.deleteLater()
        self._labels = []
        for line, (cells, tip) in enumerate([(HEADINGS, ""), *rows]):
            for column, text in enumerate(cells):
                wide = _COLUMNS - column if column == len(cells) - 1 else 1
                self._grid.addWidget(self._label(text, tip, column, line == 0), line, column, 1, wide)

    def _label(self, text: str, tip: str, column: int, is_heading: bool) -> QLabel:
        label = QLabel(text)
        label.setToolTip(tip)
        if column:
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if is_heading or not column:
            label.setStyleSheet(f"color: {theme.MUTED}")
        self._labels.append(label)
        return label

    def _lay_out(self) -> None:
        body, margin = QWidget(), theme.em(self, 0.5)
        column = QVBoxLayout(body)
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(margin)
        for label in (self.title, self.words):
            label.setWordWrap(True)
            label.setStyleSheet(f"color: {theme.MUTED}")
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._grid.setHorizontalSpacing(theme.em(self, 0.6))
        self._grid.setVerticalSpacing(theme.em(self, 0.15))
        self._grid.setColumnStretch(0, 1)
        buttons = QHBoxLayout()
        for button in (self.keep, self.close_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column.addWidget(self.title)
        column.addLayout(self._grid)
        column.addLayout(buttons)
        column.addWidget(self.words)
        column.addStretch(1)
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Calibration")
