"""Values that stand for "not measured" though no header says so: found, said, left out, taken back."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.scene import undeclared_fill
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.open_scene import open_raster, open_scene
from hsi_uq_app.scene.stretch import stretched
from hsi_uq_app.scene.undeclared_fill import fully_searched
from tests.scene.kit import said

Write = Callable[..., Path]
LINES, SAMPLES, BANDS = 40, 48, 24
SLOPE = -0.9999 * (1 + np.arange(BANDS) / 10)


def two_materials(kind: str = "f4", scale: float = 1.0, bands: int = BANDS) -> np.ndarray:
    """Reflectance of .1 to .6 with noise of .01, light that varies by a fifth, 2 % of a second material."""
    chance = np.random.default_rng(7)
    ramp = np.linspace(0, 1, bands)
    second = chance.random((LINES, SAMPLES, 1)) < 0.02
    clean = np.where(second, 0.45 + 0.1 * np.sin(6 * ramp), 0.1 + 0.2 * ramp)
    light = 0.8 + 0.4 * chance.random((LINES, SAMPLES, 1))
    return ((clean * light + 0.01 * chance.standard_normal((LINES, SAMPLES, bands))) * scale).astype(kind)


def border(width: int) -> np.ndarray:
    inside = np.zeros((LINES, SAMPLES), bool)
    inside[width:-width, width:-width] = True
    return ~inside


def scattered(share: float) -> np.ndarray:
    return np.random.default_rng(3).random((LINES, SAMPLES)) < share


def some_lines(*lines: int) -> np.ndarray:
    chosen = np.zeros((LINES, SAMPLES), bool)
    chosen[list(lines)] = True
    return chosen


def swath() -> np.ndarray:
    """Three quarters of a raster beside a strip flown askew."""
    return np.abs(np.subtract.outer(np.arange(LINES), np.arange(SAMPLES))) > 5


def with_fill(values: np.ndarray, at: np.ndarray, fill: object, bands: slice = slice(None)) -> np.ndarray:
    filled = values.copy()
    filled[at, bands] = fill
    return filled


def kept(cube: Cube) -> np.ndarray:
    """Which pixels have a value in every good band."""
    values = cube.read_lines(0, cube.lines)[cube.good_bands]
    return np.isfinite(values).all(axis=0).reshape(cube.lines, cube.samples)


FILLS = {
    "-2.1e9 in 5 %": (("f4",), scattered(0.05), -2.1e9),
    "-2.1e9 as int32": (("i4", 1e4), scattered(0.05), -2_100_000_000),
    "a constant a band": (("f4",), border(4), SLOPE),
    "65535 in 5 %": (("u2", 2000), scattered(0.05), 65535),
    "-9999 in 5 %": (("i2", 3000), scattered(0.05), -9999),
    "zero around": (("u2", 3000), border(4), 0),
    "zero in three lines": (("f4",), some_lines(20, 21, 33), 0),
    "one line": (("f4",), some_lines(33), -9999),
    "three pixels": (("f4",), np.arange(LINES * SAMPLES).reshape(LINES, SAMPLES) % 640 == 7, -1),
    "one pixel": (("f4",), np.arange(LINES * SAMPLES).reshape(LINES, SAMPLES) == 777, -9999),
    "with noise of its own": (("f4",), scattered(0.05), -1 + 0.001 * np.sin(np.arange(BANDS))),
    "1e20": (("f4",), scattered(0.01), 1e20),
    "the largest float": (("f4",), scattered(0.01), 3.4028235e38),
    "99 in reflectance": (("f4",), border(2), 99),
    "three quarters": (("f4",), swath(), (-9999 * (1 + np.arange(BANDS) / 7))),
    "255 in bytes": (("u1", 200), border(3), 255),
    "-999 beside thousands": (("i2", 1e4), scattered(0.05), -999),
    "-32768": (("i2", 1e4), border(3), -32768),
    "four bands": (("i2", 3000, 4), some_lines(0, 1, 2), -9999),
    "zero in four bands": (("u2", 3000, 4), border(9), 0),
}  # fmt: skip


@pytest.mark.parametrize("name", FILLS)
@pytest.mark.parametrize("interleave", ["bsq", "bip"])
def test_that_fill_is_left_out_and_nothing_else(write_cube: Write, name: str, interleave: str) -> None:
    how, at, fill = FILLS[name]
    cube = open_scene(write_cube(with_fill(two_materials(*how), at, fill), interleave=interleave))
    assert np.array_equal(kept(cube), ~at)
    assert f"in {at.sum():,} of {at.size:,} pixels looks like no data" in said(cube)


@pytest.mark.parametrize("name", FILLS)
def test_that_a_large_scene_is_searched_by_a_sample_first_and_fully_before_values_count(
    write_cube: Write, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undeclared_fill, "MOST_VALUES_AT_OPENING", 0)
    how, at, fill = FILLS[name]
    cube = open_scene(write_cube(with_fill(two_materials(*how), at, fill)))
    assert not np.any(~kept(cube) & ~at)
    assert np.array_equal(kept(fully_searched(cube)), ~at)


def test_that_fill_in_a_part_of_the_bands_is_left_out(write_cube: Write) -> None:
    at = scattered(0.05)
    for bands in (slice(3, 4), slice(0, 8)):
        cube = open_scene(write_cube(with_fill(two_materials(), at, -9999, bands)))
        assert np.array_equal(kept(cube), ~at)


def test_that_a_noisy_band_hides_no_fill(write_cube: Write) -> None:
    values, at = two_materials("i2", 3000), scattered(0.05)
    values[..., 7] = np.random.default_rng(1).normal(0, 1200, (LINES, SAMPLES))
    cube = open_scene(write_cube(with_fill(values, at, -9999)))
    assert np.array_equal(kept(cube), ~at)
    assert np.isnan(cube.band_picture(7)[0][at]).all()


def test_that_one_fill_does_not_hide_another(write_cube: Write) -> None:
    outer, inner = border(3), scattered(0.03)
    for first, second in ((-9999, -32768), (0, -9999), (-9999, -8888)):
        values = with_fill(with_fill(two_materials(), outer, first), inner, second)
        assert np.array_equal(kept(open_scene(write_cube(values))), ~(outer | inner))


def test_that_zeros_in_a_band_are_no_fill_where_other_bands_are_not_zero(write_cube: Write) -> None:
    values, at = two_materials("u2", 3000), border(3)
    values[10:20, :, 12:] = 0
    cube = open_scene(write_cube(with_fill(values, at, 0)))
    assert np.array_equal(kept(cube), ~at)


def measured() -> dict[str, np.ndarray]:
    """Scenes of which every pixel was measured, however odd."""
    chance, nothing = np.random.default_rng(5), np.zeros((LINES, SAMPLES, BANDS), "f4")
    dark = (0.05 + 0.005 * chance.standard_normal(nothing.shape)).astype("f4")
    flat, target, one = dark.copy(), dark.copy(), nothing.copy()
    flat[10:13, 10:14], target[10:13, 10:14], one[5, 5] = 1.0, np.linspace(0.3, 0.9, BANDS), 1
    half = two_materials()
    half[:20, :, 12:] = 0
    return {
        "plain": two_materials(),
        "a flat white target": flat,
        "an exact target on dark ground": target,
        "clipped at 0": np.clip(two_materials() - 0.2, 0, 1),
        "saturated": np.minimum(two_materials("f4", 1e5), 20_000).astype("u2"),
        "dark in half of the bands": half,
        "nothing but one pixel": one,
        "all pixels equal": nothing + np.linspace(0.1, 0.5, BANDS, dtype="f4"),
    }


@pytest.mark.parametrize("name", measured())
def test_that_measured_pixels_are_kept(write_cube: Write, name: str) -> None:
    header = write_cube(measured()[name])
    cube, raster = open_scene(header), open_raster(header)
    assert np.array_equal(cube.read_lines(0, LINES), raster.read_lines(0, LINES))
    assert "looks like no data" not in said(cube)
    assert cube.fill is None


@pytest.mark.parametrize("taken_back", [{"undeclared fill": "kept"}, {"data ignore value": "none"}])
def test_that_the_user_takes_fill_back(write_cube: Write, taken_back: dict[str, str]) -> None:
    values = with_fill(two_materials(), border(3), -9999)
    cube = fully_searched(open_scene(write_cube(values), taken_back))
    assert np.array_equal(cube.read_lines(0, LINES), values.reshape(-1, BANDS).T)
    assert "looks like no data" not in said(cube)


def test_that_what_the_header_declares_stays_out_when_undeclared_fill_is_taken_back(
    write_cube: Write,
) -> None:
    values = with_fill(with_fill(two_materials("i2", 3000), border(3), 0), some_lines(20), -9999)
    cube = open_scene(write_cube(values, data_ignore_value=-9999), {"undeclared fill": "kept"})
    assert np.array_equal(kept(cube), ~some_lines(20))


def test_that_bands_and_quantity_are_judged_without_fill(write_cube: Write) -> None:
    values = two_materials()
    values[..., :2] = 0
    cube = open_scene(write_cube(with_fill(values, border(4), SLOPE)))
    assert not cube.good_bands[:2].any()
    assert cube.good_bands[2:].all()
    assert cube.quantity == "reflectance"


def test_that_the_greys_of_a_picture_are_those_of_the_scene(write_cube: Write) -> None:
    """A ramp of 2000 to 2400 beside 60 % zeros: 2 % become black and 2 % white, whatever the border holds."""
    values = np.zeros((50, 50, 1), "u2")
    values[:20, :, 0] = np.linspace(2000, 2400, 1000).reshape(20, 50)
    greys = stretched(open_scene(write_cube(values)).band_picture(0)[0])
    shades = greys[:20].reshape(-1).astype(int)
    assert (shades[0], shades[-1]) == (0, 255)
    assert np.count_nonzero(shades == 0) == pytest.approx(1000 * (0.02 + 0.96 / 256), abs=2)
    assert shades[500] == pytest.approx(128, abs=1)


def test_that_a_scene_is_the_same_before_and_after_it_was_searched(
    write_cube: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undeclared_fill, "MOST_VALUES_AT_OPENING", 0)
    cube = open_scene(write_cube(with_fill(two_materials(), some_lines(33), -9999)))
    assert cube.fingerprint() == fully_searched(cube).fingerprint()


def test_that_spectra_and_scattered_pixels_have_no_fill_either(write_cube: Write) -> None:
    values, at = two_materials("u2", 3000), border(3)
    cube = open_scene(write_cube(with_fill(values, at, 0)))
    assert np.isnan(cube.spectrum(0, 5)).all()
    assert np.isnan(cube.pixels(np.arange(LINES * SAMPLES), [4, 2])).all(axis=0).sum() == at.sum()
    assert np.array_equal(cube.spectrum(20, 20), values[20, 20])


def test_that_the_darkest_pixels_of_a_lake_are_no_fill(write_cube: Write) -> None:
    """A lake of 300 pixels is zero in two thirds of the bands or more, in three pixels in all of them."""
    values = two_materials("u2", 3000)
    lake = np.zeros((LINES, SAMPLES), bool)
    lake[10:20, 10:40] = True
    values[lake, 8:] = 0
    values[15, 20:23] = 0
    assert kept(open_scene(write_cube(values))).all()


def test_that_a_flat_pixel_is_never_taken_for_one_that_is_zero_in_some_bands(write_cube: Write) -> None:
    """Beside a border of zeros lies a lake that is zero in all bands but the fifth."""
    values, at = two_materials("u2", 3000), border(3)
    values[10:13, 10:20, [b for b in range(BANDS) if b != 4]] = 0
    cube = open_scene(write_cube(with_fill(values, at, 0)))
    assert np.array_equal(kept(cube), ~at)
