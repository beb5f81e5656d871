"""What is learnt from: the region alone, all its targets, and offsets that put back what was left out."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior import region_survey
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.posterior.model_file import save_model
from hsi_uq_app.posterior.training_sample import draw_sample
from hsi_uq_app.progress import Cancelled
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.labels import Truth, parse_region, read_truth


@pytest.fixture
def scene(tiny_scene):
    cube = open_cube(tiny_scene.scene)
    return cube, read_truth(tiny_scene.truth, cube.lines, cube.samples)


def draw(scene, region: str = "left", kind: str = "stratified", **more):
    cube, truth = scene
    return draw_sample(
        cube, truth, parse_region(region, cube.lines, cube.samples), kind, components=6, **more
    )


def test_that_all_targets_are_kept_and_the_record_adds_up(scene):
    sample = draw(scene)
    left = scene[1].labels[:, :30]
    assert sample.labels.sum() == left.sum() == sample.record.targets == sample.record.targets_in_region
    assert sample.record.background_in_region == left.size - left.sum()
    assert sample.record.background == len(sample.labels) - sample.record.targets
    assert sample.base_rate == pytest.approx(left.mean())


def test_that_weights_count_the_pixels_of_the_region(scene):
    for kind in ("stratified", "random", "all"):
        sample = draw(scene, kind=kind)
        assert sample.weights.sum() == pytest.approx(40 * 30, rel=1e-5)


def test_that_keeping_everything_needs_no_correction_but_the_base_odds(scene):
    sample = draw(scene, kind="all")
    assert len(sample.labels) == 40 * 30
    np.testing.assert_allclose(sample.offsets, sample.log_base_odds, rtol=1e-6)


def test_that_paper_mode_is_one_to_one_and_corrects_nothing(scene):
    sample = draw(scene, kind="paper")
    assert sample.record.background == sample.record.targets
    assert not sample.offsets.any()
    assert sample.log_base_odds == 0
    assert sample.base_rate == pytest.approx(draw(scene).base_rate)


def test_that_the_reach_of_the_region_is_that_of_all_its_pixels_not_of_those_kept(scene):
    few, everything = draw(scene, kind="paper"), draw(scene, kind="all")
    assert len(few.labels) < len(everything.labels) / 10
    assert few.whitened_distance_999 == everything.whitened_distance_999
    lengths = np.linalg.norm(everything.u.astype(float), axis=0)
    assert (lengths > everything.whitened_distance_999 * (1 + 1e-6)).sum() == 1  # .001 of 1,200 pixels


def test_that_the_filter_looks_for_the_purer_half_of_the_targets(scene):
    """Faint targets are mostly background: a hundred dark ones do not turn the spectrum looked for."""
    cube, truth = scene
    abundance = truth.abundance.copy()
    first_band = cube.read_lines(0, cube.lines)[0].reshape(abundance.shape)[:, :30]
    darkest = np.where(abundance[:, :30] == 0, first_band, np.inf)
    faint = np.argsort(darkest.reshape(-1))[:100]
    abundance[faint // 30, faint % 30] = 0.3
    with_faint = draw((cube, replace(truth, abundance=abundance)))
    assert with_faint.labels.sum() == draw(scene).labels.sum() + len(faint)
    pure, found = (sample.ace.template @ sample.ace.whitener for sample in (draw(scene), with_faint))
    assert pure @ found / np.linalg.norm(pure) / np.linalg.norm(found) > 0.999


def test_that_an_offset_is_minus_log_of_the_rate_plus_log_of_the_base_odds(scene, monkeypatch):
    monkeypatch.setattr("hsi_uq_app.posterior.strata.STRATA", (3000, 1000, 200))
    sample = draw(scene)
    rest = sample.weights > 1.01
    assert rest.sum() == 200
    expected = np.log(sample.weights) + sample.log_base_odds
    np.testing.assert_allclose(sample.offsets[~sample.labels], expected[~sample.labels], atol=1e-4)
    # A target takes the rate of background that looks like it: here all look like candidates, kept whole.
    assert sample.offsets[sample.labels].min() == pytest.approx(sample.log_base_odds, abs=1e-4)


def test_that_the_offset_makes_a_stratified_fit_agree_with_the_fit_to_everything():
    rng = np.random.default_rng(1)
    x = rng.normal(size=200_000)
    y = rng.random(x.size) < 1 / (1 + np.exp(-(2 * x - 6)))
    rate = np.where(x > 2, 1.0, 0.02)
    kept = y | (rng.random(x.size) < rate)
    everything = logistic(x, y, np.zeros(x.size))
    corrected = logistic(x[kept], y[kept], -np.log(rate[kept]))
    uncorrected = logistic(x[kept], y[kept], np.zeros(kept.sum()))
    np.testing.assert_allclose(corrected, everything, atol=0.12)
    assert abs(uncorrected[0] - everything[0]) > 1


def logistic(x: np.ndarray, y: np.ndarray, offset: np.ndarray) -> np.ndarray:
    """Intercept and slope of the most likely logistic regression."""
    return minimize(
        lambda b: (np.logaddexp(0, b[0] + b[1] * x + offset) - y * (b[0] + b[1] * x)).mean(), [0, 0]
    ).x


def altered(cube, change, write):
    """The tiny scene with `change` applied to a copy of its values (lines, samples, bands)."""
    values = (
        cube.read_lines(0, cube.lines).reshape(cube.bands, cube.lines, cube.samples).transpose(1, 2, 0).copy()
    )
    change(values)
    return write(values, wavelength=cube.wavelengths_nm.tolist(), wavelength_units="nm")


@pytest.mark.parametrize("right", ["random", "zero", "nan", "huge"])
def test_that_changing_the_right_half_leaves_the_model_files_bytes_unchanged(
    scene, write_cube, tmp_path, right
):
    cube, truth = scene
    values = {
        "random": lambda shape: np.random.default_rng(0).normal(size=shape),
        "zero": np.zeros,
        "nan": lambda shape: np.full(shape, np.nan),
        "huge": lambda shape: np.full(shape, 1e6),
    }[right]

    def change(v):
        v[:, 30:] = values(v[:, 30:].shape)

    other = truth.abundance.copy()
    other[:, 30:] = 1 - other[:, 30:]
    untouched = altered(cube, lambda v: None, write_cube), truth
    changed = altered(cube, change, lambda v, **f: write_cube(v, "changed", **f)), labelled(truth, other)
    assert model_bytes(untouched, tmp_path) == model_bytes(changed, tmp_path)


def model_bytes(scene, folder) -> bytes:
    method = METHODS["deep-ensemble"]
    save_model(method.fit(draw(scene), method.config(draws=3, epochs=2)), folder / "m.safetensors")
    return (folder / "m.safetensors").read_bytes()


def test_that_changing_a_training_pixel_changes_the_hash(scene, write_cube):
    cube, truth = scene

    def change(v):
        v[3, 4, 5] += 0.01

    before = draw((altered(cube, lambda v: None, write_cube), truth)).training_hash
    after = draw((altered(cube, change, lambda v, **f: write_cube(v, "changed", **f)), truth)).training_hash
    assert before != after
    assert len(before) == 64


def test_that_the_sample_does_not_depend_on_how_lines_are_chunked(scene, monkeypatch):
    whole = draw(scene)
    monkeypatch.setattr(region_survey, "_CHUNK_VALUES", 12 * 60 * 3)
    monkeypatch.setattr(region_survey, "SUBSAMPLE", 20_000)
    sample = draw(scene)
    assert sample.training_hash == whole.training_hash
    np.testing.assert_allclose(sample.u, whole.u, atol=1e-5)


def test_that_the_handful_is_random_and_bounded(scene, monkeypatch):
    monkeypatch.setattr(region_survey, "SUBSAMPLE", 100)
    monkeypatch.setattr(region_survey, "_CHUNK_VALUES", 12 * 60 * 7)
    cube, truth = scene
    region = parse_region("left", cube.lines, cube.samples)
    survey = region_survey.survey_region(cube, truth, region, np.random.default_rng(0), lambda *_: None)
    assert survey.spectra.shape == (12, 100)
    keys = np.random.default_rng(0).random(40 * 30, dtype=np.float32)
    lines, samples = np.divmod(np.argsort(keys)[:100], 30)
    np.testing.assert_array_equal(survey.spectra, cube.pixels(lines * cube.samples + samples))


def test_that_pixels_without_data_are_not_learnt_from(scene, write_cube):
    cube, truth = scene

    def change(v):
        v[:10, :30, 4] = np.nan

    sample = draw((altered(cube, change, write_cube), truth))
    assert np.isfinite(sample.u).all()
    assert sample.record.background_in_region + sample.record.targets_in_region == 30 * 30


def test_that_a_band_without_data_in_the_region_is_left_out(scene, write_cube):
    cube, truth = scene

    def change(v):
        v[:, :30, 4] = np.nan

    assert 4 not in draw((altered(cube, change, write_cube), truth)).good_bands


def test_that_a_region_without_data_is_refused(scene, write_cube):
    cube, truth = scene

    def change(v):
        v[:, :30] = np.nan

    with pytest.raises(UserError, match="no pixel of the training region 'left'"):
        draw((altered(cube, change, write_cube), truth))


def labelled(truth: Truth, abundance: np.ndarray) -> Truth:
    return replace(truth, abundance=abundance.astype(np.float32))


def test_that_too_few_targets_are_refused(scene):
    cube, truth = scene
    few = np.zeros((cube.lines, cube.samples))
    few[2, 3] = few[4, 5] = 1
    with pytest.raises(UserError, match=r"holds 2 target pixels .* needs 3"):
        draw((cube, labelled(truth, few)))


def test_that_one_class_only_is_refused(scene):
    cube, truth = scene
    with pytest.raises(UserError, match="every pixel of the training region"):
        draw((cube, labelled(truth, np.ones((cube.lines, cube.samples)))))


def test_that_unknown_pixels_are_not_background(scene):
    cube, truth = scene
    abundance = truth.abundance.copy()
    abundance[:20] = np.nan
    sample = draw((cube, labelled(truth, abundance)))
    assert sample.record.background_in_region + sample.record.targets_in_region == 20 * 30


def test_that_cancelling_stops_the_drawing(scene):
    def cancel(fraction: float, text: str = "") -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        draw(scene, progress=cancel)


def test_that_touching_targets_are_one_object(scene):
    cube, truth = scene
    squares = np.zeros((cube.lines, cube.samples))
    squares[2:4, 3:5] = squares[4, 5] = squares[10, 10] = squares[20, 29:40] = 1
    sample = draw((cube, labelled(truth, squares)))
    assert np.bincount(sample.objects)[1:].tolist() == [5, 1, 1]
    assert not sample.objects[~sample.labels].any()
