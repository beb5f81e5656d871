"""The card "why is this pixel in or out?", and its words."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from scipy.special import expit

from hsi_uq_app.confidence.high_confidence_set import (
    BACKGROUND,
    CLASS_NAMES,
    NOT_EVALUATED,
    TARGET,
    UNDECIDED,
    high_confidence_set,
)
from hsi_uq_app.confidence.width import probability_of
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.colours import class_colour
from hsi_uq_app.gui.numbers import probability_text
from hsi_uq_app.gui.spectra.draw_strip import DrawStrip
from hsi_uq_app.gui.spectra.values import PixelDraws
from hsi_uq_app.posterior.levels import rank, to_int16

ALPHAS = np.arange(1, 51)
"""The stops of the alpha slider, in hundredths."""


@dataclass(frozen=True)
class PixelVerdict:
    """The numbers behind one pixel's class.

    Attributes:
        class_: UNDECIDED, TARGET, BACKGROUND or NOT_EVALUATED.
        mean: mean over the draws of sigma(z). lower, upper: LB and UB at alpha. All probabilities.
        target_margin: LB - (1 - delta), positive for a target.
        background_margin: delta - UB, positive for background.
        ranks: which of the sorted draws LB and UB are, from 1.
        flips_at: the nearest alpha (hundredths) with another class, None if none has; flips_to: that class.
    """

    class_: int
    mean: float
    lower: float
    upper: float
    target_margin: float
    background_margin: float
    ranks: tuple[int, int]
    flips_at: int | None
    flips_to: int | None

    @property
    def width(self) -> float:
        return self.upper - self.lower


def explain(draws: PixelDraws) -> PixelVerdict:
    """Sort the draws once, then ask the set's own definition at every alpha.

    The logits are rounded as the quantile map rounds them, so that this never contradicts the map.
    """
    levels = np.sort(to_int16(draws.logits))
    low = np.array([rank(5 * int(alpha), levels.size) for alpha in ALPHAS])
    high = np.array([rank(1000 - 5 * int(alpha), levels.size) for alpha in ALPHAS])
    lower, upper = levels[low - 1], levels[high - 1]
    now = draws.alpha - 1
    classes = high_confidence_set(lower, upper, draws.delta)
    bounds = probability_of(np.array([lower[now], upper[now]]))
    flips_at = _nearest_other(classes, now)
    return PixelVerdict(
        class_=int(classes[now]),
        mean=_mean_probability(draws.logits),
        lower=float(bounds[0]),
        upper=float(bounds[1]),
        target_margin=float(bounds[0]) - (1 - draws.delta),
        background_margin=draws.delta - float(bounds[1]),
        ranks=(int(low[now]), int(high[now])),
        flips_at=None if flips_at is None else int(ALPHAS[flips_at]),
        flips_to=None if flips_at is None else int(classes[flips_at]),
    )


def _nearest_other(classes: np.ndarray, now: int) -> int | None:
    """Position of the nearest alpha with another class; of two as near, the stricter (smaller) alpha."""
    if classes[now] == NOT_EVALUATED:
        return None
    others = np.flatnonzero(classes != classes[now])
    return int(others[np.abs(others - now).argmin()]) if others.size else None


def _mean_probability(logits: np.ndarray) -> float:
    """Mean over the draws of sigma(z)."""
    return float(expit(logits.astype(np.float64)).mean())


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
