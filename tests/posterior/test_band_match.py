"""Cubes whose bands are not the model's: mixed inside the projection, alike for a scene and for a pixel."""

from dataclasses import replace

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.band_match import mix_bands
from hsi_uq_app.posterior.device_tiles import DeviceTiles
from hsi_uq_app.posterior.folding import fold
from hsi_uq_app.posterior.levels import LEVELS, NO_DATA, rank, to_int16
from hsi_uq_app.posterior.one_pixel import draws_at
from hsi_uq_app.posterior.predict import predict
from hsi_uq_app.posterior.processor_tiles import ProcessorTiles

MODEL_NM = np.linspace(450, 950, 11)
USED = (0, 1, 2, 4, 5, 6, 8, 9)  # of the model's 11 bands
LINES, SAMPLES = 12, 30


@pytest.fixture(params=[4, 8], ids=["behind the projection", "folded"])
def posterior(make_posterior, request):
    made = make_posterior(bands=len(USED), components=request.param)
    update = {"bands": 11, "wavelengths_nm": tuple(MODEL_NM), "good_bands": USED, "quantity": "reflectance"}
    return replace(made, passport=made.passport.model_copy(update=update))


@pytest.fixture(params=["processor", "device"])
def tiles(request):
    """Both ways to compute; the device's runs on the processor here."""
    return ProcessorTiles if request.param == "processor" else lambda n: DeviceTiles(n, "cpu")


def spectra(wavelengths: np.ndarray) -> np.ndarray:
    """Pixels (lines, samples, bands) that are straight lines over the wavelength: interpolating is exact."""
    start, slope = np.random.default_rng(2).normal(size=(2, LINES, SAMPLES, 1))
    return (start + slope * (wavelengths - 700) / 250).astype("<f4")


@pytest.fixture
def cube_at(write_cube):
    def write(wavelengths: np.ndarray, values: np.ndarray | None = None, name: str = "scene", **more: object):
        values = spectra(wavelengths) if values is None else values
        fields = {"wavelength": wavelengths.tolist(), "wavelength units": "nm"} | more
        return write_cube(values, name, **fields)

    return write


def steps_apart(first: np.ndarray, second: np.ndarray) -> int:
    return int(np.abs(first.astype(int) - second).max())


OTHER = {
    "the same": MODEL_NM,
    "reversed": MODEL_NM[::-1],
    "finer": np.linspace(445, 955, 101),
    "coarser": np.linspace(440, 960, 9),
    "moved by half a band": MODEL_NM + 20,
    "overlapping": np.r_[np.linspace(440, 700, 14), np.linspace(680, 960, 20)],
}


@pytest.mark.parametrize("name", OTHER)
def test_that_a_cube_is_predicted_as_if_it_had_the_models_bands(
    posterior, cube_at, tiles, logits_by_definition, name
):
    cube = cube_at(OTHER[name])
    mix = mix_bands(posterior.passport, cube)
    levels, side = tiles(fold(posterior, mix.matrix))(cube.read_lines(0, LINES, mix.bands), lambda: None)
    x = spectra(np.clip(MODEL_NM, OTHER[name].min(), OTHER[name].max())).reshape(-1, 11).T[list(USED)]
    ranked = np.sort(logits_by_definition(posterior, x.astype(float)), axis=0)
    expected = to_int16(np.stack([ranked[rank(level, posterior.draws) - 1] for level in LEVELS]))
    assert steps_apart(levels, expected) <= 1
    np.testing.assert_allclose(side[2], posterior.ace.score(x), atol=2e-4)


@pytest.mark.parametrize("name", OTHER)
def test_that_one_pixel_follows_the_same_plan(posterior, cube_at, remember, name):
    cube = cube_at(OTHER[name])
    mix, sink = mix_bands(posterior.passport, cube), remember(cube)
    predict(posterior, cube, sink, device="cpu")
    for line, sample in ((0, 0), (5, 17), (11, 29)):
        z = np.sort(draws_at(posterior, cube.spectrum(line, sample), mix))
        expected = to_int16(np.array([z[rank(level, posterior.draws) - 1] for level in LEVELS]))
        assert steps_apart(sink.levels[:, line * SAMPLES + sample], expected) <= 1


