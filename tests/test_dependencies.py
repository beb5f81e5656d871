"""What the package depends on: every name stands in the constraints, is imported, and is told by `doctor`."""

import ast
import re
import shutil
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from hsi_uq_app.doctor import diagnose, required_packages

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MODULES = {
    "pyside6-essentials": "PySide6",
    "scikit-image": "skimage",
    "scikit-learn": "sklearn",
    "arviz-stats": "arviz_stats",
}
"""Of packages that are imported by another name than their own."""


def names(requirements: list[str]) -> list[str]:
    """Names as indexes compare them: small letters, single hyphens."""
    return [re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", one)[0]).lower() for one in requirements]


RUNTIME = names(PROJECT["dependencies"])
TEST_TOOLS = names(PROJECT["optional-dependencies"]["test"])


def imported_modules() -> set[str]:
    """The first part of every module that the package imports, wherever it does so."""
    found: set[str] = set()
    for file in (ROOT / "hsi_uq_app").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("name", RUNTIME)
def test_that_the_package_imports_what_it_depends_on(name: str) -> None:
    assert MODULES.get(name, name) in imported_modules()


def test_that_every_direct_dependency_and_test_tool_is_constrained_to_one_version() -> None:
    lines = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line.split("==")[0] for line in lines if not line.startswith("#")]
    assert sorted(pinned) == sorted(RUNTIME + TEST_TOOLS)
    assert all("==" in line for line in lines if not line.startswith("#"))


def test_that_doctor_names_what_the_package_says_it_needs_and_no_test_tool() -> None:
    told = names(required_packages())
    assert told == names([line for line in metadata.requires("hsi-uq") or [] if "extra" not in line])
    assert set(told) >= {"torch", "numpy", "h5py"}
    assert "pytest" not in told


def test_that_the_readme_says_why_each_dependency_is_there() -> None:
    table = (ROOT / "README.md").read_text(encoding="utf-8").split("## What it stands on")[1]
    told = {re.sub(r"[-_.]+", "-", word).lower() for word in re.findall(r"[\w-]+", table.split("\n\n")[1])}
    assert set(RUNTIME) <= told


@pytest.mark.parametrize(("free", "told"), [(5_000_000_000, False), (4_990_000_000, True)])
def test_that_doctor_warns_below_five_gigabytes_of_free_disk(
    monkeypatch: pytest.MonkeyPatch, free: int, told: bool
) -> None:
    usage = shutil.disk_usage(".")._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    assert any("are free here" in problem for problem in diagnose().problems) == told
