"""A scene and a result of it, as the session holds them."""

from pathlib import Path

import pytest

from hsi_uq_app.progress import silent
from hsi_uq_app.session.results import LoadResult
from hsi_uq_app.session.scene import OpenScene
from hsi_uq_app.session.state import AppState
from tests.gui.kit import MAP_INFO, WAVELENGTHS, ramp, three_parts, write_cube, write_result


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
def state(scene_file, tmp_path) -> AppState:
    """A state with a scene and its result, which is shown."""
    scene = OpenScene(scene_file)(silent)
    result = LoadResult(write_result(scene_file, tmp_path / "result.hdr", three_parts()))(silent)
    return AppState(scene=scene, results=(result,), result=result)
