"""Class-conditional sets: exact small p-values, the promise kept, and what few targets can promise."""

import numpy as np
import pytest

from hsi_uq_app.calibration.conformal import BACKGROUND, BOTH, NEITHER, TARGET, ConformalSets
from hsi_uq_app.errors import UserError


def test_that_p_values_count_what_is_no_less_odd() -> None:
    sets = ConformalSets.fit([1.0, 2.0, 3.0, -1.0, -2.0], [1, 1, 1, 0, 0])
    as_target, as_background = sets.p_values([2.0, 0.0, -1.5])
    assert as_target.tolist() == [3 / 4, 1 / 4, 1 / 4]
    assert as_background.tolist() == [1 / 3, 1 / 3, 2 / 3]


def test_that_the_four_sets_follow_from_the_two_p_values() -> None:
    sets = ConformalSets(np.arange(99.0), np.arange(99.0) - 90)
    assert sets.sets([60.0, -60.0, 4.0, 1.0], 0.05).tolist() == [TARGET, BACKGROUND, BOTH, BACKGROUND]
    apart = ConformalSets(np.arange(99.0) + 500, np.arange(99.0))
    assert apart.sets([300.0], 0.05).tolist() == [NEITHER]


def test_that_a_class_as_odd_as_alpha_itself_is_left_out() -> None:
    sets = ConformalSets.fit([1.0, 2.0, 3.0, -1.0, -2.0, -3.0], [1, 1, 1, 0, 0, 0])
    assert [p.tolist() for p in sets.p_values([0.0])] == [[0.25], [0.25]]
    assert sets.sets([0.0], 0.25).tolist() == [NEITHER]
    assert sets.sets([0.0], 0.2499).tolist() == [BOTH]
    assert "every set contains" not in sets.guarantee(0.25)
    assert "every set contains" in sets.guarantee(0.2499)


@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_that_each_class_is_covered_as_promised(alpha: float) -> None:
    rng = np.random.default_rng(0)
    kept = {True: [], False: []}
    for _ in range(200):
        y = np.arange(2_060) % 103 == 0
        z = rng.normal(0, 1, y.size) + 2 * y
        half = np.arange(y.size) < 1_030
        found = ConformalSets.fit(z[half], y[half]).sets(z[~half], alpha)
        kept[True].append(np.isin(found[y[~half]], (TARGET, BOTH)).mean())
        kept[False].append(np.isin(found[~y[~half]], (BACKGROUND, BOTH)).mean())
    assert 1 - alpha - 0.02 < np.mean(kept[True]) < 1 - alpha + 0.1
    assert np.mean(kept[False]) == pytest.approx(1 - alpha, abs=0.01)


def test_that_few_targets_promise_nothing_fine_and_the_text_says_so() -> None:
    sets = ConformalSets.fit([1.0, 2.0, 3.0, -1.0, -2.0], [1, 1, 1, 0, 0])
    assert sets.resolution == (1 / 4, 1 / 3)
    assert "every set contains 'target'" in sets.guarantee(0.1)
    assert np.isin(sets.sets([-50.0, 50.0], 0.1), (TARGET, BOTH)).all()
    assert "every set contains" not in sets.guarantee(0.3)
    assert "not: light, soil and targets differ" in sets.guarantee(0.3)


def test_that_a_missing_class_is_refused() -> None:
    with pytest.raises(UserError, match="one class is missing"):
        ConformalSets.fit([1.0, 2.0], [0, 0])


def test_that_a_score_that_is_no_number_has_no_set() -> None:
    sets = ConformalSets.fit([1.0, -1.0], [1, 0])
    with pytest.raises(UserError, match="1 of 2 scores are not numbers"):
        sets.sets([np.nan, 0.0], 0.2)
