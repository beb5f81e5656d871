"""A session is written and read back to the same state."""

from dataclasses import replace

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import silent
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.scene.spectra import Library
from hsi_uq_app.session.layers import styled
from hsi_uq_app.session.scene import OpenScene
from hsi_uq_app.session.session_file import (
    files_of,
    read_session,
    restored,
    save_session,
    session_restored,
)
from hsi_uq_app.session.spectra import pixel_clicked
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.view import Pin, View


def test_that_a_view_comes_back_as_it_was(state, tmp_path):
    state = styled("width", opacity=0.3)(pixel_clicked((3, 4))(state))
    view = replace(state.view, framed=parse_region("lines=1:4,samples=2:9", 30, 50), layer="ace", lit=(2, 3))
    save_session(replace(state, view=view), tmp_path / "s.json")
    assert read_session(tmp_path / "s.json").view == view


def test_that_files_are_named_from_the_sessions_folder_and_found_after_a_move(state, tmp_path):
    home = tmp_path / "sessions"
    home.mkdir()
    save_session(state, home / "s.json")
    text = (home / "s.json").read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    assert "../town.hdr" in text
    found = files_of(read_session(home / "s.json"), home)
    assert found == [("scene", state.scene.path, {}), ("result", state.result.path, {})]


def test_that_corrected_fields_the_chosen_class_and_the_library_come_back(scene_file, tmp_path):
    scene = OpenScene(scene_file, {"quantity": "radiance"})(silent)
    truth = Truth(np.zeros((30, 50), np.float32), 0.1, tmp_path / "c.hdr", class_=2)
    state = AppState(scene=scene, truth=truth, library=Library(tmp_path / "paints.csv", ()))
    save_session(state, tmp_path / "s.json")
    assert files_of(read_session(tmp_path / "s.json"), tmp_path) == [
        ("scene", scene_file, {"quantity": "radiance"}),
        ("truth", tmp_path / "c.hdr", {"class": "2"}),
        ("library", tmp_path / "paints.csv", {}),
    ]


def test_that_choices_and_view_are_applied_to_the_same_scene_only(state, tmp_path):
    save_session(replace(state, view=View(pins=(Pin(0, 1, 2),), next_pin=1)), tmp_path / "s.json")
    document = read_session(tmp_path / "s.json")
    end = restored(document, tmp_path)
    assert end.result == state.result.path
    assert session_restored(end)(state).view.pins == (Pin(0, 1, 2),)
    other = replace(state, scene=replace(state.scene, fingerprint="another"))
    assert session_restored(end)(other).view.pins == ()


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"format": "hsi-uq session", "view": {"layer": "none such"}}']
)
def test_that_what_is_no_session_is_refused_in_one_line(text, tmp_path):
    (tmp_path / "s.json").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match="not a session"):
        read_session(tmp_path / "s.json")
    with pytest.raises(UserError, match="cannot read"):
        read_session(tmp_path / "missing.json")


def test_that_sessions_of_earlier_versions_still_open(state, tmp_path):
    """They called the styles of layers their looks, and kept all of them."""
    save_session(styled("width", opacity=0.3)(state), tmp_path / "s.json")
    text = (tmp_path / "s.json").read_text(encoding="utf-8")
    assert '"styles"' in text
    (tmp_path / "s.json").write_text(text.replace('"styles"', '"looks"'), encoding="utf-8")
    assert read_session(tmp_path / "s.json").view.styles["width"].opacity == 0.3


@pytest.mark.parametrize("field", ["layer", "styles"])
def test_that_a_layer_that_there_is_not_is_named(field, state, tmp_path):
    save_session(styled("ace", opacity=0.3)(state), tmp_path / "s.json")
    text = (tmp_path / "s.json").read_text(encoding="utf-8")
    known = {"layer": '"layer": "hcs"', "styles": '"ace": {'}[field]
    assert known in text
    text = text.replace(known, known.replace("hcs", "nonsense").replace("ace", "nonsense"))
    (tmp_path / "s.json").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match="nonsense"):
        read_session(tmp_path / "s.json")
