"""A view that reports where the mouse is and where it drags, instead of panning: its ranges are known."""

import pyqtgraph
from pyqtgraph.GraphicsScene.mouseEvents import HoverEvent, MouseClickEvent, MouseDragEvent
from PySide6.QtCore import QPointF, Qt, Signal


class BinBox(pyqtgraph.ViewBox):
    """Signals:
    hovered(float): place on the horizontal axis under the mouse; NaN when it left.
    clicked(float, bool): place, and whether the click adds to what is selected (Ctrl or Shift).
    dragged(float, float): from where to where, while the button is down.
    """

    hovered = Signal(float)
    clicked = Signal(float, bool)
    dragged = Signal(float, float)

    def __init__(self) -> None:
        super().__init__(enableMouse=False, enableMenu=False)
        self.disableAutoRange()

    def hoverEvent(self, event: HoverEvent) -> None:
        self.hovered.emit(float("nan") if event.isExit() else self._place(event.scenePos()))

    def mouseClickEvent(self, event: MouseClickEvent) -> None:
        adds = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        if event.button() == Qt.MouseButton.LeftButton:
            event.accept()
            self.clicked.emit(self._place(event.scenePos()), bool(event.modifiers() & adds))

    def mouseDragEvent(self, event: MouseDragEvent, axis: int | None = None) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            event.accept()
            self.dragged.emit(self._place(event.buttonDownScenePos()), self._place(event.scenePos()))

    def _place(self, where: QPointF) -> float:
        return float(self.mapSceneToView(where).x())
