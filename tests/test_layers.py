import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PLANTED = {
    "a step that asks the step before for more": ("scene/planted.py", "import hsi_uq_app.gui"),
    "Qt below the window": ("session/planted.py", "import PySide6"),
    "torch outside posterior": ("confidence/planted.py", "import torch"),
    "matplotlib outside the figures": ("workflow/planted.py", "import matplotlib"),
    "the product that knows an experiment": ("workflow/planted.py", "import hsi_uq_app.experiments.table"),
    "the window that knows the suburb": ("gui/planted.py", "def f():\n    import hsi_uq_app.suburb.plan"),
    "an import circle": ("scene/notes.py", "import hsi_uq_app.scene.cube"),
    "one method that knows another": ("posterior/deep_ensemble.py", "import hsi_uq_app.posterior.bootstrap"),
}


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    # Run the linter in the copy, and let it see the copy only.
    code = "import sys; sys.path.insert(0, '.'); from importlinter.cli import lint_imports_command as c; c()"
    return subprocess.run(
        [sys.executable, "-c", code, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(
        ROOT / "hsi_uq_app", tmp_path / "hsi_uq_app", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_that_the_layers_hold(copy: Path) -> None:
    found = _lint(copy)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("violation", PLANTED)
def test_that_a_planted_violation_is_found(copy: Path, violation: str) -> None:
    place, line = PLANTED[violation]
    planted = copy / "hsi_uq_app" / place
    planted.write_text(f"{planted.read_text() if planted.exists() else ''}\n{line}\n")
    found = _lint(copy)
    assert found.returncode == 1, found.stdout
    assert "BROKEN" in found.stdout
