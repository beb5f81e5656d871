"""Which two files belong together, and what is no pair."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.envi_header import find_pair
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.open_scene import open_scene
from tests.scene.kit import said

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


@pytest.mark.parametrize(("fits", "other"), [("two.hdr", "two.dat.hdr"), ("two.dat.hdr", "two.hdr")])
def test_that_of_two_headers_the_one_whose_size_fits_is_used_and_said(
    write_cube: Write, cube_t: np.ndarray, fits: str, other: str
) -> None:
    """The data has 5 lines, 7 samples and 6 bands; the other header speaks of 3 bands and 2 lines."""
    small = write_cube(cube_t[:2, :, :3], name="small")
    large = write_cube(name="large")
    folder = large.parent
    large.with_suffix(".img").rename(folder / "two.dat")
    large.rename(folder / fits)
    small.rename(folder / other)
    cube = open_scene(folder / "two.dat")
    assert (cube.lines, cube.bands) == (5, 6)
    assert np.array_equal(cube.spectrum(4, 6), cube_t[4, 6])
    assert f"{fits} is used, as its size is the file's; beside it lies {other}" in said(cube)
    assert "longer" not in said(cube)


def test_that_a_header_that_is_none_does_not_hide_the_one_that_fits(write_cube: Write) -> None:
    header = write_cube()
    (header.parent / "t.img.hdr").write_text("no header")
    assert open_scene(header.with_suffix(".img")).bands == 6


FOREIGN = {
    "t.nc": (b"CDF\1", "a netCDF file", "gdal_translate"),
    "t.h5": (b"\x89HDF\r\n\x1a\n", "an HDF5 file", "gdal_translate"),
    "t.he5": (b"\x89HDF\r\n\x1a\n", "an HDF5 file", "gdal_translate"),
    "renamed.img": (b"\x89HDF\r\n\x1a\n", "an HDF5 file", "gdal_translate"),
    "t.kml": (b"<?xml version='1.0'?><kml>", "a KML file", "GeoJSON"),
    "t.roi": (b"; ENVI Output of ROIs", "region-of-interest", "classification image"),
    "t.xml": (b"<?xml version='1.0'?><RegionsOfInterest>", "an XML file", "classification image"),
    "t.zip": (b"PK\3\4", "a ZIP file", "unpack"),
    "t.jp2": (b"\0\0\0\x0cjP  ", "a JPEG 2000 file", "gdal_translate"),
    "t.npy": (b"\x93NUMPY", "a NumPy file", "savemat"),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_that_a_format_that_is_not_read_is_named_with_a_way_that_works(tmp_path: Path, name: str) -> None:
    start, called, way = FOREIGN[name]
    (tmp_path / name).write_bytes(start + bytes(100))
    with pytest.raises(UserError, match=called) as refused:
        open_scene(tmp_path / name)
    assert way in refused.value.hint
    assert "header" not in refused.value.message
    with pytest.raises(UserError, match=called):
        read_truth(tmp_path / name, 5, 7)
