"""Consistency on real logits: every published figure within its tolerance, and the pages that say so."""

from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.calibration.class_logits import KEYS, read_class_logits
from hsi_uq_app.errors import UserError
from hsi_uq_app.experiments.golden.experiment import run
from hsi_uq_app.experiments.golden.findings import CONSISTENCY, rivals_sentence
from hsi_uq_app.experiments.golden.published import FILES, METRICS, ROWS
from hsi_uq_app.experiments.golden.rows import FittedRow, golden_rows
from hsi_uq_app.experiments.golden.views import strength_curves, sure_logits, wrong_sample
from hsi_uq_app.experiments.table import Setting
from hsi_uq_app.progress import silent


@pytest.mark.golden
def test_that_every_golden_row_is_met_within_its_tolerance(golden: Path) -> None:
    files = {name: read_class_logits(golden / file) for name, file in FILES.items()}
    rows = golden_rows(files, silent)
    assert len(rows) == len(ROWS) == 10
    for row in rows:
        assert row.within, (row.published, dict(row.figures))


@pytest.mark.golden
def test_that_the_logits_behave_as_the_published_figures_say(golden: Path) -> None:
    data = read_class_logits(golden / FILES["cross-entropy"])
    curves = strength_curves(data, [0.0, 3.85, 8.0], 50, silent)
    assert curves.exact_gaussian[1] < curves.temperature < curves.uncalibrated < curves.exact_gaussian[2]
    assert curves.drawn_accuracy[1] > 0.94
    sure = sure_logits(data)
    assert sure.right_largest[2] > sure.wrong_largest[2]
    assert sure.right_second[2] < sure.wrong_second[2]
    like = wrong_sample(data, 3.849, 0.997).confidences
    assert like["as trained"] == pytest.approx(0.997, abs=1e-3)
    assert like["consistency"] < like["temperature scaling"] < like["as trained"]


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [
        ((0.01, 0.02), "holds here."),
        ((0.01, 0.04), "holds here in part."),
        ((0.04, 0.05), "does not hold here."),
    ],
)
def test_that_the_verdict_on_the_rivals_is_counted(ours: tuple[float, float], verdict: str) -> None:
    eces = dict(zip((*CONSISTENCY, "PTS", "CTS"), (*ours, 0.03, 0.06), strict=True))
    rows = [FittedRow("focal loss", name, None, {"ECE": ece}) for name, ece in eces.items()]
    told = rivals_sentence(rows)
    assert told.endswith(f"outdo its rivals {verdict}")
    assert "PTS 0.0300" in told


def synthetic(folder: Path) -> None:
    """Small logits under the golden names: nothing published holds for them."""
    rng = np.random.default_rng(0)
    for file in FILES.values():
        arrays = []
        for _ in range(2):
            z = 4 * rng.normal(size=(300, 10))
            p = np.exp(z / 3) / np.exp(z / 3).sum(axis=1, keepdims=True)
            arrays += [z, (rng.random(300)[:, None] > p.cumsum(axis=1)).sum(axis=1).clip(0, 9)]
        np.savez(folder / file, **dict(zip(KEYS, arrays, strict=True)))


def test_that_the_run_writes_a_page_and_a_picture_and_says_which_rows_miss(tmp_path: Path) -> None:
    synthetic(tmp_path)
    files, figures = run(Setting(tmp_path, quick=True, data=tmp_path), silent)
    page = (tmp_path / "calibration.md").read_text(encoding="utf-8")
    assert [file.name for file in files] == ["calibration.md", "golden.png"]
    assert "outside their tolerance" in page
    assert "| NO |" in page
    assert (tmp_path / "golden.png").read_bytes().startswith(b"\x89PNG")
    assert isinstance(figures, dict)
    assert set(figures["table"][0]["figures"]) == {*METRICS, "accuracy"}


def test_that_the_folder_of_logits_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="--data"):
        run(Setting(tmp_path), silent)
