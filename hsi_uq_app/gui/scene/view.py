"""The scene: a composite, one map over it, lit pixels, pins and the crosshair."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.empty_state import EmptyState
from hsi_uq_app.gui.scene.map_item import MapItem, PictureItem
from hsi_uq_app.gui.scene.markers import TRAINING, Crosshair, PinMarkers, RegionMarker
from hsi_uq_app.gui.scene.scene_box import SceneBox, pixel_at, region_between
from hsi_uq_app.scene.regions import Region
from hsi_uq_app.session.view import Pin, Pixel

Bytes = npt.NDArray[np.uint8]
SETTLED_MS = 150
LIT_TABLE = (0x00000000, 0xFFFF4FD8)


class SceneView(pg.GraphicsView):
    """Shows what it is given and says where the mouse is.

    Signals:
        pixel_hovered(object): (line, sample) under the mouse, or None.
        pixel_clicked(object): (line, sample).
        region_framed(object): a finished Region.
        zoomed(float): screen pixels for each scene pixel.
        viewport_settled(object): the Region on the screen, once it has been the same for a moment.
    """

    pixel_hovered = Signal(object)
    pixel_clicked = Signal(object)
    region_framed = Signal(object)
    zoomed = Signal(float)
    viewport_settled = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=theme.WINDOW)
        self.box = SceneBox()
        self.composite, self.detail, self.map, self.lit = PictureItem(), PictureItem(), MapItem(), MapItem()
        self._size = (0, 0)
        self.setCentralItem(self.box)
        items: tuple[pg.GraphicsObject, ...] = (self.composite, self.detail, self.map, self.lit)
        for height, item in enumerate(items):
            item.setZValue(height)
            self.box.addItem(item, ignoreBounds=True)
        self._crosshair, self._pins = Crosshair(self.box), PinMarkers(self.box)
        self._region, self.training = RegionMarker(self.box), RegionMarker(self.box, TRAINING)
        self._empty = EmptyState(self)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Scene")
        self.box.pressed.connect(self._on_pressed)
        self.box.framed.connect(self._on_framed)
        self._settling = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settling.timeout.connect(self._tell_viewport)
        self.box.sigRangeChanged.connect(self._on_range)

    def show_scene(self, lines: int, samples: int) -> None:
        """Another scene of this size, seen whole; (0, 0) for none."""
        self._size = (lines, samples)
        self.composite.show_picture(None)
        if lines and samples:
            self.box.show_size(lines, samples)

    def show_message(self, text: str) -> None:
        """A sentence in the middle of the empty scene."""
        self._empty.show_text(text)

    def show_composite(self, picture: Bytes | None, step: int = 1) -> None:
        """RGB bytes, every step-th line and sample."""
        self.composite.show_picture(picture, step)

    def show_detail(self, picture: Bytes | None, step: int = 1, corner: tuple[int, int] = (0, 0)) -> None:
        """A finer picture of a part of the scene, its upper left pixel at `corner` (line, sample)."""
        self.detail.show_picture(picture, step, corner)

    def show_lit(self, lit: Bytes | None) -> None:
        """Pixels with code 1 are lit."""
        self.lit.show_codes(lit, LIT_TABLE)
        self.lit.mark(1, 1)

    def show_crosshair(self, pixel: Pixel | None) -> None:
        """Cross at a pixel."""
        self._crosshair.show_pixel(pixel)

    def show_pins(self, pins: Sequence[Pin]) -> None:
        """Markers of the pinned pixels."""
        self._pins.show_pins(pins)

    def show_region(self, region: Region | None) -> None:
        """Outline of a region."""
        self._region.show_region(region)

    def show_training_region(self, region: Region | None) -> None:
        """Outline of the region that a training is asked for; None hides it."""
        self.training.show_region(region)

    def flicker(self, hidden: bool) -> None:
        """Hide the map while a key is held."""
        self.map.setVisible(not hidden)
        self.lit.setVisible(not hidden)

    def mousePressEvent(self, ev: QMouseEvent) -> None:
        self.box.framing = bool(ev.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        super().mousePressEvent(ev)

    def mouseMoveEvent(self, ev: QMouseEvent) -> None:
        super().mouseMoveEvent(ev)
        point = self.box.mapSceneToView(self.mapToScene(ev.position().toPoint()))
        self.pixel_hovered.emit(pixel_at(point.x(), point.y(), *self._size))

    def leaveEvent(self, ev: QEvent) -> None:
        super().leaveEvent(ev)
        self.pixel_hovered.emit(None)

    def _on_range(self) -> None:
        self.zoomed.emit(self.box.scale_px())
        self._settling.start()

    def _tell_viewport(self) -> None:
        view = self.box.viewRect()
        corners = (view.left(), view.top()), (view.right(), view.bottom())
        region = region_between(*corners, *self._size)
        if region:
            self.viewport_settled.emit(region)

    def _on_pressed(self, x: float, y: float) -> None:
        pixel = pixel_at(x, y, *self._size)
        if pixel:
            self.pixel_clicked.emit(pixel)

    def _on_framed(self, start: tuple[float, float], end: tuple[float, float], finished: bool) -> None:
        region = region_between(start, end, *self._size)
        self._region.show_region(region)
        if finished and region:
            self.region_framed.emit(region)
