"""An analyst of a test: gestures on a window whose tasks run at once, and what the window shows each."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QListWidget,
    QTableWidget,
    QWidget,
)

from hsi_uq_app.gui import program as program_module
from hsi_uq_app.gui.calibration import CalibrationFeature
from hsi_uq_app.gui.comparison import ComparisonFeature
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.files.recent import RecentFiles
from hsi_uq_app.gui.models import ModelsFeature
from hsi_uq_app.gui.program import Program
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.gui.tasks import Task
from hsi_uq_app.progress import silent
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.session import layer as layer_module
from hsi_uq_app.session.calibration import calibration_closed, suggested_regions
from hsi_uq_app.session.hcs import alpha_set, delta_set
from hsi_uq_app.session.layers import LAYERS, layer_chosen, styled
from hsi_uq_app.session.library import library_closed, spectrum_overlaid
from hsi_uq_app.session.models import model_chosen, model_dropped
from hsi_uq_app.session.reliability import RELIABILITY, bins_lit, curve_chosen, isotonic_shown
from hsi_uq_app.session.results import result_chosen, result_dropped
from hsi_uq_app.session.scene import preset_chosen
from hsi_uq_app.session.spectra import pin_removed, pin_shown, pins_cleared, region_framed
from hsi_uq_app.session.state import AppState, cursor_moved
from hsi_uq_app.session.suburb import discs_toggled
from hsi_uq_app.session.truth import region_chosen
from hsi_uq_app.workflow.calibration_plan import Plan
from tests.gui.kit import (
    LINES,
    MAP_INFO,
    SAMPLES,
    WAVELENGTHS,
    ramp,
    three_parts,
    write_cube,
    write_model,
    write_result,
)

THINNED_ABOVE = 400
"""Maps of this test are thinned, as those above four million pixels are."""
SIZES = {"scene": (500, 300), "spectrum": (300, 400), "reliability": (280, 320)}
"""Panels that are compared as they are painted, at sizes that do not depend on the splitters' past."""
HISTORY = ("undo", "redo")
"""Whether there is a way back is of the session, not of its state."""
UNSTATED = ("notices", "progress")
"""Panels that show what happened, not what is."""


class AtOnce(QObject):
    """A task runner without threads: a task is over when `start` returns."""

    started = Signal(str)
    progressed = Signal(str, float, str)
    measured = Signal(str, float, object)
    cancelled = Signal(str)
    failed = Signal(str, object)
    finished = Signal(str)

    def __init__(self, parent: QObject | None = None, threads: int = 1, retired: int = 0) -> None:
        super().__init__(parent)
        self._running: list[str] = []

    def start(self, task: Task) -> None:
        self._running.append(task.name)
        self.started.emit(task.name)
        try:
            value = task.work(silent)
        except Exception as error:  # carried to the window, as from a thread
            self._running.remove(task.name)
            self.failed.emit(task.name, error)
        else:
            self._running.remove(task.name)
            task.done(value)
        self.finished.emit(task.name)

    def running(self) -> tuple[str, ...]:
        return tuple(self._running)

    def cancel(self, name: str) -> None:
        """Nothing runs that could be."""

    def stop(self, within_s: float) -> bool:
        return True


@contextmanager
def tasks_at_once() -> Iterator[None]:
    """Programs made inside run their tasks at once, and maps above THINNED_ABOVE pixels are thinned."""
    runner, largest = program_module.TaskRunner, layer_module.LARGEST_FULL
    program_module.TaskRunner, layer_module.LARGEST_FULL = AtOnce, THINNED_ABOVE
    try:
        yield
    finally:
        program_module.TaskRunner, layer_module.LARGEST_FULL = runner, largest


def shown(folder: Path, state: AppState | None = None) -> Program:
    """A program in a window of 1200 x 900; of this state, with everything that follows from it made anew."""
    made = Program(RecentFiles(folder / "recent.json"), results=folder / "results", state=folder / "state")
    made.window.resize(1200, 900)
    made.window.show()
    if state is not None:
        made.session.apply(lambda _: replace(state, derived={}))
    settle(made)
    return made


def settle(program: Program) -> None:
    """Show frames until nothing follows any more."""
    while not program.is_settled:
        program.follower.flush()
        program.frames.flush()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()
    QApplication.processEvents()


def calm(program: Program) -> None:
    """Put away what happened, and fit the scene to the window: neither is of the state."""
    program.context.notify(None)
    QApplication.processEvents()
    program.context.of(SceneFeature).view.box.fit()
    QApplication.processEvents()


