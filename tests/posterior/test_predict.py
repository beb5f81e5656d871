"""The predictor: the definition, whatever the tile, the threads and the device; holes, cancelling, memory."""

import threading
import time
import weakref
from dataclasses import replace

import numpy as np
import pytest
import torch
from scipy.special import entr, expit

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior import predict as predict_module
from hsi_uq_app.posterior.device_tiles import DeviceTiles
from hsi_uq_app.posterior.folding import fold
from hsi_uq_app.posterior.levels import LEVELS, NO_DATA, rank, to_int16
from hsi_uq_app.posterior.predict import predict
from hsi_uq_app.posterior.processor_tiles import ProcessorTiles
from hsi_uq_app.progress import Cancelled

BANDS = 6


def random_values(lines: int = 30, samples: int = 50, bands: int = BANDS) -> np.ndarray:
    return np.random.default_rng(4).normal(size=(lines, samples, bands)).astype("<f4")


def steps_apart(first: np.ndarray, second: np.ndarray) -> int:
    return int(np.abs(first.astype(int) - second).max())


def forward_only() -> None: ...


@pytest.fixture(params=["processor", "device"])
def tiles(request):
    """Both ways to compute; the device's runs on the processor here."""
    if request.param == "processor":
        return ProcessorTiles
    return lambda networks: DeviceTiles(networks, "cpu")


@pytest.mark.parametrize("activation", ["tanh", "relu"])
@pytest.mark.parametrize("components", [4, BANDS])
@pytest.mark.parametrize("draws", [1, 7, 100, 130])
def test_that_order_statistics_and_side_rows_equal_their_definition(
    make_posterior, logits_by_definition, tiles, activation, components, draws
):
    posterior = make_posterior(draws, BANDS, components, activation=activation)
    x = random_values().reshape(-1, BANDS).T.copy()
    levels, side = tiles(fold(posterior))(x, forward_only)
    z = logits_by_definition(posterior, x)
    ranked = np.sort(z, axis=0)
    expected = to_int16(np.stack([ranked[rank(level, draws) - 1] for level in LEVELS]))
    assert steps_apart(levels, expected) <= 1
    target, background = expit(z.clip(-80, 80)).mean(axis=0), expit(-z.clip(-80, 80)).mean(axis=0)
    np.testing.assert_allclose(side[0], np.log(target) - np.log(background), atol=2e-4)
    entropies = [entr(expit(z)) + entr(expit(-z)), entr(target) + entr(background)]
    np.testing.assert_allclose(side[1], entropies[1] - entropies[0].mean(axis=0), atol=2e-5)
    np.testing.assert_allclose(side[2], posterior.ace.score(x), atol=1e-4)


def test_that_ace_keeps_its_own_centre(make_posterior, tiles):
    posterior = make_posterior()
    elsewhere = replace(posterior.ace, center=posterior.ace.center + np.float32(1.5))
    x = random_values().reshape(-1, BANDS).T.copy()
    _, side = tiles(fold(replace(posterior, ace=elsewhere)))(x, forward_only)
    np.testing.assert_allclose(side[2], elsewhere.score(x), atol=1e-4)
    assert np.abs(side[2] - posterior.ace.score(x)).max() > 0.1


def test_that_the_first_layer_is_folded_where_that_is_cheaper(make_posterior):
    assert fold(make_posterior(100, 30, 4)).behind
    assert not fold(make_posterior(100, BANDS, BANDS)).behind


def constant_draws(make_posterior, logits, **more):
    """Draws that say the same logit everywhere."""
    draws = len(logits)
    silent = {name: np.zeros(shape, np.float32) for name, shape in (("w3", (draws, 5)), ("b2", (draws, 5)))}
    return make_posterior(draws, b3=np.array(logits, np.float32), **silent, **more)


def test_that_probabilities_are_averaged_and_not_logits(make_posterior, tiles):
    posterior = constant_draws(make_posterior, [8, -2])
    _, side = tiles(fold(posterior))(random_values().reshape(-1, BANDS).T.copy(), forward_only)
    assert expit(side[0]) == pytest.approx(0.559, abs=5e-4)
    assert expit(3) == pytest.approx(0.953, abs=5e-4)


def test_that_a_mean_probability_near_zero_keeps_its_digits(make_posterior, tiles):
    x = random_values(1, 8).reshape(-1, BANDS).T.copy()
    for logit in (-30, -16.5, 16.5, 30):
        _, side = tiles(fold(constant_draws(make_posterior, [logit, logit])))(x, forward_only)
        np.testing.assert_allclose(side[0], logit, rtol=1e-6)
        np.testing.assert_allclose(side[1], 0, atol=1e-6)


