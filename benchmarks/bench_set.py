"""The sliders' arithmetic on a 1250 x 1200 map: set, counts, widths, detections, planes from the disk.

python -m benchmarks set
"""

import itertools
import json
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from hsi_uq_app.confidence.detections import count_detections, detections, label_detections
from hsi_uq_app.confidence.high_confidence_set import count, high_confidence_set
from hsi_uq_app.confidence.quantile_map import QuantileMap, QuantileMapWriter, open_quantile_map
from hsi_uq_app.confidence.width import width
from hsi_uq_app.posterior.levels import LEVELS, to_int16
from hsi_uq_app.posterior.passport import Passport, SampleRecord

LINES, SAMPLES, TILE = 1250, 1200, 2048
REPEATS = 30

Row = dict[str, object]


def run() -> list[Row]:
    """Rows of (what, reached, target, unit, met); milliseconds are medians."""
    with tempfile.TemporaryDirectory() as folder:
        seconds, result = _written_map(Path(folder))
        megabytes = result.description.nbytes / 1e6
        writing = {"what": f"write the map, {megabytes:.0f} MB in tiles of {TILE}", "reached": seconds}
        return [*_slider_rows(result), *_detection_rows(result), writing | _open_target("s")]


def _slider_rows(result: QuantileMap) -> list[Row]:
    lower, upper = result.interval(20)
    out = np.empty(lower.shape, np.uint8)
    deltas = itertools.cycle([0.05, 0.1, 0.2, 0.3, 0.4])
    alphas = itertools.cycle(range(1, 51))

    def move_delta() -> None:
        count(high_confidence_set(lower, upper, next(deltas), out))

    def move_alpha() -> None:
        count(high_confidence_set(*result.interval(next(alphas)), 0.2, out))

    return [
        _row("set from two planes", _milliseconds(lambda: high_confidence_set(lower, upper, 0.2, out)), 5),
        _row("delta moved: set and counts", _milliseconds(move_delta), 5),
        _row("alpha moved: two planes read, set and counts", _milliseconds(move_alpha), 10),
        _row("width of every pixel", _milliseconds(lambda: width(lower, upper)), 16),
        _row("memory that a moved delta allocates", _allocated_megabytes(move_delta), 1, "MB"),
    ]


def _detection_rows(result: QuantileMap) -> list[Row]:
    lower, upper = result.interval(20)
    classes = high_confidence_set(lower, upper, 0.2)
    labels = label_detections(classes)
    found = int(labels.max())

    def table() -> None:
        detections(label_detections(classes), lower, upper, result.mean_logit, result.georeference)

    return [
        _row(f"{found:,} detections counted", _milliseconds(lambda: count_detections(classes), 9), 150),
        _row(f"table of {found:,} detections", _milliseconds(table, 5), 1000),
    ]


def _written_map(folder: Path) -> tuple[float, QuantileMap]:
    """The seconds it took to write a map tile by tile, and the map."""
    mean, spread = _fields()
    scene = _scene(folder)
    offsets = np.linspace(-1, 1, len(LEVELS), dtype=np.float32)[:, None]
    start = time.perf_counter()
    with QuantileMapWriter(folder / "R.hdr", scene, _passport()) as writer:
        for first in range(0, LINES * SAMPLES, TILE):
            part = slice(first, first + TILE)
            writer.write(
                first,
                to_int16(mean[part] + spread[part] * offsets),
                np.stack([mean[part], spread[part], spread[part]]),
            )
    return time.perf_counter() - start, open_quantile_map(folder / "R.hdr")


def _fields() -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Logits and half widths (pixels,): mostly background, one in 300 a target, a margin without data."""
    random = np.random.default_rng(0)
    mean = random.normal(-6, 2, (LINES, SAMPLES)).astype(np.float32)
    mean[random.random(mean.shape) < 1 / 300] = 5
    mean[:, :20] = np.nan
    return mean.reshape(-1), random.uniform(0.2, 2, LINES * SAMPLES).astype(np.float32)


def _scene(folder: Path) -> Any:
    place = "UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, WGS-84, units=Meters"
    header = SimpleNamespace(path=folder / "scene.hdr", fields={"map info": place})
    return SimpleNamespace(
        lines=LINES, samples=SAMPLES, header=header, data_path=folder / "scene.img", name="scene",
        georeference=None, overrides={}, derivation=(), fingerprint=lambda: "benchmark",
    )  # fmt: skip


def _passport() -> Passport:
    sample = SampleRecord(kind="all", targets=1, background=1, background_in_region=1)
    return Passport(
        method="benchmark", draws=100, seed=0, activation="tanh", hidden=10, components=1, bands=1,
        wavelengths_nm=None, good_bands=(0,), region="all", label_threshold=0.1, base_rate=0.5,
        log_base_odds=0, sample=sample, training_hash="", version="0",
    )  # fmt: skip


def _milliseconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return 1000 * median(seconds)


def _allocated_megabytes(work: Callable[[], object]) -> float:
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def _row(what: str, reached: float, target: float, unit: str = "ms") -> Row:
    return {"what": what, "reached": reached, "target": target, "unit": unit, "met": reached <= target}


def _open_target(unit: str) -> Row:
    return {"target": None, "unit": unit, "met": None}


if __name__ == "__main__":
    for row in run():
        print(json.dumps(row))
