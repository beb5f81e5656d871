"""A MATLAB file with damaged bytes: read, or refused in one line."""

import contextlib
import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.io import savemat
from scipy.sparse import csc_matrix

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.open_scene import open_scene
from tests.fuzzing import changes, damaged, fuzzed


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("matlab")


def sound(compressed: bool) -> bytes:
    whole, cube = io.BytesIO(), np.arange(60, dtype="u2").reshape(3, 4, 5)
    savemat(
        whole,
        {"cube": cube, "wl": np.arange(5.0), "s": {"part": cube, "deep": {"gt": csc_matrix(cube[0])}}},
        do_compression=compressed,
    )
    return whole.getvalue()


SOUND = {compressed: sound(compressed) for compressed in (False, True)}


@fuzzed
@given(changes, st.booleans())
def test_that_a_damaged_matlab_file_is_read_or_refused(
    folder: Path, places: list[tuple[int, int]], compressed: bool
) -> None:
    path = folder / "t.mat"
    path.write_bytes(damaged(SOUND[compressed], places))
    for variable in ({}, {"variable": "s.deep.gt"}):
        with contextlib.suppress(UserError):
            cube = open_scene(path, variable)
            assert cube.read_lines(0, 1).shape == (cube.bands, cube.samples)
