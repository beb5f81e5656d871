"""Calibrate in the window: asked, run, shown before and after, kept; brushing between scene and diagram."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hsi_uq_app.gui.calibration import CalibrationFeature
from hsi_uq_app.gui.calibration.words import figure_rows, more_rows
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.program import Program
from hsi_uq_app.gui.reliability.words import curve_rows
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.session.calibration import shown_calibration
from hsi_uq_app.session.layers import layer_chosen
from hsi_uq_app.session.reliability import RELIABILITY, curve_chosen, pointed_bins
from hsi_uq_app.session.spectra import region_framed
from hsi_uq_app.workflow.calibration_plan import Plan
from tests.gui.kit import LINES, SAMPLES, colour_at, press, write_cube, write_result

LIT = (0xFF, 0x4F, 0xD8)
FIT, REPORT = "lines=0:12,samples=25:50", "lines=15:30,samples=25:50"


@pytest.fixture
def judged(program: Program, settle: Callable[[], None], scene_file: Path, tmp_path: Path) -> Program:
    """A result whose logits are twice too large, and its truth, on show."""
    rng = np.random.default_rng(1)
    logits = rng.normal(0, 3, (LINES, SAMPLES)).astype(np.float32)
    abundance = (rng.random(logits.shape) < 1 / (1 + np.exp(-logits / 2))).astype(np.float32)
    program.context.of(FilesFeature).open("scene", scene_file)
    program.context.of(FilesFeature).open("result", write_result(scene_file, tmp_path / "over.hdr", logits))
    program.context.of(FilesFeature).open("truth", write_cube(tmp_path / "truth.hdr", abundance[None]))
    settle()
    assert RELIABILITY.of(program.session.state) is not None
    return program


@pytest.fixture
def calibrated(judged: Program, settle: Callable[[], None]) -> Program:
    """The same, calibrated by temperature."""
    judged.context.of(CalibrationFeature).start("temperature", Plan(FIT, REPORT))
    settle()
    assert shown_calibration(judged.session.state) is not None
    return judged


def spans_of(program: Program, bins: set[int]) -> list[tuple[float, float]]:
    """Where these bins lie along the axis of the diagram, from the left."""
    spans = program.window.panels["reliability"].view.spans
    return [(float(spans[bin_, 0]), float(spans[bin_, 1])) for bin_ in sorted(bins)]


def test_that_the_dialog_suggests_regions_the_model_never_saw(
    judged: Program, settle: Callable[[], None]
) -> None:
    QTest.mouseClick(judged.window.panels["reliability"].calibrate, Qt.MouseButton.LeftButton)
    dialog = judged.context.of(CalibrationFeature).dialog
    assert dialog is not None
    assert dialog.isVisible()
    texts = (dialog.form.fit.currentText(), dialog.form.report.currentText())
    fit, report = (parse_region(text, LINES, SAMPLES) for text in texts)
    assert not fit.overlaps(report)
    assert min(fit.first_sample, report.first_sample) >= SAMPLES // 2
    assert dialog.start.isEnabled()
    dialog.accept()
    settle()
    made = shown_calibration(judged.session.state)
    assert made is not None
    assert made.row.name == "temperature"
    assert judged.session.state.view.region == report.text


def test_that_the_dialog_says_what_stands_in_the_way(judged: Program) -> None:
    judged.context.of(CalibrationFeature).ask()
    dialog = judged.context.of(CalibrationFeature).dialog
    assert dialog is not None
    form = dialog.form
    for fit, report, words in (
        ("right", "bottom", "share pixels"),
        ("left", "right", "was trained on"),
        ("somewhere", "right", "not understood"),
    ):
        form.fit.setCurrentText(fit)
        form.report.setCurrentText(report)
        assert words in dialog.problem.text(), (fit, report)
        assert not dialog.start.isEnabled()
    form.fit.setCurrentText(FIT)
    form.report.setCurrentText(REPORT)
    assert dialog.start.isEnabled()
    form.calibrator.setCurrentIndex(form.calibrator.findData("gc"))
    assert "(not here)" in form.calibrator.currentText()
    assert "Load the result's model" in form.hint.text()
    assert not dialog.start.isEnabled()


def test_that_choices_that_do_not_matter_are_greyed_and_left_out(judged: Program) -> None:
    judged.context.of(CalibrationFeature).ask()
    assert judged.context.of(CalibrationFeature).dialog is not None
    form = judged.context.of(CalibrationFeature).dialog.form
    form.criterion.setCurrentIndex(form.criterion.findData("ece"))
    assert not form.criterion.isEnabled()
    assert form.plan().criterion is None
    form.calibrator.setCurrentIndex(form.calibrator.findData("cc"))
    assert form.criterion.isEnabled()
    assert form.plan().criterion == "ece"
    form.noise.setCurrentIndex(form.noise.findData("uniform"))
    assert form.plan().noise == "uniform"
    form.calibrator.setCurrentIndex(form.calibrator.findData("temperature"))
    assert form.plan().noise is None
    assert not form.perturbation.isEnabled()


def test_that_before_and_after_lie_over_each_other_with_their_figures(calibrated: Program) -> None:
    panel, found = calibrated.window.panels["reliability"], RELIABILITY.of(calibrated.session.state)
    assert found is not None
    assert found.before is not None
    assert "before" in panel.legend.text()
    assert "after" in panel.legend.text()
    (ece, *_) = curve_rows(found.curve, found.before)
    assert "→" in ece[1]
    assert len(panel.view.diagram.before.points.data) > 3
    assert calibrated.window.panels["loaded"].region.currentText() == REPORT


def test_that_the_panel_tells_every_figure_the_sets_and_the_promise(calibrated: Program) -> None:
    panel = calibrated.window.panels["calibration"]
    assert calibrated.window.tabs.isTabVisible(calibrated.window.tabs.indexOf(panel))
    assert "Temperature scaling, applied to the mean" in panel.title.text()
    assert f"Fitted on {FIT}: 300 pixels" in panel.title.text()
    rows = panel.rows()
    before, after = rows["NLL"][0].split(" → ")
    assert float(after) < float(before)
    assert rows["NLL"][1].startswith("−")
    first, second = rows["slope"][0].split(" → ")
    assert abs(float(second) - 1) < abs(float(first) - 1)
    assert {"miscalibration", "discrimination", "maximum error", "accuracy"} < set(rows)
    names = list(rows)
    assert names.index("Brier skill") < names.index("HCS: target") < names.index("slope")
    assert "false" in rows["HCS: target"][0]
    assert "Predicted classes changed: 0." in panel.words.text()
    assert "exchangeable" in panel.words.text()


def test_that_every_figure_of_the_report_has_a_row_and_an_accuracy_keeps_its_digits(
    calibrated: Program,
) -> None:
    made = shown_calibration(calibrated.session.state)
    assert made is not None
    assert len(figure_rows(made)) + len(more_rows(made)) == len(made.row.figures)
    rare = {**made.row.figures, "accuracy": 0.99973}
    row = replace(made.row, figures=rare)
    told = more_rows(replace(made, calibration=replace(made.calibration, rows=(row,))))
    assert next(cells[1] for cells, _ in told if cells[0] == "accuracy").endswith("→ 0.99973")


def test_that_the_result_as_predicted_comes_back(calibrated: Program, settle: Callable[[], None]) -> None:
    QTest.mouseClick(calibrated.window.panels["calibration"].close_button, Qt.MouseButton.LeftButton)
    settle()
    found = RELIABILITY.of(calibrated.session.state)
    assert found is not None
    assert found.before is None
    side = calibrated.window.tabs
    assert not side.isTabVisible(side.indexOf(calibrated.window.panels["calibration"]))
    assert "before" not in calibrated.window.panels["reliability"].legend.text()


def test_that_another_kind_of_curve_keeps_the_calibration(
    calibrated: Program, settle: Callable[[], None]
) -> None:
    calibrated.session.apply(curve_chosen(curve_kind="top-label", curve_spacing="mass"))
    settle()
    found = RELIABILITY.of(calibrated.session.state)
    assert found is not None
    assert found.before is not None
    assert (found.curve.kind, found.before.spacing) == ("top-label", "mass")


def test_that_a_calibrated_result_is_kept_named_and_has_a_layer_of_its_own(
    judged: Program, settle: Callable[[], None], tmp_path: Path
) -> None:
    judged.context.of(CalibrationFeature).start("cc", Plan(FIT, REPORT))
    settle()
    state = judged.session.state
    made = shown_calibration(state)
    assert made is not None
    button = judged.window.panels["layers"].buttons["consistency"]
    assert not button.isVisible()
    judged.context.of(CalibrationFeature).keep(made, tmp_path / "kept.hdr")
    settle()
    kept = judged.session.state.results[-1]
    assert kept.path.name == "kept.hdr"
    assert judged.session.state.result is kept
    assert ", cc ·" in kept.label
    assert button.isVisible()
    confidence = np.abs(kept.quantiles.mean_logit)
    sure, doubtful = (divmod(int(at), SAMPLES) for at in (confidence.argmax(), confidence.argmin()))
    colours = {}
    for layer in ("none", "consistency"):
        judged.session.apply(layer_chosen(layer))
        settle()
        colours[layer] = [colour_at(judged.window.panels["scene"], *place) for place in (sure, doubtful)]
    assert colours["consistency"][0] == colours["none"][0]
    assert colours["consistency"][1] != colours["none"][1]
    assert judged.window.panels["colours"].isVisible()
    judged.context.of(CalibrationFeature).ask()
    assert judged.context.of(CalibrationFeature).dialog is not None
    assert "calibrated already" in judged.context.of(CalibrationFeature).dialog.problem.text()


def test_that_the_isotonic_curve_comes_and_goes_with_its_box(
    judged: Program, settle: Callable[[], None]
) -> None:
    panel = judged.window.panels["reliability"]
    panel.isotonic.click()
    settle()
    found = RELIABILITY.of(judged.session.state)
    assert found is not None
    assert found.isotonic is not None
    assert "isotonic" in panel.legend.text()
    judged.session.undo()
    settle()
    assert not panel.isotonic.isChecked()
    assert "isotonic" not in panel.legend.text()


def test_that_a_pin_points_at_its_bin_and_a_bin_lights_its_pixels(
    judged: Program, settle: Callable[[], None]
) -> None:
    judged.context.of(SceneFeature).pin((4, 7))
    settle()
    found = RELIABILITY.of(judged.session.state)
    assert found is not None
    view = judged.window.panels["reliability"].view
    (bin_,) = pointed_bins(judged.session.state)
    assert view.diagram.pointed.spans == spans_of(judged, {bin_})
    view.picked.emit((bin_,))
    settle()
    assert colour_at(judged.window.panels["scene"], 4, 7) == LIT
    elsewhere = divmod(int(found.pixels[found.bins != bin_][0]), SAMPLES)
    assert colour_at(judged.window.panels["scene"], *elsewhere) != LIT


def test_that_the_mouse_brushes_both_ways(judged: Program, settle: Callable[[], None]) -> None:
    scene, view = judged.window.panels["scene"], judged.window.panels["reliability"].view
    at = scene.mapFromScene(scene.box.mapViewToScene(QPointF(7.5, 4.5)))
    QTest.mouseClick(scene.viewport(), Qt.MouseButton.LeftButton, pos=at)
    settle()
    assert judged.session.state.view.clicked == (4, 7)
    (bin_,) = pointed_bins(judged.session.state)
    assert view.diagram.pointed.spans == spans_of(judged, {bin_})
    plot = view.diagram
    middle = QPointF(float(view.spans[bin_].mean()), 0.5)
    place = plot.mapFromScene(plot.box.mapViewToScene(middle))
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=place)
    settle()
    assert judged.session.state.view.lit == (bin_,)
    found = RELIABILITY.of(judged.session.state)
    assert found is not None
    line, sample = divmod(int(found.pixels_in((bin_,))[-1]), SAMPLES)
    assert colour_at(scene, line, sample) == LIT


@pytest.mark.real_window
def test_that_the_mouse_brushes_both_ways_in_a_real_window(tmp_path: Path) -> None:
    xvfb = shutil.which("xvfb-run")
    if not xvfb:
        pytest.skip("xvfb-run is not installed")
    homes = dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"), str(tmp_path))
    command = (
        xvfb, "-a", "-s", "-screen 0 1920x1200x24", sys.executable, "-m", "pytest", "-q",
        "-p", "no:cacheprovider", f"{__file__}::test_that_the_mouse_brushes_both_ways",
    )  # fmt: skip
    done = subprocess.run(
        command,
        env=os.environ | homes | {"QT_QPA_PLATFORM": "xcb", "PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout


def test_that_a_region_framed_in_the_scene_points_at_its_bins_and_can_be_the_diagrams(
    judged: Program, settle: Callable[[], None]
) -> None:
    framed = parse_region("lines=2:6,samples=30:34", LINES, SAMPLES)
    judged.session.apply(region_framed(framed))
    settle()
    found = RELIABILITY.of(judged.session.state)
    assert found is not None
    inside = np.flatnonzero(framed.mask(LINES, SAMPLES))
    expected = {int(b) for b in found.bins[np.isin(found.pixels, inside)]}
    assert judged.window.panels["reliability"].view.diagram.pointed.spans == spans_of(judged, expected)
    box = judged.window.panels["loaded"].region
    box.setCurrentText(framed.text)
    box.textActivated.emit(framed.text)
    settle()
    own = RELIABILITY.of(judged.session.state)
    assert own is not None
    assert own.curve.n == 16


def test_that_a_calibration_that_cannot_be_says_so_in_the_strip(
    judged: Program, settle: Callable[[], None]
) -> None:
    judged.context.of(CalibrationFeature).start("gc", Plan(FIT, REPORT))
    settle()
    assert "last hidden layer" in judged.window.panels["notices"].text.text()
    assert judged.session.state.calibrated is None


def test_that_nothing_to_calibrate_is_said(program: Program, qtbot: QtBot) -> None:
    assert not program.window.panels["reliability"].calibrate.isEnabled()
    press(program, qtbot, "Ctrl+B")
    assert "Nothing to calibrate" in program.window.panels["notices"].text.text()
