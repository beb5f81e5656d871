"""Cubes whose bands are not the model's: as they are, reversed, resampled with a note, or refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.band_matching import BandPlan, match_bands

MODEL = np.linspace(400, 2400, 201)


def plan_for(cube: np.ndarray | None, model: np.ndarray | None = MODEL, **choices: object) -> BandPlan:
    return match_bands(
        cube,
        model,
        cube_bands=choices.pop("cube_bands", len(cube) if cube is not None else 201),
        model_bands=len(model) if model is not None else 201,
        **choices,
    )


def mixed(plan: BandPlan, values: np.ndarray) -> np.ndarray:
    """What the plan makes of a cube's values (bands,)."""
    return values[plan.lower] * (1 - plan.weight) + values[plan.upper] * plan.weight


def test_that_the_same_bands_are_used_as_they_are() -> None:
    plan = plan_for(MODEL + 0.1)
    assert mixed(plan, np.arange(201.0)).tolist() == list(range(201))
    assert plan.note == ""


def test_that_reversed_bands_are_turned_round_with_a_note() -> None:
    plan = plan_for(MODEL[::-1])
    assert mixed(plan, np.arange(201.0)).tolist() == list(range(200, -1, -1))
    assert "reversed" in plan.note


def test_that_other_bands_are_interpolated_and_the_largest_gap_is_said() -> None:
    other = np.delete(np.linspace(395, 2405, 224), slice(60, 63))
    plan = plan_for(other)
    assert f"largest gap bridged is {4 * 2010 / 223:.1f} nm" in plan.note
    np.testing.assert_allclose(mixed(plan, other), MODEL)
    np.testing.assert_allclose(mixed(plan, other**2), np.interp(MODEL, other, other**2))


def test_that_overlapping_detectors_and_bad_bands_are_handled() -> None:
    overlapping = np.r_[np.linspace(390, 1005, 90), np.linspace(995, 2410, 140)]
    good = np.ones(230, dtype=bool)
    good[100:103] = False
    plan = plan_for(overlapping, cube_good=good)
    assert not np.isin(plan.lower, [100, 101, 102]).any()
    assert not np.isin(plan.upper, [100, 101, 102]).any()
    np.testing.assert_allclose(mixed(plan, overlapping), MODEL)


@pytest.mark.parametrize(
    ("cube", "word"),
    [
        (np.linspace(400, 1000, 224), "201 of 201 bands, 400-2400 nm, the scene has 224 bands, 224 good"),
        (np.r_[np.linspace(400, 1300, 100), np.linspace(1500, 2400, 100)], "nothing near 1310 nm"),
        (np.linspace(500, 2400, 190), "nothing near 400 nm"),
    ],
)
def test_that_a_range_not_covered_is_refused_with_both_lists(cube: np.ndarray, word: str) -> None:
    with pytest.raises(UserError, match=word):
        plan_for(cube)


def test_that_only_bands_the_model_uses_must_be_covered() -> None:
    split = np.r_[np.linspace(400, 1300, 100), np.linspace(1500, 2400, 100)]
    used = np.flatnonzero((MODEL <= 1300) | (MODEL >= 1500))
    assert "largest gap bridged is 9.1 nm" in plan_for(split, model_good=used).note


def test_that_without_wavelengths_the_counts_decide() -> None:
    plan = match_bands(None, MODEL, cube_bands=201, model_bands=201)
    assert mixed(plan, np.arange(201.0)).tolist() == list(range(201))
    assert "the scene has no wavelengths" in plan.note
    with pytest.raises(UserError, match="the model has 211 bands, the scene 224") as caught:
        match_bands(None, None, cube_bands=224, model_bands=211)
    assert "resampled" in caught.value.hint


@given(st.integers(150, 400), st.floats(-4, 4))
def test_that_a_straight_spectrum_stays_straight(count: int, shift: float) -> None:
    cube = np.linspace(395, 2405, count) + shift
    plan = plan_for(cube)
    assert np.all((plan.weight >= 0) & (plan.weight <= 1))
    np.testing.assert_allclose(mixed(plan, cube), MODEL, atol=1.5)


def test_that_a_bad_band_of_the_same_wavelengths_is_bridged_by_its_neighbours() -> None:
    """Bands lie 10 nm apart: band 51 becomes the mean of 50 and 52, every other one stays as it is."""
    good = np.ones(201, bool)
    good[50] = False
    values = np.arange(201.0) ** 2
    plan = plan_for(MODEL, cube_good=good)
    expected = values.copy()
    expected[50] = (49**2 + 51**2) / 2
    assert np.array_equal(mixed(plan, values), expected)
    assert (
        plan.note == "band 51, which the model uses, is bad in the scene and bridged by good neighbours; "
        "the widest gap is 20.0 nm"
    )


def test_that_bad_bands_of_a_reversed_cube_are_bridged_too() -> None:
    good = np.ones(201, bool)
    good[[10, 11]] = False
    plan = plan_for(MODEL[::-1], cube_good=good)
    np.testing.assert_allclose(mixed(plan, MODEL[::-1]), MODEL)
    assert not np.isin([10, 11], np.r_[plan.lower, plan.upper]).any()
    assert "reversed" in plan.note
    assert "2 bands (11, 12)" in plan.note


def test_that_bad_bands_that_the_model_does_not_use_are_no_matter() -> None:
    good = np.ones(201, bool)
    good[100:120] = False
    plan = plan_for(MODEL, cube_good=good, model_good=np.flatnonzero(good))
    assert plan.note == ""


@pytest.mark.parametrize("bad", [slice(100, 106), slice(0, 5), slice(196, 201), slice(0, 201)])
def test_that_bad_bands_that_cannot_be_bridged_are_refused(bad: slice) -> None:
    """A gap of 70 nm, both ends, and all of them."""
    good = np.ones(201, bool)
    good[bad] = False
    with pytest.raises(UserError, match=r"does not cover the model|no good band"):
        plan_for(MODEL, cube_good=good)


@pytest.mark.parametrize(("cube", "model"), [(None, MODEL), (MODEL, None), (None, None)])
def test_that_bad_bands_without_wavelengths_are_refused(
    cube: np.ndarray | None, model: np.ndarray | None
) -> None:
    good = np.ones(201, bool)
    good[[7, 9]] = False
    with pytest.raises(UserError, match=r"2 bands \(8, 10\) of the scene, which the model uses, are bad"):
        plan_for(cube, model, cube_good=good)


def test_that_wavelengths_that_stand_twice_are_matched_by_a_good_band() -> None:
    """Two detectors measure 1000 nm; the first one's last band is bad there."""
    cube = np.r_[np.linspace(400, 1000, 61), np.linspace(1000, 2400, 141)]
    good = np.ones(202, bool)
    good[60] = False
    plan = plan_for(cube, cube_good=good)
    np.testing.assert_allclose(mixed(plan, cube), MODEL)
    assert 60 not in np.r_[plan.lower, plan.upper]
