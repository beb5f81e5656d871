"""The card "why is this pixel in or out?", and its words."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from hsi_uq_app.confidence.high_confidence_set import (
    BACKGROUND,
    CLASS_NAMES,
    NOT_EVALUATED,
    TARGET,
    UNDECIDED,
)
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.colours import class_colour
from hsi_uq_app.gui.numbers import probability_text
from hsi_uq_app.gui.spectra.draw_strip import DrawStrip
from hsi_uq_app.gui.spectra.values import PixelDraws, PixelVerdict, explain

_TITLES = {
    UNDECIDED: "Undecided",
    TARGET: "Confident target",
    BACKGROUND: "Confident background",
    NOT_EVALUATED: "Not evaluated",
}


class PixelCard(QWidget):
    """A title, words on the left, the draws on the right; hidden while there is no pixel with draws."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Why this pixel is in or out")
        self.title, self.words, self.strip = QLabel(self), QLabel(self), DrawStrip(self)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout()
        row.setSpacing(theme.em(self, 0.6))
        row.addWidget(self.words, 6)
        row.addWidget(self.strip, 5)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.em(self, 0.1))
        column.addWidget(self.title)
        column.addLayout(row)
        self.hide()

    def show_draws(self, draws: PixelDraws | None) -> None:
        """Explain this pixel, or nothing."""
        self.setVisible(draws is not None)
        if draws is None:
            return
        verdict = explain(draws)
        swatch = f'<span style="color:{class_colour(verdict.class_)}">■</span>'
        self.title.setText(f"{swatch} <b>{_TITLES[verdict.class_]}</b> · {draws.name}")
        self.words.setText("\n".join(sentences(draws, verdict)))
        self.setAccessibleDescription(f"{_TITLES[verdict.class_]}. {self.words.text()}")
        self.strip.setVisible(verdict.class_ != NOT_EVALUATED)
        if verdict.class_ != NOT_EVALUATED:
            self.strip.show_draws(draws, verdict)
            self.strip.setToolTip(_strip_tip(draws, verdict))


def _strip_tip(draws: PixelDraws, verdict: PixelVerdict) -> str:
    low, high = verdict.ranks
    return (
        f"{draws.logits.size} dots, one a draw, over probability\n"
        f"LB is draw {low} and UB draw {high} of the sorted draws (α = {draws.alpha / 100:.2f})\n"
        "The diamond is the mean probability"
    )


def sentences(draws: PixelDraws, verdict: PixelVerdict) -> list[str]:
    """The numbers, the reason, and what would change the class."""
    if verdict.class_ == NOT_EVALUATED:
        return ["A band that the model needs holds no data here."]
    low, high = probability_text(verdict.lower), probability_text(verdict.upper)
    return [
        f"π {probability_text(verdict.mean)}   {_unbroken(f'CI {low} … {high}')}",
        f"width {probability_text(verdict.width)}",
        _reason(draws, verdict),
        _change(draws, verdict),
    ]


def _unbroken(text: str) -> str:
    """Text that a narrow card moves to the next line as a whole."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def _reason(draws: PixelDraws, verdict: PixelVerdict) -> str:
    """Which bound clears or misses which limit, and by how much."""
    target, background = probability_text(1 - draws.delta), probability_text(draws.delta)
    if verdict.class_ == TARGET:
        return f"LB clears 1 − δ = {target} by {probability_text(verdict.target_margin)}"
    if verdict.class_ == BACKGROUND:
        return f"UB clears δ = {background} by {probability_text(verdict.background_margin)}"
    if verdict.target_margin > verdict.background_margin:
        return f"LB misses 1 − δ = {target} by {probability_text(-verdict.target_margin)}"
    return f"UB misses δ = {background} by {probability_text(-verdict.background_margin)}"


def _change(draws: PixelDraws, verdict: PixelVerdict) -> str:
    """Which alpha would flip it."""
    if verdict.flips_at is None or verdict.flips_to is None:
        return "No α changes that"
    sign = "≥" if verdict.flips_at > draws.alpha else "≤"
    return f"{CLASS_NAMES[verdict.flips_to].capitalize()} at α {sign} {verdict.flips_at / 100:.2f}"
