"""The files of a result, damaged or made up: opened, or refused in one line; nothing else is opened."""

import contextlib
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.confidence.map_description import MapDescription, map_files
from hsi_uq_app.confidence.quantile_map import QuantileMap, open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.passport import Passport
from tests.fuzzing import changes, damaged, fuzzed, json_values

PARTS = (".hdr", ".img", "_side.hdr", "_side.img", ".json")


@pytest.fixture
def sound(write_map: Callable[..., QuantileMap]) -> Path:
    return write_map(np.random.default_rng(0).normal(size=(100, 3, 4))).path


def read(path: Path) -> None:
    """A result that opens can be asked."""
    with contextlib.suppress(UserError):
        found = open_quantile_map(path)
        assert found.plane(500).shape == (found.lines, found.samples)
        assert found.mean_logit.shape == (found.lines, found.samples)
        assert len(found.fingerprint()) == 64


def part(path: Path, ending: str) -> Path:
    return path.with_name(path.stem + ending)


@fuzzed
@given(
    st.dictionaries(st.sampled_from(PARTS), changes, min_size=1), st.sampled_from(PARTS), st.integers(0, 9)
)
def test_that_a_fuzzed_result_is_read_or_refused(
    sound: Path, places: dict[str, list[tuple[int, int]]], lost: str, cut: int
) -> None:
    kept = {ending: part(sound, ending).read_bytes() for ending in PARTS}
    try:
        for ending, where in places.items():
            part(sound, ending).write_bytes(damaged(kept[ending], where))
        if cut < 3:
            part(sound, lost).write_bytes(kept[lost][: len(kept[lost]) * cut // 3])
        read(sound)
    finally:
        for ending, content in kept.items():
            part(sound, ending).write_bytes(content)


keys = st.sampled_from(
    [*MapDescription.model_fields, *(f"passport.{name}" for name in Passport.model_fields)]
)


@fuzzed
@given(keys | st.text(max_size=8), json_values | st.integers(-(2**70), 2**70))
def test_that_any_entry_of_a_fuzzed_description_is_read_or_refused(sound: Path, key: str, value: Any) -> None:
    path = part(sound, ".json")
    whole = path.read_text()
    document = json.loads(whole)
    inside = document["passport"] if key.startswith("passport.") else document
    inside[key.removeprefix("passport.")] = value
    path.write_text(json.dumps(document))
    try:
        read(sound)
    finally:
        path.write_text(whole)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10**6,
        '{"provenance":' * 10**5,
        '{"provenance": [' + "{}," * 10**6 + "{}]}",
        '{"levels": [' + "1," * 10**6 + "1]}",
        '{"format": "' + "x" * 10**7 + '"}',
        " " * 10**8,
        '{"lines": 1' + "0" * 10**6 + "}",
    ],
)
def test_that_a_description_without_end_is_refused_at_once(sound: Path, text: str) -> None:
    part(sound, ".json").write_text(text)
    began = sum(os.times()[:2])
    with pytest.raises(UserError) as caught:
        open_quantile_map(sound)
    assert sum(os.times()[:2]) - began < 2
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("ending", PARTS)
def test_that_no_part_of_a_result_is_a_link_to_elsewhere_or_a_pipe(
    sound: Path, tmp_path_factory: pytest.TempPathFactory, ending: str
) -> None:
    own, away = part(sound, ending), tmp_path_factory.mktemp("away") / "x"
    shutil.copy(own, away)
    own.unlink()
    own.symlink_to(away)
    named = part(sound, ".json" if ending != ".json" else ".hdr")
    with pytest.raises(UserError, match="is a link that leads out of the folder"):
        open_quantile_map(named)
    own.unlink()
    if hasattr(os, "mkfifo") and ending != "_side.hdr":  # that one is for other programs
        os.mkfifo(own)
        with pytest.raises(UserError):
            open_quantile_map(named)


def test_that_a_whole_result_may_be_linked(sound: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("links")
    for path in map_files(sound).all:
        (folder / path.name).symlink_to(path)
    assert open_quantile_map(folder / sound.name).lines == 3