def texts(program: Program) -> Counter[tuple[Any, ...]]:
    """Everything of the window that can be read, and whether it can be used."""
    said: Counter[tuple[Any, ...]] = Counter()
    for name, panel in program.window.panels.items():
        if name in UNSTATED:
            continue
        for widget in (panel, *panel.findChildren(QWidget)):
            is_zoom = name == "composites" and isinstance(widget, QLabel)  # follows from the splitters' past
            if widget.isVisibleTo(program.window) and not is_zoom:
                said[name, type(widget).__name__, widget.isEnabled(), widget.toolTip(), _value(widget)] += 1
    for name, action in program.commands.actions.items():
        if name not in HISTORY:
            said["action", name, action.isEnabled(), action.toolTip()] += 1
    tabs = program.window.tabs
    for place in range(tabs.count()):
        said["tab", tabs.tabText(place), tabs.isTabVisible(place)] += 1
    return said


def _value(widget: QWidget) -> Any:
    match widget:
        case QLabel() | QAbstractSpinBox():
            return widget.text()
        case QAbstractButton():
            return widget.text(), widget.isChecked()
        case QComboBox():
            return widget.currentText(), widget.count()
        case QAbstractSlider() if widget.parent() is None or "Scroll" not in type(widget).__name__:
            return widget.value()
        case QListWidget():
            rows = [widget.item(row) for row in range(widget.count())]
            return tuple((row.text(), row.toolTip(), row.isSelected()) for row in rows)
        case QTableWidget():
            cells = [widget.item(row, column) for row in range(widget.rowCount())
                     for column in range(widget.columnCount())]  # fmt: skip
            return tuple((cell.text(), cell.toolTip(), cell.isSelected()) if cell else None for cell in cells)
        case _:
            return widget.accessibleDescription()


def pictures(program: Program) -> dict[str, bytes]:
    """Scene, spectra and diagram as they are painted, at sizes that do not depend on the past."""
    view = program.context.of(SceneFeature).view
    found = {}
    for name, size in SIZES.items():
        widget = program.window.panels[name]
        widget = widget.view if name == "reliability" else widget  # the panel lies down or stands by its past
        if not widget.isVisibleTo(program.window):
            continue
        before = widget.size()
        widget.resize(*size)
        view.box.fit()
        focused = QApplication.focusWidget()
        if focused:
            focused.clearFocus()
        image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        widget.resize(before)
        found[name] = bytes(image.constBits())
    return found


