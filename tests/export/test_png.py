"""The picture: right colours at the right places, arrow and bar as on the ground."""

import math

import numpy as np
import pytest
from PIL import Image

from hsi_uq_app.confidence.high_confidence_set import CLASS_COLOURS, TARGET
from hsi_uq_app.export import figures
from hsi_uq_app.export.formats import write
from hsi_uq_app.export.ground import bar_length, metres_per_sample, north
from hsi_uq_app.export.shown_set import shown_set
from hsi_uq_app.scene.georeference import georeference_from


def place(text):
    return georeference_from({"map info": text, "lines": "100", "samples": "100"})[0]


def test_that_another_library_opens_the_picture_and_finds_the_targets(make, tmp_path):
    with Image.open(write("png", make(), tmp_path / "set")[0]) as picture:
        assert "alpha 0.20, delta 0.200" in picture.info["Title"]
        pixels = np.array(picture.convert("RGB"))
    target = (pixels == CLASS_COLOURS[TARGET]).all(axis=2).sum()
    zoom = 800 // 7
    rings_and_frame = 0.15
    assert 7 * zoom**2 * (1 - rings_and_frame) < target < 7 * zoom**2 + 1000


def test_that_the_scene_shows_through_the_background(make):
    backdrop = np.full((5, 7, 3), 40, np.uint8)
    with_scene, without = shown_set(make.SET, backdrop).picture, shown_set(make.SET, None).picture
    assert with_scene[0, -1].sum() < without[0, -1].sum()
    assert (with_scene[0, 0] == CLASS_COLOURS[TARGET]).all()


def test_that_no_target_is_lost_in_a_reduced_picture():
    classes = np.full((4000, 3), 2, np.uint8)
    classes[1234, 1] = TARGET
    shown = shown_set(classes, None)
    assert (shown.picture.shape, shown.scale) == ((1334, 1, 3), 1 / 3)
    assert (shown.picture[1234 // 3, 0] == CLASS_COLOURS[TARGET]).all()


@pytest.mark.parametrize(("detections", "circled"), [(20, True), (400, False)])
def test_that_small_detections_are_circled_unless_the_circles_would_hide_the_map(make, detections, circled):
    classes = np.full((1600, 300), 2, np.uint8)
    classes.flat[np.arange(detections) * 602] = TARGET
    seen: list[bool] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "draw_panel", lambda *_, circled: seen.append(circled))
        figures.draw_set(make(classes))
    assert seen == [circled]


@pytest.mark.parametrize(("rotation", "right", "up"), [(0, 0, 1), (30, 0.5, math.sqrt(0.75)), (90, 1, 0)])
def test_that_the_north_arrow_turns_with_the_scene(make, rotation, right, up):
    assert north(place(make.map_info(rotation))) == pytest.approx((right, up), abs=1e-12)


def test_that_the_north_arrow_is_that_of_the_coordinates(make):
    """A step along the arrow changes y alone."""
    there = place(make.map_info(30))
    right, up = north(there)
    (x0, y0), (x1, y1) = there.map_xy(50, 50), there.map_xy(50 - up, 50 + right)
    assert (x1 - x0, y1 - y0) == pytest.approx((0, 2), abs=1e-8)


def test_that_without_crs_there_is_no_arrow_and_no_metre():
    for nowhere in (None, place("Arbitrary, 1, 1, 0, 0, 1, 1")):
        assert north(nowhere) is None
        assert metres_per_sample(nowhere, 100, 100) is None


def test_that_a_sample_is_measured_on_the_ground(make):
    assert metres_per_sample(place(make.map_info(30)), 100, 100) == pytest.approx(2, rel=1e-3)
    degrees = place("Geographic Lat/Lon, 1, 1, 10, 60, 0.001, 0.001, WGS-84, units=Degrees")
    parallel = 111.32 * math.cos(math.radians(59.95))
    assert metres_per_sample(degrees, 100, 100) == pytest.approx(parallel, rel=5e-3)


@pytest.mark.parametrize(("longest", "bar"), [(10, 10), (9.99, 5), (4999, 2000), (0.3, 0.2), (1, 1)])
def test_that_the_bar_has_a_round_length(longest, bar):
    assert bar_length(longest) == pytest.approx(bar)
