"""Sessions are saved, opened, and brought back after a crash."""

from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.files.recent import RecentFiles
from hsi_uq_app.gui.program import Program
from hsi_uq_app.gui.rendering import Renderer
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.gui.sessions import SessionsFeature
from hsi_uq_app.gui.sessions.autosave import Autosave
from hsi_uq_app.progress import silent
from hsi_uq_app.session.files import scene_opened
from hsi_uq_app.session.hcs import alpha_set
from hsi_uq_app.session.scene import OpenScene
from hsi_uq_app.session.session import Session
from hsi_uq_app.session.session_file import read_session, save_session
from hsi_uq_app.session.spectra import pinned_spectrum
from hsi_uq_app.session.state import AppState, cursor_moved, task_started
from tests.gui.kit import press, ramp, wait_rested


def test_that_a_saved_session_opens_with_files_choices_and_pins(
    opened, settle, truth_file, model_file, tmp_path
):
    opened.context.of(FilesFeature).open("model", model_file)
    opened.context.of(FilesFeature).open("truth", truth_file)
    settle()
    opened.session.apply(alpha_set(9))
    opened.context.of(SceneFeature).pin((3, 4))
    before = opened.session.state
    opened.context.of(SessionsFeature).save(tmp_path / "s.json")
    opened.session.apply(alpha_set(30))
    opened.context.of(SessionsFeature).open(tmp_path / "s.json")
    settle()
    state = opened.session.state
    assert state.view == before.view
    assert paths(state) == paths(before)
    assert np.array_equal(pinned_spectrum(state, state.view.pins[0]), ramp()[:, 3, 4])


def paths(state: AppState) -> list[Path]:
    return [one.path for one in (state.scene, state.result, state.model, state.truth)]


def test_that_a_session_whose_files_are_gone_says_so(opened, settle, result_file, tmp_path):
    opened.context.of(SessionsFeature).save(tmp_path / "s.json")
    result_file.with_suffix(".json").unlink()
    opened.context.of(SessionsFeature).open(tmp_path / "s.json")
    settle()
    assert "result" in opened.window.panels["notices"].notice.what
    assert opened.session.state.scene is not None


@pytest.fixture
def quick(monkeypatch):
    """The running session is kept at once after a change."""
    monkeypatch.setattr("hsi_uq_app.gui.sessions.autosave.SAVE_MS", 1)


@pytest.mark.usefixtures("quick")
def test_that_a_crash_leaves_a_session_to_restore_and_a_good_end_none(qtbot, tmp_path):
    session = Session()
    first = Autosave(session, tmp_path)
    renderer = Renderer([first.follow])
    session.watch(lambda: renderer.render(session.state))
    renderer.render(session.state)
    session.apply(alpha_set(9))
    qtbot.waitUntil((tmp_path / "session.json").exists)
    first._lock.unlock()  # as the end of a process leaves it
    second = Autosave(Session(), tmp_path)
    assert read_session(second.left_behind).view.thresholds.alpha == 9
    second.save()
    second.end_well()
    assert Autosave(Session(), tmp_path).left_behind is None


@pytest.mark.usefixtures("quick")
def test_that_what_no_session_holds_is_no_reason_to_save(qtbot, tmp_path):
    session = Session()
    autosave = Autosave(session, tmp_path)
    renderer = Renderer([autosave.follow])
    for change in (lambda state: state, cursor_moved((1, 2)), task_started("open")):
        session.apply(change)
        renderer.render(session.state)
    qtbot.wait(50)
    assert not (tmp_path / "session.json").exists()


@pytest.mark.usefixtures("quick")
def test_that_a_second_window_leaves_the_session_of_the_first_alone(qtbot, tmp_path):
    first = Autosave(Session(), tmp_path)
    first.save()
    saved = (tmp_path / "session.json").read_bytes()
    second = Autosave(Session(alpha_set(3)(AppState())), tmp_path)
    assert second.left_behind is None
    for _ in range(2):
        second.follow(AppState())
    qtbot.wait(50)
    second.end_well()
    assert (tmp_path / "session.json").read_bytes() == saved
    first.end_well()


@pytest.mark.usefixtures("themed")
def test_that_restoring_without_anything_left_says_so(program, qtbot):
    press(program, qtbot, "Ctrl+Shift+R")
    assert "Nothing to restore" in program.window.panels["notices"].notice.what


def test_that_what_a_crash_left_comes_back_with_the_key_that_the_notice_names(
    qtbot, themed, tmp_path, scene_file
):
    kept = tmp_path / "state"
    kept.mkdir()
    scene = OpenScene(scene_file)(silent)
    save_session(alpha_set(9)(scene_opened(scene)(AppState())), kept / "session.json")
    program = Program(RecentFiles(kept / "recent.json"), results=tmp_path / "results", state=kept)
    qtbot.addWidget(program.window)
    program.window.show()
    assert "did not end well" in program.window.panels["notices"].notice.what
    press(program, qtbot, "Ctrl+Shift+R")
    wait_rested(program, qtbot)
    state = program.session.state
    assert (state.scene.path, state.view.thresholds.alpha) == (scene_file.resolve(), 9)
    program.window.close()
