"""The draws of one pixel, equal to torch's."""

import numpy as np
import pytest
import torch

from hsi_uq_app.posterior.levels import to_int16
from hsi_uq_app.posterior.network import Network, forward
from hsi_uq_app.posterior.one_pixel import draws_at


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_that_one_pixel_equals_torch_to_one_step(make_posterior, activation):
    posterior = make_posterior(activation=activation)
    network = Network(4, 5, activation)
    arrays = (posterior.w1, posterior.b1, posterior.w2, posterior.b2, posterior.w3, posterior.b3)
    theta = torch.cat([torch.from_numpy(a).reshape(20, -1) for a in arrays], dim=1)
    for spectrum in np.random.default_rng(0).normal(size=(5, 6)).astype(np.float32):
        u = torch.from_numpy(posterior.projection @ (spectrum - posterior.center))
        theirs = forward(network, theta, u[:, None]).z[:, 0].numpy()
        ours = draws_at(posterior, spectrum)
        assert ours.shape == (20,)
        assert np.abs(to_int16(ours).astype(int) - to_int16(theirs)).max() <= 1


def test_that_bands_the_model_does_not_use_are_ignored(make_posterior):
    posterior = make_posterior()
    bands = list(range(6))
    passport = posterior.passport.model_copy(update={"bands": 9, "good_bands": (0, 2, 3, 5, 6, 8)})
    wide = np.full(9, np.nan, np.float32)
    wide[[0, 2, 3, 5, 6, 8]] = bands
    object.__setattr__(posterior, "passport", passport)
    chosen = draws_at(posterior, wide)
    np.testing.assert_array_equal(chosen, draws_at(make_posterior(), np.array(bands, np.float32)))


def test_that_a_missing_band_gives_no_draws(make_posterior):
    spectrum = np.ones(6, np.float32)
    spectrum[3] = np.nan
    assert np.isnan(draws_at(make_posterior(), spectrum)).all()
