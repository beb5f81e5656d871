"""What a prediction says of a scene that is not like the training scene is kept in the result."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.confidence.quantile_map import open_quantile_map
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.envi_writer import write_header
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.workflow.predict import predict
from hsi_uq_app.workflow.train import train


@pytest.fixture(scope="module")
def posterior(tiny_scene):
    cube = open_cube(tiny_scene.scene)
    truth = read_truth(tiny_scene.truth, cube.lines, cube.samples)
    return train(cube, truth, method="deep-ensemble", options={"draws": 20, "epochs": 5}).posterior


@pytest.fixture
def finer(tiny_scene, tmp_path: Path):
    """The tiny scene on a grid of 36 bands, in float32."""
    cube = open_cube(tiny_scene.scene)
    waves = np.linspace(440, 2210, 36)
    values = cube.read_lines(0, cube.lines)
    finer = np.stack([np.interp(waves, cube.wavelengths_nm, pixel) for pixel in values.T], axis=1)
    finer.astype("<f4").tofile(tmp_path / "finer.img")
    size = {"lines": cube.lines, "samples": cube.samples, "bands": 36, "interleave": "bsq", "data type": 4}
    write_header(
        tmp_path / "finer.hdr", size | {"wavelength": waves.tolist(), "wavelength units": "Nanometers"}
    )
    return open_cube(tmp_path / "finer.hdr")


def test_that_a_resampled_scene_says_so_in_the_result(posterior, finer, tmp_path):
    predicted = predict(finer, posterior, tmp_path / "r.hdr", device="cpu")
    (note,) = predicted.notes
    assert "36 bands are resampled to the model's 12" in note
    result = open_quantile_map(tmp_path / "r.hdr")
    assert result.provenance["notes"] == [note]
    assert result.passport.bands == 12


def test_that_bands_without_wavelengths_are_doubted_on_other_scenes_alone(posterior, tiny_scene, tmp_path):
    nameless = replace(posterior, passport=posterior.passport.model_copy(update={"wavelengths_nm": None}))
    cube = open_cube(tiny_scene.scene)
    assert predict(cube, nameless, tmp_path / "r.hdr", device="cpu").notes == ()
    elsewhere = replace(nameless, center=nameless.center + 0.2)
    (note,) = predict(cube, elsewhere, tmp_path / "r.hdr", device="cpu").notes
    assert note == "the model has no wavelengths; the 12 bands are taken to be the same"


def test_that_the_same_scene_has_no_notes(posterior, tiny_scene, tmp_path):
    predicted = predict(open_cube(tiny_scene.scene), posterior, tmp_path / "r.hdr", device="cpu")
    assert predicted.notes == ()
    assert open_quantile_map(tmp_path / "r.hdr").provenance["notes"] == []
