"""A hand-made result of 2 x 8 pixels whose set and errors can be counted by eye."""

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.passport import Passport
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.workflow.compare import ALL_BACKGROUND, compare
from hsi_uq_app.workflow.evaluate import evaluate
from hsi_uq_app.workflow.evaluated_pixels import EvaluatedPixels
from hsi_uq_app.workflow.select import select

# delta .2: target above logit(.8) = 1.386 -> 1420, background below -1420 (steps of 1/1024)
LOWER = np.array(
    [
        [2000, 2000, 2000, 1000, -3000, -3000, -3000, -32768],
        [2000, -5000, -5000, -5000, -5000, -1000, 0, -3000],
    ],
    np.int16,
)
UPPER = np.array(
    [
        [4000, 4000, 4000, 4000, -2000, -2000, 2000, -32768],
        [3000, -2000, -2000, -2000, -2000, 3000, 900, -1500],
    ],
    np.int16,
)
ABUNDANCE = np.array([[1, 1, 0, 1, 0, 0.05, 0, 1], [1, 0, 0.6, 0, 0, 0, np.nan, 0]], np.float32)


def _result(**changes: object) -> SimpleNamespace:
    mean = ((LOWER.astype(float) + UPPER) / 2048).astype(np.float32)
    parts: dict[str, object] = {
        "lines": 2,
        "samples": 8,
        "path": Path("r.hdr"),
        "passport": SimpleNamespace(method="by hand", draws=100, region="left"),
        "provenance": {"trained_here": False},
        "interval": lambda alpha: (LOWER, UPPER),
        "mean_logit": mean,
        "ace": np.where(LOWER == -32768, np.nan, mean / 10).astype(np.float32),
        "georeference": SimpleNamespace(pixel_area_m2=100.0),
    }
    return SimpleNamespace(**(parts | changes))


def _truth(abundance: np.ndarray = ABUNDANCE) -> Truth:
    return Truth(abundance, 0.1, Path("t.hdr"))


def test_that_candidates_are_the_hundredth_part_of_the_pixels_that_ace_ranks_highest() -> None:
    n = 250
    blank = np.zeros(n, np.float32)
    pixels = EvaluatedPixels(
        places=np.arange(n), labels=np.zeros(n, bool), mean_logit=blank, classes=np.zeros(n, np.uint8),
        width=blank, ace=np.arange(n, dtype=np.float32), pixel_area_m2=None,
    )  # fmt: skip
    assert np.flatnonzero(pixels.candidates()).tolist() == [248, 249]
    assert np.flatnonzero(pixels.part(np.arange(9)).candidates()).tolist() == [8]


@pytest.mark.parametrize(("draws", "refused"), [(20, False), (19, True)])
def test_that_fewer_than_twenty_draws_have_no_set(draws: int, refused: bool) -> None:
    result = _result(
        draws=draws,
        passport=Passport.model_construct(method="by hand", draws=draws, region="left", training_hash=""),
        spatial={},
        files=SimpleNamespace(all=()),
        fingerprint=lambda: "",
    )
    with pytest.raises(UserError, match="19 draws: too few") if refused else nullcontext():
        assert select(result, 0.2, 0.2).counts.evaluated == 15


def test_that_parts_and_their_errors_are_counted() -> None:
    found = evaluate(_result(), _truth())
    assert (found.n, found.n_positive) == (14, 5)
    assert found.hcs.counts == {
        "pixels": 14, "targets": 5, "target": 4, "background": 7, "undecided": 3, "false_in_target": 1,
        "lost_in_background": 1,
    }  # fmt: skip
    assert found.hcs.target_error == 1 / 4
    assert found.hcs.background_error == 1 / 7
    assert found.hcs.targets_lost == 1 / 5
    assert found.hcs.error == 2 / 11
    assert found.hcs.undecided_per_km2 == pytest.approx(3 / (14 * 100 / 1e6))


def test_that_wilson_intervals_stand_beside_the_shares() -> None:
    low, high = evaluate(_result(), _truth()).hcs.target_error_interval or (0, 0)
    # Wilson, 1 of 4, z = 1.959964: by hand
    assert (low, high) == pytest.approx((0.0456, 0.6994), abs=1e-4)


def test_that_pixels_without_data_or_truth_are_left_out() -> None:
    left = evaluate(_result(), _truth(), region="samples=6:8,lines=0:2")
    assert left.n == 2


def test_that_a_region_without_targets_leaves_figures_undefined() -> None:
    found = evaluate(_result(), _truth(), region="lines=1:2,samples=3:6")
    assert found.n_positive == 0
    assert found.auc is None
    assert found.hcs.targets_lost is None
    assert found.hcs.target_error is None
    assert found.pd_at_far["1e-3"] is None


@pytest.mark.parametrize(
    ("trained_here", "region", "told"),
    [
        (True, "all", "50 % of these pixels lie where the model was trained (left)"),
        (
            None,
            "all",
            "50 % of these pixels lie where the model was trained (left), if it was trained on this scene",
        ),
        (None, "right", ""),
        (False, "all", ""),
    ],
)
def test_that_pixels_the_model_was_trained_on_are_told(trained_here, region: str, told: str) -> None:
    result = _result(provenance={"trained_here": trained_here})
    assert evaluate(result, _truth(), region).seen == told


def test_that_a_training_region_beyond_the_scene_was_another_scenes() -> None:
    result = _result(provenance={}, passport=SimpleNamespace(method="m", draws=9, region="lines=0:99"))
    assert evaluate(result, _truth()).seen == ""


def test_that_candidates_are_the_top_hundredth_and_at_least_one() -> None:
    assert evaluate(_result(), _truth()).candidates.counts["pixels"] == 1


def test_that_truth_of_another_size_names_both() -> None:
    with pytest.raises(UserError, match=r"8 x 2 .*2 x 8"):
        evaluate(_result(), _truth(np.zeros((8, 2), np.float32)))


def test_that_a_region_with_nothing_to_score_is_refused() -> None:
    with pytest.raises(UserError, match="no pixel with both"):
        evaluate(_result(), _truth(), region="lines=0:1,samples=7:8")


def test_that_all_background_loses_every_target_and_has_no_skill() -> None:
    rows = compare([_result()], _truth())
    blind = rows[-1]
    assert blind.method == ALL_BACKGROUND
    assert blind.hcs.background == 1
    assert blind.hcs.targets_lost == 1
    assert blind.nll == pytest.approx(-(5 / 14 * np.log(5 / 14) + 9 / 14 * np.log(9 / 14)))
    assert (blind.nll_skill, blind.brier_skill) == (0, 0)
    assert (blind.auc, blind.ap, blind.brier) == pytest.approx((1 / 2, 5 / 14, 5 / 14 * 9 / 14))
    assert set(blind.pd_at_far.values()) == {None}


def test_that_candidates_are_the_same_pixels_for_all_results() -> None:
    other = _result(ace=-np.nan_to_num(_result().ace))
    first, second, _ = compare([_result(), other], _truth())
    assert first.candidates.counts["targets"] == second.candidates.counts["targets"]


@pytest.mark.parametrize("wrong", [{"alpha": 0.123}, {"alpha": 0.0}, {"delta": 0.5}, {"delta": -0.1}])
def test_that_alpha_and_delta_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(UserError):
        evaluate(_result(), _truth(), **wrong)
