"""Small scenes with known values, hand-made results and models, for the tests of the window."""

from pathlib import Path

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from scipy.stats import norm

from hsi_uq_app.confidence.quantile_map import QuantileMapWriter
from hsi_uq_app.gui.program import Program
from hsi_uq_app.gui.scene.view import SceneView
from hsi_uq_app.posterior.levels import LEVELS, to_int16
from hsi_uq_app.posterior.model_file import save_model
from hsi_uq_app.posterior.passport import Passport, SampleRecord
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.envi_writer import write_header
from hsi_uq_app.scene.matched_filter import AceDetector

LINES, SAMPLES, BANDS = 30, 50, 6
WAVELENGTHS = (460.0, 550.0, 640.0, 860.0, 1650.0, 2200.0)
MAP_INFO = "{UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, WGS-84, units=Meters}"


def write_cube(path: Path, values: np.ndarray, **fields: object) -> Path:
    """Write values (bands, lines, samples) as a float32 BSQ pair; returns the header."""
    bands, lines, samples = values.shape
    path.with_suffix(".img").write_bytes(np.ascontiguousarray(values, "<f4").tobytes())
    head = {
        "samples": samples, "lines": lines, "bands": bands, "header offset": 0, "file type": "ENVI Standard",
        "data type": 4, "interleave": "bsq", "byte order": 0,
    }  # fmt: skip
    write_header(path, head | {name.replace("_", " "): value for name, value in fields.items()})
    return path


def ramp(bands: int = BANDS, lines: int = LINES, samples: int = SAMPLES) -> np.ndarray:
    """Values that tell band, line and sample: 100 band + line + sample / 100."""
    band, line, sample = np.ogrid[:bands, :lines, :samples]
    return (100.0 * band + line + sample / 100).astype(np.float32)


def passport(draws: int = 100, bands: int = BANDS) -> Passport:
    sample = SampleRecord(kind="all", targets=3, background=7, background_in_region=7)
    return Passport(
        method="deep-ensemble", draws=draws, seed=0, activation="tanh", hidden=4, components=2, bands=bands,
        wavelengths_nm=None, good_bands=tuple(range(bands)), region="left", label_threshold=0.1,
        base_rate=0.3, log_base_odds=-0.8, sample=sample, training_hash="7a57", version="0.1.0",
    )  # fmt: skip


def write_result(scene: Path, out: Path, mean: np.ndarray, spread: float = 0.5, draws: int = 100) -> Path:
    """A result whose draws are normal around the logits `mean` (lines, samples); NaN = not evaluated."""
    flat = mean.reshape(-1).astype(np.float32)
    levels = to_int16(flat + spread * norm.ppf(np.array(LEVELS) / 1000)[:, None].astype(np.float32))
    side = np.stack([flat, np.abs(flat) * 0, np.tanh(flat)])
    with QuantileMapWriter(out, open_cube(scene), passport(draws)) as writer:
        writer.write(0, levels, side)
    return out


def write_model(out: Path, draws: int = 100, bands: int = BANDS) -> Path:
    """A model of random weights."""
    random = np.random.default_rng(5)
    shapes = (
        (2, bands),
        (bands,),
        (draws, 4, 2),
        (draws, 4),
        (draws, 4, 4),
        (draws, 4),
        (draws, 4),
        (draws,),
    )
    arrays = [random.normal(size=shape).astype(np.float32) for shape in shapes]
    ace = AceDetector(
        np.eye(bands, dtype=np.float32), np.zeros(bands, np.float32), np.ones(bands, np.float32)
    )
    save_model(Posterior(*arrays, ace=ace, passport=passport(draws, bands)), out)
    return out


def three_parts(lines: int = LINES, samples: int = SAMPLES) -> np.ndarray:
    """Logits: background, but for undecided on line 0 and two targets at (10, 20) and (12, 40..41)."""
    logits = np.full((lines, samples), -8.0, np.float32)
    logits[0] = 0.0
    logits[10, 20] = logits[12, 40] = logits[12, 41] = 8.0
    return logits


def colour_at(view: SceneView, line: float, sample: float) -> tuple[int, int, int]:
    """The colour on the screen in the middle of a pixel of the scene."""
    place = view.mapFromScene(view.box.mapViewToScene(QPointF(sample + 0.5, line + 0.5)))
    return view.viewport().grab().toImage().pixelColor(place).getRgb()[:3]


def wait_rested(program: Program, qtbot: QtBot, seconds: float = 60) -> None:
    """Wait until the sliders have rested, what follows from that is done, and the last frame is drawn."""
    qtbot.waitUntil(lambda: program.is_settled, timeout=round(1000 * seconds))


def press(program: Program, qtbot: QtBot, keys: str) -> None:
    """Press a key of the table while the scene has the keyboard."""
    program.window.activateWindow()
    program.window.panels["scene"].setFocus()
    qtbot.waitUntil(program.window.panels["scene"].hasFocus)
    QTest.keySequence(program.window.panels["scene"], QKeySequence(keys))
