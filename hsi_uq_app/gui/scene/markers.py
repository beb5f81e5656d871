"""Crosshair and pins: drawn in screen pixels, whatever the zoom."""

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

from hsi_uq_app.scene.regions import Region
from hsi_uq_app.session.spectra import pin_colour
from hsi_uq_app.session.view import Pin, Pixel


class Crosshair:
    """A thin line along the pixel's line and one along its sample."""

    def __init__(self, box: pg.ViewBox) -> None:
        pen = pg.mkPen(QColor(255, 255, 255, 110), width=1)
        self._along_sample = pg.InfiniteLine(angle=90, pen=pen)
        self._along_line = pg.InfiniteLine(angle=0, pen=pen)
        for line in (self._along_sample, self._along_line):
            line.setZValue(50)
            line.hide()
            box.addItem(line, ignoreBounds=True)

    def show_pixel(self, pixel: Pixel | None) -> None:
        """Cross at the pixel's centre; None hides it."""
        for line in (self._along_sample, self._along_line):
            line.setVisible(pixel is not None)
        if pixel is not None:
            self._along_line.setValue(pixel[0] + 0.5)
            self._along_sample.setValue(pixel[1] + 0.5)


class PinMarker(pg.GraphicsObject):
    """A ring in the colour of the pin's spectrum, dark-rimmed so that it shows on any picture."""

    RADIUS_PX = 7

    def __init__(self, pin: Pin) -> None:
        super().__init__()
        self._colour = QColor(pin_colour(pin.key))
        self.setFlag(self.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setPos(QPointF(pin.sample + 0.5, pin.line + 0.5))
        self.setZValue(60)

    def boundingRect(self) -> QRectF:
        reach = self.RADIUS_PX + 3
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for colour, width in ((QColor(0, 0, 0, 200), 5.0), (self._colour, 2.5)):
            painter.setPen(QPen(colour, width))
            painter.drawEllipse(QPointF(0, 0), self.RADIUS_PX, self.RADIUS_PX)


class PinMarkers:
    """The markers of all visible pins."""

    def __init__(self, box: pg.ViewBox) -> None:
        self._box = box
        self._shown: list[PinMarker] = []

    def show_pins(self, pins: Sequence[Pin]) -> None:
        """Take away the markers shown and put up these."""
        for marker in self._shown:
            self._box.removeItem(marker)
        self._shown = [PinMarker(pin) for pin in pins if pin.visible]
        for marker in self._shown:
            self._box.addItem(marker, ignoreBounds=True)


FRAMED = QColor(255, 255, 255, 220), Qt.PenStyle.DashLine
"""How the region whose mean spectrum is shown is outlined."""
TRAINING = QColor("#cc79a7"), Qt.PenStyle.SolidLine
"""How the region that is about to train a model is outlined."""


class RegionMarker:
    """The outline of a region."""

    def __init__(self, box: pg.ViewBox, look: tuple[QColor, Qt.PenStyle] = FRAMED) -> None:
        self.outline = QGraphicsRectItem()
        colour, style = look
        self.outline.setPen(pg.mkPen(colour, width=2 if look is FRAMED else 4, style=style))
        self.outline.setZValue(55)
        self.outline.hide()
        box.addItem(self.outline, ignoreBounds=True)

    def show_region(self, region: Region | None) -> None:
        """Outline a region; None hides it."""
        self.outline.setVisible(region is not None)
        if region is not None:
            across, down = region.last_sample - region.first_sample, region.last_line - region.first_line
            self.outline.setRect(region.first_sample, region.first_line, across, down)
