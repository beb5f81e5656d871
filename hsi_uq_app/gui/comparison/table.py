"""The table of the comparison."""

import csv
import io
from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.comparison.cells import Column
from hsi_uq_app.gui.comparison.columns import COLUMNS, DISC_COLUMNS
from hsi_uq_app.session.comparison import ComparisonRow
from hsi_uq_app.session.results import Result

_WIDEST_LABEL_EM = 12


class ComparisonTable(QTableWidget):
    """One row a result, the last one for "all background"; choosing a row chooses its result.

    Signals:
        chosen(object): Result.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[ComparisonRow] = ()
        self._columns: tuple[Column, ...] = COLUMNS
        self.setAccessibleName("Comparison")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(theme.em(self, 1.5))
        self.horizontalHeader().setStyleSheet("QHeaderView::section { padding: 0.2em 0.25em; }")
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setHighlightSections(False)
        self.itemSelectionChanged.connect(self._tell)

    def show_rows(self, rows: Sequence[ComparisonRow], chosen: Result | None) -> None:
        """Fill the table, without a word to anybody."""
        self._rows = rows
        self._columns = COLUMNS + (DISC_COLUMNS if any(row.discs for row in rows) else ())
        with QSignalBlocker(self):
            self.setRowCount(len(rows))
            self.setColumnCount(len(self._columns))
            for place, column in enumerate(self._columns):
                self._fill(place, column)
        self.show_chosen(chosen)
        self._fit(max(self.fontMetrics().horizontalAdvance(row.label) for row in rows))

    def show_chosen(self, chosen: Result | None) -> None:
        """Mark the row of the result that is on show."""
        with QSignalBlocker(self):
            self.clearSelection()
            for number, row in enumerate(self._rows):
                if row.result is not None and row.result is chosen:
                    self.selectRow(number)

    def as_csv(self) -> str:
        """All figures with their intervals, unrounded."""
        lines = [
            {name: value for column in self._columns for name, value in column.values(row).items()}
            for row in self._rows
        ]
        text = io.StringIO()
        table = csv.DictWriter(text, list(lines[0]) if lines else [], lineterminator="\n")
        table.writeheader()
        table.writerows(lines)
        return text.getvalue()

    def _fill(self, place: int, column: Column) -> None:
        head = QTableWidgetItem(column.title)
        head.setToolTip(column.tip)
        self.setHorizontalHeaderItem(place, head)
        for number, row in enumerate(self._rows):
            item = QTableWidgetItem(column.text(row))
            item.setToolTip(column.hint(row) or column.tip)
            if place:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.setItem(number, place, item)

    def _fit(self, widest_label: int) -> None:
        """As high as its rows, up to eight of them; long names of methods give way to the figures."""
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        self.setColumnWidth(0, min(widest_label + theme.em(self, 0.8), theme.em(self, _WIDEST_LABEL_EM)))
        line = self.verticalHeader().defaultSectionSize()
        head = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(head + min(max(len(self._rows), 1), 8) * line + 2 * self.frameWidth() + line // 2)

    def _tell(self) -> None:
        rows = {index.row() for index in self.selectedIndexes()}
        for number in rows:
            result = self._rows[number].result
            if result is not None:
                self.chosen.emit(result)
