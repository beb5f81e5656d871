"""Export the diagram: a button with one entry a format."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

_FORMATS: Final = {"png": "Picture (PNG)", "svg": "Drawing (SVG)", "csv": "Table (CSV)"}


class ExportButton(QToolButton):
    """Signals:
    export_requested(str): "png", "svg" or "csv".
    """

    export_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.formats = QMenu(self)
        for suffix, text in _FORMATS.items():
            self.formats.addAction(self._action(suffix, text))
        self.setText("Export")
        self.setAccessibleName("Export the diagram")
        self.setToolTip("Write the diagram to a file")
        self.setMenu(self.formats)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def _action(self, suffix: str, text: str) -> QAction:
        action = QAction(text, self)
        action.triggered.connect(lambda: self.export_requested.emit(suffix))
        return action
