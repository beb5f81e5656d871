"""The legend of pinned spectra: a row of chips that show, hide and delete."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QToolButton, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.spectra.values import PinnedSpectrum


class PinChip(QWidget):
    """One pin: a switch in its colour, and a cross.

    Signals:
        shown(int, bool): key, and whether it is to be visible.   deleted(int): key.
    """

    shown = Signal(int, bool)
    deleted = Signal(int)

    def __init__(self, pin: PinnedSpectrum, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = pin.key
        self.switch, self.cross = QToolButton(self), QToolButton(self)
        self._dress_switch(pin)
        self.cross.setText("×")
        self.cross.setProperty("flat", True)
        self.cross.setToolTip("Remove this pin (Del)")
        self.cross.setAccessibleName(f"Remove pin {pin.name}")
        self.cross.clicked.connect(lambda: self.deleted.emit(self.key))
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.switch)
        row.addWidget(self.cross)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    def _dress_switch(self, pin: PinnedSpectrum) -> None:
        switch = self.switch
        switch.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        switch.setProperty("flat", True)
        switch.setText(pin.short or pin.name)
        switch.setIcon(_dot(QColor(pin.colour), pin.visible, switch.devicePixelRatioF()))
        switch.setIconSize(QSize(12, 12))
        switch.setToolTip(f"{pin.name}: {'hide' if pin.visible else 'show'} this spectrum")
        switch.setAccessibleName(f"Pin {pin.name}, {'shown' if pin.visible else 'hidden'}")
        switch.clicked.connect(lambda: self.shown.emit(self.key, not pin.visible))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.deleted.emit(self.key)
        else:
            super().keyPressEvent(event)


class PinLegend(QWidget):
    """All chips in one row that scrolls sideways, and a button to clear them; hidden while there are none.

    Signals:
        pin_shown(int, bool)   pin_deleted(int)   pins_cleared()
    """

    pin_shown = Signal(int, bool)
    pin_deleted = Signal(int)
    pins_cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips: list[PinChip] = []
        self._strip = QWidget()
        self._scroll, self.clear_button = QScrollArea(self), QToolButton(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clear_button.setText("Clear")
        self.clear_button.setToolTip("Remove all pins")
        self.clear_button.setAccessibleName("Remove all pins")
        self.clear_button.clicked.connect(self.pins_cleared)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._scroll, 1)
        row.addWidget(self.clear_button, 0, Qt.AlignmentFlag.AlignTop)
        self.setAccessibleName("Pinned spectra")
        self.show_pins(())

    def show_pins(self, pins: Sequence[PinnedSpectrum]) -> None:
        """One chip a pin; the keyboard's place is kept, or goes to the pin that took the place."""
        place = self._focused_place()
        self._strip = strip = QWidget()
        row = QHBoxLayout(strip)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.em(self, 0.3))
        self.chips = [self._chip(pin) for pin in pins]
        for chip in self.chips:
            row.addWidget(chip)
        row.addStretch(1)
        self._scroll.setWidget(strip)
        self._fit_height()
        self.setVisible(bool(pins))
        if place is not None and pins:
            self.chips[min(place, len(pins) - 1)].switch.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def _fit_height(self) -> None:
        """As high as the chips, and the scroll bar when they do not fit."""
        wanted = self._strip.sizeHint()
        bar = (
            self._scroll.horizontalScrollBar().sizeHint().height()
            if wanted.width() > self._scroll.width()
            else 0
        )
        self._scroll.setFixedHeight(wanted.height() + bar)

    def _chip(self, pin: PinnedSpectrum) -> PinChip:
        chip = PinChip(pin)
        chip.shown.connect(self.pin_shown)
        chip.deleted.connect(self.pin_deleted)
        return chip

    def _focused_place(self) -> int | None:
        """Which chip has the keyboard, None if none."""
        places = [
            place for place, chip in enumerate(self.chips) if chip.switch.hasFocus() or chip.cross.hasFocus()
        ]
        return places[0] if places else None


def _dot(colour: QColor, filled: bool, ratio: float) -> QIcon:
    """A disc in the pin's colour, a ring when the spectrum is hidden."""
    pixmap = QPixmap(round(12 * ratio), round(12 * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.6))
    painter.setBrush(colour if filled else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(6, 6), 4, 4)
    painter.end()
    return QIcon(pixmap)
