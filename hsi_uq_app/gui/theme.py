"""The look: one font, one dark neutral palette, sizes relative to the font."""

from typing import Final

from PySide6.QtWidgets import QApplication, QWidget

WINDOW: Final = "#1d1f21"
PANEL: Final = "#26282b"
RAISED: Final = "#33363a"
BORDER: Final = "#4a4e54"
TEXT: Final = "#e8eaed"
MUTED: Final = "#aeb4bc"
ACCENT: Final = "#56b4e9"


def apply(app: QApplication) -> None:
    """Font, palette, style sheet and pyqtgraph's options. Call once, before the first widget."""


def em(widget: QWidget, lines: float) -> int:
    """A length of `lines` text lines in pixels, so that sizes follow the font."""
    return round(lines * widget.fontMetrics().height())
