"""A sentence in the middle of an empty panel: what belongs here, and how to get it."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QLabel, QWidget

from hsi_uq_app.gui import theme


class EmptyState(QLabel):
    """Lies over its parent, opaque or not, and follows its size; lets the mouse through."""

    def __init__(self, parent: QWidget, background: str = "transparent") -> None:
        super().__init__(parent)
        self._under = parent
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setMargin(theme.em(self, 4))
        self.setStyleSheet(f"color: {theme.MUTED}; background: {background}")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        parent.installEventFilter(self)
        self.hide()

    def show_text(self, text: str) -> None:
        """Say this, or nothing when it is empty."""
        self.setText(text)
        self.setVisible(bool(text))
        self.setGeometry(self._under.rect())
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._under.rect())
        return False
