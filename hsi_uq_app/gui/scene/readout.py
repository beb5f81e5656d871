"""Under the scene: where the cursor is, and what is believed of that pixel."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget

from hsi_uq_app.confidence.high_confidence_set import CLASS_COLOURS, CLASS_NAMES
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.numbers import probability_text
from hsi_uq_app.session.readout import Belief, Readout

HINT = (
    "Move over the scene, or use the arrow keys. A click keeps a spectrum; Shift and drag averages a region."
)

PLACES = ("ace", "truth", "map", "place")
"""Parts that stand on a line of their own."""


class ReadoutLine(QLabel):
    """Shows a read-out, and copies it as plain text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plain = ""
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setMinimumSize(1, 2 * self.fontMetrics().lineSpacing())
        self.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.setAccessibleName("Read-out")
        self.show_readout(None)

    def show_readout(self, readout: Readout | None) -> None:
        """Show what is said about a pixel, or how to get it."""
        parts = parts_of(readout) if readout else []
        self._plain = "   ".join(text for _, text in parts)
        lines = (
            [_cell(*part) for part in parts if (part[0] in PLACES) == placed] for placed in (False, True)
        )
        text = "<br>".join("&nbsp;&nbsp; ".join(cells) for cells in lines if cells)
        self.setText(text or f"<span style='color:{theme.FAINT}'>{HINT}</span>")

    def plain(self) -> str:
        """The line as text."""
        return self._plain

    def copy(self) -> None:
        """Put the line on the clipboard."""
        QGuiApplication.clipboard().setText(self._plain)


def parts_of(readout: Readout) -> list[tuple[str, str]]:
    """Name and text of each part; what matters most comes first."""
    line, sample = readout.pixel
    parts = [("pixel", f"line {line}, sample {sample}")]
    parts += _belief_parts(readout.belief) if readout.belief else []
    parts += _truth_parts(readout)
    if readout.map_xy:
        parts.append(("map", "E {:,.1f} N {:,.1f}".format(*readout.map_xy)))
    if readout.lon_lat:
        parts.append(("place", "{1:.5f}° {0:.5f}°".format(*readout.lon_lat)))
    return [(name, text.replace("-", "−")) for name, text in parts]


def _truth_parts(readout: Readout) -> list[tuple[str, str]]:
    """What is known: abundance and material."""
    known = [f"abundance {readout.abundance:.2f}"] if readout.abundance is not None else []
    known += [readout.material] if readout.material else []
    return [("truth", f"truth: {', '.join(known)}")] if known else []


def _belief_parts(belief: Belief) -> list[tuple[str, str]]:
    """Verdict, probability, bounds, width, baseline."""
    return [
        ("verdict", belief.verdict),
        ("probability", f"π {probability_text(belief.probability)}"),
        ("interval", f"LB {probability_text(belief.lower)} UB {probability_text(belief.upper)}"),
        ("width", f"width {probability_text(belief.width)}"),
        ("ace", f"ACE {belief.ace:.2f}"),
    ]


def _cell(name: str, text: str) -> str:
    if name != "verdict":
        return text.replace(" ", "&nbsp;")
    colour = "#{:02x}{:02x}{:02x}".format(*CLASS_COLOURS[CLASS_NAMES.index(text)])
    return f"<span style='color:{colour}'>■</span>&nbsp;<b>{text}</b>"
