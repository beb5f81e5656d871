"""How many pixels are unlike the training region: learnt with the model, counted with the prediction."""

import json
from dataclasses import replace

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from hsi_uq_app.posterior import predict as predict_module
from hsi_uq_app.posterior.device_tiles import DeviceTiles
from hsi_uq_app.posterior.folding import fold
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.posterior.model_file import load_model, save_model
from hsi_uq_app.posterior.out_of_distribution import distance_999, likeness
from hsi_uq_app.posterior.predict import predict
from hsi_uq_app.posterior.processor_tiles import ProcessorTiles
from hsi_uq_app.scene.cube import open_cube

BANDS = 6


@pytest.fixture(params=["processor", "device"])
def tiles(request):
    """Both ways to compute; the device's runs on the processor here."""
    return ProcessorTiles if request.param == "processor" else lambda n: DeviceTiles(n, "cpu")


@pytest.fixture(params=[4, BANDS], ids=["behind the projection", "folded"])
def posterior(make_posterior, request):
    made = make_posterior(components=request.param)
    return replace(made, passport=made.passport.model_copy(update={"whitened_distance_999": 3.0}))


def pixels(n: int = 1500) -> np.ndarray:
    return np.random.default_rng(6).normal(size=(BANDS, n)).astype(np.float32)


def lengths(posterior, x: np.ndarray) -> np.ndarray:
    return np.linalg.norm(posterior.projection.astype(float) @ (x - posterior.center[:, None]), axis=0)


def forward_only() -> None: ...


def test_that_the_reach_is_the_length_of_an_actual_pixel():
    u = np.zeros((3, 2000), np.float32)
    u[1] = np.random.default_rng(0).permutation(np.arange(1, 2001))
    assert distance_999(u) == 1998


@pytest.mark.parametrize(
    ("ood_share", "words"),
    [
        (0.0, "like the training data"),
        (0.005, "like the training data"),
        (0.0051, "drifted"),
        (0.05, "drifted"),
        (0.051, "far"),
        (1.0, "far"),
    ],
)
def test_that_the_words_have_limits(ood_share, words):
    assert likeness(ood_share) == words


def test_that_tiles_count_the_pixels_beyond_the_reach(posterior, tiles):
    x, limit = pixels(), 3.0
    worker = tiles(fold(posterior, None, limit))
    worker(x[:, :700], forward_only)
    worker(x[:, 700:], forward_only)
    expected = int((lengths(posterior, x) > limit).sum())
    assert 0 < expected < 1500
    assert abs(worker.outside - expected) <= 1


def test_that_a_pixel_without_data_is_neither_inside_nor_outside(posterior, tiles):
    x = 100 * pixels()
    x[2, :500] = np.nan
    worker = tiles(fold(posterior, None, 3.0))
    worker(x, forward_only)
    assert worker.outside == (lengths(posterior, x[:, 500:]) > 3).sum()


def test_that_mixed_bands_are_as_far_as_the_models_own(posterior, tiles):
    rng = np.random.default_rng(7)
    mixing = np.zeros((BANDS, 9), np.float32)
    mixing[np.arange(BANDS), np.arange(BANDS)] = weight = rng.uniform(0.2, 0.8, BANDS)
    mixing[np.arange(BANDS), np.arange(BANDS) + 3] += 1 - weight
    x = rng.normal(size=(9, 1500)).astype(np.float32)
    worker = tiles(fold(posterior, mixing, 2.0))
    worker(x, forward_only)
    assert abs(worker.outside - int((lengths(posterior, mixing @ x) > 2).sum())) <= 1


def test_that_counting_changes_no_level(posterior, tiles):
    counted, plain = (tiles(fold(posterior, None, limit)) for limit in (3.0, None))
    for first, second in zip(counted(pixels(), forward_only), plain(pixels(), forward_only), strict=True):
        np.testing.assert_array_equal(first, second)
    assert plain.outside == 0


def test_that_the_count_does_not_depend_on_threads_or_spans(posterior, write_cube, remember, monkeypatch):
    cube = write_cube(pixels(1200).T.reshape(30, 40, BANDS).copy())
    counts = []
    for threads, span in ((1, 1 << 22), (3, 40 * BANDS), (2, 40 * BANDS * 7)):
        monkeypatch.setitem(predict_module.SPAN_VALUES, "cpu", span)
        counts.append(predict(posterior, cube, remember(cube), threads=threads, device="cpu").outside)
    assert max(counts) - min(counts) <= 1
    assert counts[0] > 0


def test_that_a_model_that_does_not_know_its_reach_counts_nothing(make_posterior, write_cube, remember):
    cube = write_cube(pixels(120).T.reshape(4, 30, BANDS).copy())
    assert predict(make_posterior(), cube, remember(cube), device="cpu").outside is None


def test_that_a_trained_model_knows_its_reach(tiny_sample, tiny_scene, remember):
    method = METHODS["deep-ensemble"]
    posterior = method.fit(tiny_sample, method.config(draws=3, epochs=1))
    assert posterior.passport.whitened_distance_999 == tiny_sample.whitened_distance_999 > 0
    cube = open_cube(tiny_scene.scene)
    left = cube.read_lines(0, cube.lines).reshape(cube.bands, cube.lines, cube.samples)[:, :, :30]
    worker = ProcessorTiles(fold(posterior, None, posterior.passport.whitened_distance_999))
    worker(left.reshape(cube.bands, -1), forward_only)
    assert worker.outside == pytest.approx(0.001 * left[0].size, abs=1)


def test_that_a_model_file_from_before_still_opens(make_posterior, tmp_path):
    path = tmp_path / "m.safetensors"
    save_model(make_posterior(), path)
    passport = json.loads(make_posterior().passport.model_dump_json())
    del passport["whitened_distance_999"]
    save_file(load_file(path), path, metadata={"passport": json.dumps(passport)})
    assert load_model(path).passport.whitened_distance_999 is None
