"""`hsi-uq predict` tells how a scene differs from the training scene."""

import shutil
from pathlib import Path

import pytest


@pytest.fixture
def reversed_scene(tiny_scene, tmp_path: Path) -> Path:
    """The tiny scene with its wavelengths falling: another scene, but its bands can be read the other way."""
    for path in (tiny_scene.scene, tiny_scene.scene.with_suffix(".img")):
        shutil.copy(path, tmp_path)
    header = tmp_path / tiny_scene.scene.name
    lines = header.read_text().splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("wavelength ="))
    waves = lines[place].split("{")[1].strip(" }").split(",")
    lines[place] = "wavelength = {" + ", ".join(wave.strip() for wave in waves[::-1]) + "}"
    header.write_text("\n".join(lines))
    return header


def test_that_notes_are_in_the_document_and_in_the_text(
    hsi_uq, reversed_scene: Path, tiny_scene, model: Path, tmp_path: Path
) -> None:
    arguments = ("--model", model, "--out", tmp_path / "r.hdr")
    told = hsi_uq("predict", reversed_scene, *arguments, "--json")
    assert told.code == 0, told.err
    assert told.document["notes"] == ["the cube's bands are in reversed order"]
    assert "the cube's bands are in reversed order" in hsi_uq("predict", reversed_scene, *arguments).out
    assert "reversed" not in hsi_uq("predict", tiny_scene.scene, *arguments).out
    assert hsi_uq("predict", tiny_scene.scene, *arguments, "--json").document["notes"] == []
