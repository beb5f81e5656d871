"""Spectra in order, resampled to a sensor, and compared with pixels."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.resampling import resample
from hsi_uq_app.scene.spectra import Library, Spectrum
from hsi_uq_app.scene.spectral_match import match_table, spectral_angle, to_sensor

Write = Callable[..., Path]


def test_that_overlapping_wavelengths_are_plotted_sorted_and_kept_in_file_order(
    library: Callable,
) -> None:
    spectrum = library("nm,x\n640,1\n650,2\n660,3\n655,4\n665,5\n675,6\n", scale=1.0).spectra[0]
    assert spectrum.wavelengths_nm.tolist() == [640, 650, 660, 655, 665, 675]
    assert spectrum.values.tolist() == [1, 2, 3, 4, 5, 6]
    wavelengths, values = spectrum.in_order()
    assert wavelengths.tolist() == [640, 650, 655, 660, 665, 675]
    assert values.tolist() == [1, 2, 4, 3, 5, 6]


def test_that_a_library_in_um_with_holes_meets_a_cube_in_nm() -> None:
    wavelengths = np.linspace(200, 2900, 2701)
    values = 0.3 + 0.2 * np.sin(wavelengths / 200)
    holes = (wavelengths > 1340) & (wavelengths < 1410)
    spectrum = Spectrum("mineral", wavelengths, np.where(holes, np.nan, values))
    bands = np.linspace(960, 2440, 149)
    for fwhm in (None, np.full(149, 10.0)):
        found = resample(spectrum, bands, fwhm)
        clear = (bands < 1330) | (bands > 1420)
        assert np.allclose(found[clear], 0.3 + 0.2 * np.sin(bands[clear] / 200), atol=2e-4)
        assert np.isnan(found[(bands > 1345) & (bands < 1405)]).all()
    outside = resample(spectrum, np.array([150.0, 199.0, 2901.0, 3000.0]), np.full(4, 10.0))
    assert np.isnan(outside).all()


def test_that_the_files_holes_are_honoured_too(library: Callable) -> None:
    rows = "\n".join(f"{w / 1000},{-1.23e34 if 1300 <= w <= 1400 else 0.5}" for w in range(200, 2901, 10))
    found = resample(library(rows).spectra[0], np.arange(960.0, 2441.0, 10.0))
    assert np.nanmax(found) == np.nanmin(found) == 0.5
    assert np.isnan(found).sum() == 11


def test_that_a_narrow_line_is_smeared_by_the_gaussian_response() -> None:
    wavelengths = np.arange(400, 600, 0.25)
    line = np.exp(-0.5 * ((wavelengths - 500) / 4) ** 2)
    found = resample(Spectrum("line", wavelengths, line), np.array([500.0]), np.array([20.0]))[0]
    sigma = 20 / 2.3548
    assert found == pytest.approx(
        4 / np.hypot(4, sigma), rel=0.01
    )  # peak of a Gaussian convolved with a Gaussian


def test_that_the_sensor_s_own_spectrum_is_not_smeared_again() -> None:
    nm = np.array([450.004, 550, 650, 640, 2200])
    own = Spectrum("pin", nm, np.array([1, np.nan, 3, 4, 5.0]))
    found = resample(own, nm.round(2), np.full(5, 30.0))
    assert np.array_equal(found, own.values, equal_nan=True)


def test_that_a_gap_without_rows_is_a_hole() -> None:
    wavelengths = np.r_[np.arange(400, 1300, 5), np.arange(1500, 2400, 5)].astype(float)
    found = resample(
        Spectrum("x", wavelengths, np.ones(len(wavelengths))), np.array([1295.0, 1400.0, 1500.0])
    )
    assert np.allclose(found, [1, np.nan, 1], equal_nan=True)


def test_that_a_scaled_cube_and_a_library_share_one_scale(write_cube: Write) -> None:
    reflectance = np.array([0.05, 0.08, 0.06, 0.4, 0.3, 0.2])
    values = np.tile((reflectance * 10_000).astype("i2"), (3, 3, 1))
    cube = open_cube(write_cube(values, reflectance_scale_factor=10000))
    spectrum = Spectrum("grass", cube.wavelengths_nm, reflectance)
    sensor = to_sensor(Library(Path("l"), (spectrum,)), cube)
    assert np.allclose(cube.spectrum(1, 1), sensor[0].values, atol=1e-6)
    match = match_table(cube.spectrum(1, 1), sensor)[0]
    assert match.degrees == pytest.approx(0, abs=0.01)
    assert match.bands == 6


def test_that_matches_are_ranked_over_common_good_bands(write_cube: Write) -> None:
    values = np.tile(np.array([10, 20, 30, 40, 50, 60], dtype="u2"), (2, 2, 1))
    cube = open_cube(write_cube(values, bbl=[1, 1, 1, 1, 1, 0]))
    nm = cube.wavelengths_nm
    same = Spectrum("same, twice as bright", nm, np.array([20, 40, 60, 80, 100, -5.0]))
    other = Spectrum("other", nm, np.array([60, 50, 40, 30, 20, 10.0]))
    short = Spectrum("short", nm[:2], np.array([1.0, 2.0]))
    table = match_table(cube.spectrum(0, 0), to_sensor(Library(Path("l"), (other, same, short)), cube))
    assert [(match.name, match.bands) for match in table] == [("same, twice as bright", 5), ("other", 5)]
    assert table[0].degrees < 1e-4 < table[1].degrees


def test_that_the_spectral_angle_equals_the_textbook_s() -> None:
    assert spectral_angle(np.array([1.0, 0, 0]), np.array([1.0, 1, 0]))[0] == pytest.approx(45)
    assert spectral_angle(np.array([1.0, 0, 0]), np.array([0.0, 1, 0]))[0] == pytest.approx(90)
    assert np.isnan(spectral_angle(np.zeros(3), np.ones(3))[0])


def test_that_a_cube_without_wavelengths_cannot_be_matched(write_cube: Write) -> None:
    with pytest.raises(UserError, match="no wavelengths"):
        to_sensor(Library(Path("l"), ()), open_cube(write_cube(wavelengths=False)))
