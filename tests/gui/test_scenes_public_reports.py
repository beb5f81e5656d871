"""Kinds A to C of the public reports, as far as the window is asked. One test a row, with its number."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.gui.kit import WAVELENGTHS, ramp, write_cube

ROTATED = "{{UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, WGS-84, rotation={0}, units=Meters}}"

START = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
app = QApplication([])
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.program import Program
from hsi_uq_app.gui.files.recent import RecentFiles
from hsi_uq_app.workflow.export import export
from hsi_uq_app.workflow.select import select
from hsi_uq_app.confidence.quantile_map import open_quantile_map
folder = Path(sys.argv[1])
program = Program(RecentFiles(folder / "recent.json"), results=folder)
program.window.show()
export(select(open_quantile_map(folder / "result.hdr"), 0.2, 0.2), "png", folder / "set.png")
found = [name for name in sys.modules if name.split(".")[0] in ("wx", "OpenGL", "tkinter", "spectral")]
found += [name for name in sys.modules if name.startswith("matplotlib.backends.backend_")]
print(sorted(name for name in found if not name.endswith("backend_agg")), "matplotlib.pyplot" in sys.modules)
program.window.close()
"""


def test_c4_that_no_other_windows_are_opened(scene_file: Path, result_file: Path) -> None:
    """Neither SPy's (wx, OpenGL) nor matplotlib's: pictures are drawn without any."""
    command = [sys.executable, "-c", START, str(result_file.parent)]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    assert told.stdout.strip() == "[] False"


@pytest.mark.parametrize(
    ("degrees", "place"), [(90, (500_000 + 2 * 3.5, 4_000_000 + 2 * 8.5)), (0, (500_017, 3_999_993))]
)
def test_b2_that_a_rotated_scene_is_shown_unrotated_and_read_out_in_its_place(
    program, settle, tmp_path: Path, degrees: int, place: tuple[float, float]
) -> None:
    map_info = ROTATED.format(degrees)
    scene = write_cube(tmp_path / "turned.hdr", ramp(), wavelength=list(WAVELENGTHS), map_info=map_info)
    program.context.of(FilesFeature).open("scene", scene)
    settle()
    state = program.session.state
    assert state.composite.picture.shape == (30, 50, 3)
    assert state.composite.picture[0, 0, 0] < state.composite.picture[-1, -1, 0]
    program.view.hover((3, 8))
    settle()
    assert np.allclose(state.scene.cube.georeference.map_xy(3, 8), place)
    assert f"E {place[0]:,.1f}" in program.window.panels["readout"].plain()
