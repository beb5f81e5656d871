"""The five methods on the suburb `half`: seconds of each fit, and whether HMC's chains agree.

python -m benchmarks.bench_methods

Other work on the machine lengthens wall times; CPU seconds stand beside them.
"""

import statistics
import sys
import time
from typing import Any

from hsi_uq_app.experiments.simulated_classification.experiment import compute
from hsi_uq_app.experiments.suburb_trial import suburb
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.posterior.training_sample import TrainingSample, draw_sample
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.suburb.config import PRESETS

HMC_SECONDS, OTHER_SECONDS, QUICK_SECONDS, FULL_SECONDS = 90.0, 20.0, 60.0, 900.0
R_HAT, SEEDS = 1.05, (0, 1, 2)

Row = dict[str, object]


def run(full: bool = False) -> list[Row]:
    """Rows of (what, reached, target, unit, met); `full` runs the long simulated experiment too."""
    sample = _sample()
    rows = _hmc_rows(sample)
    for name in METHODS:
        if name != "hmc":
            seconds, cpu, _ = _fit(name, sample, 0)
            rows += [_row(f"{name}, {_what(sample)}", seconds, OTHER_SECONDS, "s"), _cpu(name, cpu)]
    rows.append(_row("simulated-classification --quick", _experiment(True), QUICK_SECONDS, "s"))
    if full:
        rows.append(_row("simulated-classification", _experiment(False), FULL_SECONDS, "s"))
    return rows


def _sample() -> TrainingSample:
    with suburb(PRESETS["half"]) as place:
        left = parse_region("left", place.cube.lines, place.cube.samples)
        return draw_sample(place.cube, place.truth, left)


def _what(sample: TrainingSample) -> str:
    return f"{sample.labels.size:,} pixels, {sample.components} inputs, S = 100"


def _hmc_rows(sample: TrainingSample) -> list[Row]:
    """Three seeds, all shown, and the median of their largest R-hats."""
    rows, largest = [], []
    for seed in SEEDS:
        seconds, cpu, figures = _fit("hmc", sample, seed)
        largest.append(float(figures["r_hat_max"]))
        name = f"hmc, seed {seed}"
        rows += [
            _row(f"{name}, {_what(sample)}", seconds, HMC_SECONDS, "s"),
            _cpu(name, cpu),
            _told(f"{name}, largest R-hat of {figures['undecided_probes']} undecided pixels", largest[-1]),
            _row(f"{name}, divergences", figures["divergences"], 0, "trajectories"),
        ]
    return [*rows, _row("hmc, median of the largest R-hats", statistics.median(largest), R_HAT, "")]


def _fit(name: str, sample: TrainingSample, seed: int) -> tuple[float, float, dict[str, Any]]:
    """Wall and CPU seconds of one fit, and its diagnostics."""
    method = METHODS[name]
    config = method.config(seed=seed)
    start, cpu = time.perf_counter(), time.process_time()
    posterior = method.fit(sample, config)
    return time.perf_counter() - start, time.process_time() - cpu, posterior.passport.diagnostics


def _experiment(quick: bool) -> float:
    start = time.perf_counter()
    compute(quick=quick)
    return time.perf_counter() - start


def _row(what: str, reached: float, target: float, unit: str) -> Row:
    return {"what": what, "reached": reached, "target": target, "unit": unit, "met": reached <= target}


def _told(what: str, reached: float, unit: str = "") -> Row:
    return {"what": what, "reached": reached, "target": None, "unit": unit, "met": None}


def _cpu(name: str, seconds: float) -> Row:
    return _told(f"{name}, CPU", seconds, "s")


if __name__ == "__main__":
    for row in run(full="--full" in sys.argv):
        print(row)
