"""Where the sets of several methods agree, counted by eye."""

import numpy as np
import pytest

from hsi_uq_app.confidence.agreement import (
    AGREED,
    NOT_COMPARED,
    OPPOSED,
    PARTLY,
    AgreementCounts,
    agreement,
    count_agreement,
)
from hsi_uq_app.confidence.high_confidence_set import BACKGROUND, NOT_EVALUATED, TARGET, UNDECIDED

VERDICTS = (
    [TARGET, TARGET, TARGET, BACKGROUND, UNDECIDED, NOT_EVALUATED, TARGET],
    [TARGET, UNDECIDED, BACKGROUND, BACKGROUND, UNDECIDED, TARGET, UNDECIDED],
    [TARGET, TARGET, TARGET, UNDECIDED, UNDECIDED, TARGET, BACKGROUND],
)
KINDS = [AGREED, PARTLY, OPPOSED, PARTLY, AGREED, NOT_COMPARED, OPPOSED]


def verdicts() -> list[np.ndarray]:
    return [np.array([row], np.uint8) for row in VERDICTS]


def test_that_each_pixel_is_told_by_its_different_verdicts():
    assert agreement(verdicts()).tolist() == [KINDS]


def test_that_the_order_of_methods_does_not_matter():
    assert agreement(verdicts()[::-1]).tolist() == [KINDS]


def test_that_one_method_agrees_with_itself():
    assert agreement(verdicts()[:1]).tolist() == [[AGREED] * 5 + [NOT_COMPARED] + [AGREED]]


def test_that_the_verdicts_themselves_stay_as_they_were():
    given = verdicts()
    agreement(given)
    assert [classes.tolist()[0] for classes in given] == [list(row) for row in VERDICTS]


def test_that_pixels_that_were_not_compared_do_not_count():
    counts = count_agreement(agreement(verdicts()))
    assert counts == AgreementCounts(agreed=2, partly=2, opposed=2)
    assert counts.compared == 6


def test_that_nothing_to_compare_is_an_error():
    with pytest.raises(ValueError, match="at least one"):
        agreement([])
