"""Targets without a mask: implants by the replacement model, in the scene's own backgrounds."""

import json

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior import implanted
from hsi_uq_app.posterior.implanted import Implanting, implanted_targets
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.posterior.model_file import load_model, save_model
from hsi_uq_app.posterior.sample_sizes import IMPLANTS
from hsi_uq_app.posterior.training_sample import draw_sample
from hsi_uq_app.progress import silent
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.labels import parse_region, read_truth
from hsi_uq_app.scene.target_spectrum import TargetSpectrum

PAINT = np.random.default_rng(5).uniform(0.1, 0.6, (3, 12))[2]  # the tiny scene's target
LEFT = 40 * 30


@pytest.fixture
def cube(tiny_scene):
    return open_cube(tiny_scene.scene)


@pytest.fixture
def paint(cube) -> TargetSpectrum:
    return TargetSpectrum("paint", cube.wavelengths_nm, PAINT, "reflectance")


def draw(cube, how: Implanting, kind: str = "stratified", seed: int = 0):
    return draw_sample(
        cube, how, parse_region("left", cube.lines, cube.samples), kind, components=6, seed=seed
    )


def implant(cube, how: Implanting):
    region = parse_region("left", cube.lines, cube.samples)
    return implanted_targets(cube, how, region, np.random.default_rng(0), silent)


def test_that_implants_follow_the_replacement_model(write_cube):
    rng = np.random.default_rng(1)
    ground, paint = rng.uniform(0.1, 0.6, (2, 8))
    values = (ground + rng.normal(0, 1e-4, (40, 60, 8))).astype("<f4")
    cube = write_cube(values, wavelength=list(range(500, 1300, 100)), **{"wavelength units": "nm"})
    _, targets = implant(cube, Implanting(TargetSpectrum("paint", cube.wavelengths_nm, paint)))
    of_paint, of_ground = np.linalg.lstsq(np.stack([paint, ground], axis=1), targets.spectra, rcond=None)[0]
    abundance = 1 - of_ground
    assert abundance.min() == pytest.approx(0.05, abs=0.01)
    assert abundance.max() == pytest.approx(1, abs=0.01)
    assert np.histogram(abundance, 5, (0.05, 1))[0].min() > 150
    log_gain = np.log(of_paint / abundance)
    assert log_gain.mean() == pytest.approx(0, abs=0.06)
    assert log_gain.std() == pytest.approx(implanted.GAIN_SPREAD, rel=0.1)
    clear = np.abs(abundance - 0.1) > 0.005
    np.testing.assert_array_equal(targets.labels[clear], (abundance > 0.1)[clear])


def test_that_the_labels_follow_the_threshold(cube, paint):
    few = draw(cube, Implanting(paint, threshold=0.5)).record.targets
    most = draw(cube, Implanting(paint)).record.targets
    assert few == pytest.approx(0.526 * IMPLANTS, rel=0.12)
    assert most == pytest.approx(0.947 * IMPLANTS, rel=0.03)


def test_that_the_sample_adds_up(cube, paint):
    sample = draw(cube, Implanting(paint, base_rate=0.01))
    record = sample.record
    assert sample.truth == "implanted"
    assert record.targets == sample.labels.sum()
    assert record.background == len(sample.labels) - record.targets
    assert record.targets_in_region is None
    assert record.background_in_region == LEFT - 12
    assert sample.base_rate == pytest.approx(0.01)
    assert sample.log_base_odds == pytest.approx(np.log(0.01 / 0.99))
    assert sample.weights[sample.labels].sum() == pytest.approx((LEFT - 12) * 0.01 / 0.99, rel=1e-4)
    assert sample.objects is None


@pytest.mark.parametrize("kind", ["stratified", "all"])
def test_that_every_implant_weighs_the_same_also_below_the_threshold(cube, paint, kind):
    sample = draw(cube, Implanting(paint, base_rate=0.01, threshold=0.5), kind)
    implants, scene = sample.weights[-IMPLANTS:], sample.weights[:-IMPLANTS]
    below = ~sample.labels[-IMPLANTS:]
    assert 400 < below.sum() < 600
    in_region = (LEFT - 12) * 0.01 / 0.99
    np.testing.assert_allclose(implants, in_region / (~below).sum(), rtol=1e-5)
    assert scene.sum() == pytest.approx(LEFT - 12, rel=1e-4)


