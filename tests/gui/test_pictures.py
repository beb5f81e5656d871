"""Pictures of the scene agree with its cube: colours, places, ranges; odd values and large scenes too."""

import time

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt

from hsi_uq_app.gui.colours import colour_map
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.layers import table_of
from hsi_uq_app.gui.layers.legend import ColourBar
from hsi_uq_app.gui.rendering import SLOW_FRAME_MS
from hsi_uq_app.gui.scene.scene_box import region_between
from hsi_uq_app.gui.scene.view import SceneView
from hsi_uq_app.progress import silent
from hsi_uq_app.scene.stretch import stretched
from hsi_uq_app.session.byte_codes import codes, finite_range
from hsi_uq_app.session.hcs import delta_set, painted_set
from hsi_uq_app.session.layer import LayerPicture, LayerScale, PictureBuffers
from hsi_uq_app.session.reliability import shown_group
from hsi_uq_app.session.scene import COMPOSITE
from hsi_uq_app.session.spectra import pixels_of, read_region, region_framed
from hsi_uq_app.session.state import cursor_moved
from tests.gui.kit import MAP_INFO, WAVELENGTHS, colour_at, ramp, write_cube, write_result

BACKGROUND = (28, 29, 31)
VIRIDIS = colour_map("viridis")


def show_values(view: SceneView, values: np.ndarray, low: float, high: float) -> None:
    """Show a map of values in viridis, its upper half marked."""
    coded = codes(values.astype(np.float32), low, high)
    view.show_scene(*values.shape)
    view.map.show_codes(coded, table_of(LayerPicture(coded), "viridis"))
    view.map.mark(129, 255)


def scores(kind: str) -> np.ndarray:
    """Score maps 50 x 60 that spoil levels."""
    line, sample = np.ogrid[:50, :60]
    values = (line * 60.0 + sample).astype(np.float32)
    match kind:
        case "one NaN":
            values[7, 9] = np.nan
        case "all NaN":
            values[:] = np.nan
        case "one inf":
            values[7, 9] = np.inf
        case "constant":
            values[:] = 3.5
        case "constant int16":
            return np.full((50, 60), 7, np.int16)
    return values


@pytest.mark.parametrize("kind", ["one NaN", "all NaN", "one inf", "constant", "constant int16"])
def test_that_odd_values_are_drawn_and_their_colour_bar_stays_finite(kind, qtbot, scene_view):
    values = scores(kind)
    low, high = finite_range(values)
    show_values(scene_view, values, low, high)
    bar = ColourBar()
    qtbot.addWidget(bar)
    bar.show_scale(LayerScale("score", low, high), "viridis")
    bar.resize(bar.sizeHint())
    assert not bar.grab().isNull()
    assert np.isfinite([low, high]).all()
    assert low < high
    assert (colour_at(scene_view, 7, 9) == BACKGROUND) == (kind in ("one NaN", "all NaN"))
    assert (colour_at(scene_view, 20, 20) == BACKGROUND) == (kind == "all NaN")


def test_that_one_infinity_does_not_move_the_levels(scene_view):
    assert finite_range(scores("one inf")) == (0.0, 2999.0)


def test_that_a_band_without_any_value_makes_a_black_picture():
    assert stretched(scores("all NaN")).max() == 0


def test_that_one_bright_pixel_of_four_million_is_in_the_range_and_on_the_screen(scene_view):
    values = np.zeros((2000, 2000), np.float32)
    values[1001, 1003] = 1.0
    low, high = finite_range(values)
    show_values(scene_view, values, low, high)
    assert (low, high) == (0.0, 1.0)
    assert scene_view.box.scale_px() < 0.5
    assert colour_at(scene_view, 1001, 1003) == tuple(int(channel) for channel in VIRIDIS[255, :3])
    assert colour_at(scene_view, 900, 900) == tuple(int(channel) for channel in VIRIDIS[1, :3])


def test_that_a_pan_over_a_line_scan_of_40000_lines_costs_less_than_100_ms(program, settle, tmp_path):
    header = write_cube(tmp_path / "scan.hdr", np.zeros((1, 2, 60), np.float32))
    text = header.read_text(encoding="utf-8").replace("lines = 2", "lines = 40000")
    header.write_text(text, encoding="utf-8")
    with open(tmp_path / "scan.img", "r+b") as data:
        data.truncate(40_000 * 60 * 4)
    program.context.of(FilesFeature).open("scene", header)
    settle()
    view = program.window.panels["scene"]
    view.box.set_scale(4.0)
    view.viewport().repaint()
    took = []
    for _ in range(10):
        started = time.thread_time()
        view.box.translateBy(y=150)
        view.viewport().repaint()
        took.append(time.thread_time() - started)
    assert np.median(took) < 0.1


def test_that_an_l_stands_upright_and_the_cursor_agrees_with_the_cube(qtbot, scene_view):
    letter = np.zeros((30, 50), np.float32)
    letter[5:25, 10:13] = letter[22:25, 10:25] = 1.0
    show_values(scene_view, letter, 0.0, 1.0)
    bright = tuple(int(channel) for channel in VIRIDIS[255, :3])
    for line, sample in ((5, 10), (24, 24), (24, 10), (5, 24), (10, 20), (0, 0)):
        assert (colour_at(scene_view, line, sample) == bright) == bool(letter[line, sample])
    place = scene_view.mapFromScene(scene_view.box.mapViewToScene(QPointF(24.5, 22.5)))
    with qtbot.waitSignal(scene_view.pixel_hovered) as hovered:
        qtbot.mouseMove(scene_view.viewport(), place + QPoint(1, 0))
        qtbot.mouseMove(scene_view.viewport(), place)
    assert hovered.args == [(22, 24)]


