"""Every action by its name in the table of keys; menus and shortcuts call the same."""

from collections.abc import Callable, Mapping

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.intents.export import ExportIntents
from hsi_uq_app.gui.intents.files import FileIntents
from hsi_uq_app.gui.intents.prediction import PredictionIntents
from hsi_uq_app.gui.intents.training import TrainingIntents
from hsi_uq_app.gui.intents.view import ViewIntents
from hsi_uq_app.gui.shortcut_sheet import ShortcutSheet
from hsi_uq_app.gui.window import Window
from hsi_uq_app.session.view import LAYERS
from hsi_uq_app.session.view_transitions import pins_cleared

Action = Callable[[], object]
STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


def actions_of(
    desk: Desk,
    window: Window,
    files: FileIntents,
    view: ViewIntents,
    runs: PredictionIntents,
    exports: ExportIntents,
    training: TrainingIntents,
) -> Mapping[str, Action]:
    """Names of `key_table.KEYS` and what they do."""
    table: dict[str, Action] = {
        "open_scene": lambda: files.ask("scene"),
        "load_model": lambda: files.ask("model"),
        "load_truth": lambda: files.ask("truth"),
        "load_result": lambda: files.ask("result"),
        "export": exports.ask,
        "quit": window.close,
        "train": training.ask,
        "run": runs.run,
        "cancel": runs.cancel,
        "undo": desk.session.undo,
        "redo": desk.session.redo,
        "pin": view.pin,
        "clear_pins": lambda: desk.session.apply(pins_cleared),
        "copy_readout": window.readout.copy,
        "copy_spectra": window.spectrum.copy,
        "toggle_unit": window.spectrum.toggle_unit,
        "next_composite": view.step_preset,
        "next_result": lambda: view.step_result(1),
        "previous_result": lambda: view.step_result(-1),
        "shortcuts": lambda: ShortcutSheet(window).open(),
    }
    return table | _scene_actions(window, view) | _layer_actions(view) | _set_actions(view)


def _scene_actions(window: Window, view: ViewIntents) -> dict[str, Action]:
    moves: dict[str, Action] = {
        f"move_{name}": lambda step=step: view.move(*step)  # type: ignore[misc]
        for name, step in STEPS.items()
    }
    return moves | {
        "fit": window.scene.box.fit,
        "one_to_one": view.one_to_one,
        "zoom_in": view.zooming(1),
        "zoom_out": view.zooming(-1),
    }


def _layer_actions(view: ViewIntents) -> dict[str, Action]:
    layers: dict[str, Action] = {
        f"layer_{layer}": lambda layer=layer: view.set_layer(layer)  # type: ignore[misc]
        for layer in LAYERS
    }
    return layers | {
        "opacity_down": lambda: view.step_opacity(-1),
        "opacity_up": lambda: view.step_opacity(1),
    }


def _set_actions(view: ViewIntents) -> dict[str, Action]:
    return {
        "alpha_down": lambda: view.step_alpha(-1),
        "alpha_up": lambda: view.step_alpha(1),
        "delta_down": lambda: view.step_delta(-1),
        "delta_up": lambda: view.step_delta(1),
    }
