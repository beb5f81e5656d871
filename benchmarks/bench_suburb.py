"""The simulated suburb: seconds and peak memory of the megascene, cost for each pixel, strips on their own.

python -m benchmarks.bench_suburb
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from hsi_uq_app.progress import silent
from hsi_uq_app.suburb.config import PRESETS
from hsi_uq_app.suburb.plan import make_plan
from hsi_uq_app.suburb.sensor import make_sensor
from hsi_uq_app.suburb.simulate import render, simulate

SECONDS, MEGABYTES = 40.0, 1000.0
GROWTH = 1.25
"""Four times the pixels may cost at most this much more a pixel."""


def run() -> list[dict[str, object]]:
    """Rows of (what, reached, target, unit, met)."""
    half, megascene = PRESETS["half"], PRESETS["megascene"]
    pixels = megascene.lines * megascene.samples
    with tempfile.TemporaryDirectory() as folder:
        whole = _fresh_process(Path(folder) / "whole.hdr", "megascene", megascene.lines)
    with tempfile.TemporaryDirectory() as folder:
        part = _fresh_process(Path(folder) / "part.hdr", "megascene", megascene.lines // 4)
    growth = whole["cpu_seconds"] / part["cpu_seconds"] / 4
    return [
        _row(f"suburb megascene, {pixels / 1e6:g} M pixels", whole["seconds"], SECONDS, "s"),
        _row("suburb megascene, CPU on all threads", whole["cpu_seconds"], 2 * SECONDS, "s"),
        _row("suburb megascene, peak memory", whole["megabytes"], MEGABYTES, "MB"),
        _row("suburb, cost a pixel of 4 x the pixels", growth, GROWTH, "x"),
        _row("suburb, bytes of a lone strip that differ", _differing(half.seed), 0, "bytes", at_most=True),
    ]


def _row(what: str, reached: float, target: float, unit: str, at_most: bool = False) -> dict[str, object]:
    met = reached <= target if at_most else reached < target
    return {"what": what, "reached": reached, "target": target, "unit": unit, "met": met}


def _differing(seed: int) -> int:
    """Ten lines rendered alone against the same lines in a strip of fifty."""
    plan = make_plan(replace(PRESETS["half"], seed=seed), silent)
    sensor = make_sensor(plan.config)
    alone = render(plan, sensor, 320, 330).cube
    return int(np.count_nonzero(alone != render(plan, sensor, 300, 350).cube[20:30]))


def _fresh_process(header: Path, preset: str, lines: int) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.bench_suburb", str(header), preset, str(lines)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def _simulate(header: Path, preset: str, lines: int) -> None:
    """What the fresh process does: write the scene, then say what it took."""
    started = time.perf_counter()
    simulate(header, replace(PRESETS[preset], lines=lines), silent)
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(
        json.dumps(
            {
                "seconds": time.perf_counter() - started,
                "cpu_seconds": used.ru_utime + used.ru_stime,
                "megabytes": _peak_megabytes(),
            }
        )
    )


def _peak_megabytes() -> float:
    """Peak resident memory; from /proc where it exists, as ru_maxrss counts the parent's before exec, too."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(row for row in status.read_text().splitlines() if row.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 1024


def main() -> None:
    """Print the table, or be the fresh process when a scene is named."""
    if len(sys.argv) > 1:
        _simulate(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
        return
    for row in run():
        met = "met" if row["met"] else "NOT MET"
        print(f"{row['what']:<44} {row['reached']:8.2f} {row['unit']:<5} (target {row['target']:g}) {met}")


if __name__ == "__main__":
    main()