class Analyst:
    """Somebody at a window, with files of her own: two scenes, models, results, truth, a library."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scenes = [self._scene("town", 0.0), self._scene("village", 3.0)]
        self.models = [
            write_model(folder / f"model{number}.safetensors", draws=50 + number) for number in (0, 1)
        ]
        self.result = folder / "result.hdr"
        self.rewritten = 0
        self.library = folder / "library.csv"
        rows = [f"{nm},{0.1 * n + 0.1},{0.9 - 0.1 * n}" for n, nm in enumerate(WAVELENGTHS)]
        self.library.write_text("\n".join(["wavelength,grass,paint", *rows]))
        abundance = np.zeros((1, LINES, SAMPLES), np.float32)
        abundance[0, 2:28:3, 26:48:4] = 1.0
        self.truth = write_cube(folder / "truth.hdr", abundance)
        self._write_result()
        self.program = shown(folder)

    def close(self) -> None:
        self.program.window.close()

    def do(self, gesture: str, number: int) -> None:
        """One gesture, and everything that follows from it."""
        GESTURES[gesture](self, number)
        settle(self.program)

    def check(self) -> None:
        """The window shows what a window shown afresh from the same state shows.

        Raises:
            AssertionError: it does not.
        """
        afresh = shown(self.folder / "afresh", self.program.session.state)
        try:
            for program in (self.program, afresh):
                calm(program)
            here, there = texts(self.program), texts(afresh)
            assert here == there, f"only here {dict(here - there)}\nonly afresh {dict(there - here)}"
            mine, fresh = pictures(self.program), pictures(afresh)
            differing = [name for name in SIZES if mine.get(name) != fresh.get(name)]
            assert not differing, f"painted otherwise: {differing}"
        finally:
            afresh.window.close()
            afresh.window.deleteLater()

    def _scene(self, name: str, more: float) -> Path:
        return write_cube(
            self.folder / f"{name}.hdr", ramp() + more, wavelength=WAVELENGTHS,
            wavelength_units="Nanometers", map_info=MAP_INFO,
        )  # fmt: skip

    def _write_result(self) -> None:
        """The same name each time, another content."""
        logits = three_parts()
        logits[4 : 6 + self.rewritten, 30] = 8.0
        logits[2:28:3, 26:48:8] = 1.0 + self.rewritten
        write_result(self.scenes[0], self.result, logits)

    def open(self, what: str, path: Path) -> None:
        self.program.context.of(FilesFeature).open(what, path)

    def apply(self, transition: Callable[[AppState], AppState]) -> None:
        self.program.session.apply(transition)

    @property
    def state(self) -> AppState:
        return self.program.session.state

    def reopen_rewritten(self, _: int) -> None:
        self.rewritten = (self.rewritten + 1) % 3
        self._write_result()
        self.open("result", self.result)

    def run(self, _: int) -> None:
        self.program.context.of(ModelsFeature).run()

    def choose_result(self, number: int) -> None:
        if self.state.results:
            self.apply(result_chosen(self.state.results[number % len(self.state.results)]))

    def drop_result(self, number: int) -> None:
        if self.state.results:
            self.apply(result_dropped(self.state.results[number % len(self.state.results)]))

    def choose_model(self, number: int) -> None:
        if self.state.models:
            change = model_dropped if number == 5 else model_chosen
            self.apply(change(self.state.models[number % len(self.state.models)]))

    def light(self, number: int) -> None:
        curve = RELIABILITY.of(self.state)
        if curve is not None:
            self.apply(bins_lit(tuple(np.unique(curve.bins)[: number % 3].tolist())))

    def pin(self, number: int) -> None:
        if self.state.scene:
            self.program.context.of(SceneFeature).pin((5 * number + 2, 8 * number + 2))

    def change_pin(self, number: int) -> None:
        if self.state.view.pins:
            key = self.state.view.pins[number % len(self.state.view.pins)].key
            self.apply(pin_removed(key) if number % 2 else pin_shown(key, number % 4 == 0))

    def calibrate(self, number: int) -> None:
        if self.state.result and self.state.truth:
            fit, report = suggested_regions(self.state.result.quantiles)
            name = ("temperature", "platt", "cc")[number % 3]
            self.program.context.of(CalibrationFeature).start(name, Plan(fit, report))

    def frame(self, number: int) -> None:
        words = f"lines={number}:{number + 5},samples={3 * number}:{3 * number + 8}"
        self.apply(
            region_framed(parse_region(words, LINES, SAMPLES) if number and self.state.scene else None)
        )


GESTURES: dict[str, Callable[[Analyst, int], None]] = {
    "open": lambda one, n: one.open("scene", one.scenes[n % 2 if n > 3 else 0]),
    "open result": lambda one, n: one.open("result", one.result),
    "open truth": lambda one, n: one.open("truth", one.truth) if one.state.scene else None,
    "open model": lambda one, n: one.open("model", one.models[n % 2]),
    "open library": lambda one, n: one.open("library", one.library) if n else one.apply(library_closed),
    "reopen rewritten": Analyst.reopen_rewritten,
    "run": Analyst.run,
    "choose result": Analyst.choose_result,
    "choose model": Analyst.choose_model,
    "drop result": Analyst.drop_result,
    "alpha": lambda one, n: one.apply(alpha_set(1 + 9 * n)),
    "delta": lambda one, n: one.apply(delta_set(1 + 90 * n)),
    "layer": lambda one, n: one.apply(layer_chosen(tuple(LAYERS)[(2 * n) % len(LAYERS)])),
    "no layer": lambda one, n: one.apply(layer_chosen("none" if n % 2 else "hcs")),
    "opacity": lambda one, n: one.apply(styled(one.state.view.layer, opacity=n / 5)),
    "colours": lambda one, n: one.apply(styled(one.state.view.layer, colour_map=("magma", "grey")[n % 2])),
    "composite": lambda one, n: one.apply(preset_chosen(("natural", "false")[n % 2])) if n > 3 else None,
    "pin": Analyst.pin,
    "change pin": Analyst.change_pin,
    "clear pins": lambda one, n: one.apply(pins_cleared),
    "frame": Analyst.frame,
    "hover": lambda one, n: one.apply(cursor_moved((4 * n, 9 * n) if n and one.state.scene else None)),
    "undo": lambda one, n: one.program.session.undo(),
    "redo": lambda one, n: one.program.session.redo(),
    "region": lambda one, n: one.apply(region_chosen(("all", "left", "right")[n % 3])),
    "kind": lambda one, n: one.apply(curve_chosen(curve_kind=("positive", "top-label")[n % 2])),
    "spacing": lambda one, n: one.apply(curve_chosen(curve_spacing=("width", "mass")[n % 2])),
    "isotonic": lambda one, n: one.apply(isotonic_shown(n % 2 == 0)),
    "light": Analyst.light,
    "calibrate": Analyst.calibrate,
    "as predicted": lambda one, n: one.apply(calibration_closed),
    "compare": lambda one, n: one.program.context.of(ComparisonFeature).toggle(),
    "overlay": lambda one, n: one.apply(spectrum_overlaid(n % 2, n < 3)) if one.state.library else None,
    "discs": lambda one, n: one.apply(discs_toggled),
}
BEGINNING = (("open", 0), ("open truth", 0), ("open result", 0))
"""How most sequences begin: without these there is little to see."""
