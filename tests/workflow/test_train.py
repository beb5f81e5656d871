"""Training through the one door: by a mask, or by the spectrum of what is looked for."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.confidence.quantile_map import open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.posterior.training_sample import draw_sample
from hsi_uq_app.progress import silent
from hsi_uq_app.resources import data_path
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.scene.target_spectrum import TargetSpectrum, read_target
from hsi_uq_app.suburb.config import SuburbConfig
from hsi_uq_app.suburb.simulate import simulate
from hsi_uq_app.workflow.evaluate import Evaluation, evaluate
from hsi_uq_app.workflow.predict import predict
from hsi_uq_app.workflow.train import train

QUICK = {"draws": 20, "epochs": 30}


@pytest.fixture(scope="module")
def suburb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("suburb") / "suburb.hdr"
    simulate(path, SuburbConfig(lines=200, samples=200, discs=30, seed=11), silent)
    return path


def found(scene: Path, target: TargetSpectrum, folder: Path) -> Evaluation:
    """What a model of the left half's implants is worth on the right half."""
    cube = open_scene(scene)
    trained = train(cube, target=target, base_rate=3e-3, method="deep-ensemble", options=QUICK)
    predict(cube, trained.posterior, folder / "r.hdr", device="cpu")
    truth = read_truth(scene.with_name("suburb_abundance.hdr"), cube.lines, cube.samples)
    return evaluate(open_quantile_map(folder / "r.hdr"), truth, "right")


def test_that_the_librarys_spectrum_alone_finds_the_discs_of_the_other_half(suburb, tmp_path):
    target = read_target(f"{data_path('resources', 'spectra', 'suburb.hdr')}:target")
    evaluation = found(suburb, target, tmp_path)
    assert evaluation.n_positive > 50
    assert evaluation.auc > 0.93
    assert evaluation.ace_auc > 0.93
    assert evaluation.nll_skill > 0.3


def test_that_one_pixels_spectrum_finds_them_too(suburb, tmp_path):
    cube = open_scene(suburb)
    truth = read_truth(suburb.with_name("suburb_abundance.hdr"), cube.lines, cube.samples)
    line, sample = np.unravel_index(np.nanargmax(truth.abundance[:, :100]), (200, 100))
    pin = TargetSpectrum("pin 1", cube.wavelengths_nm, cube.spectrum(int(line), int(sample)))
    assert found(suburb, pin, tmp_path).auc > 0.9


def test_that_another_material_does_not_find_them(suburb, tmp_path):
    library = data_path("resources", "spectra", "suburb.hdr")
    assert found(suburb, read_target(f"{library}:fsckye.001"), tmp_path).nll_skill < 0.1


def test_that_training_needs_a_truth_or_a_target_and_not_both(tiny_scene):
    cube = open_cube(tiny_scene.scene)
    truth = read_truth(tiny_scene.truth, cube.lines, cube.samples)
    target = TargetSpectrum("pin", cube.wavelengths_nm, cube.spectrum(1, 2))
    for given in ({}, {"truth": truth, "target": target}):
        with pytest.raises(UserError, match="a truth or a target spectrum, and only one"):
            train(cube, **given, method="deep-ensemble")
    with pytest.raises(UserError, match="a truth tells the base rate"):
        train(cube, truth, base_rate=0.01, method="deep-ensemble")


@pytest.mark.parametrize(("method", "words"), [("hmc", "trained on the processor"), ("bootstrap", "no GPU")])
def test_that_a_gpu_that_cannot_be_used_is_told(tiny_scene, monkeypatch, method: str, words: str):
    monkeypatch.setattr("hsi_uq_app.posterior.devices.has_gpu", lambda: False)
    cube = open_cube(tiny_scene.scene)
    truth = read_truth(tiny_scene.truth, cube.lines, cube.samples)
    with pytest.raises(UserError, match=words):
        train(cube, truth, method=method, device="cuda")


def test_that_the_seed_is_that_of_the_sample_and_of_the_method(tiny_scene, monkeypatch):
    seen = []
    spy = replace(METHODS["vi"], fit=lambda sample, config, progress: seen.append((sample, config)))
    monkeypatch.setitem(METHODS, "vi", spy)
    cube = open_cube(tiny_scene.scene)
    truth = read_truth(tiny_scene.truth, cube.lines, cube.samples)
    for seed in (0, 3):
        train(cube, truth, method="vi", sample="paper", seed=seed)
    assert [config.seed for _, config in seen] == [0, 3]
    left = parse_region("left", cube.lines, cube.samples)
    expected = [draw_sample(cube, truth, left, "paper", seed=seed).training_hash for seed in (0, 3)]
    assert [sample.training_hash for sample, _ in seen] == expected
    assert expected[0] != expected[1]


def test_that_the_device_reaches_the_sample(tiny_scene, monkeypatch):
    """Where there is a GPU and the method can use it."""
    seen = []
    monkeypatch.setattr("hsi_uq_app.posterior.devices.has_gpu", lambda: True)
    for name in ("bootstrap", "vi"):
        spy = replace(METHODS[name], fit=lambda sample, config, progress: seen.append(sample.device))
        monkeypatch.setitem(METHODS, name, spy)
    cube = open_cube(tiny_scene.scene)
    truth = read_truth(tiny_scene.truth, cube.lines, cube.samples)
    for method, device in (("bootstrap", "auto"), ("bootstrap", "cpu"), ("vi", "auto")):
        train(cube, truth, method=method, device=device)
    assert seen == ["cuda", "cpu", "cpu"]
