"""The table of the comparison, and its columns."""

import csv
import io
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.comparison.cells import (
    ComparisonColumn,
    count_column,
    decided,
    ece_column,
    error_column,
    group_column,
    method_hint,
    pd_column,
    percent,
    score,
    score_column,
    whole,
)
from hsi_uq_app.gui.numbers import count_text
from hsi_uq_app.session.comparison import ComparisonRow
from hsi_uq_app.session.results import Result

COLUMNS: Final[tuple[ComparisonColumn, ...]] = (
    ComparisonColumn(
        "Method", "The result's method", lambda row: row.label, lambda row: {"method": row.label}, method_hint
    ),
    ComparisonColumn(
        "HCS of\nscene",
        "Share of all pixels that the set decides",
        lambda row: percent(decided(row.evaluation.hcs)),
        lambda row: {"hcs": decided(row.evaluation.hcs)},
    ),
    count_column("Undecided\npx", "Pixels the set leaves to the analyst", "undecided"),
    ComparisonColumn(
        "per\nkm²",
        "Undecided pixels in a square kilometre",
        lambda row: whole(row.evaluation.hcs.undecided_per_km2),
        lambda row: {"undecided_per_km2": row.evaluation.hcs.undecided_per_km2},
    ),
    count_column("Target\npart px", "Pixels the set calls target", "target"),
    error_column(
        "False\nin it", "Background in the target part", "target_error", "false_in_target", "target"
    ),
    error_column(
        "Targets\nlost",
        "Targets that lie in the background part, of all targets",
        "targets_lost",
        "lost_in_background",
        "targets",
    ),
    error_column(
        "Error of\nbackgr.",
        "Targets in the background part, of its pixels",
        "background_error",
        "lost_in_background",
        "background",
    ),
    ComparisonColumn(
        "Cand.\nHCS",
        "Share of the candidates (top 1 % by ACE) that the set decides",
        lambda row: percent(decided(row.evaluation.candidates)),
        lambda row: {"candidates_hcs": decided(row.evaluation.candidates)},
        lambda row: f"{count_text(row.evaluation.candidates.counts['pixels'])} candidates",
    ),
    ComparisonColumn(
        "Cand.\nerror",
        "Wrong verdicts among the decided candidates",
        lambda row: percent(row.evaluation.candidates.error),
        lambda row: {"candidates_error": row.evaluation.candidates.error},
    ),
    ComparisonColumn(
        "Cand.\nwidth",
        "Mean width of the credible interval on candidates",
        lambda row: score(row.evaluation.candidates.mean_width),
        lambda row: {"candidates_width": row.evaluation.candidates.mean_width},
    ),
    score_column("\nAUC", "Chance that a target scores above background", "auc"),
    score_column("\nAP", "Average precision", "ap"),
    pd_column("1e-3"),
    pd_column("1e-4"),
    score_column("NLL\nskill", "1 − NLL / NLL of the base rate: 1 is perfect, 0 no better", "nll_skill"),
    score_column("Brier\nskill", "1 − Brier / Brier of the base rate", "brier_skill"),
    ece_column("ECE\npositive", "Calibration error of the positive class", "ece_positive"),
    ece_column("ECE\ntop lab.", "Calibration error of the top label: blind to rare targets", "ece_top_label"),
)

DISC_COLUMNS: Final[tuple[ComparisonColumn, ...]] = (
    group_column(
        "Discs\nfound",
        "Discs with an alarm at a false-alarm rate of 1e-3; hover for radii",
        "all",
        lambda name: name == "all" or name.startswith("radius"),
    ),
    group_column(
        "beneath\nleaves",
        "The same of discs that leaves hide",
        "hidden",
        lambda name: name in ("open", "hidden"),
    ),
)
"""Where the truth has discs."""


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
        self._columns: tuple[ComparisonColumn, ...] = COLUMNS
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

    def _fill(self, place: int, column: ComparisonColumn) -> None:
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
