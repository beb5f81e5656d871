"""The whole program: what an opened scene with its result shows, and what it does not load."""

import subprocess
import sys
from pathlib import Path

from hsi_uq_app.session.hcs import alpha_set

START = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
app = QApplication([])
from hsi_uq_app.gui.program import Program
from hsi_uq_app.gui.files.recent import RecentFiles
from hsi_uq_app.workflow.export import export
from hsi_uq_app.workflow.select import select
from hsi_uq_app.confidence.quantile_map import open_quantile_map
folder = Path(sys.argv[1])
program = Program(RecentFiles(folder / "recent.json"), results=folder, state=folder / "state")
program.window.show()
export(select(open_quantile_map(folder / "result.hdr"), 0.2, 0.2), "png", folder / "set.png")
found = [name for name in sys.modules if name.split(".")[0] in ("wx", "OpenGL", "tkinter", "spectral")]
found += [name for name in sys.modules if name.startswith("matplotlib.backends.backend_")]
print(sorted(name for name in found if not name.endswith("backend_agg")), "matplotlib.pyplot" in sys.modules)
program.window.close()
"""


def test_that_a_scene_opens_in_natural_colour_with_its_result_counted(opened):
    view = opened.session.state.view
    assert (view.preset, view.bands) == ("natural", (2, 1, 0))
    cells = opened.window.panels["set"].cells
    assert [cells[part][0].text() for part in (1, 0, 2)] == ["3", "50", "1,447"]


def test_that_detections_are_counted_soon_after_the_sliders_rest(opened, settle):
    opened.session.apply(alpha_set(10))
    settle()
    assert opened.window.panels["set"].detections.text() == "2 detections"


def test_that_area_is_shown_where_the_scene_lies_on_a_map(opened):
    assert opened.window.panels["set"].cells[1][2].text() == "12 m²"


def test_that_no_other_windows_are_opened(scene_file: Path, result_file: Path) -> None:
    """Neither SPy's (wx, OpenGL) nor matplotlib's: pictures are drawn without any."""
    command = [sys.executable, "-c", START, str(result_file.parent)]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    assert told.stdout.strip() == "[] False"
