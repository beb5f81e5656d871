"""The contract every method keeps."""

import numpy as np
import pytest
import torch

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.methods import METHODS, method_named
from hsi_uq_app.posterior.model_file import load_model, save_model
from hsi_uq_app.posterior.one_pixel import draws_at
from hsi_uq_app.posterior.predict import predict
from hsi_uq_app.progress import Cancelled
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.labels import read_truth

FEW_DRAWS = 20
every_method = pytest.mark.parametrize("name", METHODS)


@pytest.fixture(scope="module")
def fitted(tiny_sample):
    """Each method's model of the tiny scene, fitted once."""
    made = {}

    def fit(name: str):
        if name not in made:
            method = METHODS[name]
            made[name] = method.fit(tiny_sample, method.config(draws=FEW_DRAWS))
        return made[name]

    return fit


@every_method
def test_that_the_passport_says_what_was_done(name, fitted, tiny_sample):
    passport = fitted(name).passport
    assert passport.method == name
    assert passport.draws == FEW_DRAWS == fitted(name).draws
    assert passport.configuration["draws"] == FEW_DRAWS
    assert passport.training_hash == tiny_sample.training_hash
    assert passport.diagnostics
    assert METHODS[name].label


@every_method
def test_that_the_same_seed_gives_the_same_bytes(name, fitted, tiny_sample, tmp_path):
    method = METHODS[name]
    again = method.fit(tiny_sample, method.config(draws=FEW_DRAWS))
    for number, posterior in enumerate((fitted(name), again)):
        save_model(posterior, tmp_path / f"{number}.safetensors")
    assert (tmp_path / "0.safetensors").read_bytes() == (tmp_path / "1.safetensors").read_bytes()


@every_method
def test_that_draws_differ_and_so_do_seeds(name, fitted, tiny_sample):
    method = METHODS[name]
    other = method.fit(tiny_sample, method.config(draws=FEW_DRAWS, seed=1))
    spectrum = np.full(12, 0.3, np.float32)
    logits = draws_at(fitted(name), spectrum)
    assert len(np.unique(logits)) > FEW_DRAWS / 2
    assert not np.array_equal(logits, draws_at(other, spectrum))


@every_method
def test_that_cancelling_stops_the_fit(name, tiny_sample):
    calls = []

    def cancel(fraction: float, text: str = "") -> None:
        assert 0 <= fraction <= 1
        calls.append(text)
        if len(calls) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        METHODS[name].fit(tiny_sample, METHODS[name].config(draws=FEW_DRAWS), cancel)
    assert len(calls) == 3


@every_method
def test_that_a_saved_model_gives_the_same_logits(name, fitted, tmp_path):
    save_model(fitted(name), tmp_path / "m.safetensors")
    spectra = np.random.default_rng(0).uniform(0, 0.7, (5, 12)).astype(np.float32)
    loaded = load_model(tmp_path / "m.safetensors")
    for spectrum in spectra:
        np.testing.assert_array_equal(draws_at(loaded, spectrum), draws_at(fitted(name), spectrum))


@every_method
def test_that_the_half_it_never_saw_is_ranked_well_and_the_base_rate_is_right(
    name, fitted, tiny_scene, remember
):
    cube = open_cube(tiny_scene.scene)
    truth = read_truth(tiny_scene.truth, cube.lines, cube.samples)
    sink = remember(cube)
    predict(fitted(name), cube, sink)
    right = np.zeros((cube.lines, cube.samples), bool)
    right[:, 30:] = True
    scores, labels = sink.side[0][right.reshape(-1)], truth.labels[right]
    wins = (scores[labels][:, None] > scores[~labels]).mean()
    assert wins > 0.99
    assert 0.5 < (1 / (1 + np.exp(-scores))).mean() / labels.mean() < 2
    assert 0.5 < fitted(name).passport.diagnostics["mean_probability_over_base_rate"] < 2


@every_method
def test_that_fitting_leaves_torch_as_it_was(name, tiny_sample):
    before = torch.is_grad_enabled(), torch.get_num_threads(), torch.initial_seed()
    METHODS[name].fit(tiny_sample, METHODS[name].config(draws=FEW_DRAWS))
    assert (torch.is_grad_enabled(), torch.get_num_threads(), torch.initial_seed()) == before


def test_that_an_unknown_method_names_the_known_ones():
    with pytest.raises(UserError, match="deep-ensemble"):
        method_named("oracle")