def test_that_the_mean_of_a_framed_region_is_that_of_its_lines_and_samples(program, settle, scene_file):
    program.context.of(FilesFeature).open("scene", scene_file)
    settle()
    program.session.apply(region_framed(region_between((12.2, 3.9), (16.8, 11.1), 30, 50)))
    settle()
    group = shown_group(program.session.state)
    assert group.pixels == 45
    assert group.mean == pytest.approx(ramp()[:, 3:12, 12:17].mean(axis=(1, 2)), rel=1e-6)


def test_that_a_region_over_the_edge_averages_only_what_is_inside():
    region = region_between((-3.0, 25.5), (1.5, 99.0), 30, 50)
    assert (region.first_line, region.last_line, region.first_sample, region.last_sample) == (25, 30, 0, 2)
    assert pixels_of(region, 50).tolist() == [
        line * 50 + sample for line in range(25, 30) for sample in (0, 1)
    ]
    assert region_between((60, 1), (70, 2), 30, 50) is None


def test_that_shift_and_drag_frames_the_pixels_under_the_mouse(qtbot, opened):
    view = opened.window.panels["scene"]
    start, end = (
        view.mapFromScene(view.box.mapViewToScene(QPointF(x, y))) for x, y in ((12.5, 3.5), (16.5, 11.5))
    )
    shift = Qt.KeyboardModifier.ShiftModifier
    with qtbot.waitSignal(view.region_framed) as framed:
        qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, shift, start)
        for place in (start + QPoint(9, 9), (start + end) / 2, end):
            qtbot.mouseMove(view.viewport(), place)
        qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, shift, end)
    region = framed.args[0]
    assert (region.first_line, region.last_line, region.first_sample, region.last_sample) == (3, 12, 12, 17)


def test_that_fifty_moves_a_second_on_a_large_map_are_drawn_25_times_a_second(
    program, settle, qtbot, tmp_path, monkeypatch
):
    monkeypatch.setattr("hsi_uq_app.session.layer.LARGEST_FULL", 100_000)
    side = 600
    scene = write_cube(tmp_path / "large.hdr", np.zeros((1, side, side), np.float32))
    logits = np.tile(np.linspace(-9, 9, side, dtype=np.float32), (side, 1))
    program.context.of(FilesFeature).open("scene", scene)
    program.context.of(FilesFeature).open("result", write_result(scene, tmp_path / "R.hdr", logits))
    settle()
    before, started = program.window.panels["scene"].map.draws, time.monotonic()
    for move in range(50):
        program.session.apply(delta_set(101 + 4 * move))
        assert painted_set(program.session.state, PictureBuffers()).step == 2
        qtbot.wait(max(1, round(1000 * (started + (move + 1) / 50 - time.monotonic()))))
    drawn, lasted = program.window.panels["scene"].map.draws - before, time.monotonic() - started
    assert 0 < drawn <= 1 + 1000 * lasted / SLOW_FRAME_MS
    settle()
    rested = painted_set(program.session.state, PictureBuffers())
    assert rested.step == 1
    assert rested.counts.target == pytest.approx(np.count_nonzero(logits - 0.65 > 0.862), rel=0.02)
    assert program.window.panels["thresholds"].delta.box.value() == pytest.approx(0.297)


def test_that_a_spectrum_group_of_a_region_without_data_is_nan_and_warns_nobody(program, settle, tmp_path):
    values = ramp()
    values[2] = np.nan
    scene = write_cube(tmp_path / "gap.hdr", values, wavelength=WAVELENGTHS, map_info=MAP_INFO)
    program.context.of(FilesFeature).open("scene", scene)
    settle()
    region = region_between((0, 0), (3, 3), 30, 50)
    found = read_region(program.session.state.scene, region)(silent)
    assert np.isnan(found.mean).tolist() == [False, False, True, False, False, False]


ROTATED = "{{UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, WGS-84, rotation={0}, units=Meters}}"


@pytest.mark.parametrize(
    ("degrees", "place"), [(90, (500_000 + 2 * 3.5, 4_000_000 + 2 * 8.5)), (0, (500_017, 3_999_993))]
)
def test_that_a_rotated_scene_is_shown_unrotated_and_read_out_in_its_place(
    program, settle, tmp_path, degrees, place
):
    map_info = ROTATED.format(degrees)
    scene = write_cube(tmp_path / "turned.hdr", ramp(), wavelength=list(WAVELENGTHS), map_info=map_info)
    program.context.of(FilesFeature).open("scene", scene)
    settle()
    picture = COMPOSITE.of(program.session.state).picture
    assert picture.shape == (30, 50, 3)
    assert picture[0, 0, 0] < picture[-1, -1, 0]
    program.session.apply(cursor_moved((3, 8)))
    settle()
    assert np.allclose(program.session.state.scene.cube.georeference.map_xy(3, 8), place)
    assert f"E {place[0]:,.1f}" in program.window.panels["readout"].plain()
