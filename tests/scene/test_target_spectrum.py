"""A target's spectrum: found in a library, put at a scene's bands, refused where it cannot fit."""

from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.resources import data_path
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.resampling import resample
from hsi_uq_app.scene.spectra import Spectrum
from hsi_uq_app.scene.target_spectrum import TargetSpectrum, at_bands, read_target

WAVES = [450.0, 550.0, 650.0, 850.0, 1650.0, 2200.0]
VALUES = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "a:b"
    folder.mkdir()
    rows = ["wavelength,green,old: red", *(f"{w},{v},{1 - v}" for w, v in zip(WAVES, VALUES, strict=True))]
    (folder / "paints.csv").write_text("\n".join(rows))
    return folder / "paints.csv"


@pytest.fixture
def reflectance(write_cube, cube_t):
    """Cube T at one ten-thousandth: a scene of reflectance."""
    return open_cube(write_cube(**{"reflectance scale factor": 10000, "fwhm": [10] * 6}))


def test_that_a_spectrum_is_found_by_name_or_number(library):
    by_name, by_number = read_target(f"{library}:green"), read_target(f"{library}:1")
    assert (by_name.name, by_name.quantity) == ("green", "reflectance")
    np.testing.assert_allclose(by_name.values, VALUES)
    assert by_name.digest() == by_number.digest()


def test_that_names_and_folders_may_hold_colons(library):
    np.testing.assert_allclose(read_target(f"{library}:old: red").values, 1 - VALUES)


def test_that_the_shipped_library_names_its_target():
    target = read_target(f"{data_path('resources', 'spectra', 'suburb.hdr')}:target")
    assert target.values.shape == (211,)
    assert target.quantity == "reflectance"


@pytest.mark.parametrize(
    ("text", "words"),
    [("green", "not LIBRARY:NAME"), ("nowhere.sli:green", "nowhere.sli"), ("{}:blue", "green, old: red")],
)
def test_that_what_is_not_there_is_named(library, text, words):
    with pytest.raises(UserError, match=words):
        read_target(text.format(library))


def test_that_a_spectrum_at_the_scenes_own_wavelengths_is_taken_as_it_is(reflectance):
    target = TargetSpectrum("pin", np.array(WAVES), VALUES)
    np.testing.assert_array_equal(at_bands(target, reflectance), VALUES)


def test_that_another_sampling_is_resampled_with_the_sensors_width(reflectance):
    waves = np.arange(400.0, 2300.0, 5.0)
    curve = np.sin(waves / 40) / 3 + 0.5
    target = TargetSpectrum("green", waves, curve, "reflectance")
    expected = resample(Spectrum("green", waves, curve), np.array(WAVES), np.full(6, 10.0))
    np.testing.assert_array_equal(at_bands(target, reflectance), expected)
    assert np.abs(expected - np.interp(WAVES, waves, curve)).max() > 1e-4


def test_that_a_band_beyond_the_spectrum_is_not_known(reflectance):
    target = TargetSpectrum("short", np.arange(440.0, 1700.0, 5.0), np.full(252, 0.3), "reflectance")
    assert np.isfinite(at_bands(target, reflectance)).tolist() == [True] * 5 + [False]


def test_that_too_few_common_bands_are_refused(reflectance):
    target = TargetSpectrum("visible", np.arange(440.0, 600.0, 5.0), np.full(32, 0.3), "reflectance")
    with pytest.raises(UserError, match="visible is known in 2 of the 6 good bands"):
        at_bands(target, reflectance)


def test_that_reflectance_against_raw_counts_is_refused_in_words(write_cube):
    counts = open_cube(write_cube())
    target = TargetSpectrum("green", np.array(WAVES), VALUES, "reflectance")
    with pytest.raises(UserError, match=r"reflectance \(0\.\.1\) and the scene t is of an unknown quantity"):
        at_bands(target, counts)
    corrected = open_cube(write_cube(), {"reflectance scale factor": "10000"})
    np.testing.assert_array_equal(at_bands(target, corrected), VALUES)


def test_that_a_pixel_of_the_scene_fits_whatever_its_quantity(write_cube):
    counts = open_cube(write_cube())
    pin = TargetSpectrum("pin 1", counts.wavelengths_nm, counts.spectrum(2, 3))
    np.testing.assert_array_equal(at_bands(pin, counts), counts.spectrum(2, 3))


def test_that_without_wavelengths_the_number_of_bands_must_fit(write_cube):
    cube = open_cube(write_cube(wavelengths=False))
    assert cube.wavelengths_nm is None
    np.testing.assert_array_equal(at_bands(TargetSpectrum("pin", None, VALUES), cube), VALUES)
    with pytest.raises(UserError, match="5 values and no wavelengths, and t has 6 bands"):
        at_bands(TargetSpectrum("pin", None, VALUES[:5]), cube)
    with pytest.raises(UserError, match="t has no wavelengths"):
        at_bands(TargetSpectrum("green", np.array(WAVES), VALUES), cube)