@pytest.mark.parametrize("kind", ["all", "random"])
def test_that_the_base_rate_is_in_the_last_bias_and_not_in_the_training(cube, paint, kind):
    sample = draw(cube, Implanting(paint, base_rate=0.01), kind)
    odds_in_sample = sample.record.targets / sample.record.background_in_region
    np.testing.assert_allclose(sample.offsets, np.log(odds_in_sample), rtol=1e-5)


def test_that_paper_mode_corrects_nothing(cube, paint):
    sample = draw(cube, Implanting(paint), "paper")
    assert not sample.offsets.any()
    assert sample.log_base_odds == 0


def test_that_the_pixels_most_like_targets_are_neither_target_nor_background(cube, paint, tiny_scene):
    truth = read_truth(tiny_scene.truth, cube.lines, cube.samples).labels.reshape(-1)
    survey, targets = implant(cube, Implanting(paint, base_rate=32 / LEFT))
    assert len(survey.background) == LEFT - 32
    assert truth[survey.background].sum() <= 3
    assert targets.recipe["target"]["likely_targets_left_out"] == 32


def test_that_bands_in_which_the_spectrum_is_unknown_are_not_used(cube):
    holes = PAINT.copy()
    holes[[2, 7]] = np.nan
    sample = draw(cube, Implanting(TargetSpectrum("paint", cube.wavelengths_nm, holes)))
    assert sample.good_bands == (0, 1, 3, 4, 5, 6, 8, 9, 10, 11)
    assert sample.bands == 12


def test_that_the_passport_names_the_spectrum_and_no_path(cube, paint, tmp_path):
    method = METHODS["deep-ensemble"]
    posterior = method.fit(draw(cube, Implanting(paint, base_rate=0.02)), method.config(draws=3, epochs=2))
    save_model(posterior, tmp_path / "m.safetensors")
    passport = load_model(tmp_path / "m.safetensors").passport
    assert (passport.truth, passport.base_rate) == ("implanted", pytest.approx(0.02))
    target = passport.configuration["target"]
    assert (target["name"], target["sha256"]) == ("paint", paint.digest())
    assert str(tmp_path.parent) not in json.dumps(passport.model_dump())


def test_that_changing_the_right_half_changes_no_byte_of_the_model(cube, paint, write_cube, tmp_path):
    values = cube.read_lines(0, 40).reshape(12, 40, 60).transpose(1, 2, 0).copy()
    fields = {"wavelength": cube.wavelengths_nm.tolist(), "wavelength units": "nm"}
    other = values.copy()
    other[:, 30:] = np.random.default_rng(0).uniform(0, 1, other[:, 30:].shape)
    written = []
    for name, scene in (("same", values), ("other", other)):
        method = METHODS["deep-ensemble"]
        sample = draw(write_cube(scene, name, **fields), Implanting(paint))
        save_model(method.fit(sample, method.config(draws=3, epochs=2)), tmp_path / "m.safetensors")
        written.append((tmp_path / "m.safetensors").read_bytes())
    assert written[0] == written[1]


def test_that_the_hash_knows_the_spectrum_and_the_seed(cube, paint):
    other = TargetSpectrum("paint", cube.wavelengths_nm, PAINT * 1.01, "reflectance")
    hashes = [
        draw(cube, Implanting(spectrum), seed=seed).training_hash
        for spectrum, seed in ((paint, 0), (paint, 0), (other, 0), (paint, 1))
    ]
    assert hashes[0] == hashes[1]
    assert len(set(hashes)) == 3


def test_that_a_region_with_fewer_pixels_than_implants_will_do(cube, paint):
    region = parse_region("lines=0:5,samples=0:20", cube.lines, cube.samples)
    sample = draw_sample(cube, Implanting(paint), region, components=6)
    assert sample.labels.sum() > 900
    assert sample.record.background_in_region == 99


@pytest.mark.parametrize("rate", [0, -0.1, 0.6, float("nan")])
def test_that_a_base_rate_that_is_no_share_is_refused(paint, rate):
    with pytest.raises(UserError, match=r"the base rate .* is out of range"):
        Implanting(paint, base_rate=rate)


def test_that_a_threshold_above_all_abundances_is_refused(paint):
    with pytest.raises(UserError, match="the threshold 1 is out of range"):
        Implanting(paint, threshold=1)
