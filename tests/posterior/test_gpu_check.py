"""The check for a GPU machine runs with torch and numpy alone."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "gpu_check.py"
ABSENT = ("pydantic", "scipy", "safetensors", "threadpoolctl", "spectral", "rasterio")


def checked(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The script where those libraries cannot be imported."""
    code = (
        f"import runpy, sys; sys.modules.update(dict.fromkeys({ABSENT}));"
        f"sys.argv = ['gpu_check', *{arguments}];"
        f"runpy.run_path({str(SCRIPT)!r}, run_name='__main__')"
    )
    return subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)


def test_that_the_gpu_check_needs_torch_and_numpy_only():
    done = checked("--help")
    assert done.returncode == 0, done.stderr
    assert "--pixels" in done.stdout


@pytest.mark.slow
def test_that_both_ways_to_compute_agree_and_are_timed():
    done = checked("--device", "cpu", "--pixels", "3000", "--points", "500")
    assert done.returncode == 0, done.stderr
    assert "prediction, 1000 draws, 3,000 pixels" in done.stdout
    assert "gradients/s" in done.stdout
    assert "s a pass" in done.stdout
