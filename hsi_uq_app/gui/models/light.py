"""The traffic light of a model: a sign and a word in a colour, why, and what to do."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.posterior.diagnostics import Level, Verdict

_LOOKS: Final[dict[Level, tuple[str, str, str]]] = {
    "good": ("✓", "Good", "#2fbf95"),
    "doubtful": ("!", "Doubtful", "#f0b429"),
    "bad": ("×", "Bad", "#ff7a4d"),
}
"""Sign, word and colour: the colour alone never tells."""
_UNKNOWN: Final = "No diagnostics were recorded with this model."


class Light(QWidget):
    """Shows a verdict."""

    def __init__(self) -> None:
        super().__init__()
        self.sign, self.word, self.reason = QLabel(), QLabel(), QLabel()
        self.reason.setWordWrap(True)
        self.sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.word.setStyleSheet("font-weight: 600")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.sign, 0, 0)
        grid.addWidget(self.word, 0, 1)
        grid.addWidget(self.reason, 1, 1)

    def show_verdict(self, verdict: Verdict | None) -> None:
        """A model's verdict; None where nothing was recorded to judge by."""
        if verdict is None:
            self._show("?", "Not judged", theme.FAINT, _UNKNOWN)
            return
        sign, word, colour = _LOOKS[verdict.level]
        remedy = f" To do: {verdict.remedy}." if verdict.remedy else ""
        self._show(sign, word, colour, f"{verdict.reason[:1].upper()}{verdict.reason[1:]}.{remedy}")

    def _show(self, sign: str, word: str, colour: str, reason: str) -> None:
        side = theme.em(self, 1.2)
        self.sign.setText(sign)
        self.sign.setStyleSheet(
            f"background: {colour}; color: {theme.ON_ACCENT}; font-weight: 600; border-radius: {side // 2}px;"
            f"min-width: {side}px; max-width: {side}px; min-height: {side}px; max-height: {side}px"
        )
        self.word.setText(word)
        self.reason.setText(reason)
        self.setAccessibleName(f"Verdict: {word}")
        self.setAccessibleDescription(reason)
