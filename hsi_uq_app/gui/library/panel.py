"""A spectral library beside the scene: searched, compared with a pixel, its spectra drawn over the plot."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from hsi_uq_app.gui import theme

COLUMNS = ("Spectrum", "Angle", "Bands")
BEST = 10
MOST_ROWS = 200


@dataclass(frozen=True)
class LibraryRow:
    """A spectrum: its place in the library, its angle to the pixel (None = none), the bands both have.

    `colour`: "#rrggbb" while it is drawn, "" while it is not.
    """

    place: int
    name: str
    degrees: float | None
    bands: int
    colour: str = ""


class LibraryTable(QTableWidget):
    """One spectrum a row. A click, Space or Enter draws it or takes it away.

    Signals:
        toggled(int): the place of a spectrum.
    """

    toggled = Signal(int)

    def __init__(self) -> None:
        super().__init__(0, len(COLUMNS))
        self.setHorizontalHeaderLabels(COLUMNS)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setAccessibleName("Spectra of the library")
        self.cellClicked.connect(lambda row, _: self._toggle(row))

    def show_rows(self, rows: Sequence[LibraryRow]) -> None:
        """Fill the table; the keyboard's place is kept."""
        current = self.currentRow()
        self.setRowCount(len(rows))
        for number, row in enumerate(rows):
            for column, item in enumerate(_items(row, theme.em(self, 0.8))):
                self.setItem(number, column, item)
        if rows and current >= 0:
            self.setCurrentCell(min(current, len(rows) - 1), 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._toggle(self.currentRow())
        else:
            super().keyPressEvent(event)

    def _toggle(self, row: int) -> None:
        item = self.item(row, 0)
        if item is not None:
            self.toggled.emit(item.data(Qt.ItemDataRole.UserRole))


class LibraryPanel(QWidget):
    """The library's name, a search field, and its spectra: drawn ones first, then the nearest to the pixel.

    Signals:
        toggled(int): draw the spectrum with this place, or take it away.   open_asked().   close_asked().
    """

    toggled = Signal(int)
    open_asked = Signal()
    close_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[LibraryRow, ...] = ()
        self.search, self.words, self.table = QLineEdit(), QLabel(), LibraryTable()
        self.open_button, self.close_button = QPushButton("Open…"), QPushButton("Close")
        self._lay_out()
        self.search.textChanged.connect(lambda _: self._filter())
        self.table.toggled.connect(self.toggled)
        self.open_button.clicked.connect(self.open_asked)
        self.close_button.clicked.connect(self.close_asked)

    def show_library(self, words: str, rows: Sequence[LibraryRow]) -> None:
        """The spectra, the nearest first, and in words what they are compared with."""
        self.words.setText(words)
        self._rows = tuple(rows)
        self._filter()

    def _filter(self) -> None:
        self.table.show_rows(visible_rows(self._rows, self.search.text()))

    def _lay_out(self) -> None:
        self.search.setPlaceholderText("Search by name")
        self.search.setAccessibleName("Search the library")
        self.search.setClearButtonEnabled(True)
        self.open_button.setAccessibleName("Open another library")
        self.close_button.setAccessibleName("Close the library")
        self.words.setWordWrap(True)
        self.words.setStyleSheet(f"color: {theme.MUTED}")
        bar = QHBoxLayout()
        for widget, share in ((self.search, 1), (self.open_button, 0), (self.close_button, 0)):
            bar.addWidget(widget, share)
        column = QVBoxLayout(self)
        margin = theme.em(self, 0.4)
        column.setContentsMargins(margin, margin, margin, margin)
        column.addLayout(bar)
        column.addWidget(self.words)
        column.addWidget(self.table, 1)


def visible_rows(rows: Sequence[LibraryRow], text: str) -> list[LibraryRow]:
    """Drawn spectra, then those whose name holds every word; without words the ten nearest to a pixel."""
    words = text.lower().split()
    drawn = [row for row in rows if row.colour]
    others = [row for row in rows if not row.colour and all(word in row.name.lower() for word in words)]
    is_matched = any(row.degrees is not None for row in rows)
    return drawn + others[: BEST if is_matched and not words else MOST_ROWS]


def _items(row: LibraryRow, side: int) -> list[QTableWidgetItem]:
    name = QTableWidgetItem(row.name)
    name.setData(Qt.ItemDataRole.UserRole, row.place)
    name.setCheckState(Qt.CheckState.Checked if row.colour else Qt.CheckState.Unchecked)
    name.setFlags(name.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
    name.setToolTip(row.name)
    if row.colour:
        swatch = QPixmap(side, side)
        swatch.fill(QColor(row.colour))
        name.setData(Qt.ItemDataRole.DecorationRole, swatch)
    degrees = QTableWidgetItem("–" if row.degrees is None else f"{row.degrees:.2f}°")
    bands = QTableWidgetItem(str(row.bands))
    for item in (degrees, bands):
        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return [name, degrees, bands]
