"""The look: one font, one dark neutral palette, sizes relative to the font.

Greys without a tint, so that they do not bias the eye that judges a picture beside them. Text on any of the
surfaces reaches a contrast of 4.5 : 1 (WCAG AA).
"""

from string import Template
from typing import Final

import pyqtgraph
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from hsi_uq_app.resources import data_path

WINDOW: Final = "#1c1d1f"
PANEL: Final = "#242629"
RAISED: Final = "#34373b"
BORDER: Final = "#565b62"
TEXT: Final = "#eceef0"
MUTED: Final = "#b3b9c0"
WARNING: Final = "#f0b45a"
FAINT: Final = "#878e97"
ACCENT: Final = "#56b4e9"
ON_ACCENT: Final = "#101214"

_TONES: Final = {
    "window": WINDOW,
    "panel": PANEL,
    "raised": RAISED,
    "border": BORDER,
    "text": TEXT,
    "muted": MUTED,
    "faint": FAINT,
    "accent": ACCENT,
    "on_accent": ON_ACCENT,
}
_FONT_FILES: Final = ("Inter-Regular.ttf", "Inter-SemiBold.ttf")
_SMALLEST_POINTS: Final = 9.5
_ROLES: Final = {
    QPalette.ColorRole.Window: WINDOW,
    QPalette.ColorRole.Base: PANEL,
    QPalette.ColorRole.AlternateBase: WINDOW,
    QPalette.ColorRole.Button: RAISED,
    QPalette.ColorRole.ToolTipBase: RAISED,
    QPalette.ColorRole.Mid: BORDER,
    QPalette.ColorRole.WindowText: TEXT,
    QPalette.ColorRole.Text: TEXT,
    QPalette.ColorRole.ButtonText: TEXT,
    QPalette.ColorRole.ToolTipText: TEXT,
    QPalette.ColorRole.BrightText: "#ffffff",
    QPalette.ColorRole.PlaceholderText: FAINT,
    QPalette.ColorRole.Highlight: ACCENT,
    QPalette.ColorRole.HighlightedText: ON_ACCENT,
    QPalette.ColorRole.Accent: ACCENT,
    QPalette.ColorRole.Link: ACCENT,
}
_TEXT_ROLES: Final = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)


def apply(app: QApplication) -> None:
    """Font, palette, style sheet, pyqtgraph's options; before the first widget. Again does nothing."""
    sheet = _style_sheet()
    if app.styleSheet() == sheet:
        return  # to set it again would dress every widget anew
    app.setStyle("Fusion")
    app.setFont(_font(app.font().pointSizeF()))
    app.setPalette(_palette())
    app.setStyleSheet(sheet)
    pyqtgraph.setConfigOptions(imageAxisOrder="row-major", background=PANEL, foreground=MUTED, antialias=True)


def em(widget: QWidget, lines: float) -> int:
    """A length of `lines` text lines in pixels, so that sizes follow the font."""
    return round(lines * widget.fontMetrics().height())


def _font(system_points: float) -> QFont:
    """The font that travels along, at the system's size; its figures are of one width."""
    for name in _FONT_FILES:
        QFontDatabase.addApplicationFont(str(data_path("resources", "fonts", name)))
    font = QFont("Inter")
    font.setPointSizeF(max(system_points, _SMALLEST_POINTS))
    return font


def _palette() -> QPalette:
    palette = QPalette()
    for role, colour in _ROLES.items():
        palette.setColor(role, QColor(colour))
    for role in _TEXT_ROLES:
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(FAINT))
    return palette


def _style_sheet() -> str:
    """The shipped sheet with colours and the icons' folder put in; its lengths are in em."""
    template = Template(data_path("resources", "window.qss").read_text(encoding="utf-8"))
    return template.substitute(_TONES, icons=data_path("resources", "icons").as_posix())
