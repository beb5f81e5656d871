"""Where the mouse is in the scene, and how the scene is panned and zoomed."""

import math

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal

from hsi_uq_app.scene.regions import Region

Pixel = tuple[int, int]


def pixel_at(x: float, y: float, lines: int, samples: int) -> Pixel | None:
    """The pixel (line, sample) whose square holds the point; x along samples, y along lines; None outside."""
    line, sample = math.floor(y), math.floor(x)
    return (line, sample) if 0 <= line < lines and 0 <= sample < samples else None


def moved(pixel: Pixel | None, down: int, right: int, lines: int, samples: int) -> Pixel:
    """The pixel some steps away, held inside the scene; from nowhere, the scene's middle."""
    line, sample = pixel if pixel is not None else (lines // 2, samples // 2)
    return min(max(line + down, 0), lines - 1), min(max(sample + right, 0), samples - 1)


def region_between(
    start: tuple[float, float], end: tuple[float, float], lines: int, samples: int
) -> Region | None:
    """The pixels a drag between two points (x, y) touches, cut at the scene's edge; None outside it."""
    (x0, x1), (y0, y1) = sorted((start[0], end[0])), sorted((start[1], end[1]))
    first_line, last_line = max(math.floor(y0), 0), min(math.floor(y1) + 1, lines)
    first_sample, last_sample = max(math.floor(x0), 0), min(math.floor(x1) + 1, samples)
    if first_line >= last_line or first_sample >= last_sample:
        return None
    words = f"lines={first_line}:{last_line},samples={first_sample}:{last_sample}"
    return Region(words, first_line, last_line, first_sample, last_sample)


ZOOM_STEP = 1.25
CLOSEST_PIXELS = 6.0
FARTHEST = 4.0


class SceneBox(pg.ViewBox):
    """A view box of a scene of known size.

    Signals:
        pressed(float, float): x, y of a click (not of a drag).
        framed(object, object, bool): corners (x, y) of a rectangle dragged with Shift; true at its end.
    """

    pressed = Signal(float, float)
    framed = Signal(object, object, bool)

    def __init__(self) -> None:
        super().__init__(lockAspect=True, invertY=True, enableMenu=False, border=None)
        self.disableAutoRange()
        self._size = (1, 1)
        self.framing = False

    def show_size(self, lines: int, samples: int) -> None:
        """Another scene: see all of it."""
        self._size = (lines, samples)
        self.fit()

    def fit(self) -> None:
        """The whole scene, as large as it goes."""
        lines, samples = self._size
        self.setRange(QRectF(0, 0, samples, lines), padding=0.01, disableAutoRange=True)

    def scale_px(self) -> float:
        """Screen pixels for each scene pixel."""
        width = self.viewRect().width()
        return self.width() / width if width > 0 else 1.0

    def set_scale(self, scale: float, at: QPointF | None = None) -> None:
        """Show each scene pixel as `scale` screen pixels; the point `at` (or else the middle) stays put."""
        lines, samples = self._size
        smallest = min(self.width() / (FARTHEST * samples), self.height() / (FARTHEST * lines))
        largest = min(self.width(), self.height()) / CLOSEST_PIXELS
        wanted = min(max(scale, min(smallest, 1.0)), largest)
        factor = self.scale_px() / wanted
        self.scaleBy((factor, factor), center=at if at is not None else self.viewRect().center())

    def zoom(self, steps: float, at: QPointF | None = None) -> None:
        """Zoom in (steps > 0) or out."""
        self.set_scale(self.scale_px() * ZOOM_STEP**steps, at)

    def reveal(self, line: int, sample: int) -> None:
        """Pan, if need be, so that a pixel is visible."""
        point, view = QPointF(sample + 0.5, line + 0.5), self.viewRect()
        if not view.contains(point):
            self.translateBy(x=point.x() - view.center().x(), y=point.y() - view.center().y())

    def wheelEvent(self, ev: object, axis: int | None = None) -> None:
        """Zoom at the cursor."""
        at = self.childGroup.mapFromParent(ev.pos())  # type: ignore[attr-defined]
        self.zoom(ev.delta() / 120, at)  # type: ignore[attr-defined]
        ev.accept()  # type: ignore[attr-defined]

    def mouseClickEvent(self, ev: object) -> None:
        if ev.button() == Qt.MouseButton.LeftButton:  # type: ignore[attr-defined]
            ev.accept()  # type: ignore[attr-defined]
            point = self.mapSceneToView(ev.scenePos())  # type: ignore[attr-defined]
            self.pressed.emit(point.x(), point.y())

    def mouseDragEvent(self, ev: object, axis: int | None = None) -> None:
        """A drag pans, or frames a region if it began with Shift, whatever becomes of the key."""
        if not self.framing:
            super().mouseDragEvent(ev, axis)
            return
        ev.accept()  # type: ignore[attr-defined]
        start, end = (
            self.mapSceneToView(point)
            for point in (ev.buttonDownScenePos(), ev.scenePos())  # type: ignore[attr-defined]
        )
        self.framed.emit((start.x(), start.y()), (end.x(), end.y()), ev.isFinish())  # type: ignore[attr-defined]
