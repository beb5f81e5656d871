"""Which map lies over the scene, how opaque, in which colours."""

from collections.abc import Collection, Mapping, Sequence

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
from hsi_uq_app.session.view import LAYERS, OTHER_LAYERS, RESULT_LAYERS, Layer, Look

LABELS: Mapping[Layer, tuple[str, str]] = {
    "none": ("None", "The scene alone (0)"),
    "probability": ("Probability", "Mean over the draws, 0 to 1 (P)"),
    "width": ("Width", "Width of the credible interval, 0 to 1 (W)"),
    "hcs": ("HCS", "High-Confidence Set: target, undecided, background (H)"),
    "ace": ("ACE", "Score of the matched filter, a baseline without a network (A)"),
    "disagreement": ("Disagreement", "Where the sets of the loaded results differ (D)"),
    "truth": ("Truth", "Abundance of the target, 0 to 1 (T)"),
    "materials": ("Materials", "The material that takes the largest part of each pixel (M)"),
    "consistency": ("Consistency", "How consistent the predicted class is under noise, .5 to 1 (Y)"),
}


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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons = {layer: _button(layer) for layer in LAYERS}
        self.opacity, self.colour_map = QSlider(Qt.Orientation.Horizontal), QComboBox()
        self._percent = QLabel()
        self._fill()
        self._connect()

    def show_layer(
        self, layer: Layer, looks: Mapping[Layer, Look], available: Collection[Layer] = LAYERS
    ) -> None:
        """Mark the layer's button and show its look; a layer without values has no colour map.

        Layers that are not available cannot be chosen; those that few scenes have are not even there.
        """
        self.buttons[layer].setChecked(True)
        look = looks.get(layer) if layer in available else None
        for name, button in self.buttons.items():
            button.setEnabled(name in available)
            button.setVisible(name not in OTHER_LAYERS or name in available)
        self.opacity.setEnabled(look is not None)
        self.colour_map.setEnabled(bool(look and look.colour_map))
        with QSignalBlocker(self.opacity), QSignalBlocker(self.colour_map):
            self.opacity.setValue(round(100 * look.opacity) if look else 0)
            self.colour_map.setCurrentIndex(self.colour_map.findText(look.colour_map) if look else -1)
        self._percent.setText(f"{self.opacity.value()} %" if look else "")

    def _fill(self) -> None:
        self.opacity.setRange(0, 100)
        self.opacity.setAccessibleName("Opacity of the layer")
        self.colour_map.addItems(list(COLOUR_MAPS))
        self.colour_map.setAccessibleName("Colour map of the layer")
        self._percent.setMinimumWidth(self.fontMetrics().horizontalAdvance("100 %"))
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setColumnStretch(1, 1)
        for number, layers in enumerate((("none", *RESULT_LAYERS), OTHER_LAYERS)):
            layout.addLayout(self._row(layers), number, 0, 1, 3)
        for column, widget in enumerate((QLabel("Opacity"), self.opacity, self._percent)):
            layout.addWidget(widget, 2, column)
        layout.addWidget(QLabel("Colours"), 3, 0)
        layout.addWidget(self.colour_map, 3, 1, 1, 2)

    def _row(self, layers: Sequence[Layer]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(1)
        for layer in layers:
            row.addWidget(self.buttons[layer])
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
    text, hint = LABELS[layer]
    button = QPushButton(text)
    button.setCheckable(True)
    button.setToolTip(hint)
    button.setProperty("segment", True)
    return button
