"""The contract every method keeps: what its row says is so, and what it leaves behind can be used."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
import torch

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.diagnostics import judge
from hsi_uq_app.posterior.method import Cost
from hsi_uq_app.posterior.methods import METHODS, method_named
from hsi_uq_app.posterior.model_file import load_model, save_model
from hsi_uq_app.posterior.one_pixel import draws_at
from hsi_uq_app.posterior.predict import predict
from hsi_uq_app.progress import Cancelled, silent
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.labels import read_truth

FEW_DRAWS = 20
SHORT = {"draws": FEW_DRAWS, "epochs": 4, "warmup": 10, "kept": 10}
"""Settings of whichever of these a method has: enough where the networks need not be good ones."""

OF_EVERY_MODEL = {"mean_probability_over_base_rate"}
every_method = pytest.mark.parametrize("name", METHODS)


def short_fit(name, sample, progress=silent, **changed):
    method = METHODS[name]
    chosen = {field: value for field, value in SHORT.items() if field in method.config.model_fields}
    return method.fit(sample, method.configured(chosen | changed), progress)


@pytest.fixture(scope="module")
def few_pixels(tiny_sample):
    """All targets of the tiny sample and every sixth pixel of the rest."""
    kept = tiny_sample.labels | (np.arange(tiny_sample.labels.size) % 6 == 0)
    columns = {
        name: getattr(tiny_sample, name)[..., kept]
        for name in ("u", "labels", "offsets", "weights", "objects")
    }
    return replace(tiny_sample, **columns)


@pytest.fixture(scope="module")
def shortly(few_pixels):
    """Each method's short model of the tiny scene, fitted once."""
    made = {}

    def fit(name: str):
        if name not in made:
            made[name] = short_fit(name, few_pixels)
        return made[name]

    return fit


@every_method
def test_that_the_row_says_what_people_and_programs_ask(name):
    method = METHODS[name]
    assert method.name == name
    assert method.label
    assert len(method.hint) > 20
    fields = method.config.model_fields
    assert {"draws", "seed"} <= set(fields)
    assert [n for n, field in fields.items() if not field.description and n != "seed"] == []


@every_method
def test_that_more_pixels_take_longer(name):
    cost = METHODS[name].cost
    assert 0 < cost.seconds(1000, 100) < cost.seconds(10_000, 100)


def test_that_draws_cost_time_where_each_is_a_network():
    assert Cost(0.5, 2.0).seconds(3000, 400) == 6.5
    assert Cost(0.5, 2.0, grows_with_draws=True).seconds(3000, 400) == 24.5


@every_method
def test_that_the_passport_says_what_was_done(name, shortly, few_pixels):
    passport = shortly(name).passport
    assert passport.method == name
    assert passport.draws == FEW_DRAWS == shortly(name).draws
    assert passport.configuration["draws"] == FEW_DRAWS
    assert passport.training_hash == few_pixels.training_hash


@every_method
def test_that_the_diagnostics_are_those_of_the_row_and_can_be_judged(name, shortly):
    passport = shortly(name).passport
    assert set(passport.diagnostics) == set(METHODS[name].diagnostics) | OF_EVERY_MODEL
    assert judge(passport).reason
    assert METHODS[name].praise(passport.diagnostics)


@every_method
def test_that_the_same_seed_gives_the_same_bytes(name, shortly, few_pixels, tmp_path):
    for number, posterior in enumerate((shortly(name), short_fit(name, few_pixels))):
        save_model(posterior, tmp_path / f"{number}.safetensors")
    assert (tmp_path / "0.safetensors").read_bytes() == (tmp_path / "1.safetensors").read_bytes()


@every_method
def test_that_draws_differ_and_so_do_seeds(name, shortly, few_pixels):
    other = short_fit(name, few_pixels, seed=1)
    spectrum = np.full(12, 0.3, np.float32)
    logits = draws_at(shortly(name), spectrum)
    assert len(np.unique(logits)) > FEW_DRAWS / 2
    assert not np.array_equal(logits, draws_at(other, spectrum))


@every_method
def test_that_cancelling_stops_the_fit(name, few_pixels):
    calls = []

    def cancel(fraction: float, text: str = "") -> None:
        assert 0 <= fraction <= 1
        calls.append(text)
        if len(calls) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        short_fit(name, few_pixels, cancel)
    assert len(calls) == 3


@every_method
def test_that_a_saved_model_gives_the_same_logits(name, shortly, tmp_path):
    save_model(shortly(name), tmp_path / "m.safetensors")
    spectra = np.random.default_rng(0).uniform(0, 0.7, (5, 12)).astype(np.float32)
    loaded = load_model(tmp_path / "m.safetensors")
    for spectrum in spectra:
        np.testing.assert_array_equal(draws_at(loaded, spectrum), draws_at(shortly(name), spectrum))


@every_method
def test_that_the_half_it_never_saw_is_ranked_well_and_the_base_rate_is_right(
    name, tiny_sample, tiny_scene, remember
):
    posterior = METHODS[name].fit(tiny_sample, METHODS[name].config(draws=FEW_DRAWS))
    cube = open_cube(tiny_scene.scene)
    truth = read_truth(tiny_scene.truth, cube.lines, cube.samples)
    sink = remember(cube)
    predict(posterior, cube, sink)
    right = np.zeros((cube.lines, cube.samples), bool)
    right[:, 30:] = True
    scores, labels = sink.side[0][right.reshape(-1)], truth.labels[right]
    wins = (scores[labels][:, None] > scores[~labels]).mean()
    assert wins > 0.99
    assert 0.5 < (1 / (1 + np.exp(-scores))).mean() / labels.mean() < 2
    assert 0.5 < posterior.passport.diagnostics["mean_probability_over_base_rate"] < 2


@pytest.mark.parametrize("name", [n for n, m in METHODS.items() if "weight_decay" in m.config.model_fields])
def test_that_weight_decay_keeps_weights_nearer_to_zero(name, tiny_sample):
    free, decayed = (short_fit(name, tiny_sample, weight_decay=decay, epochs=40) for decay in (False, True))
    assert np.square(decayed.w1).mean() < 0.98 * np.square(free.w1).mean()


@every_method
def test_that_fitting_leaves_torch_as_it_was(name, few_pixels):
    before = torch.is_grad_enabled(), torch.get_num_threads(), torch.initial_seed()
    short_fit(name, few_pixels)
    assert (torch.is_grad_enabled(), torch.get_num_threads(), torch.initial_seed()) == before


@every_method
def test_that_a_setting_it_does_not_have_is_refused_in_one_line(name):
    with pytest.raises(UserError, match="an option does not fit"):
        METHODS[name].configured({"wings": 2})


def test_that_an_unknown_method_names_the_known_ones():
    with pytest.raises(UserError, match="deep-ensemble"):
        method_named("oracle")


def test_that_the_table_of_methods_and_its_settings_load_without_torch():
    code = (
        "import sys; from hsi_uq_app.posterior.methods import METHODS;"
        "print(*(f for m in METHODS.values() for f in m.config().model_dump()));"
        "import hsi_uq_app.posterior.diagnostics; sys.exit('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "leapfrog_cap" in done.stdout
