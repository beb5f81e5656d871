"""The window: alpha and delta moved on a 1250 x 1200 map, alone and beside a prediction; its start.

python -m benchmarks.bench_window
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hsi_uq_app.gui.program import Program

LINES, SAMPLES, BANDS, DRAWS = 1250, 1200, 24, 100
MOVES = 200
MEDIAN_MS, P95_MS, START_S = 10.0, 16.0, 2.0
SLOW = ("torch", "matplotlib", "rasterio", "skimage", "sklearn")
CLOCK = time.perf_counter
Rows = list[dict[str, object]]


def run() -> Rows:
    """Rows of (what, reached, target, unit, met); each figure from a fresh process without a screen."""
    rows = _start_rows()
    with tempfile.TemporaryDirectory() as folder:
        for load, words in (("alone", "alone"), ("loaded", "beside a prediction")):
            found = _fresh_process("measure", load, folder)
            rows += [row for what in ("alpha", "delta") for row in _slider_rows(what, words, found[what])]
    return rows


def _start_rows() -> Rows:
    runs = [_fresh_process("start") for _ in range(3)]
    seconds = sorted(run["seconds"] for run in runs)[1]
    slow = sorted({name for run in runs for name in run["imported"]})
    return [
        _row("start to visible window, median of 3", seconds, START_S, "s"),
        _row(f"slow modules imported by then {slow or ''}".strip(), len(slow), 1, "modules"),
    ]


def _slider_rows(what: str, words: str, found: dict[str, float]) -> Rows:
    where = f"{what} moved on {LINES} x {SAMPLES}, {words}"
    return [
        _row(f"{where}: median", found["median"], MEDIAN_MS, "ms"),
        _row(f"{where}: 95th percentile", found["p95"], P95_MS, "ms"),
        _row(f"{where}: waited in the event queue, median (apart)", found["waited"], None, "ms"),
    ]


def _row(what: str, reached: float, target: float | None, unit: str) -> dict[str, object]:
    return {
        "what": what, "reached": reached, "target": target, "unit": unit,
        "met": None if target is None else reached <= target if unit == "ms" else reached < target,
    }  # fmt: skip


def _fresh_process(*arguments: str) -> dict[str, Any]:
    """Run this file anew; "start" counts from before the interpreter."""
    kept = dict.fromkeys(("XDG_STATE_HOME", "XDG_CACHE_HOME"), tempfile.mkdtemp(prefix="bench-"))
    environment = os.environ | kept | {"QT_QPA_PLATFORM": "offscreen", "BENCH_STARTED": repr(time.time())}
    command = [sys.executable, "-m", "benchmarks.bench_window", *arguments]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)
    return dict(json.loads(done.stdout))


def start() -> None:
    """Open the window, and say when it was painted first and which slow modules were there by then."""
    from PySide6.QtCore import QTimer

    from hsi_uq_app.gui import app, program
    from hsi_uq_app.gui.scene import SceneFeature

    def tell() -> None:
        slow = [name for name in SLOW if name in sys.modules]
        seconds = time.time() - float(os.environ["BENCH_STARTED"])
        print(json.dumps({"seconds": seconds, "imported": slow}), flush=True)
        os._exit(0)

    class Timed(program.Program):
        def __init__(self) -> None:
            super().__init__()
            scene = self.context.of(SceneFeature).view
            scene.sigDeviceRangeChanged.connect(lambda *_: QTimer.singleShot(0, tell))

    app.Program = Timed  # type: ignore[assignment, misc]
    app.run(None, [], None, [], None)


def measure(load: str, folder: str) -> None:
    """Move both sliders and print their figures."""
    from hsi_uq_app.gui.hcs import SetFeature

    program = _program(Path(folder))
    sliders = program.context.of(SetFeature).thresholds
    with _prediction(program) if load == "loaded" else _nothing():
        figures = {
            "alpha": _moved(program, sliders.alpha.slider, lambda k: 1 + (7 * k) % 50),
            "delta": _moved(program, sliders.delta.slider, lambda k: 300 + (37 * k) % 700),
        }
    print(json.dumps(figures), flush=True)
    os._exit(0)


def _program(folder: Path) -> "Program":
    """The program at 1600 x 1000 with a scene and a result on show."""
    from PySide6.QtWidgets import QApplication

    from hsi_uq_app.gui import theme
    from hsi_uq_app.gui.app import take_short_turns
    from hsi_uq_app.gui.files import FilesFeature
    from hsi_uq_app.gui.files.recent import RecentFiles
    from hsi_uq_app.gui.program import Program

    take_short_turns()
    app = QApplication([])
    theme.apply(app)
    program = Program(RecentFiles(folder / "recent.json"), folder, folder)
    program.window.resize(1600, 1000)
    program.window.show()
    program.context.of(FilesFeature).open("scene", _scene(folder))
    program.context.of(FilesFeature).open("result", _result(folder))
    _wait(lambda: program.session.state.result is not None and program.is_settled)
    return program


def _scene(folder: Path) -> Path:
    """A cube of noise, made once."""
    import numpy as np

    from hsi_uq_app.scene.envi_writer import write_header

    header = folder / "noise.hdr"
    if not header.exists():
        values = np.random.default_rng(0).normal(size=(BANDS, LINES, SAMPLES)).astype("<f4")
        values.tofile(folder / "noise.img")
        write_header(
            header,
            {
                "samples": SAMPLES, "lines": LINES, "bands": BANDS, "header offset": 0,
                "file type": "ENVI Standard", "data type": 4, "interleave": "bsq", "byte order": 0,
            },
        )  # fmt: skip
    return header


def _result(folder: Path) -> Path:
    """A map with about 1 % targets and 10 % undecided pixels, made once."""
    import numpy as np
    from scipy.stats import norm

    from hsi_uq_app.confidence.quantile_map import QuantileMapWriter
    from hsi_uq_app.posterior.levels import LEVELS, to_int16
    from hsi_uq_app.scene.open_scene import open_scene

    header = folder / "result.hdr"
    if header.exists():
        return header
    random = np.random.default_rng(1)
    spread = norm.ppf(np.array(LEVELS) / 1000).astype(np.float32)[:, None]
    with QuantileMapWriter(header, open_scene(folder / "noise.hdr"), _posterior().passport) as writer:
        for first in range(0, LINES * SAMPLES, 50_000):
            middle = random.normal(-4, 2.2, 50_000).astype(np.float32)
            writer.write(first, to_int16(middle + spread), np.stack([middle, abs(middle), np.tanh(middle)]))
    return header


def _posterior() -> Any:
    """Random networks of the default size."""
    from benchmarks.random_posterior import random_posterior

    return random_posterior("tanh", BANDS, DRAWS, BANDS)


def _moved(program: "Program", slider: Any, position: Callable[[int], int]) -> dict[str, float]:
    """Milliseconds from the handler's entry to the end of the paint, less the wait in the event queue."""
    import numpy as np
    from PySide6.QtCore import QEvent, QObject

    from hsi_uq_app.gui.scene import SceneFeature

    overlay = program.context.of(SceneFeature).view.map
    spans: list[float] = []

    def timed(work: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            entered = CLOCK()
            try:
                return work(*arguments)
            finally:
                spans.append(CLOCK() - entered)

        return call

    class Painted(QObject):
        """Times the painting of the whole window: all that happens within its update request."""

        drawn = 0

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
            if event.type() != QEvent.Type.UpdateRequest:
                return False
            timed(watched.event)(event)
            self.drawn = overlay.draws
            return True

    filter_, steps = Painted(), program.frames.steps
    program.frames.steps = tuple(timed(step) for step in steps)
    program.window.installEventFilter(filter_)
    worked, waited = [], []
    for number in range(MOVES):
        spans.clear()
        filter_.drawn = before = overlay.draws
        entered = CLOCK()
        timed(slider.setValue)(position(number))
        _wait(lambda before=before: filter_.drawn > before)  # type: ignore[misc]
        worked.append(sum(spans) * 1e3)
        waited.append((CLOCK() - entered) * 1e3 - worked[-1])
        _pause(0.012)
    program.window.removeEventFilter(filter_)
    program.frames.steps = steps
    return {
        "median": float(np.median(worked)), "p95": float(np.percentile(worked, 95)),
        "waited": float(np.median(waited)),
    }  # fmt: skip


def _pause(seconds: float) -> None:
    until = CLOCK() + seconds
    _wait(lambda: CLOCK() > until)


@contextmanager
def _nothing() -> Iterator[None]:
    yield


@contextmanager
def _prediction(program: "Program") -> Iterator[None]:
    """Predict the scene over and over, on all cores, in a worker."""
    state, posterior = program.session.state, _posterior()
    assert state.scene is not None
    cube, told = state.scene.cube, []

    class Nowhere:
        def write(self, first_pixel: int, levels: Any, side: Any) -> None:
            """Take it and let it go."""

    def work(progress: Any) -> None:
        from hsi_uq_app.posterior.predict import predict

        while True:
            predict(posterior, cube, Nowhere(), progress=progress)

    program.context.tasks.progressed.connect(lambda _, fraction, __: told.append(fraction))
    program.context.start("predict", work, lambda _: None)
    _wait(lambda: len(told) > 3)
    yield
    program.context.tasks.cancel("predict")


def _wait(until: Callable[[], bool]) -> None:
    from PySide6.QtCore import QCoreApplication, QEventLoop

    while not until():
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 2)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        jobs: dict[str, Callable[..., None]] = {"start": start, "measure": measure}
        jobs[sys.argv[1]](*sys.argv[2:])
    else:
        for row in run():
            print(row)