def test_that_raw_counts_keep_their_digits(posterior, cube_at, tiles, logits_by_definition):
    wavelengths = np.linspace(445, 955, 101)
    counts = 20_000 + 50 * spectra(wavelengths)
    cube = cube_at(wavelengths, counts.astype("<f4"))
    far = replace(posterior, center=(posterior.center + 20_000).astype(np.float32))
    mix = mix_bands(posterior.passport, cube)
    levels, _ = tiles(fold(far, mix.matrix))(cube.read_lines(0, LINES, mix.bands), lambda: None)
    read = cube.read_lines(0, LINES, mix.bands).astype(float)
    ranked = np.sort(logits_by_definition(far, mix.matrix.astype(float) @ read), axis=0)
    expected = to_int16(np.stack([ranked[rank(level, far.draws) - 1] for level in LEVELS]))
    assert steps_apart(levels, expected) <= 1


def test_that_bands_in_reversed_order_need_no_arithmetic(posterior, cube_at):
    mix = mix_bands(posterior.passport, cube_at(MODEL_NM[::-1]))
    assert mix.matrix is None
    assert mix.bands.tolist() == [10 - band for band in USED]
    assert "reversed" in mix.note


def test_that_the_same_bands_give_the_same_bytes_and_no_note(posterior, cube_at, remember):
    cube, bare = cube_at(MODEL_NM), cube_at(MODEL_NM, name="bare")
    bare = replace(bare, header=replace(bare.header, wavelengths_nm=None))
    first, second = remember(cube), remember(bare)
    assert predict(posterior, cube, first, device="cpu").notes == ()
    notes = predict(posterior, bare, second, device="cpu").notes
    assert first.levels.tobytes() == second.levels.tobytes()
    assert notes == ("the scene has no wavelengths; the 11 bands are taken to be the same",)


def test_that_the_note_tells_the_largest_gap(posterior, cube_at, remember):
    cube = cube_at(np.delete(np.linspace(440, 960, 27), [10, 11]))
    (note,) = predict(posterior, cube, remember(cube)).notes
    assert "25 bands are resampled to the model's 11" in note
    assert "largest gap bridged is 60.0 nm" in note


def test_that_a_missing_value_marks_the_pixels_that_need_it(posterior, cube_at, remember):
    wavelengths = np.linspace(445, 955, 101)
    values = spectra(wavelengths)
    values[2, 3, 1] = np.nan  # beside the model's first band
    values[4, 5, 31] = np.nan  # 600 nm, which the model does not use
    cube, sink = cube_at(wavelengths, values), remember(cube_at(wavelengths, values))
    predict(posterior, cube, sink)
    missing = (sink.levels == NO_DATA).all(axis=0)
    assert np.flatnonzero(missing).tolist() == [2 * SAMPLES + 3]
    mix = mix_bands(posterior.passport, cube)
    assert np.isnan(draws_at(posterior, cube.spectrum(2, 3), mix)).all()
    assert np.isfinite(draws_at(posterior, cube.spectrum(4, 5), mix)).all()


def test_that_bad_bands_are_not_mixed_in(posterior, cube_at):
    wavelengths = np.linspace(445, 955, 101)
    good = np.ones(101, int)
    good[[1, 2, 50]] = 0
    mix = mix_bands(posterior.passport, cube_at(wavelengths, bbl=good.tolist()))
    assert not np.isin(mix.bands, [1, 2, 50]).any()


def test_that_a_cube_that_ends_early_is_refused_with_both_band_lists(posterior, cube_at, remember):
    cube = cube_at(np.linspace(440, 800, 60))
    with pytest.raises(UserError, match=r"8 of 11 bands, 450-900 nm, the scene has 60 bands.*440-800 nm"):
        predict(posterior, cube, remember(cube))


def test_that_another_number_of_bands_without_wavelengths_is_refused(posterior, write_cube, remember):
    cube = write_cube(spectra(MODEL_NM[:9]))
    with pytest.raises(UserError, match="11 bands, the scene 9, and the scene has no wavelengths"):
        predict(posterior, cube, remember(cube))


def test_that_another_quantity_is_said(posterior, cube_at, remember):
    cube = cube_at(MODEL_NM, **{"data units": "Radiance"})
    (note,) = predict(posterior, cube, remember(cube)).notes
    assert "trained on reflectance, the scene is radiance" in note
