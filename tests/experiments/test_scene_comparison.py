"""`reproduce scene-comparison`: page and picture say what the rows hold."""

from dataclasses import replace
from pathlib import Path
from statistics import stdev
from types import SimpleNamespace
from typing import Any

import pytest

from hsi_uq_app.experiments.scene_comparison.chart import PICTURE, rows_of_dots
from hsi_uq_app.experiments.scene_comparison.experiment import draw
from hsi_uq_app.experiments.scene_comparison.row import FITS, MODES, SceneComparisonRow
from hsi_uq_app.experiments.scene_comparison.text import page_text
from hsi_uq_app.experiments.table import Setting
from hsi_uq_app.workflow.discs_found import DiscGroup


def evaluation(error: float | None) -> Any:
    counts = {"pixels": 100, "targets": 10, "target": 8, "false_in_target": 1, "undecided": 1234}
    part: dict[str, Any] = {"target": 0.3, "background": 0.5, "mean_width": 0.1, "undecided_per_km2": None}
    part |= {"error": error, "target_error": 0.1, "targets_lost": 0.2, "counts": counts}
    figures = dict.fromkeys(
        ("auc", "ap", "nll_skill", "brier_skill", "mean_over_base_rate", "ece_top_label", "ece_positive"), 0.5
    )
    far = {"1e-3": 0.9, "1e-4": 0.8}
    both = SimpleNamespace(**part)
    return SimpleNamespace(hcs=both, candidates=both, pd_at_far=far, **figures)


@pytest.fixture
def rows() -> list[SceneComparisonRow]:
    """Two suburbs; the bootstrap errs least in the first mode, HMC in the second."""
    best = {"stratified": "bootstrap", "paper": "HMC"}
    discs = [DiscGroup("all", 4, 3, 2)]
    return [
        SceneComparisonRow(
            mode, name, seed, 1.5, evaluation((0.1 if name == best[mode] else 0.2) + seed / 100), discs
        )
        for mode in MODES
        for seed in (10, 11)
        for name in (*FITS, "all background")
    ]


def test_that_the_page_counts_who_came_first_and_names_its_picture(rows: list[SceneComparisonRow]) -> None:
    page = page_text(rows, Setting(Path(), seed=10))
    assert "`hsi-uq reproduce scene-comparison --seed 10`" in page
    assert "Smallest error of the candidate HCS: bootstrap in 2 of 2." in page
    assert "Smallest error of the candidate HCS: HMC in 2 of 2." in page
    assert "1,234 (0)" in page
    assert f"({PICTURE})" in page


def test_that_the_picture_shows_mean_and_spread_over_suburbs(
    rows: list[SceneComparisonRow], tmp_path: Path
) -> None:
    _, _, panels = rows_of_dots(rows)
    wrong = {dot.label: dot for dot in panels[0][1].dots}
    assert tuple(wrong) == tuple(FITS)
    assert wrong["bootstrap"].value == pytest.approx(0.205)
    assert wrong["bootstrap"].whisker == pytest.approx(stdev((0.2, 0.21)))
    undefined = [replace(row, evaluation=evaluation(None)) for row in rows]
    assert draw(undefined, tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
