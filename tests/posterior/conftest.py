"""Posteriors with weights of our choosing, cubes to predict, and a sink that remembers."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

from hsi_uq_app.posterior.levels import LEVELS
from hsi_uq_app.posterior.passport import Passport, SampleRecord
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.posterior.training_sample import TrainingSample, draw_sample
from hsi_uq_app.scene.cube import Cube, open_cube
from hsi_uq_app.scene.envi_types import TYPE_NUMBERS
from hsi_uq_app.scene.envi_writer import write_header
from hsi_uq_app.scene.labels import parse_region, read_truth
from hsi_uq_app.scene.matched_filter import AceDetector

MakePosterior = Callable[..., Posterior]
WriteCube = Callable[..., Cube]


class Remembered:
    """A sink that keeps everything: levels (101, n), side (3, n), and how often each pixel came."""

    def __init__(self, pixels: int) -> None:
        self.levels = np.zeros((len(LEVELS), pixels), np.int16)
        self.side = np.zeros((3, pixels), np.float32)
        self.times = np.zeros(pixels, int)

    def write(self, first_pixel: int, levels: np.ndarray, side: np.ndarray) -> None:
        here = slice(first_pixel, first_pixel + levels.shape[1])
        self.levels[:, here], self.side[:, here] = levels, side
        self.times[here] += 1


@pytest.fixture(scope="session", autouse=True)
def one_torch_thread() -> Iterator[None]:
    """Small tensors on several threads spend their time waiting, on a busy machine a minute a test."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def remember() -> Callable[[Cube], Remembered]:
    return lambda cube: Remembered(cube.lines * cube.samples)


@pytest.fixture
def make_posterior() -> MakePosterior:
    """Random draws of a given shape; any array may be replaced by name."""

    def make(
        draws: int = 20,
        bands: int = 6,
        components: int = 4,
        hidden: int = 5,
        activation: str = "tanh",
        seed: int = 0,
        **arrays: np.ndarray,
    ) -> Posterior:
        normal = np.random.default_rng(seed).normal
        shapes = {
            "projection": (components, bands), "center": (bands,), "w1": (draws, hidden, components),
            "b1": (draws, hidden), "w2": (draws, hidden, hidden), "b2": (draws, hidden),
            "w3": (draws, hidden), "b3": (draws,),
        }  # fmt: skip
        chosen = {name: normal(size=shape).astype(np.float32) for name, shape in shapes.items()} | arrays
        ace = AceDetector(
            np.triu(normal(size=(bands, bands))).astype(np.float32),
            chosen["center"],
            (np.ones(bands) / bands**0.5).astype(np.float32),
        )
        passport = Passport(
            method="deep-ensemble", draws=draws, seed=seed, activation=activation, hidden=hidden,
            components=components, bands=bands, wavelengths_nm=None, good_bands=tuple(range(bands)),
            region="left", label_threshold=0.1, base_rate=0.01, log_base_odds=-4.6, training_hash="7a57",
            sample=SampleRecord(kind="random", targets=3, background=7, background_in_region=297),
            version="0.1.0",
        )  # fmt: skip
        return Posterior(**chosen, ace=ace, passport=passport)

    return make


@pytest.fixture
def write_cube(tmp_path: Path) -> WriteCube:
    """Open a cube of values (lines, samples, bands) of any type and byte order, through a BIP file."""

    def write(values: np.ndarray, name: str = "scene", **fields: object) -> Cube:
        lines, samples, bands = values.shape
        (tmp_path / f"{name}.img").write_bytes(np.ascontiguousarray(values).tobytes())
        header: dict[str, object] = {
            "lines": lines, "samples": samples, "bands": bands, "interleave": "bip", "header offset": 0,
            "data type": TYPE_NUMBERS[values.dtype.newbyteorder("=")],
            "byte order": int(values.dtype.str.startswith(">")),
        }  # fmt: skip
        write_header(tmp_path / f"{name}.hdr", header | fields)
        return open_cube(tmp_path / f"{name}.hdr")

    return write


@pytest.fixture(scope="session")
def tiny_sample(tiny_scene) -> TrainingSample:
    """The stratified sample of the tiny scene's left half."""
    cube = open_cube(tiny_scene.scene)
    truth = read_truth(tiny_scene.truth, cube.lines, cube.samples)
    return draw_sample(cube, truth, parse_region("left", cube.lines, cube.samples), components=6)


def reference_logits(posterior: Posterior, x: np.ndarray) -> np.ndarray:
    """Logits (S, n) of pixels x (G, n) in float64, draw by draw, straight from the definition."""
    f = np.tanh if posterior.passport.activation == "tanh" else (lambda a: np.maximum(a, 0))
    u = posterior.projection.astype(float) @ (x - posterior.center[:, None])
    rows = zip(
        posterior.w1, posterior.b1, posterior.w2, posterior.b2, posterior.w3, posterior.b3, strict=True
    )
    return np.stack(
        [w3 @ f(w2 @ f(w1 @ u + b1[:, None]) + b2[:, None]) + b3 for w1, b1, w2, b2, w3, b3 in rows]
    )


@pytest.fixture
def logits_by_definition() -> Callable[[Posterior, np.ndarray], np.ndarray]:
    return reference_logits
