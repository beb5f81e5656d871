"""Prediction, map written: pixels a second against the baseline and the best first product; peak memory.

python -m benchmarks.bench_predict
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from benchmarks.baseline import draws_of, networks_of, quantiles_of
from benchmarks.random_posterior import BANDS, HIDDEN, random_posterior
from hsi_uq_app.confidence.quantile_map import QuantileMapWriter, open_quantile_map
from hsi_uq_app.posterior.levels import LEVELS, rank, to_int16
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.posterior.predict import predict
from hsi_uq_app.scene.cube import Cube, open_cube
from hsi_uq_app.scene.envi_writer import write_header

DRAWS, COMPONENTS = 100, 24
LINES, SAMPLES = 200, 1000
THREADS, ROUNDS = 2, 5
BASELINE_TILE, BASELINE_PIXELS = 2048, 20 * 2048
GIGABYTES = (0.5, 4.0)
MEGABYTES = 1500.0

Row = dict[str, object]


def run() -> list[Row]:
    """Rows of (what, reached, target, unit, met); speeds are the best of alternating rounds."""
    with tempfile.TemporaryDirectory() as folder:
        cube = _scene(Path(folder), LINES, SAMPLES)
        ceiling = _best_first_product()
        rows = _relu_rows(cube, ceiling) + _tanh_rows(cube)
    return [*rows, *_memory_rows()]


def _relu_rows(cube: Cube, ceiling: float) -> list[Row]:
    ours, baseline, steps = _measure(random_posterior("relu", BANDS), cube)
    what = f"{DRAWS} x {BANDS}-10-10-1 relu, no projection"
    return [
        _row(f"{what}, map written", ours, None, "pixels/s"),
        _row(f"{what}, times the baseline of {baseline:,.0f}", ours / baseline, 4, "x"),
        _row(f"{what}, share of the first product at {ceiling:,.0f}", 100 * ours / ceiling, 50, "%"),
        _most(f"{what}, largest difference from the baseline", steps, 1, "steps"),
    ]


def _tanh_rows(cube: Cube) -> list[Row]:
    ours, baseline, steps = _measure(random_posterior("tanh", COMPONENTS), cube)
    what = f"{DRAWS} x {BANDS}-10-10-1 tanh behind {COMPONENTS} components (default)"
    return [
        _row(f"{what}, map written", ours, 400_000, "pixels/s"),
        _row(f"{what}, times the baseline of {baseline:,.0f}", ours / baseline, 7, "x"),
        _most(f"{what}, largest difference from the baseline", steps, 1, "steps"),
    ]


def _measure(posterior: Posterior, cube: Cube) -> tuple[float, float, float]:
    """Pixels a second of ours and of the baseline in turn, and the largest difference in int16 steps."""
    networks = networks_of(posterior)
    x = torch.from_numpy(cube.read_lines(0, cube.lines).T.copy())
    activation = posterior.passport.activation
    tiles = x[:BASELINE_PIXELS].split(BASELINE_TILE)

    def baseline() -> None:
        for tile in tiles:
            quantiles_of(networks, tile, activation)

    torch.set_num_threads(THREADS)
    target = cube.data_path.parent / "map.hdr"
    rounds = []
    with torch.inference_mode():
        for _ in range(ROUNDS):
            rounds.append((_seconds(lambda: _predict(posterior, cube, target)), _seconds(baseline)))
        steps = _largest_difference(draws_of(networks, x[:20_000], activation).numpy(), target)
    ours, theirs = (min(column) for column in zip(*rounds, strict=True))
    return len(x) / ours, BASELINE_PIXELS / theirs, steps


def _predict(posterior: Posterior, cube: Cube, target: Path) -> None:
    with QuantileMapWriter(target, cube, posterior.passport) as writer:
        predict(posterior, cube, writer, device="cpu", threads=THREADS)


def _largest_difference(draws: np.ndarray, target: Path) -> float:
    """Between the planes on the disk and the same order statistics of the baseline's draws (S, n)."""
    ranked, result = np.sort(draws, axis=0), open_quantile_map(target)
    found = [result.plane(level).reshape(-1)[: draws.shape[1]].astype(int) for level in LEVELS]
    expected = [to_int16(ranked[rank(level, len(draws)) - 1]) for level in LEVELS]
    return float(np.abs(np.stack(found) - np.stack(expected)).max())