def test_that_one_member_that_is_nan_at_a_pixel_marks_that_pixel_alone(make_posterior, tiles):
    # The third draw subtracts two equal hidden units of about 2^100: 0, unless a pixel makes both infinite.
    arrays = {
        name: getattr(make_posterior(activation="relu"), name).copy()
        for name in ("w1", "b1", "w2", "b2", "w3")
    }
    for name in ("w1", "b1", "w2", "b2"):
        arrays[name][2] = np.abs(arrays[name][2, :1])
    arrays["w1"][2] *= 2.0**100
    arrays["w3"][2] = [1, -1, 0, 0, 0]
    networks = fold(make_posterior(activation="relu", projection=np.eye(4, 6, dtype="f4"), **arrays))
    x = np.abs(random_values(2, 40)).reshape(-1, BANDS).T.copy()
    clean_levels, clean_side = tiles(networks)(x, forward_only)
    assert (clean_levels != NO_DATA).all()
    x[:, 0] = 1e10
    levels, side = tiles(networks)(x, forward_only)
    assert (levels[:, 0] == NO_DATA).all()
    assert np.isnan(side[:, 0]).all()
    np.testing.assert_array_equal(levels[:, 1:], clean_levels[:, 1:])
    np.testing.assert_array_equal(side[:, 1:], clean_side[:, 1:])


def test_that_pixels_without_a_used_band_are_no_data(make_posterior, write_cube, remember):
    values = random_values()
    values[3, 7, 2] = np.nan
    values[:, 11, 5] = -9999
    posterior = make_posterior()
    passport = posterior.passport.model_copy(update={"bands": 7})
    object.__setattr__(posterior, "passport", passport)
    unused = np.full((30, 50, 1), np.nan, "<f4")
    unused[0] = 1
    cube = write_cube(np.concatenate([values, unused], axis=2), **{"data ignore value": -9999})
    sink = remember(cube)
    predict(posterior, cube, sink, threads=2)
    missing = np.zeros((30, 50), bool)
    missing[3, 7] = missing[:, 11] = True
    np.testing.assert_array_equal((sink.levels == NO_DATA).all(axis=0), missing.reshape(-1))
    np.testing.assert_array_equal(np.isnan(sink.side).any(axis=0), missing.reshape(-1))
    assert (sink.levels[:, ~missing.reshape(-1)] != NO_DATA).all()


def test_that_a_prediction_does_not_depend_on_threads_spans_or_tiles(
    make_posterior, write_cube, remember, monkeypatch
):
    cube, posterior = write_cube(random_values(40, 61)), make_posterior(100, BANDS, 4)
    results = []
    for threads, tile, span in ((1, 768, 1 << 22), (2, 768, 1 << 22), (3, 100, 61 * 6 * 7), (2, 37, 1)):
        monkeypatch.setitem(predict_module.TILES, "cpu", lambda n, tile=tile: ProcessorTiles(n, tile))
        monkeypatch.setitem(predict_module.SPAN_VALUES, "cpu", span)
        sink = remember(cube)
        summary = predict(posterior, cube, sink, threads=threads, device="cpu")
        assert (sink.times == 1).all()
        assert (summary.pixels, summary.device, summary.draws) == (40 * 61, "cpu", 100)
        results.append(sink)
    for other in results[1:]:
        assert steps_apart(other.levels, results[0].levels) <= 1
        np.testing.assert_allclose(other.side, results[0].side, atol=1e-5)


def test_that_the_same_prediction_gives_the_same_bytes(make_posterior, write_cube, remember):
    cube = write_cube(random_values())
    first, second = remember(cube), remember(cube)
    for sink in (first, second):
        predict(make_posterior(), cube, sink, threads=2)
    assert first.levels.tobytes() == second.levels.tobytes()
    assert first.side.tobytes() == second.side.tobytes()


@pytest.mark.parametrize("dtype", [">u2", ">f4", ">i2"])
def test_that_a_big_endian_cube_scores_as_its_little_endian_copy(make_posterior, write_cube, remember, dtype):
    line, sample, band = np.meshgrid(np.arange(5), np.arange(7), np.arange(6), indexing="ij")
    values = 3 * (42 * line + 6 * sample + band) + 11
    sinks = []
    for order in (dtype, dtype.replace(">", "<")):
        cube = write_cube(values.astype(order), name=f"t{len(sinks)}")
        sinks.append(remember(cube))
        predict(make_posterior(center=np.full(6, 320, "f4")), cube, sinks[-1])
    assert sinks[0].levels.tobytes() == sinks[1].levels.tobytes()


def test_that_scoring_in_a_worker_a_hundred_times_keeps_no_gradients_and_no_memory(make_posterior):
    results = []

    class Watched(DeviceTiles):
        def _predict(self, x):
            levels, side = super()._predict(x)
            results.append((weakref.ref(levels), weakref.ref(side), side.requires_grad, side.grad_fn))
            return levels, side

    tiles, x = Watched(fold(make_posterior()), "cpu"), random_values().reshape(-1, BANDS).T.copy()
    thread = threading.Thread(target=lambda: [tiles(x, forward_only) for _ in range(100)] and None)
    thread.start()
    thread.join()
    assert len(results) == 100
    for levels, side, requires_grad, function in results:
        assert not requires_grad
        assert function is None
        assert levels() is None
        assert side() is None


