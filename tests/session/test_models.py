"""Models join and leave the list; the draws at a click follow the bands as the prediction does."""

from dataclasses import replace

import numpy as np

from hsi_uq_app.posterior.model_file import digest, load_model
from hsi_uq_app.posterior.one_pixel import draws_at
from hsi_uq_app.progress import silent
from hsi_uq_app.session.models import (
    LoadModel,
    Model,
    clicked_draws,
    model_chosen,
    model_dropped,
    model_loaded,
)
from hsi_uq_app.session.spectra import CLICKED
from hsi_uq_app.session.state import AppState
from tests.gui.kit import WAVELENGTHS, write_model
from tests.session.kit import derived


def clicked(state: AppState, tmp_path, wavelengths, pixel=(2, 3)) -> AppState:
    """The state with a model of these wavelengths chosen and a pixel clicked."""
    path = tmp_path / "m.safetensors"
    posterior = load_model(write_model(path))
    passport = posterior.passport.model_copy(update={"wavelengths_nm": wavelengths})
    posterior = replace(posterior, passport=passport)
    model = Model(path, posterior, digest(posterior))
    view = replace(state.view, clicked=pixel)
    here = replace(state, results=(), result=None, models=(model,), model=model, view=view)
    return derived(here, CLICKED)


def test_that_the_same_bands_are_taken_as_they_are(state, tmp_path):
    found = clicked(state, tmp_path, WAVELENGTHS)
    expected = draws_at(found.models[0].posterior, CLICKED.of(found))
    np.testing.assert_array_equal(clicked_draws(found), expected)


def test_that_reversed_bands_are_turned_round(state, tmp_path):
    found = clicked(state, tmp_path, WAVELENGTHS[::-1])
    expected = draws_at(found.models[0].posterior, CLICKED.of(found)[::-1])
    np.testing.assert_array_equal(clicked_draws(found), expected)


def test_that_a_scene_without_the_models_bands_has_no_draws(state, tmp_path):
    assert clicked_draws(clicked(state, tmp_path, tuple(w + 3000 for w in WAVELENGTHS))) is None


def test_that_a_model_read_again_takes_the_place_of_the_earlier_reading_and_is_chosen(state, tmp_path):
    path = write_model(tmp_path / "m.safetensors")
    first, second = LoadModel(path)(silent), LoadModel(path)(silent)
    loaded = model_loaded(second)(model_loaded(first)(state))
    assert loaded.models == (second,)
    assert loaded.model is second


def test_that_dropping_the_chosen_model_chooses_the_one_before(state, tmp_path):
    first, second = (LoadModel(write_model(tmp_path / f"{name}.safetensors"))(silent) for name in "ab")
    both = model_loaded(second)(model_loaded(first)(state))
    assert model_dropped(second)(both).model is first
    assert model_dropped(first)(both).model is second
    assert model_dropped(second)(model_dropped(first)(both)).model is None
    assert model_chosen(second)(both) is both
