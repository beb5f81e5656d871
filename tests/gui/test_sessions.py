"""Sessions are saved, opened, and brought back after a crash."""

import pytest
from hsi_uq_app.session.view_transitions import alpha_set

from hsi_uq_app.gui.sessions.autosave import Autosave
from hsi_uq_app.session.session import Session
from hsi_uq_app.session.session_file import read_session


def test_that_a_saved_session_opens_with_files_choices_and_pins(
    opened, settle, truth_file, model_file, tmp_path
):
    opened.files.open("model", model_file)
    opened.files.open("truth", truth_file)
    settle()
    opened.view.set_alpha(9)
    opened.view.pin((3, 4))
    before = opened.session.state
    opened.sessions.save(tmp_path / "s.json")
    opened.view.set_alpha(30)
    opened.sessions.open(tmp_path / "s.json")
    settle()
    state = opened.session.state
    assert state.view == before.view
    assert (state.result, state.model, state.truth.path) == (before.result, before.model, before.truth.path)
    assert 0 in state.spectra


def test_that_a_session_whose_files_are_gone_says_so(opened, settle, result_file, tmp_path):
    opened.sessions.save(tmp_path / "s.json")
    result_file.with_suffix(".json").unlink()
    opened.sessions.open(tmp_path / "s.json")
    settle()
    assert "result" in opened.window.panels["notices"]._notice.what
    assert opened.session.state.scene is not None


def test_that_a_crash_leaves_a_session_to_restore_and_a_good_end_none(qtbot, tmp_path):
    session = Session()
    first = Autosave(session, tmp_path)
    session.watch(lambda: first.follow(Session().state, session.state))
    session.apply(alpha_set(9))
    assert first._timer.isActive()
    first.save()
    first._lock.unlock()
    second = Autosave(Session(), tmp_path)
    assert read_session(second.left_behind).view.thresholds.alpha == 9
    second.save()
    second.end_well()
    assert Autosave(Session(), tmp_path).left_behind is None


def test_that_a_second_window_leaves_the_session_of_the_first_alone(qtbot, tmp_path):
    first = Autosave(Session(), tmp_path)
    first.save()
    second = Autosave(Session(), tmp_path)
    assert second.left_behind is None
    second.follow(Session().state, alpha_set(3)(Session().state))
    assert not second._timer.isActive()
    assert (tmp_path / "session.json").exists()
    first.end_well()


@pytest.mark.usefixtures("themed")
def test_that_restoring_without_anything_left_says_so(program):
    program.actions["restore_session"]()
    assert "Nothing to restore" in program.window.panels["notices"]._notice.what
