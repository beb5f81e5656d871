"""The line beneath the cursor: its interval and its verdict are those of alpha and delta as they stand."""

from types import SimpleNamespace
from typing import Any

import pytest
from scipy.special import expit

from hsi_uq_app.confidence.quantile_map import NO_DATA, PixelLogits
from hsi_uq_app.session.readout import belief_at

INTERVALS = {
    20: (1500, 4000),
    5: (1000, 5000),
}  # in steps of 1/1024; logit(.8) is 1419.5 steps, logit(.7) 867.6


def result(lower_than: int = 0) -> Any:
    """A map of one pixel, whose interval is wider at the smaller alpha."""

    def pixel(line: int, sample: int, alpha: int) -> PixelLogits:
        low, high = INTERVALS[alpha]
        return PixelLogits(low - lower_than, high - lower_than, 2.0, 0.25)

    return SimpleNamespace(quantiles=SimpleNamespace(pixel=pixel))


def thresholds(alpha: int, delta: float) -> Any:
    return SimpleNamespace(alpha=alpha, delta_value=delta)


@pytest.mark.parametrize(
    ("alpha", "delta", "verdict"), [(20, 0.2, "target"), (5, 0.2, "undecided"), (5, 0.3, "target")]
)
def test_that_the_verdict_follows_alpha_and_delta(alpha: int, delta: float, verdict: str) -> None:
    belief = belief_at(result(), thresholds(alpha, delta), (0, 0))
    assert belief is not None
    assert belief.verdict == verdict
    low, high = (expit(level / 1024) for level in INTERVALS[alpha])
    assert (belief.lower, belief.upper) == pytest.approx((low, high), abs=1e-6)
    assert belief.width == pytest.approx(high - low, abs=1e-6)
    assert (belief.probability, belief.ace) == pytest.approx((expit(2.0), 0.25))


def test_that_background_is_said_below_delta() -> None:
    belief = belief_at(result(lower_than=7000), thresholds(20, 0.2), (0, 0))
    assert belief is not None
    assert belief.verdict == "background"


def test_that_nothing_is_said_where_nothing_was_evaluated() -> None:
    missing = PixelLogits(NO_DATA, NO_DATA, float("nan"), float("nan"))
    unknown: Any = SimpleNamespace(quantiles=SimpleNamespace(pixel=lambda *_: missing))
    assert belief_at(unknown, thresholds(20, 0.2), (0, 0)) is None
