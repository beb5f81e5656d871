"""A bug never closes the window, and leaves a report."""

import sys
import threading

import pytest

from hsi_uq_app.gui.bug_report import catch_bugs, write_report
from hsi_uq_app.gui.context import bug_notice
from hsi_uq_app.session.hcs import alpha_set


@pytest.fixture
def hooks(monkeypatch):
    """Put back the hooks that a test installs."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)


def bug(*_: object) -> None:
    raise KeyError("a bug")


def test_that_a_report_holds_versions_and_the_traceback(tmp_path):
    try:
        bug()
    except KeyError as error:
        path = write_report(error, tmp_path)
    text = path.read_text(encoding="utf-8")
    assert "HSI UQ" in text
    assert "KeyError: 'a bug'" in text
    assert "in bug" in text


def test_that_a_folder_that_cannot_be_written_makes_no_second_bug(tmp_path):
    (tmp_path / "file").write_text("")
    assert write_report(ValueError("x"), tmp_path / "file" / "inside") is None


@pytest.mark.usefixtures("hooks")
def test_that_bugs_of_other_threads_are_told_too(tmp_path, capsys):
    told = []
    catch_bugs(lambda error, path: told.append((error, path)), tmp_path)
    thread = threading.Thread(target=bug)
    thread.start()
    thread.join()
    ((error, path),) = told
    assert isinstance(error, KeyError)
    assert path.exists()
    assert "a bug" in capsys.readouterr().err


def test_that_a_bug_in_a_task_leaves_the_window_open_and_names_the_report(
    program, qtbot, tmp_path, monkeypatch
):
    monkeypatch.setattr("hsi_uq_app.gui.bug_report.reports_folder", lambda: tmp_path / "reports")
    program.context.start("broken", bug, lambda _: None)
    qtbot.waitUntil(lambda: program.window.panels["notices"].notice is not None)
    told = program.window.panels["notices"].notice
    (report,) = (tmp_path / "reports").iterdir()
    assert str(report) in told.hint
    assert "KeyError" in told.details
    assert program.window.isVisible()


def test_that_a_bug_in_a_slot_is_told_in_the_strip(program, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr("hsi_uq_app.gui.bug_report.reports_folder", lambda: tmp_path / "reports")
    program.bug_met.emit(KeyError("a bug"))
    assert "KeyError" in program.window.panels["notices"].notice.what


def test_that_a_bug_in_one_part_of_the_window_leaves_the_others_alive(opened, monkeypatch):
    monkeypatch.setattr(opened.window.panels["scene"].map, "show_codes", bug)
    opened.session.apply(alpha_set(9))
    with pytest.raises(KeyError):
        opened.frames.flush()
    assert opened.window.panels["thresholds"].alpha.slider.value() == 9


def test_that_without_a_report_file_the_details_can_be_copied(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("hsi_uq_app.gui.bug_report.reports_folder", lambda: tmp_path / "file" / "inside")
    assert "copy the details" in bug_notice(KeyError("a bug")).hint
