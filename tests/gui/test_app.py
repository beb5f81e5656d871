"""Starting the program."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui import app
from hsi_uq_app.gui.app import save_when_settled
from hsi_uq_app.gui.files.recent import RecentFiles
from hsi_uq_app.gui.program import Program

SLOW = ("torch", "matplotlib", "rasterio", "skimage", "sklearn")


def fresh(tmp_path: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    homes = dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"), str(tmp_path))
    paths = {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        command,
        env=os.environ | homes | paths | environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def test_that_importing_the_window_imports_nothing_slow(tmp_path):
    code = f"import sys, hsi_uq_app.gui.app; print(*(name for name in {SLOW} if name in sys.modules))"
    assert fresh(tmp_path, sys.executable, "-c", code).stdout.strip() == ""


def test_that_a_screenshot_shows_the_scene_with_its_set_without_a_screen(
    tmp_path, scene_file, model_file, result_file, truth_file
):
    picture = tmp_path / "window.png"
    done = fresh(
        tmp_path, sys.executable, "-m", "hsi_uq_app", str(scene_file), "--model", str(model_file), "--truth",
        str(truth_file), "--result", str(result_file), "--screenshot", str(picture),
        QT_QPA_PLATFORM="offscreen",
    )  # fmt: skip
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (1600, 1000)
    colours = {image.pixel(x, y) for x in range(0, 1600, 7) for y in range(0, 1000, 7)}
    assert len(colours) > 50


def test_that_a_screenshot_that_cannot_be_written_is_a_user_error(qtbot, themed, tmp_path):
    program, failures = Program(RecentFiles(tmp_path / "recent.json"), tmp_path, tmp_path), []
    qtbot.addWidget(program.window)
    program.window.show()
    save_when_settled(program, tmp_path / "no" / "folder.png", failures)
    qtbot.waitUntil(lambda: bool(failures), timeout=20_000)
    assert isinstance(failures[0], UserError)


@pytest.mark.real_window
def test_that_the_window_opens_on_a_real_display(tmp_path, scene_file, result_file):
    xvfb = shutil.which("xvfb-run")
    if not xvfb:
        pytest.skip("xvfb-run is not installed")
    picture = tmp_path / "window.png"
    for _ in range(3):  # two programs that look for a free display at once find the same one
        done = fresh(
            tmp_path, xvfb, "-a", "-s", "-screen 0 1920x1200x24",
            sys.executable, "-m", "hsi_uq_app", str(scene_file),
            "--result", str(result_file), "--screenshot", str(picture),
            QT_QPA_PLATFORM="xcb",
        )  # fmt: skip
        if "does not answer" not in done.stderr:
            break
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert QImage(str(picture)).width() == 1600


def test_that_run_is_what_the_start_up_calls():
    assert app.run.__annotations__ == {
        "scene": Path | None, "models": list[Path], "truth": Path | None, "results": list[Path],
        "screenshot": Path | None, "return": int,
    }  # fmt: skip
