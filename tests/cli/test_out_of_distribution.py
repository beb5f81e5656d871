"""`hsi-uq predict` tells the out-of-distribution share as a number and in words."""

from dataclasses import replace
from pathlib import Path

from hsi_uq_app.posterior.model_file import load_model, save_model


def test_that_the_share_is_a_number_in_the_document_and_words_in_the_text(
    hsi_uq, tiny_scene, model: Path, tmp_path: Path
) -> None:
    arguments = ("predict", tiny_scene.scene, "--model", model, "--out", tmp_path / "r.hdr")
    drift = hsi_uq(*arguments, "--json").document["drift"]
    assert 0 <= drift < 0.005
    words = f"like the training data: {drift:.2%} of the pixels are unlike the training region"
    assert words in hsi_uq(*arguments).out


def test_that_raw_counts_are_far_from_reflectance(hsi_uq, tiny_scene, model: Path, tmp_path: Path) -> None:
    arguments = ("--model", model, "--out", tmp_path / "r.hdr", "--set", "reflectance scale factor=1")
    assert hsi_uq("predict", tiny_scene.scene, *arguments, "--json").document["drift"] == 1
    assert "far: 100.00% of the pixels are unlike" in hsi_uq("predict", tiny_scene.scene, *arguments).out


def test_that_an_older_model_does_not_know(hsi_uq, tiny_scene, model: Path, tmp_path: Path) -> None:
    posterior = load_model(model)
    passport = posterior.passport.model_copy(update={"whitened_distance_999": None})
    older = tmp_path / "older.safetensors"
    save_model(replace(posterior, passport=passport), older)
    arguments = ("predict", tiny_scene.scene, "--model", older, "--out", tmp_path / "r.hdr")
    assert hsi_uq(*arguments, "--json").document["drift"] is None
    assert "not known" in hsi_uq(*arguments).out
