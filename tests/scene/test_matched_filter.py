"""ACE: the score itself, and covariances that cannot be inverted."""

import numpy as np
import pytest
import spectral

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.matched_filter import fit_ace


def pixels(bands: int, count: int, seed: int = 0) -> np.ndarray:
    chance = np.random.default_rng(seed)
    mixing = chance.normal(size=(bands, bands))
    return (mixing @ chance.normal(size=(bands, count)) + 5).astype(np.float32)


def test_that_the_score_is_the_squared_cosine_of_the_spectral_library():
    background = pixels(8, 500)
    target = (background[:, :1] + 3).astype(np.float32)
    ours = fit_ace(background, target).score(background)
    scene = background.T[None].astype(float)
    statistics = spectral.GaussianStats(
        background.mean(axis=1, dtype=float), np.cov(background.astype(float), bias=True)
    )
    theirs = spectral.ace(scene, target[:, 0].astype(float), background=statistics)[0]
    np.testing.assert_allclose(np.abs(ours), theirs, atol=2e-5)


def test_that_a_faint_target_scores_one_and_its_mirror_minus_one():
    background = pixels(6, 400)
    detector = fit_ace(background, background[:, :1] + 2)
    center = background.mean(axis=1, dtype=float)[:, None]
    direction = background[:, :1].astype(float) + 2 - center
    x = np.concatenate([center + 0.01 * direction, center + 9 * direction, center - direction], axis=1)
    np.testing.assert_allclose(detector.score(x.astype(np.float32)), [1, 1, -1], atol=1e-3)


def test_that_a_pixel_without_data_scores_nan_and_leaves_the_others_alone():
    background = pixels(6, 400)
    detector = fit_ace(background, background[:, :2] + 2)
    holed = background.copy()
    holed[2, 7] = np.nan
    scores = detector.score(holed)
    assert np.flatnonzero(np.isnan(scores)).tolist() == [7]
    np.testing.assert_array_equal(np.delete(scores, 7), np.delete(detector.score(background), 7))


def test_that_the_whitener_is_triangular_and_gives_unit_covariance():
    background = pixels(9, 2000)
    detector = fit_ace(background, background[:, :1] + 2)
    assert np.array_equal(detector.whitener, np.triu(detector.whitener))
    white = detector.whitener @ (background - detector.center[:, None])
    np.testing.assert_allclose(np.cov(white, bias=True), np.eye(9), atol=1e-3)


def test_that_fewer_pixels_than_bands_give_finite_scores_g1():
    scene = pixels(50, 36)
    assert np.isfinite(fit_ace(scene[:, 3:], scene[:, :3] + 1).score(scene)).all()


def test_that_two_equal_bands_give_finite_scores_g1():
    scene = pixels(10, 300)
    scene[4] = scene[3]
    assert np.isfinite(fit_ace(scene, scene[:, :3] + 1).score(scene)).all()


def test_that_a_band_of_zeros_gives_finite_scores_g1():
    scene = pixels(10, 300)
    scene[4] = 0
    detector = fit_ace(scene, scene[:, :3] + 1)
    assert detector.whitener.shape[0] == 9
    assert np.isfinite(detector.score(scene)).all()


def test_that_equal_pixels_are_refused_with_a_clear_message_g1():
    scene = np.full((10, 36), 0.25, np.float32)
    with pytest.raises(UserError, match="all background pixels are equal"):
        fit_ace(scene, scene[:, :3] + 1)


def test_that_a_target_equal_to_the_background_is_refused():
    scene = np.repeat(pixels(5, 50), 2, axis=1)
    scene[:, ::2] = 10 - scene[:, ::2]
    center = scene.mean(axis=1, dtype=float).astype(np.float32)
    np.testing.assert_array_equal(center, 5)
    with pytest.raises(UserError, match="equals the background"):
        fit_ace(scene, np.full((5, 1), 5, np.float32))
