"""A picture in the scene. It counts how often it is painted, so that tests can say what a slider repaints."""

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

Bytes = npt.NDArray[np.uint8]


class PictureItem(pg.GraphicsObject):
    """Draws an image so that pixel (line, sample) covers the square [sample, sample + 1) x [line, line + 1).

    Kept as a pixmap of the screen's size: when something above it is repainted, it is copied, not drawn.
    """

    def __init__(self) -> None:
        super().__init__()
        self._image: QImage | None = None
        self._place = QRectF()
        self._pixels: Bytes | None = None
        self.draws = 0
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def show_picture(self, picture: Bytes | None, step: int = 1, corner: tuple[int, int] = (0, 0)) -> None:
        """Show RGB bytes (lines, samples, 3), each for step x step scene pixels; None shows nothing."""
        self.prepareGeometryChange()
        self._pixels = None if picture is None else np.ascontiguousarray(picture)
        self._image = None if self._pixels is None else _rgb_image(self._pixels)
        self._place = QRectF() if picture is None else placed(picture.shape, step)
        self._place.translate(corner[1], corner[0])
        self.update()

    def boundingRect(self) -> QRectF:
        return self._place

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        self.draws += 1
        if self._image is None:
            return
        smaller = painter.worldTransform().m11() < 1
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smaller)
        painter.drawImage(self._place, self._image)


def placed(shape: tuple[int, ...], step: int) -> QRectF:
    """Where a picture of this shape lies in the scene, in lines and samples."""
    return QRectF(0, 0, shape[1] * step, shape[0] * step)


def _rgb_image(pixels: Bytes) -> QImage:
    """An image over these bytes, which must outlive it."""
    lines, samples, _ = pixels.shape
    return QImage(pixels.data, samples, lines, 3 * samples, QImage.Format.Format_RGB888).convertToFormat(
        QImage.Format.Format_RGB32
    )
