"""What every test may ask for: real cubes, golden logits, and Qt without a screen."""

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def _folder(variable: str) -> Path:
    folder = os.environ.get(variable)
    if not folder or not Path(folder).is_dir():
        pytest.skip(f"{variable} names no folder")
    return Path(folder)


@pytest.fixture
def real_data() -> Path:
    """The folder of real cubes; the test is skipped without it."""
    return _folder("HSI_UQ_REAL_DATA")


@pytest.fixture
def golden() -> Path:
    """The folder of golden logits; the test is skipped without it."""
    return _folder("HSI_UQ_GOLDEN")
