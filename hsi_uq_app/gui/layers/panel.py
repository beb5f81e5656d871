"""Which map lies over the scene, how opaque, in which colours."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QWidget,
)

from hsi_uq_app.gui.colours import COLOUR_MAPS
from hsi_uq_app.gui.commands import key_text
from hsi_uq_app.session.layer import Layer
from hsi_uq_app.session.view import LayerStyle


class LayerPanel(QWidget):
    """Chooses the layer.

    Signals:
        layer_chosen(str).   opacity_changed(float): 0..1 of the shown layer.   colour_map_chosen(str).
        released(): the opacity slider was let go.
    """

    layer_chosen = Signal(str)
    opacity_changed = Signal(float)
    colour_map_chosen = Signal(str)
    released = Signal()

    def __init__(self, layers: Sequence[Layer], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layers = tuple(layers)
        self.buttons = {layer.name: _button(layer) for layer in layers}
        self.opacity, self.colour_map = QSlider(Qt.Orientation.Horizontal), QComboBox()
        self._percent = QLabel()
        self._fill()
        self._connect()

    def show_layer(self, name: str, style: LayerStyle | None, missing: Mapping[str, str]) -> None:
        """Mark the layer's button and show its style; a layer without values has no colour map.

        A layer that lacks something cannot be chosen, and says what; those that few scenes have are hidden.
        """
        self.buttons[name].setChecked(True)
        for layer in self._layers:
            button, lack = self.buttons[layer.name], missing[layer.name]
            button.setEnabled(not lack)
            button.setVisible(layer.of_one_result or not lack)
            button.setToolTip(_hint(layer) + (f"\nNot now: {lack}" if lack else ""))
        self._show_style(None if missing[name] else style)

    def _show_style(self, style: LayerStyle | None) -> None:
        self.opacity.setEnabled(style is not None)
        self.colour_map.setEnabled(bool(style and style.colour_map))
        with QSignalBlocker(self.opacity), QSignalBlocker(self.colour_map):
            self.opacity.setValue(round(100 * style.opacity) if style else 0)
            self.colour_map.setCurrentIndex(self.colour_map.findText(style.colour_map) if style else -1)
        self._percent.setText(f"{self.opacity.value()} %" if style else "")

    def _fill(self) -> None:
        self.opacity.setRange(0, 100)
        self.opacity.setAccessibleName("Opacity of the layer")
        self.colour_map.addItems(list(COLOUR_MAPS))
        self.colour_map.setAccessibleName("Colour map of the layer")
        self._percent.setMinimumWidth(self.fontMetrics().horizontalAdvance("100 %"))
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setColumnStretch(1, 1)
        for number, of_one_result in enumerate((True, False)):
            layers = [layer for layer in self._layers if layer.of_one_result is of_one_result]
            layout.addLayout(self._row(layers), number, 0, 1, 3)
        for column, widget in enumerate((QLabel("Opacity"), self.opacity, self._percent)):
            layout.addWidget(widget, 2, column)
        layout.addWidget(QLabel("Colours"), 3, 0)
        layout.addWidget(self.colour_map, 3, 1, 1, 2)

    def _row(self, layers: Sequence[Layer]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(1)
        for layer in layers:
            row.addWidget(self.buttons[layer.name])
        return row

    def _connect(self) -> None:
        self._group = QButtonGroup(self)
        for layer, button in self.buttons.items():
            self._group.addButton(button)
            button.clicked.connect(lambda _=False, layer=layer: self.layer_chosen.emit(layer))
        self.opacity.valueChanged.connect(lambda percent: self.opacity_changed.emit(percent / 100))
        self.opacity.sliderReleased.connect(self.released)
        self.colour_map.textActivated.connect(self.colour_map_chosen)


def _button(layer: Layer) -> QPushButton:
    button = QPushButton(layer.label)
    button.setCheckable(True)
    button.setToolTip(_hint(layer))
    button.setProperty("segment", True)
    return button


def _hint(layer: Layer) -> str:
    return f"{layer.hint} ({key_text(layer.key)})"
