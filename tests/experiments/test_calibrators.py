"""`reproduce calibrators`: claims decided by counts, words from the counts, and a small run."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hsi_uq_app.experiments.calibrators import experiment, trial
from hsi_uq_app.experiments.calibrators.chart import calibrators_chart
from hsi_uq_app.experiments.calibrators.claims import Claim, Count, beneath_the_floor, claims_of
from hsi_uq_app.experiments.calibrators.findings import Findings, NoiseCurve, Record, SuburbCurves
from hsi_uq_app.experiments.calibrators.page import calibrators_page, sentences
from hsi_uq_app.experiments.calibrators.ways import (
    AS_PREDICTED,
    LABEL_FREE,
    LOSS_NAMES,
    PAPERS,
    QUICK,
    RECOMMENDED,
    RIVALS,
    WAYS,
    regions,
)
from hsi_uq_app.experiments.table import EXPERIMENTS, Setting
from hsi_uq_app.progress import silent
from hsi_uq_app.scene.labels import parse_region

ECES = {AS_PREDICTED: 5.0, PAPERS: 3.0, RECOMMENDED: 2.0, LABEL_FREE: 6.0, "TS": 4.0, "ETS": 2.5, "PTS": 3.0}


def record(way: str, ece: float, seed: int = 0, loss: str = "log", sample: str = "stratified") -> Record:
    figures = dict.fromkeys(
        (
            "AdaECE, positive class",
            "smooth ECE, logit kernel",
            "NLL skill",
            "Brier skill",
            "mean p / base rate",
        ),
        0.5,
    )
    eces = {"ECE, top label": ece, "ECE, positive class": 10 - ece, "NLL": ece}
    return Record(
        seed,
        "Deep ensemble",
        LOSS_NAMES[loss],
        sample,
        way,
        {**figures, **eces, "noise floor, top label": 2.7},
        0 if way != "TS" else 3,
        1_000,
        9,
    )


@pytest.fixture
def found() -> Findings:
    """Two suburbs whose figures are made by hand."""
    records = [record(way, ece + seed / 10, seed) for seed in (0, 1) for way, ece in ECES.items()]
    for loss, ece in (("log", 5.0), ("brier", 2.0), ("focal", 9.0)):
        records += [record(way, ece - k, 0, loss, "random") for k, way in enumerate((AS_PREDICTED, PAPERS))]
    flat = (5.0, 5.0, 0.99)
    curve = NoiseCurve("weak", (0.5, 1.0, 2.0), (6.0, 4.0, 7.0), (1.0, 1.0, 1.0), (0.99, 0.99, 0.9))
    levels = ("weak", "moderate", "strong", "features", "logits")
    return Findings(
        tuple(records),
        (SuburbCurves(0, 100, tuple(replace(curve, level=level) for level in levels), flat, flat),),
    )


def count_of(found: Findings, words: str) -> tuple[Claim, Count]:
    claim = next(claim for claim in claims_of(found) if words in claim.words)
    return claim, claim.counts["ECE, top label"]


@pytest.mark.parametrize(
    ("words", "true", "n", "verdict"),
    [
        ("CC (noise by the ECE) calibrates better than the model", 2, 2, "held"),
        ("CC calibrates better than TS", 2, 2, "held"),
        ("CC calibrates better than ETS", 0, 2, "did not hold"),
        ("CC calibrates better than PTS", 0, 2, "did not hold"),
        ("CC without labels", 0, 2, "did not hold"),
        ("CC keeps the predicted classes", 2, 2, "held"),
        ("CC on top of a training loss", 3, 3, "held"),
        ("CC with the log loss calibrates better than another", 1, 2, "held in part"),
        ("Weak perturbation", 1, 1, "held"),
        ("Moderate perturbation, as it grows", 0, 1, "did not hold"),
        ("too strong costs accuracy", 1, 1, "held"),
        ("Noise on the features", 1, 1, "held"),
    ],
)
def test_that_a_claim_is_decided_by_its_comparisons(
    found: Findings, words: str, true: int, n: int, verdict: str
) -> None:
    claim, count = count_of(found, words)
    assert (count.true, count.n) == (true, n)
    assert claim.verdict == verdict


def test_that_each_measure_counts_for_itself(found: Findings) -> None:
    claim, _ = count_of(found, "CC (noise by the ECE)")
    assert {name: str(count) for name, count in claim.counts.items()} == {
        "ECE, top label": "2 of 2",
        "ECE, positive class": "0 of 2",
        "NLL": "2 of 2",
    }


def test_that_eces_at_the_noise_floor_are_counted(found: Findings) -> None:
    # Two of the seven ways of each suburb, and Brier's two, lie at or below 2.7.
    assert str(beneath_the_floor(found.records)) == "6 of 20"


def test_that_the_words_follow_the_counts(found: Findings) -> None:
    told = "\n".join(sentences(found, claims_of(found)))
    held = next(line for line in told.splitlines() if "that held here" in line)
    failed = next(line for line in told.splitlines() if "that did not hold here" in line)
    assert "CC calibrates better than TS (2 of 2)" in held
    assert "CC calibrates better than ETS (0 of 2)" in failed
    assert "6 of 20 top-label ECEs lie at or below their noise floor" in told
    assert "noise by the NLL" not in told


def test_that_infinite_figures_are_said_to_be(found: Findings) -> None:
    worst = replace(found.records[1], figures={**found.records[1].figures, "NLL skill": float("-inf")})
    page = calibrators_page(replace(found, records=(worst, *found.records[2:])), Setting(Path()))
    assert "infinite in 1 of 2" in page


def test_that_the_page_has_every_table_and_no_machines_path(found: Findings) -> None:
    page = calibrators_page(found, Setting(Path("somewhere"), quick=True))
    assert "`hsi-uq reproduce calibrators --quick`" in page
    for heading in ("| claim |", "| calibrator |", "| ECE, top label | as predicted |", "(calibrators.png)"):
        assert heading in page
    assert "somewhere" not in page


def test_that_the_chart_has_a_row_a_measure_and_a_column_a_level(found: Findings) -> None:
    chart = calibrators_chart(found.curves, ["a sentence"])
    assert [len(row) for row in chart.rows] == [3, 3, 3]
    assert [line.label for line in chart.rows[0][0].lines] == ["weak", "moderate", "strong"]
    assert chart.rows[0][0].lines[0].y == (6.0, 4.0, 7.0)


def test_that_the_three_regions_share_no_pixel_and_a_strip_lies_between() -> None:
    fit, report = (parse_region(text, 600, 1_000) for text in regions(600, 1_000))
    assert not fit.overlaps(report)
    assert report.first_line - fit.last_line == 40
    assert not any(region.overlaps(parse_region("left", 600, 1_000)) for region in (fit, report))
    assert (report.last_line - report.first_line) / 600 == 0.6


def test_that_every_rival_and_way_exists() -> None:
    assert set(RIVALS) <= set(WAYS)
    assert "calibrators" in EXPERIMENTS


@pytest.mark.slow
def test_that_a_small_run_writes_page_and_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = replace(
        QUICK,
        suburb={"lines": 150, "samples": 160, "discs": 60},
        options={"draws": 5, "epochs": 10},
        curve_pixels=500,
        neighbours=5,
        strengths=(0.5, 1.0),
    )
    few: dict[str, Any] = {name: WAYS[name] for name in ("TS", PAPERS, "CC at the features", LABEL_FREE)}
    monkeypatch.setattr(experiment, "QUICK", size)
    monkeypatch.setattr(trial, "WAYS", {**few, **{name: WAYS[name] for name in ("Platt", RECOMMENDED)}})
    monkeypatch.setattr(trial, "LOSS_NAMES", {"log": "log loss", "focal": "FL-3"})
    monkeypatch.setattr(trial, "METHODS", {"deep-ensemble": trial.METHODS["deep-ensemble"]})
    monkeypatch.setattr(experiment, "in_processes", lambda work, jobs, progress: map(work, jobs))
    files, figures = experiment.run(Setting(tmp_path, quick=True), silent)
    assert [file.name for file in files] == ["calibration.md", "calibrators.png"]
    assert files[1].read_bytes()[:4] == b"\x89PNG"
    assert len(figures["records"]) == 7 + 2 * 5  # type: ignore[index]
