"""The whole program without a screen, on a small scene with known values."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.app import take_short_turns
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.files.recent import RecentFiles
from hsi_uq_app.gui.program import Program
from hsi_uq_app.gui.scene.view import SceneView
from tests.gui.kit import (
    LINES,
    MAP_INFO,
    SAMPLES,
    WAVELENGTHS,
    ramp,
    three_parts,
    wait_rested,
    write_cube,
    write_model,
    write_result,
)  # fmt: skip


@pytest.fixture
def scene_file(tmp_path) -> Path:
    return write_cube(
        tmp_path / "town.hdr",
        ramp(),
        wavelength=WAVELENGTHS,
        wavelength_units="Nanometers",
        map_info=MAP_INFO,
    )


@pytest.fixture
def result_file(tmp_path, scene_file) -> Path:
    return write_result(scene_file, tmp_path / "result.hdr", three_parts())


@pytest.fixture
def truth_file(tmp_path, scene_file) -> Path:
    """Truth: the target at (10, 20) and one that nobody saw at (5, 5)."""
    abundance = np.zeros((1, LINES, SAMPLES), np.float32)
    abundance[0, 10, 20] = abundance[0, 5, 5] = 1.0
    return write_cube(tmp_path / "truth.hdr", abundance)


@pytest.fixture
def model_file(tmp_path) -> Path:
    return write_model(tmp_path / "model.safetensors")


@pytest.fixture
def themed(qapp) -> None:
    """The look, as the program starts with it."""
    theme.apply(qapp)


@pytest.fixture
def program(qtbot, themed, tmp_path) -> Iterator[Program]:
    """The program in a shown window of 1200 x 800, its files kept in the test's folder."""
    take_short_turns()
    kept = tmp_path / "state"
    made = Program(RecentFiles(kept / "recent.json"), results=tmp_path / "results", state=kept)
    qtbot.addWidget(made.window)
    made.window.resize(1200, 800)
    made.window.show()
    yield made
    made.window.close()
    assert made.context.tasks.stop(10)
    assert made.context.reads.stop(10)


@pytest.fixture
def settle(qtbot, program) -> Callable[[], None]:
    """Wait until nothing runs or is about to, and the last frame is drawn."""
    return partial(wait_rested, program, qtbot)


@pytest.fixture
def opened(program, settle, scene_file, result_file) -> Program:
    """The program with the scene and its result on show."""
    program.context.of(FilesFeature).open("scene", scene_file)
    program.context.of(FilesFeature).open("result", result_file)
    settle()
    assert program.session.state.result is not None
    return program


@pytest.fixture
def scene_view(qtbot, themed) -> SceneView:
    """A scene view of 600 x 600 on show."""
    view = SceneView()
    qtbot.addWidget(view)
    view.resize(600, 600)
    view.show()
    qtbot.waitExposed(view)
    return view
