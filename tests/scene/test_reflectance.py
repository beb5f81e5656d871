"""Radiance made reflectance on request: the result is a cube like any other."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import Cube, open_cube
from hsi_uq_app.scene.quantity import quantity_warning
from hsi_uq_app.scene.reflectance import Pair, empirical_line, flat_field

Write = Callable[..., Path]
GAIN = np.array([2000, 3000, 4000, 2500, 1500, 900.0])
HAZE = np.array([300, 200, 100, 50, 20, 10.0])


@pytest.fixture
def scene(write_cube: Write) -> tuple[Cube, np.ndarray]:
    """A cube of radiance and the reflectance it came from, (4, 5, 6)."""
    reflectance = np.random.default_rng(1).uniform(0.05, 0.6, (4, 5, 6))
    reflectance[0, 0], reflectance[3, 0] = 0.05, 0.6
    radiance = (reflectance * GAIN + HAZE).astype("f4")
    return open_cube(write_cube(radiance, quantity="radiance")), reflectance


def test_that_two_pairs_undo_gain_and_haze(scene: tuple[Cube, np.ndarray]) -> None:
    cube, reflectance = scene
    pairs = [Pair(cube.spectrum(line, 0), reflectance[line, 0]) for line in (0, 3)]
    found = empirical_line(cube, pairs)
    assert found.quantity == "reflectance"
    assert np.allclose(found.read_lines(0, 4), reflectance.reshape(20, 6).T, atol=1e-5)
    assert np.allclose(
        found.pixels(np.array([7, 2]), [3, 1]), reflectance.reshape(20, 6)[[7, 2]][:, [3, 1]].T, atol=1e-5
    )
    assert found.fingerprint() != cube.fingerprint()
    assert "empirical line through 2 pairs" in found.notes[-1].text


def test_that_one_pair_fixes_the_gain_alone(scene: tuple[Cube, np.ndarray]) -> None:
    cube, reflectance = scene
    found = empirical_line(cube, [Pair(cube.spectrum(1, 1), reflectance[1, 1])])
    assert np.allclose(found.spectrum(1, 1), reflectance[1, 1], rtol=1e-5)
    ratio = found.spectrum(2, 2) / cube.spectrum(2, 2)
    assert np.allclose(ratio, reflectance[1, 1] / cube.spectrum(1, 1), rtol=1e-5)


def test_that_bands_the_library_does_not_know_become_bad(scene: tuple[Cube, np.ndarray]) -> None:
    cube, reflectance = scene
    known = reflectance[0, 0].copy()
    known[2] = np.nan
    found = empirical_line(cube, [Pair(cube.spectrum(0, 0), known)])
    assert np.flatnonzero(~found.good_bands).tolist() == [2]
    assert np.isnan(found.spectrum(1, 1)[2])


def test_that_a_flat_field_divides(scene: tuple[Cube, np.ndarray]) -> None:
    cube, _ = scene
    found = flat_field(cube, cube.spectrum(0, 0), brightness=0.4)
    assert np.allclose(found.spectrum(0, 0), 0.4, rtol=1e-5)
    assert "flat field" in found.notes[-1].text


def test_that_what_cannot_be_fitted_is_refused(scene: tuple[Cube, np.ndarray]) -> None:
    cube, _ = scene
    for refused in (
        lambda: empirical_line(cube, []),
        lambda: empirical_line(cube, [Pair(np.ones(4), np.ones(4))]),
        lambda: empirical_line(cube, [Pair(cube.spectrum(0, 0), np.full(6, np.nan))]),
        lambda: flat_field(cube, np.zeros(6)),
        lambda: flat_field(cube, np.ones(5)),
    ):
        with pytest.raises(UserError):
            refused()


@pytest.mark.parametrize(
    ("model", "scene_", "warned"),
    [("radiance", "reflectance", True), ("radiance", "radiance", False), ("unknown", "radiance", False)],
)
def test_that_a_model_of_another_quantity_is_said(model: str, scene_: str, warned: bool) -> None:
    assert bool(quantity_warning(model, scene_)) == warned
