"""Pins, and spectra that are read for them once."""

import numpy as np

from hsi_uq_app.progress import silent
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.session.files import scene_opened
from hsi_uq_app.session.scene import OpenScene
from hsi_uq_app.session.spectra import (
    CLICKED,
    FRAMED,
    PINNED,
    pin_removed,
    pinned_spectrum,
    pins_read,
    pixel_clicked,
    region_framed,
)
from tests.gui.kit import LINES, SAMPLES, ramp, write_cube
from tests.session.kit import derived


def test_that_a_pixel_outside_the_scene_is_not_pinned(state):
    assert pixel_clicked((10, 50))(state) is state
    assert pixel_clicked((-1, 3))(state) is state
    assert len(pixel_clicked((29, 49))(state).view.pins) == 1


def test_that_spectra_of_a_scene_closed_meanwhile_are_refused(state, tmp_path):
    pinned = pixel_clicked((1, 2))(state)
    key = PINNED.key(pinned)
    read = PINNED.start(pinned, key)(silent)
    other = scene_opened(OpenScene(write_cube(tmp_path / "other.hdr", ramp()))(silent))(pinned)
    assert PINNED.ready(key, read)(other) is other
    late_key = CLICKED.key(pinned)
    elsewhere = pixel_clicked((9, 9))(pinned)
    assert CLICKED.ready(late_key, ramp()[:, 1, 2])(elsewhere) is elsewhere


def test_that_a_pins_spectrum_stays_while_another_is_read_and_is_read_once(state, monkeypatch):
    one = derived(pixel_clicked((1, 2))(state), PINNED)
    two = pixel_clicked((3, 4))(one)
    first, second = two.view.pins
    np.testing.assert_array_equal(pinned_spectrum(two, first), ramp()[:, 1, 2])
    assert pinned_spectrum(two, second) is None
    both = derived(two, PINNED)
    assert pinned_spectrum(both, first) is pinned_spectrum(one, first)
    assert [pin.key for pin, _ in pins_read(both)] == [0, 1]
    assert [pin.key for pin, _ in pins_read(pin_removed(0)(both))] == [1]


def test_that_a_framed_region_has_a_mean_and_a_name(state):
    framed = derived(region_framed(parse_region("lines=0:2,samples=3:5", LINES, SAMPLES))(state), FRAMED)
    group = FRAMED.of(framed)
    assert (group.name, group.pixels) == ("lines 0–1, samples 3–4", 4)
    np.testing.assert_allclose(group.mean, ramp()[:, 0:2, 3:5].mean(axis=(1, 2)), rtol=1e-6)
