"""The inputs of a small hand-made posterior against the one-pixel pass of the window."""

import numpy as np
import pytest
from scipy.special import expit, logit

from hsi_uq_app.calibration.calibrators.feature_consistency import FeatureConsistency
from hsi_uq_app.calibration.calibrators.table import draw_by_draw
from hsi_uq_app.calibration.posterior_input import (
    draw_inputs,
    mean_logits,
    pooled,
    some_draws,
)
from hsi_uq_app.posterior.one_pixel import draws_at
from hsi_uq_app.posterior.passport import Passport, SampleRecord
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.scene.matched_filter import AceDetector

DRAWS, BANDS, PIXELS = 7, 6, 40


@pytest.fixture(params=["tanh", "relu"])
def posterior(request: pytest.FixtureRequest) -> Posterior:
    """Seven draws of a network of four units over three components of six bands."""
    rng = np.random.default_rng(0)

    def array(*shape: int) -> np.ndarray:
        return rng.normal(size=shape).astype(np.float32)

    passport = Passport(
        method="hand-made", draws=DRAWS, seed=0, activation=request.param, hidden=4, components=3,
        bands=BANDS, wavelengths_nm=None, good_bands=tuple(range(BANDS)), region="all", label_threshold=0.1,
        base_rate=0.5, log_base_odds=0, training_hash="", version="0",
        sample=SampleRecord(kind="all", targets=1, background=1, background_in_region=1),
    )  # fmt: skip
    return Posterior(
        projection=array(3, BANDS), center=array(BANDS), w1=array(DRAWS, 4, 3), b1=array(DRAWS, 4),
        w2=array(DRAWS, 4, 4), b2=array(DRAWS, 4), w3=array(DRAWS, 4), b3=array(DRAWS),
        ace=AceDetector(array(2, BANDS), array(BANDS), array(2)), passport=passport,
    )  # fmt: skip


@pytest.fixture
def spectra() -> np.ndarray:
    return np.random.default_rng(1).uniform(0, 1, (BANDS, PIXELS)).astype(np.float32)


def test_that_each_draw_gives_the_logits_of_a_clicked_pixel(
    posterior: Posterior, spectra: np.ndarray
) -> None:
    found = np.stack([given.logits for given in draw_inputs(posterior, spectra)])
    expected = np.stack([draws_at(posterior, spectrum) for spectrum in spectra.T], axis=1)
    assert found == pytest.approx(expected, abs=1e-4)


def test_that_features_and_weights_give_the_logits(posterior: Posterior, spectra: np.ndarray) -> None:
    for s, given in enumerate(draw_inputs(posterior, spectra)):
        assert given.features is not None
        assert given.features @ given.weights + posterior.b3[s] == pytest.approx(given.logits, abs=1e-4)


def test_that_the_mean_is_of_probabilities_and_not_of_logits(
    posterior: Posterior, spectra: np.ndarray
) -> None:
    draws = np.stack([given.logits for given in draw_inputs(posterior, spectra)]).astype(np.float64)
    assert mean_logits(posterior, spectra) == pytest.approx(logit(expit(draws).mean(axis=0)), abs=1e-4)


def test_that_perturbed_runs_of_strength_zero_give_the_logits(
    posterior: Posterior, spectra: np.ndarray
) -> None:
    for given in draw_inputs(posterior, spectra):
        assert given.perturbed is not None
        assert given.perturbed(0.0, 3) == pytest.approx(given.logits, abs=1e-4)
        assert (given.perturbed(1.0, 3) != given.logits).any()


def test_that_consistency_runs_on_draws(posterior: Posterior, spectra: np.ndarray) -> None:
    by_draws = draw_by_draw(FeatureConsistency(0.5), draw_inputs(posterior, spectra))
    assert by_draws.shape == (PIXELS,)
    assert 0 <= by_draws.min() <= by_draws.max() <= 1


def test_that_pooled_draws_lie_end_to_end_each_with_its_own_weights(
    posterior: Posterior, spectra: np.ndarray
) -> None:
    alone = list(draw_inputs(posterior, spectra))
    together = pooled(alone)
    assert together.logits == pytest.approx(np.concatenate([draw.logits for draw in alone]))
    consistency = FeatureConsistency(0.5)
    assert consistency(together) == pytest.approx(np.concatenate([consistency(draw) for draw in alone]))


def test_that_some_draws_are_evenly_spaced_and_all_where_there_are_few(posterior: Posterior) -> None:
    thinned = some_draws(posterior, 3)
    assert (thinned.draws, thinned.passport.draws) == (3, 3)
    assert (thinned.b3 == posterior.b3[[0, 3, 6]]).all()
    assert some_draws(posterior, 7) is posterior