class FullAbove(DeviceTiles):
    """A device that runs out of memory above so many pixels."""

    limit = 4096
    asked: list[int] = []  # noqa: RUF012 (a record of the class, emptied by the test)

    def _predict(self, x):
        self.asked.append(x.shape[1])
        if x.shape[1] > self.limit:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return super()._predict(x)


def test_that_out_of_memory_halves_the_tile_and_goes_on(make_posterior, write_cube, remember, monkeypatch):
    cube, posterior = write_cube(random_values(100, 300)), make_posterior()
    monkeypatch.setitem(predict_module.TILES, "cpu", lambda networks: FullAbove(networks, "cpu"))
    FullAbove.asked.clear()
    halved, plain = remember(cube), remember(cube)
    predict(posterior, cube, halved, threads=1)
    assert FullAbove.asked[0] == 30_000
    assert max(FullAbove.asked[-3:]) <= 4096
    assert (halved.times == 1).all()
    again = remember(cube)
    predict(posterior, cube, again, threads=1)
    monkeypatch.undo()
    predict(posterior, cube, plain, threads=1)
    assert steps_apart(halved.levels, plain.levels) <= 1
    assert halved.levels.tobytes() == again.levels.tobytes()


def test_that_a_device_too_small_for_anything_is_one_clear_line(
    make_posterior, write_cube, remember, monkeypatch
):
    cube = write_cube(random_values())
    monkeypatch.setattr(FullAbove, "limit", 10)
    monkeypatch.setitem(predict_module.TILES, "cpu", lambda networks: FullAbove(networks, "cpu"))
    with pytest.raises(UserError, match="memory is full"):
        predict(make_posterior(), cube, remember(cube))


def test_that_a_device_too_small_for_the_networks_is_the_same_line(make_posterior, monkeypatch):
    def full(*_):
        raise torch.OutOfMemoryError("CUDA out of memory")

    monkeypatch.setattr("hsi_uq_app.posterior.device_tiles._on_device", full)
    with pytest.raises(UserError, match="memory is full"):
        DeviceTiles(fold(make_posterior(), None, None), "cpu")


def test_that_another_runtime_error_is_reported_and_not_retried(
    make_posterior, write_cube, remember, monkeypatch
):
    calls = []

    class Broken(DeviceTiles):
        def _predict(self, x):
            calls.append(x.shape[1])
            raise RuntimeError("shape")

    cube = write_cube(random_values())
    monkeypatch.setitem(predict_module.TILES, "cpu", lambda networks: Broken(networks, "cpu"))
    with pytest.raises(RuntimeError, match="shape"):
        predict(make_posterior(), cube, remember(cube), threads=1)
    assert len(calls) == 1


def test_that_a_cube_with_other_bands_is_refused_with_both_counts(make_posterior, write_cube, remember):
    cube = write_cube(random_values(bands=9))
    with pytest.raises(UserError, match=r"the model has 6 bands, the scene 9"):
        predict(make_posterior(), cube, remember(cube))


def test_that_progress_tells_pixels_and_the_time_left(make_posterior, write_cube, remember, monkeypatch):
    cube = write_cube(random_values(60, 400))
    monkeypatch.setitem(predict_module.SPAN_VALUES, "cpu", 400 * BANDS)
    told = []
    slow = ProcessorTiles

    class Slow(slow):
        def __call__(self, x, go_on):
            threading.Event().wait(0.01)
            return super().__call__(x, go_on)

    monkeypatch.setitem(predict_module.TILES, "cpu", Slow)
    predict(make_posterior(), cube, remember(cube), threads=1, progress=lambda f, t="": told.append((f, t)))
    fractions = [fraction for fraction, _ in told]
    assert fractions == sorted(fractions)
    assert 0 < max(fractions) <= 1
    assert any("of 24,000 pixels" in text and "s left" in text for _, text in told)


def test_that_cancelling_ends_a_long_prediction_within_a_second(make_posterior, write_cube, remember):
    cube = write_cube(random_values(400, 500))
    given_up = []

    def cancel(fraction: float, text: str = "") -> None:
        if fraction < 1:
            given_up.append(time.perf_counter())
            raise Cancelled

    with pytest.raises(Cancelled):
        predict(make_posterior(3000, hidden=10), cube, remember(cube), threads=2, progress=cancel)
    assert time.perf_counter() - given_up[0] < 1
    assert threading.active_count() == 1


def test_that_a_sink_that_fails_stops_the_prediction(make_posterior, write_cube):
    class Full:
        def write(self, first_pixel, levels, side):
            raise UserError("the disk is full")

    with pytest.raises(UserError, match="disk is full"):
        predict(make_posterior(), write_cube(random_values()), Full(), threads=2)


def test_that_a_one_pixel_cube_is_predicted(make_posterior, write_cube, remember):
    cube = write_cube(random_values(1, 1))
    sink = remember(cube)
    assert predict(make_posterior(), cube, sink).pixels == 1
    assert (sink.levels != NO_DATA).all()
