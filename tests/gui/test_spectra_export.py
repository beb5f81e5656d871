"""Pinned spectra leave the window as they are shown."""

import json

import numpy as np
import pytest

from hsi_uq_app.gui.export import ExportFeature
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.scene.read_library import read_library
from tests.gui.kit import WAVELENGTHS, press, ramp


@pytest.mark.parametrize("kind", ["csv", "sli"])
def test_that_pinned_spectra_are_written_with_their_places_and_read_again(
    program, settle, scene_file, tmp_path, kind
):
    program.context.of(FilesFeature).open("scene", scene_file)
    settle()
    for pixel in ((2, 3), (10, 20)):
        program.context.of(SceneFeature).pin(pixel)
    settle()
    program.context.of(ExportFeature).write_spectra(kind, tmp_path / f"pins.{kind}")
    settle()
    library = read_library(tmp_path / f"pins.{kind}", scale=1.0 if kind == "csv" else None)
    assert [spectrum.name.replace(",", "") for spectrum in library.spectra] == [
        "line 2 sample 3", "line 10 sample 20",
    ]  # fmt: skip
    assert np.allclose(library.spectra[1].wavelengths_nm, WAVELENGTHS)
    assert np.allclose(library.spectra[1].values, ramp()[:, 10, 20], rtol=1e-6)
    told = json.loads((tmp_path / f"pins.{kind}.json").read_text())
    assert told["cube"] == program.session.state.scene.fingerprint
    assert "pins" in program.window.panels["notices"].text.text()


def test_that_without_pins_there_is_nothing_to_export(program, qtbot):
    press(program, qtbot, "Ctrl+Shift+E")
    assert "No spectra to export" in program.window.panels["notices"].text.text()
