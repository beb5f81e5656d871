"""Scenes opened lately: remembered, in order, and never a reason to fail."""

from pathlib import Path

import pytest

from hsi_uq_app.gui.files.recent import LIMIT, RecentFiles, RecentMenu


@pytest.fixture
def recent(tmp_path) -> RecentFiles:
    return RecentFiles(tmp_path / "state" / "recent.json")


@pytest.fixture
def scene(tmp_path) -> Path:
    path = tmp_path / "town & country.hdr"
    path.write_text("ENVI\n")
    return path


def test_that_the_newest_file_is_first_and_stands_once(recent, tmp_path):
    for name in ("a.hdr", "b.hdr", "a.hdr"):
        recent.add(tmp_path / name)
    assert recent.paths() == (tmp_path / "a.hdr", tmp_path / "b.hdr")


def test_that_the_list_outlives_the_program(recent, tmp_path):
    recent.add(tmp_path / "a.hdr")
    assert RecentFiles(tmp_path / "state" / "recent.json").paths() == (tmp_path / "a.hdr",)


def test_that_the_list_is_kept_short(recent, tmp_path):
    for number in range(LIMIT + 5):
        recent.add(tmp_path / f"{number}.hdr")
    assert len(recent.paths()) == LIMIT
    assert recent.paths()[0].name == f"{LIMIT + 4}.hdr"


def test_that_files_can_be_forgotten(recent, tmp_path):
    recent.add(tmp_path / "a.hdr")
    recent.add(tmp_path / "b.hdr")
    recent.forget(tmp_path / "a.hdr")
    assert recent.paths() == (tmp_path / "b.hdr",)
    recent.clear()
    assert recent.paths() == ()


def test_that_a_relative_path_is_kept_whole(recent, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    recent.add(Path("a.hdr"))
    assert recent.paths() == (tmp_path / "a.hdr",)


@pytest.mark.parametrize("text", ["", "{", '{"a": 1}', "[1, null]", "7", "\x00\xff"])
def test_that_a_broken_list_is_an_empty_one(tmp_path, text):
    path = tmp_path / "recent.json"
    path.write_bytes(text.encode("latin-1"))
    assert RecentFiles(path).paths() == ()
    RecentFiles(path).add(tmp_path / "a.hdr")
    assert RecentFiles(path).paths() == (tmp_path / "a.hdr",)


def test_that_a_place_that_cannot_be_written_is_no_error(tmp_path):
    (tmp_path / "file").write_text("in the way")
    recent = RecentFiles(tmp_path / "file" / "recent.json")
    recent.add(tmp_path / "a.hdr")
    assert recent.paths() == ()


def test_that_the_menu_offers_files_and_greys_missing_ones(qtbot, recent, scene, tmp_path):
    recent.add(tmp_path / "gone.hdr")
    recent.add(scene)
    menu = RecentMenu(recent)
    qtbot.addWidget(menu)
    menu.aboutToShow.emit()
    there, gone = menu.actions()[:2]
    assert there.text().startswith("&1  town && country.hdr")
    assert there.isEnabled()
    assert not gone.isEnabled()
    assert gone.text().endswith("(missing)")
    with qtbot.waitSignal(menu.file_chosen) as told:
        there.trigger()
    assert told.args == [scene]


def test_that_an_empty_menu_says_so(qtbot, recent):
    menu = RecentMenu(recent)
    qtbot.addWidget(menu)
    menu.refresh()
    assert [action.text() for action in menu.actions()] == ["No scene opened yet"]


def test_that_the_menu_can_forget_all(qtbot, recent, scene):
    recent.add(scene)
    menu = RecentMenu(recent)
    qtbot.addWidget(menu)
    menu.refresh()
    menu.actions()[-1].trigger()
    assert recent.paths() == ()
