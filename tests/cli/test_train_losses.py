"""`train --loss`: trained, recorded, and refused where it does not belong."""

from pathlib import Path
from typing import Any

import pytest


def test_that_a_loss_is_trained_on_a_random_sample_and_its_base_rate_ratio_is_shown(
    hsi_uq: Any, tiny_scene: Any, tmp_path: Path
) -> None:
    told = hsi_uq(
        "train", tiny_scene.scene, "--truth", tiny_scene.truth, "--out", tmp_path / "m.safetensors",
        "--method", "mc-dropout", "--loss", "focal", "--sample", "random", "--draws", 20, "--json",
    )  # fmt: skip
    assert told.code == 0
    assert told.document["diagnostics"]["loss_constants"] == {"gamma": 3.0}
    assert told.document["mean_probability_over_base_rate"] > 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--loss", "mmce"), "no proper score"),
        (("--loss", "hinge"), "there is no loss hinge"),
        (("--loss", "brier", "--method", "hmc"), "hmc has no loss to choose"),
    ],
)
def test_that_a_loss_that_does_not_belong_is_refused(
    hsi_uq: Any, tiny_scene: Any, tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    told = hsi_uq("train", tiny_scene.scene, "--truth", tiny_scene.truth, "--out", tmp_path / "m", *options)
    assert (told.code, words in told.err) == (2, True)
    assert not list(tmp_path.iterdir())
