"""The comparison: every loaded result on the same pixels, and where their sets disagree."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from hsi_uq_app.confidence.agreement import AgreementCounts
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.comparison.cells import percent
from hsi_uq_app.gui.comparison.table import ComparisonTable
from hsi_uq_app.gui.numbers import count_text
from hsi_uq_app.session.comparison import Comparison
from hsi_uq_app.session.results import Result

_COPIED = "Copied the comparison as CSV, with every interval"


class ComparePanel(QWidget):
    """Shows a comparison under the scene.

    Signals:
        result_chosen(object): Result.   disagreement_asked(): show the map.   copied(str): what to say.
        closed(): the analyst has seen enough.
    """

    result_chosen = Signal(object)
    disagreement_asked = Signal()
    copied = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading, self.agreement, self.message = QLabel(), QLabel(), QLabel()
        self.table = ComparisonTable()
        self.copy_button, self.map_button = QPushButton("Copy as CSV"), QPushButton("Show on the map")
        self.close_button = QToolButton()
        self._lay_out()
        self._connect()
        self.hide()

    def show_comparison(self, comparison: Comparison | None, truth: str, chosen: Result | None) -> None:
        """A comparison with the truth of this name; None while there is none."""
        self.table.setVisible(comparison is not None)
        self.copy_button.setEnabled(comparison is not None)
        self.heading.setText(_heading(comparison, truth) if comparison else "Comparison")
        if comparison:
            self._show_seen(comparison)
            self.table.show_rows(comparison.rows, chosen)

    def _show_seen(self, comparison: Comparison) -> None:
        """What the models were trained on, told beneath the table once."""
        told = dict.fromkeys(row.evaluation.seen for row in comparison.rows if row.evaluation.seen)
        self.show_message("; ".join(told), theme.WARNING)
        self.message.setVisible(bool(told))

    def show_message(self, text: str, colour: str = theme.MUTED) -> None:
        """Why there is no table, or what to know of it."""
        self.message.setStyleSheet(f"color: {colour}")
        self.message.setText(text)
        self.message.show()

    def show_chosen(self, chosen: Result | None) -> None:
        """The result on show."""
        self.table.show_chosen(chosen)

    def show_agreement(self, counts: AgreementCounts | None, results: int) -> None:
        """How far the sets agree; None while that is being counted, or with a single result."""
        self.agreement.setText(_agreement(counts) if counts else _NO_AGREEMENT[results > 1])
        self.map_button.setEnabled(results > 1)

    def copy(self) -> None:
        """Put the table on the clipboard."""
        if not self.table.isHidden():
            QGuiApplication.clipboard().setText(self.table.as_csv())
            self.copied.emit(_COPIED)

    def _lay_out(self) -> None:
        margin = theme.em(self, 0.5)
        self.heading.setStyleSheet("font-weight: 600")
        self.agreement.setWordWrap(True)
        self.close_button.setText("×")
        self.close_button.setProperty("flat", True)
        self.close_button.setToolTip("Close the comparison (Ctrl+K)")
        self.close_button.setAccessibleName("Close the comparison")
        self.map_button.setToolTip("Show where the sets differ (D)")
        column = QVBoxLayout(self)
        column.setContentsMargins(margin, margin // 2, margin, margin // 2)
        column.setSpacing(margin // 2)
        column.addLayout(_row(self.heading, self.copy_button, self.close_button))
        column.addWidget(self.table)
        column.addWidget(self.message)
        column.addLayout(_row(self.agreement, self.map_button))

    def _connect(self) -> None:
        self.table.chosen.connect(self.result_chosen)
        self.copy_button.clicked.connect(self.copy)
        self.map_button.clicked.connect(self.disagreement_asked)
        self.close_button.clicked.connect(self.closed)


_NO_AGREEMENT = ("Load a second result to see where they disagree.", "Counting where the sets agree …")


def _heading(comparison: Comparison, truth: str) -> str:
    first = comparison.rows[0].evaluation
    counts = (first.n, first.n_positive, first.candidates.counts["pixels"])
    pixels, targets, candidates = (count_text(count) for count in counts)
    alpha, delta = comparison.thresholds.alpha_value, comparison.thresholds.delta_value
    return (
        f"{truth}, region {comparison.region}: {pixels} pixels, {targets} targets, {candidates} candidates"
        f" · α = {alpha:.2f}, δ = {delta:.3f}"
    )


def _agreement(counts: AgreementCounts) -> str:
    share = percent(counts.agreed / counts.compared) if counts.compared else "–"
    return (
        f"Over the whole scene all agree on {share} of {count_text(counts.compared)} pixels; "
        f"decided against undecided {count_text(counts.partly)}; "
        f"target against background {count_text(counts.opposed)}"
    )


def _row(first: QWidget, *others: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addWidget(first, 1)
    for widget in others:
        row.addWidget(widget)
    return row
