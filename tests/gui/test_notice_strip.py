"""The notice strip says what, where and what to do; the progress line the time left."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from hsi_uq_app.errors import UserError
from hsi_uq_app.gui.notice import Notice, notice_of
from hsi_uq_app.gui.notices.progress import ProgressLine, time_left_text
from hsi_uq_app.gui.notices.strip import NoticeStrip


class Clock:
    """A clock set by hand, in seconds."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def strip(qtbot, themed) -> NoticeStrip:
    made = NoticeStrip()
    qtbot.addWidget(made)
    made.resize(600, 60)
    return made


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def line(qtbot, themed, clock) -> ProgressLine:
    made = ProgressLine(clock=clock)
    qtbot.addWidget(made)
    return made


def test_that_a_user_error_is_shown_with_what_to_do(strip):
    strip.show_notice(notice_of(UserError("town.hdr line 4: interleave is bli", "write bsq, bil or bip")))
    assert strip.text.text() == "Error: town.hdr line 4: interleave is bli\nWrite bsq, bil or bip"
    assert strip.isVisible()
    assert strip.accessibleName().startswith("Error")


@pytest.mark.parametrize(
    ("severity", "sign"), [("note", "i"), ("done", "✓"), ("warning", "!"), ("error", "×")]
)
def test_that_severity_is_told_by_a_sign_too(strip, severity, sign):
    strip.show_notice(Notice(severity, "something"))
    assert strip.sign.text() == sign
    strip.grab()


def test_that_text_is_never_taken_for_markup(strip):
    strip.show_notice(Notice("error", "<b>odd</b> & name"))
    assert strip.text.textFormat() == Qt.TextFormat.PlainText


def test_that_closing_is_told(strip, qtbot):
    strip.show_notice(Notice("error", "something"))
    with qtbot.waitSignal(strip.closed):
        strip.close_button.click()
    assert strip.isHidden()


def test_that_no_notice_hides_the_strip_without_telling(strip, qtbot):
    strip.show_notice(Notice("error", "something"))
    with qtbot.assertNotEmitted(strip.closed):
        strip.show_notice(None)
    assert strip.isHidden()


def test_that_good_news_closes_by_itself_and_errors_stay(strip, qtbot):
    strip.show_notice(Notice("done", "exported"))
    assert strip.timer.isActive()
    with qtbot.waitSignal(strip.closed):
        strip.timer.timeout.emit()
    strip.show_notice(Notice("done", "exported"))
    strip.show_notice(Notice("error", "something"))
    assert not strip.timer.isActive()


def test_that_details_are_copied_where_there_are_some(strip):
    strip.show_notice(Notice("error", "a bug", "report it", "Traceback …"))
    strip.copy_button.click()
    assert QGuiApplication.clipboard().text() == "a bug\nreport it\nTraceback …"
    strip.show_notice(Notice("error", "a missing file"))
    assert strip.copy_button.isHidden()


def test_that_a_long_message_wraps_instead_of_widening_the_window(strip):
    strip.show_notice(Notice("error", "a very long path " * 40))
    assert strip.minimumSizeHint().width() < 600


def test_that_progress_shows_what_is_done_and_the_time_left(line, clock):
    line.show_progress("predict", 0.0)
    clock.now += 5
    line.show_progress("predict", 0.4, "tile 12 of 30")
    assert line.words.text() == "tile 12 of 30"
    assert line.bar.value() == 400
    assert line.left.text() == "8 s left"
    assert "40%" in line.accessibleDescription()


def test_that_short_tasks_do_not_flash(line, qtbot):
    line.show_progress("open", 0.5)
    assert line.isHidden()
    line.finish("open")
    assert not line.timer.isActive()


def test_that_longer_tasks_appear_and_go_when_done(line, qtbot):
    line.show_progress("predict", 0.1)
    qtbot.waitUntil(line.isVisible)
    line.finish("predict")
    assert line.isHidden()


def test_that_cancel_names_the_task_and_waits_for_it(line, qtbot):
    line.show_progress("predict", 0.1)
    with qtbot.waitSignal(line.cancel_requested) as told:
        line.cancel_button.click()
    assert told.args == ["predict"]
    assert line.left.text() == "stopping …"
    assert not line.cancel_button.isEnabled()
    line.finish("predict")
    line.show_progress("predict", 0.1)
    assert line.cancel_button.isEnabled()


def test_that_the_newest_of_several_tasks_is_shown_and_the_others_counted(line):
    line.show_progress("predict", 0.1, "tile 3 of 30")
    line.show_progress("open", 0.5, "reading")
    assert line.words.text() == "reading  (+1 more)"
    line.finish("open")
    assert line.words.text() == "tile 3 of 30"


def test_that_finishing_an_unknown_task_and_cancelling_nothing_are_harmless(line, qtbot):
    with qtbot.assertNotEmitted(line.cancel_requested):
        line.finish("nothing")
        line.cancel()


@pytest.mark.parametrize(
    ("elapsed", "fraction", "text"),
    [
        (0.5, 0.5, ""),
        (10.0, 0.01, ""),
        (10.0, 0.0, ""),
        (10.0, 1.0, "1 s left"),
        (30.0, 0.5, "30 s left"),
        (60.0, 0.25, "3 min left"),
        (3600.0, 0.4, "1 h 30 min left"),
    ],
)
def test_that_time_left_is_told_once_the_pace_is_known(elapsed, fraction, text):
    assert time_left_text(elapsed, fraction) == text
