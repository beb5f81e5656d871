"""PCA whitening."""

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.whitening import fit_whitening


def correlated(bands: int, count: int, scale: float = 1.0) -> np.ndarray:
    rng = np.random.default_rng(3)
    mixing = rng.normal(size=(bands, bands)) * np.geomspace(1, 0.01, bands)
    return (scale * (mixing @ rng.normal(size=(bands, count)) + 4)).astype(np.float32)


@pytest.mark.parametrize("scale", [1e-4, 1.0, 5000.0])
def test_that_components_are_uncorrelated_with_unit_variance_in_any_unit(scale):
    x = correlated(12, 4000, scale)
    u = fit_whitening(x, 6)(x)
    assert u.shape == (6, 4000)
    np.testing.assert_allclose(np.cov(u, bias=True), np.eye(6), atol=5e-3)


def test_that_the_first_component_follows_the_largest_variance():
    x = correlated(12, 4000)
    first = fit_whitening(x, 3).projection[0]
    _, vectors = np.linalg.eigh(np.cov(x.astype(float)))
    assert abs(first @ vectors[:, -1]) / np.linalg.norm(first) == pytest.approx(1, abs=1e-5)


def test_that_components_end_where_the_pixels_span_no_more_directions():
    x = correlated(12, 400)
    x[5] = x[4]
    x[7] = 0
    assert fit_whitening(x, 24).projection.shape == (10, 12)
    assert fit_whitening(correlated(30, 8), 24).projection.shape[0] == 7


def test_that_the_sign_of_a_component_is_settled():
    rows = fit_whitening(correlated(12, 400), 6).projection
    assert (rows[np.arange(6), np.abs(rows).argmax(axis=1)] > 0).all()


def test_that_equal_pixels_are_refused():
    with pytest.raises(UserError, match="equal"):
        fit_whitening(np.full((4, 9), 2, np.float32), 3)
