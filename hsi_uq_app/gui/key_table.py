"""One table of keys, used for the window's shortcuts, its menus, and the sheet under `?`."""

from dataclasses import dataclass
from typing import Literal

Place = Literal["window", "scene"]


@dataclass(frozen=True)
class Key:
    """A key in Qt's portable spelling, what it does, the action's name, and its group on the sheet.

    `place`: keys that lists, sliders and buttons need themselves count only while the scene has the keyboard.
    `also`: other keys for the same, for keyboards where the first one is hard to reach.
    """

    keys: str
    text: str
    action: str
    group: str
    place: Place = "window"
    also: tuple[str, ...] = ()


KEYS: tuple[Key, ...] = (
    Key("Ctrl+O", "Open a scene", "open_scene", "Files"),
    Key("Ctrl+M", "Load a model", "load_model", "Files"),
    Key("Ctrl+T", "Load truth", "load_truth", "Files"),
    Key("Ctrl+Shift+O", "Load a result", "load_result", "Files"),
    Key("Ctrl+L", "Open a spectral library", "load_library", "Files"),
    Key("Ctrl+I", "What was odd about the scene", "scene_notes", "Files"),
    Key("Ctrl+Shift+I", "Correct the scene's header fields", "correct_header", "Files"),
    Key("Ctrl+E", "Export", "export", "Files"),
    Key("Ctrl+Shift+E", "Export the pinned spectra", "export_spectra", "Files"),
    Key("Ctrl+S", "Save the session", "save_session", "Files"),
    Key("Ctrl+Shift+S", "Open a session", "open_session", "Files"),
    Key("Ctrl+Shift+R", "Restore the last session", "restore_session", "Files"),
    Key("Ctrl+Q", "Quit", "quit", "Files"),
    Key("Ctrl+Shift+T", "Train models", "train", "Run"),
    Key("Ctrl+R", "Run the model on the scene", "run", "Run", also=("F5",)),
    Key("Ctrl+K", "Compare the results", "compare", "Run"),
    Key("Ctrl+B", "Calibrate the result on a region", "calibrate", "Run"),
    Key("Esc", "Cancel what runs", "cancel", "Run"),
    Key("Ctrl+Z", "Undo", "undo", "Run"),
    Key("Ctrl+Shift+Z", "Redo", "redo", "Run", also=("Ctrl+Y",)),
    Key("F", "Fit the scene to the window", "fit", "Scene"),
    Key("1", "One screen pixel for each scene pixel", "one_to_one", "Scene"),
    Key("+", "Zoom in", "zoom_in", "Scene", also=("=",)),
    Key("-", "Zoom out", "zoom_out", "Scene"),
    Key("C", "Next composite", "next_composite", "Scene"),
    Key("Left", "Crosshair to the left", "move_left", "Scene", "scene"),
    Key("Right", "Crosshair to the right", "move_right", "Scene", "scene"),
    Key("Up", "Crosshair up", "move_up", "Scene", "scene"),
    Key("Down", "Crosshair down", "move_down", "Scene", "scene"),
    Key("Space", "Pin the spectrum at the crosshair", "pin", "Spectra", "scene"),
    Key("Shift+Del", "Remove all pins", "clear_pins", "Spectra"),
    Key("U", "Wavelengths in nm or µm", "toggle_unit", "Spectra"),
    Key("Ctrl+Shift+F", "Radiance to reflectance", "to_reflectance", "Spectra"),
    Key("Ctrl+C", "Copy the read-out", "copy_readout", "Spectra"),
    Key("Ctrl+Shift+C", "Copy the spectra as CSV", "copy_spectra", "Spectra"),
    Key("P", "Probability", "layer_probability", "Layers"),
    Key("W", "Width", "layer_width", "Layers"),
    Key("H", "High-Confidence Set", "layer_hcs", "Layers"),
    Key("A", "ACE baseline", "layer_ace", "Layers"),
    Key("D", "Disagreement between results", "layer_disagreement", "Layers"),
    Key("T", "Truth", "layer_truth", "Layers"),
    Key("M", "Materials of a simulated scene", "layer_materials", "Layers"),
    Key("Y", "Consistency of a calibrated result", "layer_consistency", "Layers"),
    Key("O", "Mark the discs of a simulated scene", "toggle_discs", "Layers"),
    Key("0", "No layer", "layer_none", "Layers"),
    Key("`", "Hold: the scene without its layer", "flicker", "Layers"),
    Key("[", "More transparent", "opacity_down", "Layers"),
    Key("]", "More opaque", "opacity_up", "Layers"),
    Key("Ctrl+PgDown", "Next result", "next_result", "Layers"),
    Key("Ctrl+PgUp", "Previous result", "previous_result", "Layers"),
    Key(",", "Smaller alpha", "alpha_down", "Set"),
    Key(".", "Larger alpha", "alpha_up", "Set"),
    Key(";", "Smaller delta", "delta_down", "Set"),
    Key("'", "Larger delta", "delta_up", "Set"),
    Key("?", "These keys", "shortcuts", "Help", also=("F1",)),
)
