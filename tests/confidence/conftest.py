"""A hand-made quantile map: chosen draws, sorted, and written through the real writer."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.confidence.quantile_map import QuantileMap, QuantileMapWriter, open_quantile_map
from hsi_uq_app.posterior.levels import LEVELS, rank, to_int16
from hsi_uq_app.posterior.passport import Passport, SampleRecord
from hsi_uq_app.scene.georeference import Georeference, georeference_from


@dataclass(frozen=True)
class Header:
    path: Path
    fields: dict[str, str]


@dataclass(frozen=True)
class Scene:
    """As much of a Cube as the writer asks for."""

    lines: int
    samples: int
    header: Header = field(default=Header(Path("scene.hdr"), {}))
    data_path: Path = Path("scene.img")
    name: str = "scene"
    georeference: Georeference | None = None
    overrides: dict[str, str] = field(default_factory=dict)
    derivation: tuple[str, ...] = ()

    def fingerprint(self) -> str:
        return "c0ffee"


def passport(draws: int = 100, **more) -> Passport:
    sample = SampleRecord(kind="all", targets=3, background=7, background_in_region=7)
    return Passport(
        method="deep-ensemble", draws=draws, seed=0, activation="tanh", hidden=10, components=2, bands=6,
        wavelengths_nm=None, good_bands=(0, 1), region="left", label_threshold=0.1, base_rate=0.3,
        log_base_odds=-0.8, sample=sample, training_hash="7a57", version="0.1.0", **more,
    )  # fmt: skip


def order_statistics(draws: np.ndarray) -> np.ndarray:
    """int16 levels (101, n) of logits (S, n)."""
    ranked = np.sort(draws, axis=0)
    return to_int16(np.stack([ranked[rank(level, len(draws)) - 1] for level in LEVELS]))


def side_rows(draws: np.ndarray) -> np.ndarray:
    """float32 (3, n): logit of the mean probability, and two rows to recognise."""
    mean = (1 / (1 + np.exp(-draws))).mean(axis=0)
    return np.stack([np.log(mean / (1 - mean)), mean * 0 + 0.25, mean * 0 - 0.5]).astype(np.float32)


@pytest.fixture
def write_map(tmp_path) -> Callable[..., QuantileMap]:
    """Write draws (S, lines, samples) as a map in tiles of 5 pixels, and open it."""

    def write(draws: np.ndarray, name: str = "R.hdr", fields: dict[str, str] | None = None) -> QuantileMap:
        count, lines, samples = draws.shape
        flat = draws.reshape(count, -1)
        header = Header(tmp_path / "scene.hdr", fields or {})
        place, _ = georeference_from(header.fields)
        scene = Scene(lines, samples, header, tmp_path / "scene.img", georeference=place)
        with QuantileMapWriter(tmp_path / name, scene, passport(count)) as writer:
            for first in reversed(range(0, lines * samples, 5)):
                tile = flat[:, first : first + 5]
                writer.write(first, order_statistics(tile), side_rows(tile))
        return open_quantile_map(tmp_path / name)

    return write
