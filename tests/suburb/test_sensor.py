from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hsi_uq_app.suburb.config import SuburbConfig
from hsi_uq_app.suburb.library import WATER_BANDS, WAVELENGTHS_NM
from hsi_uq_app.suburb.sensor import gaussian_kernel, make_sensor, to_numbers

Simulated = Callable[..., Any]


def test_that_a_dark_pixels_water_bands_are_noise_around_zero() -> None:
    numbers = make_sensor(SuburbConfig()).measure(np.zeros((4, 500, 211), np.float32), 10)
    water = numbers[:, WATER_BANDS].astype(float)
    assert abs(water.mean()) < 4 * water.std() / np.sqrt(water.size)
    assert 700 < water.std() < 900
    assert 0.45 < (water < 0).mean() < 0.55


def test_that_the_darkest_pixels_of_a_scene_have_both_signs_in_the_water_bands(simulated: Simulated) -> None:
    cube = simulated("plain").cube.transpose(1, 0, 2).reshape(211, -1)
    brightness = cube[~WATER_BANDS].mean(axis=0)
    water = cube[WATER_BANDS][:, np.argsort(brightness)[:100]]
    assert abs(water.mean()) < 300
    assert 0.2 < (water < 0).mean() < 0.6


def test_that_no_number_wraps_around(simulated: Simulated) -> None:
    extreme = to_numbers(np.array([-9.0, -3.2767, 0.0, 3.2767, 9.0], np.float32))
    np.testing.assert_array_equal(extreme, [-32767, -32767, 0, 32767, 32767])
    cube = simulated("wrap", snr_factor=0.05).cube
    assert cube.min() > -32768
    assert abs(cube[:, ~WATER_BANDS]).max() < 25_000


@pytest.mark.parametrize(
    ("factor", "wavelength", "snr"), [(1.0, 550, 500), (0.25, 550, 125), (1.0, 2200, 150)]
)
def test_that_the_noise_follows_the_snr_curve(factor: float, wavelength: int, snr: float) -> None:
    band = int(np.flatnonzero(wavelength == WAVELENGTHS_NM)[0])
    grey = np.full((2, 4000, 211), 0.3, np.float32)
    numbers = make_sensor(SuburbConfig(snr_factor=factor)).measure(grey, 0)[:, band].astype(float)
    assert numbers.mean() == pytest.approx(3000, rel=0.01)
    assert numbers.mean() / numbers.std() == pytest.approx(snr, rel=0.05)


def test_that_every_line_has_its_own_noise() -> None:
    numbers = make_sensor(SuburbConfig()).measure(np.zeros((2, 64, 211), np.float32), 0)
    assert not np.array_equal(numbers[0], numbers[1])


def test_that_path_radiance_adds_blue_light() -> None:
    dark = np.zeros((1, 2000, 211), np.float32)
    numbers = make_sensor(SuburbConfig(path_radiance=0.05)).measure(dark, 0).mean(axis=(0, 2))
    assert numbers[5] == pytest.approx(500, abs=3)
    assert numbers[25] == pytest.approx(500 * (450 / 650) ** 4, abs=3)


def test_that_the_point_spread_sums_to_one_and_has_its_width() -> None:
    kernel = gaussian_kernel(1.2)
    offsets = np.arange(len(kernel)) - len(kernel) // 2
    assert kernel.sum() == pytest.approx(1)
    variance = (kernel * offsets**2).sum() - 1 / 12
    assert 2.3548 * np.sqrt(variance) == pytest.approx(1.2, rel=0.03)


def test_that_a_point_spread_softens_edges(simulated: Simulated) -> None:
    sharp, soft = (simulated(f"psf{psf:g}", psf_fwhm=psf, snr_factor=10).cube[:, 50] for psf in (0.0, 1.2))
    assert np.abs(np.diff(soft.astype(float))).mean() < 0.8 * np.abs(np.diff(sharp.astype(float))).mean()
