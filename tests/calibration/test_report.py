"""The columns of a report: what each is, where it is undefined, and that all can be had of hard cases."""

import numpy as np
import pytest
from scipy.special import expit

from hsi_uq_app.calibration.report import (
    CLASS_COLUMNS,
    CLASS_REPORT_COLUMNS,
    MORE_TWO_CLASS_COLUMNS,
    TWO_CLASS_COLUMNS,
    figures,
)

ALL = TWO_CLASS_COLUMNS | MORE_TWO_CLASS_COLUMNS


def test_that_a_model_too_sure_of_itself_has_a_slope_below_one() -> None:
    rng = np.random.default_rng(0)
    z = rng.normal(-2, 2, 20_000)
    found = figures(expit(2 * z + 1), rng.random(z.size) < expit(z), ALL)
    assert found["calibration slope"] == pytest.approx(0.5, abs=0.02)
    assert found["calibration intercept"] == pytest.approx(-0.5, abs=0.05)


def test_that_brier_is_the_sum_of_its_three_parts() -> None:
    rng = np.random.default_rng(1)
    p = rng.random(3_000)
    found = figures(p, rng.random(p.size) < p**2, ALL)
    parts = [found[f"Brier, {part}"] for part in ("miscalibration", "discrimination", "uncertainty")]
    assert found["Brier"] == pytest.approx(parts[0] - parts[1] + parts[2])
    assert min(parts) > 0.01


def test_that_the_largest_gap_and_the_accuracy_are_those_of_four_pixels() -> None:
    found = figures([0.1, 0.1, 0.9, 0.9], [0, 0, 1, 0], ALL)
    assert found["maximum error, positive class"] == pytest.approx(0.4)
    assert found["accuracy"] == 0.75


@pytest.mark.parametrize(
    ("p", "y"),
    [
        ([0.5], [1]),
        ([0.0, 1.0, 1.0], [0, 1, 0]),
        ([0.2, 0.2, 0.2], [0, 0, 0]),
        ([1.0, 1.0], [1, 1]),
        (np.float32([0.1, 0.9, 0.5]), [0, 1, 1]),
    ],
    ids=["one pixel", "certain", "no targets", "all targets", "single precision"],
)
def test_that_every_column_is_a_number_or_undefined(p: list[float], y: list[int]) -> None:
    found = figures(p, y, ALL)
    assert not any(value is not None and np.isnan(value) for value in found.values()), found
    if len(set(y)) == 1:
        assert (found["calibration slope"], found["NLL skill"], found["Brier skill"]) == (None, None, None)


def test_that_users_logits_are_judged_as_defined_and_golden_ones_as_the_papers_code_does() -> None:
    p, y = np.array([[1.0, 0.0], [0.3, 0.7]]), np.array([1, 1])
    own, papers = figures(p, y, CLASS_REPORT_COLUMNS), figures(p, y, CLASS_COLUMNS)
    assert own["CECE"] == pytest.approx(0.65)
    assert papers["CECE"] == pytest.approx(0.4)
    assert (own["NLL"], papers["NLL"]) == (np.inf, pytest.approx((-np.log(1e-12) - np.log(0.7)) / 2))
    assert own["Brier"] == pytest.approx((2 + 2 * 0.3**2) / 2)
    assert own["its noise floor"] == pytest.approx(np.sqrt(2 / np.pi) * np.sqrt(0.21) / 2)