def _best_first_product() -> float:
    """Pixels a second of the first layer of all draws alone, sustained, by the faster library."""
    torch.set_num_threads(THREADS)
    sizes = ((DRAWS * HIDDEN, BANDS), (BANDS, BASELINE_TILE), (DRAWS * HIDDEN, BASELINE_TILE))
    a, b, c = (torch.randn(size) for size in sizes)
    products: tuple[Callable[[], object], ...] = (
        lambda: torch.mm(a, b, out=c),
        lambda: np.matmul(a.numpy(), b.numpy(), out=c.numpy()),
    )
    tiles = range(LINES * SAMPLES // BASELINE_TILE)

    def sustained(product: Callable[[], object]) -> float:
        return min(_seconds(lambda: [product() for _ in tiles]) for _ in range(ROUNDS))

    return len(tiles) * BASELINE_TILE / min(map(sustained, products))


def _memory_rows() -> list[Row]:
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for gigabytes in GIGABYTES:
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.bench_predict", str(gigabytes), folder],
                check=True, capture_output=True, text=True,
            )  # fmt: skip
            found[gigabytes] = json.loads(done.stdout)["megabytes"]
    small, large = found.values()
    return [
        *(_most(f"peak memory, {g:g} GB cube, map written", mb, MEGABYTES, "MB") for g, mb in found.items()),
        _most("peak memory, larger over smaller cube", large / small, 1.1, "x"),
    ]


def _predict_sparse(gigabytes: float, folder: Path) -> None:
    """What the fresh process does: predict a cube of holes, and say its own peak memory."""
    from benchmarks.bench_open import _peak_megabytes

    lines = round(gigabytes * 1e9 / (2 * BANDS * SAMPLES))
    cube = _scene(folder, lines, SAMPLES, sparse=True)
    _predict(random_posterior("tanh", COMPONENTS), cube, folder / "map.hdr")
    print(json.dumps({"megabytes": _peak_megabytes()}))


def _scene(folder: Path, lines: int, samples: int, sparse: bool = False) -> Cube:
    """A u2 BIL cube of noise, or of holes."""
    header = folder / f"scene{lines}.hdr"
    write_header(
        header,
        {
            "samples": samples, "lines": lines, "bands": BANDS, "header offset": 0, "byte order": 0,
            "data type": 12, "interleave": "bil", "reflectance scale factor": 10000,
        },
    )  # fmt: skip
    with open(header.with_suffix(".img"), "wb") as handle:
        if sparse:
            handle.truncate(lines * samples * BANDS * 2)
        else:
            np.random.default_rng(0).integers(0, 6000, lines * samples * BANDS, np.uint16).tofile(handle)
    return open_cube(header)


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _row(what: str, reached: float, target: float | None, unit: str) -> Row:
    met = None if target is None else reached >= target
    return {"what": what, "reached": reached, "target": target, "unit": unit, "met": met}


def _most(what: str, reached: float, target: float, unit: str) -> Row:
    return {"what": what, "reached": reached, "target": target, "unit": unit, "met": reached <= target}


def main() -> None:
    """Print the table, or be the fresh process when a size is named."""
    if len(sys.argv) > 2:
        _predict_sparse(float(sys.argv[1]), Path(sys.argv[2]))
        return
    for row in run():
        print(
            f"{row['what']:<90} {row['reached']:12,.2f} {row['unit']:<9} {row['target'] or ''} {row['met']}"
        )


if __name__ == "__main__":
    main()
