"""Rebinning a reliability diagram of 1.5 million pixels, as a moved control of the window asks for it.

python -m benchmarks rebin
"""

import json
import time
from collections.abc import Callable
from statistics import median

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.isotonic_curve import isotonic_curve, isotonic_with_band
from hsi_uq_app.calibration.metrics import metrics_of
from hsi_uq_app.calibration.reliability import Spacing, bin_of, reliability_curve
from hsi_uq_app.calibration.views import Kind

PIXELS = 1_500_000
REPEATS = 9
REBIN_TARGET = 100

Row = dict[str, object]
Probability = npt.NDArray[np.float32]
Labels = npt.NDArray[np.bool_]
CASES: tuple[tuple[Kind, Spacing], ...] = (
    ("positive", "width"),
    ("positive", "mass"),
    ("top-label", "width"),
    ("top-label", "mass"),
)


def run() -> list[Row]:
    """Rows of (what, reached, target, unit, met); milliseconds are medians, on one core."""
    p, y = _pixels()
    curve = reliability_curve(p, y)
    rebins = [_rebin_row(p, y, kind, spacing) for kind, spacing in CASES]
    return [
        *rebins,
        _row("the pixels of a clicked bin", lambda: bin_of(curve, p) == 3, REBIN_TARGET),
        _row("isotonic overlay", lambda: isotonic_curve(p, y), None),
        _row("its consistency band, 100 samples", lambda: isotonic_with_band(p, y), None),
        _row("every metric of `evaluate`", lambda: metrics_of(p, y), None),
    ]


def _rebin_row(p: Probability, y: Labels, kind: Kind, spacing: Spacing) -> Row:
    what = f"rebin {PIXELS:,} pixels, {kind}, equal {spacing}"
    return _row(what, lambda: reliability_curve(p, y, kind=kind, spacing=spacing), REBIN_TARGET)


def _pixels() -> tuple[Probability, Labels]:
    """Probabilities of mostly background, one in a hundred a target, and labels drawn from them."""
    random = np.random.default_rng(0)
    logit = random.normal(-8, 3, PIXELS).astype(np.float32)
    p = (1 / (1 + np.exp(-logit))).astype(np.float32)
    return p, random.random(PIXELS) < p


def _row(what: str, work: Callable[[], object], target: float | None) -> Row:
    seconds = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    reached = 1000 * median(seconds)
    met = None if target is None else reached <= target
    return {"what": what, "reached": reached, "target": target, "unit": "ms", "met": met}


if __name__ == "__main__":
    for row in run():
        print(json.dumps(row))
