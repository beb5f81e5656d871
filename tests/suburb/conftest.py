"""Small suburbs: 96 x 160 pixels and 14 discs are rendered in a fraction of a second."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.progress import silent
from hsi_uq_app.suburb.config import SuburbConfig
from hsi_uq_app.suburb.plan import SuburbPlan, make_plan
from hsi_uq_app.suburb.simulate import simulate

SMALL = {"lines": 96, "samples": 160, "discs": 14, "seed": 3}
_AXES = {"bil": (0, 1, 2), "bip": (0, 2, 1), "bsq": (1, 0, 2)}


@dataclass(frozen=True)
class SmallSuburb:
    """A small suburb on disk."""

    header: Path
    config: SuburbConfig

    @property
    def cube_bytes(self) -> bytes:
        return self.header.with_suffix(".img").read_bytes()

    @property
    def truth_bytes(self) -> dict[str, bytes]:
        """File name after the cube's -> bytes."""
        files = sorted(self.header.parent.glob(f"{self.header.stem}_*"))
        return {path.name.removeprefix(self.header.stem): path.read_bytes() for path in files}

    @property
    def cube(self) -> np.ndarray:
        """Numbers (lines, bands, samples)."""
        axes = _AXES[self.config.interleave]
        shape = np.array((self.config.lines, 211, self.config.samples))[list(axes)]
        return np.frombuffer(self.cube_bytes, "<i2").reshape(shape).transpose(np.argsort(axes))

    def plane(self, name: str, dtype: str) -> np.ndarray:
        """One truth map (lines, samples)."""
        values = np.fromfile(self.header.with_name(f"{self.header.stem}_{name}.img"), dtype)
        return values.reshape(self.config.lines, self.config.samples)


@pytest.fixture(scope="session")
def small_config() -> SuburbConfig:
    """96 x 160 pixels, 14 discs."""
    return SuburbConfig(**SMALL)


@pytest.fixture(scope="session")
def small_plan(small_config: SuburbConfig) -> SuburbPlan:
    """The plan of the small suburb."""
    return make_plan(small_config, silent)


@pytest.fixture(scope="session")
def half_plan() -> SuburbPlan:
    """The plan of 600 x 1000 pixels with its 125 discs; planned, not rendered."""
    return make_plan(SuburbConfig(), silent)


@pytest.fixture(scope="session")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., SmallSuburb]:
    """simulated("name", option=value, ...) writes a small suburb, once for the same name and options."""

    @cache
    def make(name: str, **options: object) -> SmallSuburb:
        config = SuburbConfig(**{**SMALL, **options})
        header = tmp_path_factory.mktemp("suburb") / f"{name}.hdr"
        simulate(header, config, silent)
        return SmallSuburb(header, config)

    return make
