"""One table of keys, used for the window's shortcuts and for the sheet under `?`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QDialog, QWidget


@dataclass(frozen=True)
class Key:
    """A key in Qt's portable spelling, what it does, the action's name, and its group on the sheet."""

    keys: str
    text: str
    action: str
    group: str


KEYS: tuple[Key, ...] = (
    Key("Ctrl+O", "Open a scene", "open_scene", "Files"),
    Key("Ctrl+M", "Load a model", "load_model", "Files"),
    Key("Ctrl+T", "Load truth", "load_truth", "Files"),
    Key("Ctrl+E", "Export", "export", "Files"),
    Key("Ctrl+Q", "Quit", "quit", "Files"),
    Key("Ctrl+R", "Run the model on the scene", "run", "Run"),
    Key("Esc", "Cancel what runs; else close the notice", "cancel", "Run"),
    Key("F", "Fit the scene to the window", "fit", "Scene"),
    Key("1", "One screen pixel for each scene pixel", "one_to_one", "Scene"),
    Key("+", "Zoom in", "zoom_in", "Scene"),
    Key("-", "Zoom out", "zoom_out", "Scene"),
    Key("Left", "Move the crosshair", "move_left", "Scene"),
    Key("Right", "Move the crosshair", "move_right", "Scene"),
    Key("Up", "Move the crosshair", "move_up", "Scene"),
    Key("Down", "Move the crosshair", "move_down", "Scene"),
    Key("Space", "Pin the spectrum at the crosshair", "pin", "Spectra"),
    Key("Shift+Del", "Remove all pins", "clear_pins", "Spectra"),
    Key("U", "Wavelengths in nm or µm", "toggle_unit", "Spectra"),
    Key("Ctrl+C", "Copy the read-out", "copy_readout", "Spectra"),
    Key("Ctrl+Shift+C", "Copy the spectra as CSV", "copy_spectra", "Spectra"),
    Key("P", "Layer: probability", "layer_probability", "Layers"),
    Key("W", "Layer: width", "layer_width", "Layers"),
    Key("H", "Layer: High-Confidence Set", "layer_hcs", "Layers"),
    Key("A", "Layer: ACE baseline", "layer_ace", "Layers"),
    Key("0", "Layer: none", "layer_none", "Layers"),
    Key("`", "Hold to see the scene without its layer", "flicker", "Layers"),
    Key("[", "Layer more transparent", "opacity_down", "Layers"),
    Key("]", "Layer more opaque", "opacity_up", "Layers"),
    Key(",", "Smaller alpha", "alpha_down", "Set"),
    Key(".", "Larger alpha", "alpha_up", "Set"),
    Key(";", "Smaller delta", "delta_down", "Set"),
    Key("'", "Larger delta", "delta_up", "Set"),
    Key("?", "These keys", "shortcuts", "Help"),
)


class ShortcutSheet(QDialog):
    """The table as a sheet; shown with open(), so nothing blocks."""


def install(window: QWidget, actions: Mapping[str, Callable[[], object]]) -> list[QShortcut]:
    """Bind every key of KEYS whose action is in `actions`; returns the shortcuts."""
    raise NotImplementedError
