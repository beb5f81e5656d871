"""`hsi-uq train --target`: a spectrum in place of a mask."""

from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.posterior.model_file import load_model

WAVES = np.linspace(450, 2200, 12).round(1)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A library that holds the tiny scene's paint, at a finer sampling."""
    paint = np.random.default_rng(5).uniform(0.1, 0.6, (3, 12))[2]
    fine = np.arange(450, 2201, 10)
    values = np.interp(fine, WAVES, paint)
    path = tmp_path / "paints.csv"
    rows = (f"{wavelength},{value},0.3" for wavelength, value in zip(fine, values, strict=True))
    path.write_text("\n".join(["wavelength,paint,grey", *rows]))
    return path


def test_that_a_library_spectrum_trains_a_model_that_finds_the_targets(
    hsi_uq, tiny_scene, library: Path, tmp_path: Path
) -> None:
    model, result = tmp_path / "m.safetensors", tmp_path / "r.hdr"
    told = hsi_uq(
        "train", tiny_scene.scene, "--target", f"{library}:paint", "--base-rate", 0.03, "--draws", 20,
        "--region", "left", "--out", model, "--json",
    )  # fmt: skip
    assert told.code == 0, told.err
    assert told.document["truth"] == "implanted"
    assert told.document["base_rate"] == pytest.approx(0.03)
    passport = load_model(model).passport
    assert passport.configuration["target"]["name"] == "paint"
    assert hsi_uq("predict", tiny_scene.scene, "--model", model, "--out", result).code == 0
    found = hsi_uq("evaluate", result, "--truth", tiny_scene.truth, "--region", "right", "--json").document
    assert found["auc"] > 0.95


def test_that_the_base_rate_is_a_thousandth_unless_told(hsi_uq, tiny_scene, library: Path, tmp_path) -> None:
    arguments = ("--target", f"{library}:paint", "--draws", 1, "--out", tmp_path / "m", "--sample", "random")
    told = hsi_uq("train", tiny_scene.scene, *arguments, "--json")
    assert told.document["base_rate"] == pytest.approx(1e-3)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), ("--truth or --target",)),
        (("--truth", "{truth}", "--target", "{library}:paint"), ("--truth or --target",)),
        (("--truth", "{truth}", "--base-rate", "0.01"), ("leave out --base-rate",)),
        (("--target", "{library}"), ("LIBRARY:NAME",)),
        (("--target", "{library}:blue"), ("blue", "paint")),
        (("--target", "nowhere.sli:paint"), ("nowhere.sli",)),
        (("--target", "{library}:paint", "--base-rate", "2"), ("base rate 2",)),
        (("--target", "{library}:paint", "--sample", "some"), ("stratified",)),
        (
            ("--target", "{library}:paint", "--set", "reflectance scale factor=1"),
            ("reflectance (0..1)", "unknown quantity", "--set"),
        ),
    ],
)
def test_that_what_cannot_train_is_one_line(
    hsi_uq, tiny_scene, library: Path, tmp_path: Path, arguments, words
) -> None:
    filled = [argument.format(truth=tiny_scene.truth, library=library) for argument in arguments]
    told = hsi_uq("train", tiny_scene.scene, *filled, "--out", tmp_path / "m.safetensors")
    assert told.code == 2, told
    assert told.err.count("\n") == 1
    for word in words:
        assert word in told.err
    assert not (tmp_path / "m.safetensors").exists()
