"""The High-Confidence Set in numbers, beside its errors where truth is known."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from hsi_uq_app.confidence.high_confidence_set import BACKGROUND, CLASS_COLOURS, TARGET, UNDECIDED, SetCounts
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.numbers import area_text, count_text, share_text
from hsi_uq_app.workflow.set_errors import SetErrors

ROWS = ((TARGET, "Target"), (UNDECIDED, "Undecided"), (BACKGROUND, "Background"))
WIDEST = ("≈ 9,999,999", "99.99 %", "9,999 m²")
"""Room kept for pixels, share and area, so that nothing moves while a slider does."""
FEW_DRAWS = 50
TOO_FEW_DRAWS = 20


class SetPanel(QWidget):
    """Pixels, share and area of each part; detections; what the interval rests on; errors."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cells = {part: tuple(_number() for _ in range(3)) for part, _ in ROWS}
        self.detections, self.draws, self.errors = QLabel(), QLabel(), QLabel()
        for label in (self.draws, self.errors):
            label.setWordWrap(True)
            label.setStyleSheet(f"color: {theme.MUTED}")
        self._fill()

    def show_counts(self, counts: SetCounts | None, pixel_area_m2: float | None, exact: bool = True) -> None:
        """Counts of the parts, with about-signs where the map was thinned; dashes without a result."""
        about = "" if exact else "≈ "
        pixels = (0, 0, 0) if counts is None else (counts.target, counts.undecided, counts.background)
        for (part, _), part_pixels in zip(ROWS, pixels, strict=True):
            texts = ("–", "–", "") if counts is None else _texts(part_pixels, counts, pixel_area_m2, about)
            for label, text in zip(self.cells[part], texts, strict=True):
                label.setText(text)

    def show_detections(self, detections: int | None, shown: bool) -> None:
        """The number of connected groups of target pixels; an ellipsis while it is being counted."""
        text = "…" if detections is None else count_text(detections)
        self.detections.setText(f"{text} detections" if detections != 1 else "1 detection")
        self.detections.setVisible(shown)

    def show_draws(self, effective: int, draws: int) -> None:
        """How many draws the interval's thinner end rests on; 0 of 0 hides the line."""
        self.draws.setText(_draws_text(effective, draws) if draws else "")
        self.draws.setVisible(bool(draws))
        poor = draws < FEW_DRAWS or effective == 1
        style = f"color: {theme.WARNING if poor else theme.MUTED}"
        if self.draws.styleSheet() != style:  # setting it costs as much as a frame's comparisons
            self.draws.setStyleSheet(style)

    def show_errors(self, errors: SetErrors | None, seen: str = "") -> None:
        """The target part's false share and the targets lost in background, each with its interval.

        `seen` tells which of the pixels the model was trained on.
        """
        caution = f'<br><span style="color: {theme.WARNING}">{seen}</span>' if seen else ""
        self.errors.setText(_errors_text(errors) + caution if errors else "")
        self.errors.setVisible(errors is not None)

    def _fill(self) -> None:
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setVerticalSpacing(theme.em(self, 0.15))
        layout.setColumnStretch(1, 1)
        for column, widest in enumerate(WIDEST, start=2):
            layout.setColumnMinimumWidth(column, self.fontMetrics().horizontalAdvance(widest))
        for row, (part, name) in enumerate(ROWS):
            layout.addWidget(_chip(self, part), row, 0)
            layout.addWidget(QLabel(name), row, 1)
            for column, label in enumerate(self.cells[part], start=2):
                layout.addWidget(label, row, column)
        for row, label in enumerate((self.detections, self.draws, self.errors), start=len(ROWS)):
            layout.addWidget(label, row, 0, 1, 5)


def _texts(pixels: int, counts: SetCounts, pixel_area_m2: float | None, about: str) -> tuple[str, str, str]:
    area = area_text(pixels * pixel_area_m2) if pixel_area_m2 else ""
    return about + count_text(pixels), share_text(counts.share(pixels)), area


def _draws_text(effective: int, draws: int) -> str:
    """What the bounds rest on, and what to do when that is little."""
    if draws < TOO_FEW_DRAWS:
        return f"Only {draws} draws: too few for an interval."
    rests = f"Each bound rests on {effective} of {draws} draws"
    if effective == 1:
        return f"{rests}: the extreme one. A smaller α changes nothing."
    return f"{rests}." + (" Few draws: bounds are rough." if draws < FEW_DRAWS else "")


def _errors_text(errors: SetErrors) -> str:
    target = _error_text(
        "of the target part is background", errors.target_error, errors.target_error_interval
    )
    lost = _error_text(
        "of the targets are lost in background", errors.targets_lost, errors.targets_lost_interval
    )
    return f"{target}<br>{lost}"


def _error_text(what: str, share: float | None, interval: tuple[float, float] | None) -> str:
    if share is None or interval is None:
        return f"– {what}"
    return f"<b>{100 * share:.1f} %</b> {what} ({100 * interval[0]:.1f}–{100 * interval[1]:.1f} %)"


def _number() -> QLabel:
    label = QLabel("–")
    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return label


def _chip(owner: QWidget, part: int) -> QLabel:
    """A square of the class's colour: the legend of the layer."""
    side = theme.em(owner, 0.8)
    picture = QPixmap(side, side)
    picture.fill(QColor(*CLASS_COLOURS[part]))
    chip = QLabel()
    chip.setPixmap(picture)
    return chip
