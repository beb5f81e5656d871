"""Opening a cube far larger than memory: seconds and peak memory of a fresh process, to the first composite.

python -m benchmarks.bench_open
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LINES, SAMPLES, BANDS = 40_000, 700, 211
SCREEN = 1000
SECONDS, MEGABYTES = 2.0, 600.0
INTERLEAVES = ("bsq", "bil", "bip")


def run() -> list[dict[str, object]]:
    """Rows of (what, reached, target, unit, met), two an interleave."""
    rows: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as folder:
        for interleave in INTERLEAVES:
            found = _fresh_process(_sparse_cube(Path(folder), interleave))
            what = f"open {interleave} 40000x700x211"
            rows.append(_row(f"{what}, to the composite", found["seconds"], SECONDS, "s"))
            rows.append(_row(f"{what}, peak memory", found["megabytes"], MEGABYTES, "MB"))
    return rows


def _row(what: str, reached: float, target: float, unit: str) -> dict[str, object]:
    return {"what": what, "reached": reached, "target": target, "unit": unit, "met": reached < target}


def _sparse_cube(folder: Path, interleave: str) -> Path:
    """An 11.8 GB u2 cube that takes no room on the disk."""
    from hsi_uq_app.scene.envi_writer import write_header

    header = folder / f"{interleave}.hdr"
    write_header(
        header,
        {
            "samples": SAMPLES, "lines": LINES, "bands": BANDS, "header offset": 0,
            "file type": "ENVI Standard", "data type": 12, "interleave": interleave,
            "byte order": 0, "data ignore value": 65535,
        },
    )  # fmt: skip
    with open(header.with_suffix(".img"), "wb") as handle:
        handle.truncate(LINES * SAMPLES * BANDS * 2)
    return header


def _fresh_process(header: Path) -> dict[str, float]:
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.bench_open", str(header)],
        check=True,
        capture_output=True,
        text=True,
    )
    return {"seconds": time.perf_counter() - started} | json.loads(done.stdout)


def _open_and_draw(header: Path) -> None:
    """What the fresh process does: open, three decimated bands; then say its own peak memory."""
    from hsi_uq_app.scene.open_scene import open_scene

    cube = open_scene(header)
    picture, _ = cube.band_pictures([10, 60, 150], max_side=SCREEN)
    assert max(picture.shape[1:]) == SCREEN
    print(json.dumps({"megabytes": _peak_megabytes()}))


def _peak_megabytes() -> float:
    """Peak resident memory; from /proc where it exists, as ru_maxrss counts the parent's before exec, too."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(row for row in status.read_text().splitlines() if row.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 1024


def main() -> None:
    """Print the table, or be the fresh process when a header is named."""
    if len(sys.argv) > 1:
        _open_and_draw(Path(sys.argv[1]))
        return
    for row in run():
        met = "met" if row["met"] else "NOT MET"
        print(f"{row['what']:<48} {row['reached']:8.2f} {row['unit']:<3} (below {row['target']:g}) {met}")


if __name__ == "__main__":
    main()
