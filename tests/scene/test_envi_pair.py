"""Which two files belong together, and what is no pair."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.envi_header import find_pair
from hsi_uq_app.scene.open_scene import open_scene

Write = Callable[..., Path]


@pytest.mark.parametrize("suffix", ["", ".img", ".DAT", ".bil", ".hyspex", ".strange"])
def test_that_either_file_may_be_named(write_cube: Write, suffix: str) -> None:
    header = write_cube()
    data = header.with_suffix(".img").rename(header.parent / f"t{suffix}")
    assert find_pair(data) == find_pair(header) == (header, data)
    assert open_cube(data).spectrum(0, 0)[0] == open_cube(header).spectrum(0, 0)[0] == 11


def test_that_a_header_may_keep_the_whole_data_name(write_cube: Write) -> None:
    header = write_cube()
    longer = header.rename(header.parent / "t.img.HDR")
    assert find_pair(longer) == find_pair(longer.parent / "t.img") == (longer, longer.parent / "t.img")


def test_that_the_files_looked_for_are_named(write_cube: Write) -> None:
    header = write_cube()
    header.with_suffix(".img").rename(header.parent / "elsewhere.img")
    with pytest.raises(UserError, match=r"data file of t\.hdr is missing; looked for t, t\.img, t\.dat"):
        open_cube(header)
    with pytest.raises(UserError, match=r"looked for elsewhere\.img\.hdr and elsewhere\.hdr"):
        open_cube(header.parent / "elsewhere.img")
    assert open_cube(header, {"data file": "elsewhere.img"}).spectrum(0, 0)[0] == 11
    with pytest.raises(UserError, match="does not exist"):
        open_cube(header, {"data file": "nowhere.img"})


def test_that_among_several_candidates_the_one_of_the_right_size_is_taken(write_cube: Write) -> None:
    header = write_cube()
    header.with_suffix(".img").rename(header.with_suffix(".raw"))
    header.with_suffix(".img").write_bytes(b"a thumbnail")
    assert open_cube(header).data_path.suffix == ".raw"


@pytest.mark.parametrize(
    "name", ["nowhere.hdr", "nowhere.img", ".", "x" * 300, "x" * 300 + ".tif", "pipe.img"]
)
def test_that_what_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.img")
    with pytest.raises(UserError, match="does not exist or is not a file"):
        open_scene(tmp_path / name)


def test_that_an_image_with_a_header_s_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.hdr").write_bytes(np.arange(100, dtype="u2").tobytes())
    with pytest.raises(UserError, match="not an ENVI header"):
        open_cube(tmp_path / "t.hdr")


@pytest.mark.parametrize("suffix", [".mat", ".shp", ".gpkg", ".npy", ".zip"])
def test_that_a_file_of_another_kind_is_no_data(write_cube: Write, suffix: str) -> None:
    header = write_cube()
    header.with_suffix(".img").rename(header.with_suffix(suffix))
    with pytest.raises(UserError, match=r"the data file of t\.hdr is missing"):
        open_cube(header)
