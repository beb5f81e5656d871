import subprocess
import sys
from pathlib import Path

import pytest

from hsi_uq_app import display
from hsi_uq_app.__main__ import main

ON_LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X and Wayland are Linux matters")


@ON_LINUX
def test_that_a_machine_without_display_is_told_apart() -> None:
    assert display.display_problem({}) == "no display"


@ON_LINUX
def test_that_a_display_that_does_not_answer_is_named() -> None:
    assert display.display_problem({"DISPLAY": ":9731"}) == "the display :9731 does not answer"
    wayland = {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": "/nowhere"}
    assert display.display_problem(wayland) == "the display wayland-9 does not answer"


@ON_LINUX
def test_that_missing_system_libraries_are_named_by_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "_loads", lambda name: name != "libxcb-cursor.so.0")
    assert display.missing_libraries() == ["libxcb-cursor0"]
    assert display.display_problem({"QT_QPA_PLATFORM": "offscreen"}) is None


@ON_LINUX
def test_that_no_display_is_one_line_with_what_to_use_instead(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(variable, raising=False)
    assert main([]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "no display" in said
    assert "`hsi-uq`" in said
    assert "--screenshot" in said


def test_that_the_list_for_bare_machines_names_every_library() -> None:
    listed = (Path(__file__).parents[1] / ".ci" / "system-libraries").read_text().split("\n")
    assert set(display.SYSTEM_LIBRARIES.values()) <= set(listed)


def test_that_the_window_module_loads_no_slow_library() -> None:
    slow = "torch", "matplotlib", "rasterio", "skimage", "sklearn", "pyogrio"
    code = f"import sys, hsi_uq_app.gui.app; print([m for m in {slow} if m in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
