"""The wheel, installed outside the checkout, finds its scene and its model and predicts."""

import json
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_that_an_installed_wheel_predicts_on_the_sample_scene(tmp_path: Path) -> None:
    wheel = _build(tmp_path)
    python = _environment(tmp_path / "environment")
    _run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", str(wheel))
    where = _run(
        python, "-c", "from hsi_uq_app.resources import data_path; print(data_path('sample_scenes'))"
    )
    sample = Path(where.strip())
    assert tmp_path in sample.parents
    told = _run(
        python, "-c", "from hsi_uq_app.cli import main; main()", "predict", sample / "suburb.hdr", "--json",
        "--model", sample.parent / "resources" / "models" / "suburb_deep-ensemble.safetensors",
        "--out", tmp_path / "r.hdr",
    )  # fmt: skip
    assert json.loads(told)["draws"] == 100
    assert (tmp_path / "r.img").stat().st_size > 0


def _build(folder: Path) -> Path:
    """A wheel made from a clean copy of what belongs into it."""
    source = folder / "source"
    for name in ("hsi_uq_app", "resources", "sample_scenes"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "_data"))
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    _run(
        sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--disable-pip-version-check",
        "--wheel-dir", folder, source,
    )  # fmt: skip
    return next(folder.glob("*.whl"))


def _environment(folder: Path) -> Path:
    """A new environment that lends its libraries from the one that runs the tests, but not this project."""
    venv.create(folder, with_pip=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    lent = [entry for entry in sys.path if entry.endswith("site-packages")]
    (packages / "lent.pth").write_text("\n".join(lent))
    return folder / "bin" / "python"


def _run(*command: object) -> str:
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, cwd="/"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
