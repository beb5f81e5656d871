"""The notice strip: what went on, where, and what to do; nothing modal."""

from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.notice import Notice, Severity

_STYLES: Final[dict[Severity, tuple[str, str, str]]] = {
    "note": ("i", "Note", "#56b4e9"),
    "done": ("✓", "Done", "#2fbf95"),
    "warning": ("!", "Warning", "#f0b429"),
    "error": ("×", "Error", "#ff7a4d"),
}
_DONE_FOR_MS: Final = 8000


class NoticeStrip(QFrame):
    """Shows the newest notice until it is closed; hidden when there is none. Good news closes by itself.

    Signals:
        closed(): the user has read it.
        offer_taken(object): the Question that the notice offered to ask.
    """

    closed = Signal()
    offer_taken = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.notice: Notice | None = None
        self.sign, self.text = QLabel(self), QLabel(self)
        self.offer_button = QPushButton(self)
        self.copy_button, self.close_button = QPushButton("Copy details", self), QToolButton(self)
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.timeout.connect(self.close_notice)
        self._lay_out()
        self.hide()

    def show_notice(self, notice: Notice | None) -> None:
        """Show this notice, or hide the strip."""
        self.notice = notice
        self.timer.stop()
        self.setVisible(notice is not None)
        if notice is None:
            return
        sign, word, colour = _STYLES[notice.severity]
        self.sign.setText(sign)
        self.sign.setStyleSheet(_badge(colour, theme.em(self, 1.2)))
        self.setStyleSheet(f"NoticeStrip {{ background: {theme.RAISED}; border-left: 4px solid {colour}; }}")
        self.text.setText(_words(word, notice))
        self.offer_button.setText(notice.question.offer if notice.question else "")
        self.offer_button.setVisible(notice.question is not None)
        self.copy_button.setVisible(bool(notice.details))
        self.setAccessibleName(f"{word}: {notice.what}")
        self.setAccessibleDescription(notice.hint)
        if notice.severity == "done":
            self.timer.start(_DONE_FOR_MS)

    def close_notice(self) -> None:
        """Hide the strip and tell."""
        self.show_notice(None)
        self.closed.emit()

    def copy_details(self) -> None:
        """Put everything about the notice on the clipboard."""
        if self.notice is not None:
            lines = (self.notice.what, self.notice.hint, self.notice.details)
            QGuiApplication.clipboard().setText("\n".join(line for line in lines if line))

    def take_offer(self) -> None:
        """Do what is offered: the notice is answered, and goes."""
        if self.notice is not None and self.notice.question is not None:
            question = self.notice.question
            self.close_notice()
            self.offer_taken.emit(question)

    def _lay_out(self) -> None:
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.offer_button.clicked.connect(self.take_offer)
        self.copy_button.clicked.connect(self.copy_details)
        self.close_button.setText("×")
        self.close_button.setProperty("flat", True)
        self.close_button.setToolTip("Close this notice")
        self.close_button.setAccessibleName("Close this notice")
        self.close_button.clicked.connect(self.close_notice)
        row = QHBoxLayout(self)
        margin = theme.em(self, 0.3)
        row.setContentsMargins(2 * margin, margin, margin, margin)
        row.addWidget(self.sign)
        row.addWidget(self.text, 1)
        row.addWidget(self.offer_button)
        row.addWidget(self.copy_button)
        row.addWidget(self.close_button)


def _words(word: str, notice: Notice) -> str:
    """One or two lines, the severity in words."""
    first = f"{word}: {notice.what}" if notice.severity in ("warning", "error") else notice.what
    return f"{first}\n{notice.hint[:1].upper()}{notice.hint[1:]}" if notice.hint else first


def _badge(colour: str, size: int) -> str:
    """A disc with the sign in it."""
    return (
        f"background: {colour}; color: {theme.ON_ACCENT}; font-weight: 600; border-radius: {size // 2}px;"
        f"min-width: {size}px; max-width: {size}px; min-height: {size}px; max-height: {size}px"
    )
