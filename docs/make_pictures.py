"""`make pictures`: the README's pictures, taken from the running program, so that they cannot go stale.

The window opens on the sample scene without a screen and is looked at in three states.
"""

import os
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import numpy as np
from PySide6.QtWidgets import QApplication

from hsi_uq_app.confidence.quantile_map import open_quantile_map
from hsi_uq_app.gui import theme
from hsi_uq_app.gui.app import open_all
from hsi_uq_app.gui.program import Program
from hsi_uq_app.resources import data_path
from hsi_uq_app.session.layers import layer_chosen
from hsi_uq_app.session.spectra import pixel_clicked
from hsi_uq_app.session.view import Pixel

PICTURES = Path(__file__).parent / "pictures"
LAYERS = ("probability", "width", "hcs")
GRASS: Pixel = (20, 40)
SIZE = (1600, 1000)
QUIET_S, LONGEST_S = 0.6, 30.0


def main() -> None:
    """One picture a layer."""
    PICTURES.mkdir(exist_ok=True)
    app = QApplication([])
    theme.apply(app)
    program = _opened(app)
    for pixel in (GRASS, _surest_target()):
        program.session.apply(pixel_clicked(pixel))
    for layer in LAYERS:
        program.session.apply(layer_chosen(layer))
        _settle(app, program)
        program.window.grab().save(str(PICTURES / f"window-{layer}.png"))
    program.window.close()


def _surest_target() -> Pixel:
    """The pixel of the largest probability."""
    logits = open_quantile_map(data_path("sample_scenes", "suburb_deep-ensemble.hdr")).mean_logit
    line, sample = np.unravel_index(int(np.nanargmax(logits)), logits.shape)
    return int(line), int(sample)


def _opened(app: QApplication) -> Program:
    """The window on the sample scene, with a model, its result and the truth."""
    sample, model = (
        data_path("sample_scenes"),
        data_path("resources", "models", "suburb_deep-ensemble.safetensors"),
    )
    program = Program()
    result, truth = sample / "suburb_deep-ensemble.hdr", sample / "suburb_abundance.hdr"
    open_all(program, sample / "suburb.hdr", [model], truth, [result])
    program.window.resize(*SIZE)
    program.window.show()
    _settle(app, program)
    return program


def _settle(app: QApplication, program: Program) -> None:
    """Let the window work until nothing has run for a while."""
    started = quiet_since = time.monotonic()
    while time.monotonic() - quiet_since < QUIET_S and time.monotonic() - started < LONGEST_S:
        app.processEvents()
        if not program.is_settled:
            quiet_since = time.monotonic()
        time.sleep(0.01)


if __name__ == "__main__":
    main()
