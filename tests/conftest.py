"""What every test may ask for: a tiny scene with known truth, real cubes, golden logits, no screen."""

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("MPLBACKEND", "Agg")


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


@dataclass(frozen=True)
class TinyScene:
    """Files of a scene of 40 x 60 pixels and 12 bands in UTM 18N, and of its truth."""

    scene: Path
    truth: Path
    lines: int = 40
    samples: int = 60
    bands: int = 12


@pytest.fixture(scope="session")
def tiny_scene(tmp_path_factory: pytest.TempPathFactory) -> TinyScene:
    """Two background materials, noise, and 64 target pixels (abundance .5-1), half on the left."""
    from hsi_uq_app.scene.envi_writer import write_header

    folder = tmp_path_factory.mktemp("tiny")
    rng = np.random.default_rng(5)
    lines, samples, bands = 40, 60, 12
    grass, soil, paint = rng.uniform(0.1, 0.6, (3, bands))
    mix = rng.uniform(0, 1, (lines, samples, 1))
    abundance = np.zeros((lines, samples), np.float32)
    for left in (0, samples // 2):
        places = rng.choice(lines * samples // 2, 32, replace=False)
        abundance[places // 30, left + places % 30] = rng.uniform(0.5, 1, 32)
    cover = abundance[..., None]
    pixels = cover * paint + (1 - cover) * (mix * grass + (1 - mix) * soil)
    pixels += rng.normal(0, 0.01, pixels.shape)
    place = {"map info": "{UTM, 1, 1, 500000, 4000000, 1, 1, 18, North, WGS-84, units=Meters}"}
    size = {"lines": lines, "samples": samples, "header offset": 0, "byte order": 0, "interleave": "bsq"}
    scene, truth = folder / "tiny.hdr", folder / "tiny_abundance.hdr"
    np.rint(pixels * 10000).astype("<i2").transpose(2, 0, 1).tofile(folder / "tiny.img")
    abundance.tofile(folder / "tiny_abundance.img")
    waves = np.linspace(450, 2200, bands).round(1).tolist()
    spectral = {"wavelength units": "Nanometers", "wavelength": waves, "reflectance scale factor": 10000}
    write_header(scene, {**size, "bands": bands, "data type": 2, **place, **spectral})
    write_header(truth, {**size, "bands": 1, "data type": 4, **place})
    return TinyScene(scene, truth)


SLOW_FILES = (
    "cli/test_interrupt.py",
    "publishing/test_journal.py",
    "publishing/test_kills.py",
    "scene/test_bombs.py",
    "scene/test_gis_opens_nothing.py",
)
"""They start processes at every step: `make test` runs them, `make quick` does not."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.as_posix().endswith(SLOW_FILES):
            item.add_marker(pytest.mark.slow)
