"""Radiance becomes reflectance where the analyst asks for it, and the record says how."""

import numpy as np
import pytest

from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.models import ModelsFeature
from hsi_uq_app.gui.reflectance import ReflectanceFeature
from hsi_uq_app.gui.reflectance.dialog import NO_PAIRS, NO_REGION, ReflectanceDialog
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.session.spectra import region_framed
from tests.gui.kit import LINES, SAMPLES, WAVELENGTHS, press, write_cube

GAIN = np.array([40, 50, 60, 70, 80, 90.0])
HAZE = np.array([9, 7, 5, 3, 2, 1.0])


@pytest.fixture
def radiance_file(tmp_path):
    """Radiance = gain * reflectance + haze; reflectance .3 but for .9 in lines 0..3 and .05 at (20, 20)."""
    reflectance = np.full((LINES, SAMPLES), 0.3)
    reflectance[:4], reflectance[20, 20] = 0.9, 0.05
    values = GAIN[:, None, None] * reflectance + HAZE[:, None, None]
    return write_cube(
        tmp_path / "radiance.hdr", values, wavelength=list(WAVELENGTHS), wavelength_units="nm",
        quantity="radiance",
    )  # fmt: skip


@pytest.fixture
def panels_file(tmp_path):
    rows = "\n".join(f"{nm},0.9,0.05" for nm in WAVELENGTHS)
    (tmp_path / "panels.csv").write_text(f"nm,bright,dark\n{rows}\n")
    return tmp_path / "panels.csv"


@pytest.fixture
def radiance(program, settle, radiance_file):
    program.context.of(FilesFeature).open("scene", radiance_file)
    settle()
    return program


def test_that_a_framed_region_serves_as_flat_field(radiance, settle):
    radiance.session.apply(region_framed(parse_region("lines=0:4,samples=0:50", LINES, SAMPLES)))
    settle()
    radiance.commands.actions["to_reflectance"].trigger()
    dialog = radiance.context.of(ReflectanceFeature).dialog
    assert dialog.flat.isChecked()
    dialog.reflectance.setValue(0.9)
    dialog.apply_button.click()
    settle()
    cube = radiance.session.state.scene.cube
    assert cube.quantity == "reflectance"
    assert np.allclose(cube.spectrum(0, 0), 0.9)
    assert cube.derivation == (
        "reflectance by a flat field: lines 0–3, samples 0–49 taken to reflect 0.9",
    )  # fmt: skip
    assert "flat field" in radiance.window.panels["notices"].text.text()


def test_that_pins_and_their_library_partners_make_an_empirical_line(radiance, settle, panels_file):
    radiance.context.of(FilesFeature).open("library", panels_file)
    settle()
    for pixel in ((0, 0), (20, 20), (10, 10)):
        radiance.context.of(SceneFeature).pin(pixel)
    settle()
    radiance.commands.actions["to_reflectance"].trigger()
    dialog = radiance.context.of(ReflectanceFeature).dialog
    assert not dialog.apply_button.isEnabled()
    bright, dark, _ = dialog.partners.values()
    bright.setCurrentText("bright")
    dark.setCurrentText("dark")
    dialog.apply_button.click()
    settle()
    cube = radiance.session.state.scene.cube
    assert np.allclose(cube.spectrum(10, 10), 0.3, atol=1e-5)
    assert cube.derivation == (
        "reflectance by an empirical line: line 0, sample 0 as bright; line 20, sample 20 as dark",
    )


def test_that_a_result_of_a_corrected_scene_says_how_it_was_corrected(
    radiance, settle, panels_file, model_file
):
    before = radiance.session.state.scene.fingerprint
    radiance.session.apply(region_framed(parse_region("lines=0:4,samples=0:50", LINES, SAMPLES)))
    settle()
    radiance.context.of(ReflectanceFeature).by_flat_field(1.0)
    radiance.context.of(FilesFeature).open("model", model_file)
    settle()
    radiance.context.of(ModelsFeature).run()
    settle()
    (result,) = radiance.session.state.results
    assert "flat field" in result.quantiles.provenance["derivation"][0]
    assert result.fingerprint != before


def test_that_reflectance_stays_as_it_is(program, settle, qtbot, tmp_path):
    path = write_cube(tmp_path / "r.hdr", np.full((6, LINES, SAMPLES), 0.3), wavelength=list(WAVELENGTHS))
    program.context.of(FilesFeature).open("scene", path)
    settle()
    press(program, qtbot, "Ctrl+Shift+F")
    assert "is reflectance already" in program.window.panels["notices"].text.text()


def test_that_what_is_missing_is_said(qtbot, themed):
    dialog = ReflectanceDialog("", {0: "line 1, sample 2"}, [])
    qtbot.addWidget(dialog)
    texts = [label.text() for label in dialog.findChildren(type(dialog.flat.layout().itemAt(0).widget()))]
    assert NO_REGION in texts
    assert NO_PAIRS in texts
    assert not dialog.apply_button.isEnabled()


def test_that_one_way_excludes_the_other(qtbot, themed):
    dialog = ReflectanceDialog("lines 0–3", {0: "line 1, sample 2"}, ["bright"])
    qtbot.addWidget(dialog)
    assert (dialog.flat.isChecked(), dialog.line.isChecked()) == (True, False)
    dialog.line.setChecked(True)
    assert (dialog.flat.isChecked(), dialog.line.isChecked()) == (False, True)
    dialog.partners[0].setCurrentText("bright")
    with qtbot.waitSignal(dialog.empirical_line_asked) as asked:
        dialog.apply_button.click()
    assert asked.args == [{0: 0}]
