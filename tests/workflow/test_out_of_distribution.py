"""Which scenes are out of distribution: another suburb is not, another gain or another sensor is."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.confidence.quantile_map import open_quantile_map
from hsi_uq_app.posterior.out_of_distribution import likeness
from hsi_uq_app.progress import silent
from hsi_uq_app.scene.envi_writer import write_header
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.suburb.config import SuburbConfig
from hsi_uq_app.suburb.simulate import simulate
from hsi_uq_app.workflow.predict import predict
from hsi_uq_app.workflow.train import train


@pytest.fixture(scope="module")
def suburbs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One suburb to train on, another to look at."""
    folder = tmp_path_factory.mktemp("suburbs")
    for name, seed in (("home", 1), ("away", 2)):
        simulate(folder / f"{name}.hdr", SuburbConfig(lines=160, samples=200, discs=20, seed=seed), silent)
    return folder


@pytest.fixture(scope="module")
def posterior(suburbs: Path):
    cube = open_scene(suburbs / "home.hdr")
    truth = read_truth(suburbs / "home_abundance.hdr", cube.lines, cube.samples)
    return train(cube, truth, method="deep-ensemble", options={"draws": 20, "epochs": 2}).posterior


@pytest.mark.parametrize(
    ("scale", "words"),
    [(10_000, "like the training data"), (5_000, "drifted"), (1, "far")],
    ids=["another suburb", "twice as bright", "raw counts"],
)
def test_that_the_share_tells_scenes_apart_and_is_kept(suburbs, posterior, tmp_path, scale, words):
    cube = open_scene(suburbs / "away.hdr", {"reflectance scale factor": str(scale)})
    predicted = predict(cube, posterior, tmp_path / "r.hdr", device="cpu")
    assert likeness(predicted.ood_share) == words
    assert open_quantile_map(tmp_path / "r.hdr").provenance["drift"] == predicted.ood_share
    assert predicted.trained_here is False


def test_that_pixels_without_data_count_neither_here_nor_there(trial, tmp_path):
    """Of a scene that is all unlike the training data the share is 1, however much of it has no data."""
    lines, samples, bands = trial.cube.lines, trial.cube.samples, trial.cube.bands
    values = trial.cube.read_lines(0, lines).reshape(bands, lines, samples).copy()
    values[:, : lines // 2] = np.nan
    values.astype("<f4").tofile(tmp_path / "half.img")
    size = {"lines": lines, "samples": samples, "bands": bands, "interleave": "bsq", "data type": 4}
    waves = {"wavelength": trial.cube.wavelengths_nm.tolist(), "wavelength units": "Nanometers"}
    write_header(tmp_path / "half.hdr", size | waves)
    elsewhere = replace(trial.posterior, center=trial.posterior.center + np.float32(50))
    assert predict(open_scene(tmp_path / "half.hdr"), elsewhere, tmp_path / "r.hdr").ood_share == 1


def test_that_the_training_scene_is_known_again(suburbs, posterior, tmp_path):
    assert predict(open_scene(suburbs / "home.hdr"), posterior, tmp_path / "r.hdr").trained_here is True
    assert open_quantile_map(tmp_path / "r.hdr").provenance["trained_here"] is True


def test_that_a_training_that_knew_a_part_of_its_region_leaves_it_open(suburbs, posterior, tmp_path):
    passport = posterior.passport
    fewer = passport.sample.model_copy(update={"background_in_region": 9_000})
    partly = replace(posterior, passport=passport.model_copy(update={"sample": fewer}))
    away = open_scene(suburbs / "away.hdr")
    assert predict(away, partly, tmp_path / "r.hdr").trained_here is None


def test_that_a_scene_too_large_to_stay_in_memory_is_not_read_again(
    suburbs, posterior, tmp_path, monkeypatch
):
    monkeypatch.setattr("hsi_uq_app.workflow.predict.LARGEST_PROBED", 1_000)
    assert predict(open_scene(suburbs / "home.hdr"), posterior, tmp_path / "r.hdr").trained_here is None
