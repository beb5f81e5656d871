"""A session file, damaged or made up: read, or refused in one line, at once."""

import contextlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.errors import UserError
from hsi_uq_app.session.session_file import SessionDocument, files_of, read_session, restored, save_session
from hsi_uq_app.session.view import View
from tests.fuzzing import changes, damaged, fuzzed, json_values


@pytest.fixture
def sound(state: Any, tmp_path: Path) -> Path:
    save_session(state, tmp_path / "s.json")
    return tmp_path / "s.json"


def read(path: Path) -> None:
    """A session that is read can be restored."""
    with contextlib.suppress(UserError):
        document = read_session(path)
        files_of(document, path.parent)
        restored(document, path.parent)


@fuzzed
@given(changes)
def test_that_a_fuzzed_session_is_read_or_refused(sound: Path, places: list[tuple[int, int]]) -> None:
    content = sound.read_bytes()
    sound.write_bytes(damaged(content, places))
    try:
        read(sound)
    finally:
        sound.write_bytes(content)


keys = st.sampled_from([*SessionDocument.model_fields, *(f"view.{n}" for n in View.__dataclass_fields__)])
ELSEWHERE = (
    "/vsicurl/http://127.0.0.1:9/a", "\0", "http://a/b", "//a/b", "\\\\a\\b", "/vsizip/a.zip", "a\x1bb",
)  # fmt: skip
paths = st.sampled_from(["/dev/zero", "../" * 50, "x" * 5000, *ELSEWHERE])
named = st.fixed_dictionaries({"path": paths | st.text(max_size=9), "choices": json_values})


@fuzzed
@given(keys, json_values | named | st.lists(named, max_size=2))
def test_that_any_entry_of_a_fuzzed_session_is_read_or_refused(sound: Path, key: str, value: Any) -> None:
    whole = sound.read_text()
    document = json.loads(whole)
    inside = document["view"] if key.startswith("view.") else document
    inside[key.removeprefix("view.")] = value
    sound.write_text(json.dumps(document))
    try:
        read(sound)
    finally:
        sound.write_text(whole)


@pytest.mark.parametrize(
    "text", ["[" * 10**6, '{"view":' * 10**5, '{"models": [' + "{}," * 10**6 + "{}]}", " " * 10**8, ""]
)
def test_that_a_session_without_end_is_refused_at_once(tmp_path: Path, text: str) -> None:
    (tmp_path / "s.json").write_text(text)
    began = sum(os.times()[:2])
    with pytest.raises(UserError):
        read_session(tmp_path / "s.json")
    assert sum(os.times()[:2]) - began < 2


@pytest.mark.parametrize("path", ELSEWHERE)
def test_that_a_session_names_local_files_alone(sound: Path, path: str) -> None:
    document = json.loads(sound.read_text())
    sound.write_text(json.dumps(document | {"models": [{"path": path}]}))
    with pytest.raises(UserError, match="no local file"):
        read_session(sound)


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_that_what_is_no_file_is_no_session(tmp_path: Path, kind: str) -> None:
    path = Path("/dev/zero") if kind == "device" else tmp_path / "s.json"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    with pytest.raises(UserError):
        read_session(path)
