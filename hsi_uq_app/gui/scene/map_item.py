"""The pictures of the scene: a composite, and a map over it of one byte a pixel."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF
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


MOST_MARKS = 20_000
MARK_PX = 2.6


class MapItem(pg.GraphicsObject):
    """Draws codes (lines, samples) uint8 by a colour table.

    A scene is often larger than the screen, and a picture drawn smaller loses single pixels. The few that
    matter (the marked codes) are therefore drawn as dots of a fixed size while the scene is zoomed out.

    Attributes:
        codes: what is shown.   marks: the dots, by colour.   draws: how often it was painted.
    """

    def __init__(self) -> None:
        super().__init__()
        self.codes: Bytes | None = None
        self._image = QImage()
        self._place = QRectF()
        self.marks: tuple[tuple[QColor, QPolygonF], ...] = ()
        self.draws = 0

    def show_codes(self, codes: Bytes | None, table: Sequence[int] = (), step: int = 1) -> None:
        """Show codes through a table of up to 256 colours (0xAARRGGBB), as they are when they are painted.

        A buffer filled anew and shown again costs a repaint and nothing else.
        """
        same = codes is not None and codes is self.codes and placed(codes.shape, step) == self._place
        if not same:
            self._lay(codes, step)
        if codes is not None:
            self._image.setColorTable(list(table))
        self.marks = ()
        self.update()

    def mark(self, first: int, last: int, bins: int = 1) -> None:
        """Draw pixels with codes first..last as dots while zoomed out, unless many: those show anyway."""
        if self.codes is None:
            return
        flat = self.codes.reshape(-1)
        marked = (
            np.flatnonzero((flat >= first) & (flat <= last))
            if first < last
            else np.flatnonzero(flat == first)
        )
        if 0 < marked.size <= MOST_MARKS:
            self.marks = tuple(self._dots(marked, flat[marked], bins))

    def boundingRect(self) -> QRectF:
        return self._place

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        self.draws += 1
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(self._place, self._image)
        if self.marks and painter.worldTransform().m11() < MARK_PX:
            self._paint_marks(painter)

    def _lay(self, codes: Bytes | None, step: int) -> None:
        self.prepareGeometryChange()
        self.codes = codes
        if codes is None:
            self._image, self._place = QImage(), QRectF()
            return
        lines, samples = codes.shape
        self._image = QImage(codes.data, samples, lines, samples, QImage.Format.Format_Indexed8)
        self._place = placed(codes.shape, step)

    def _dots(
        self, marked: npt.NDArray[np.intp], codes: Bytes, bins: int
    ) -> "list[tuple[QColor, QPolygonF]]":
        """The pixels' centres, grouped by colour; the colour of a group is that of its highest code."""
        step = self._place.width() / self.codes.shape[1] if self.codes is not None else 1
        lines, samples = np.divmod(marked, self._image.width())
        groups = (codes.astype(int) * bins) // 256
        dots = []
        for group in np.unique(groups):
            inside = groups == group
            colour = QColor.fromRgba(self._image.color(int(codes[inside].max())))
            polygon = pg.functions.arrayToQPolygonF(
                (samples[inside] + 0.5) * step, (lines[inside] + 0.5) * step
            )
            dots.append((colour, polygon))
        return dots

    def _paint_marks(self, painter: QPainter) -> None:
        for colour, polygon in self.marks:
            pen = QPen(colour, MARK_PX)
            pen.setCosmetic(True)
            painter.setPen(pen)
            painter.drawPoints(polygon)
