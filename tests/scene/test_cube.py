"""Reading cubes: every layout, type and byte order gives the same pixels."""

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import open_cube

REAL_TYPES = ("u1", "i2", "i4", "f4", "f8", "u2", "u4", "i8", "u8")
Write = Callable[..., Path]


def bands_first(values: np.ndarray) -> np.ndarray:
    """(lines, samples, bands) -> float32 (bands, lines * samples)."""
    return values.reshape(-1, values.shape[2]).T.astype(np.float32)


@pytest.mark.parametrize("interleave", ["bsq", "bil", "bip"])
@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("code", REAL_TYPES)
def test_that_every_type_order_and_interleave_gives_the_same_pixels(
    write_cube: Write, cube_t: np.ndarray, interleave: str, order: str, code: str
) -> None:
    values = (cube_t % 256).astype(order + code)
    cube = open_cube(write_cube(values, interleave=interleave, prefix=b"P" * 13))
    assert np.array_equal(cube.read_lines(0, 5), bands_first(values))
    assert np.array_equal(cube.read_lines(1, 3, bands=[4, 5, 0]), bands_first(values[1:3])[[4, 5, 0]])
    assert np.array_equal(cube.spectrum(2, 3), values[2, 3])
    assert np.array_equal(
        cube.pixels(np.array([34, 0, 16, 15]), [5, 1]), bands_first(values)[[5, 1]][:, [34, 0, 16, 15]]
    )
    picture, step = cube.band_picture(2, max_side=3)
    assert step == 3
    assert np.array_equal(picture, values[::3, ::3, 2])


@pytest.mark.parametrize("interleave", ["bsq", "bil", "bip"])
def test_that_large_tiles_pass_through_the_scratch_buffer_in_pieces(
    write_cube: Write, interleave: str
) -> None:
    values = np.arange(60 * 300 * 40, dtype=np.uint32).reshape(60, 300, 40).astype("f4")
    cube = open_cube(write_cube(values, interleave=interleave))
    assert np.array_equal(cube.read_lines(1, 60), bands_first(values[1:]))
    some = np.random.default_rng(0).permutation(18_000)[:500]
    assert np.array_equal(cube.pixels(some), bands_first(values)[:, some])
    assert np.array_equal(cube.band_picture(7, max_side=20)[0], values[::15, ::15, 7])


@pytest.mark.parametrize("place", [-1, 35])
def test_that_a_pixel_beyond_the_scene_is_refused(write_cube: Write, place: int) -> None:
    with pytest.raises(IndexError, match="has no pixel"):
        open_cube(write_cube()).pixels(np.array([0, place]))


def test_that_out_is_filled_and_returned(write_cube: Write, cube_t: np.ndarray) -> None:
    out = np.empty((6, 7), dtype=np.float32)
    assert open_cube(write_cube()).read_lines(4, 5, out=out) is out
    assert np.array_equal(out, bands_first(cube_t[4:]))


@pytest.mark.parametrize("interleave", ["bsq", "bil", "bip"])
def test_that_scale_no_data_and_infinities_become_physical_values_and_nan(
    write_cube: Write, interleave: str
) -> None:
    values = np.full((2, 2, 3), 5000, dtype="i2")
    values[0, 1] = -9999
    cube = open_cube(
        write_cube(values, interleave=interleave, reflectance_scale_factor=10000, data_ignore_value=-9999)
    )
    assert np.array_equal(cube.read_lines(0, 1), [[0.5, np.nan]] * 3, equal_nan=True)
    floats = np.array([[[np.inf, -np.inf, np.nan, 1.5, -1.23e34]]], dtype="f4")
    cube = open_cube(write_cube(floats, interleave=interleave, data_ignore_value=-1.23e34))
    assert np.array_equal(cube.spectrum(0, 0), [np.nan, np.nan, np.nan, 1.5, np.nan], equal_nan=True)


def test_that_values_beyond_float32_are_no_values(write_cube: Write) -> None:
    cube = open_cube(write_cube(np.array([[[1e300, 2.0]]])))
    assert np.array_equal(cube.spectrum(0, 0), [np.nan, 2.0], equal_nan=True)


def test_that_threads_read_at_once_without_mixing(write_cube: Write) -> None:
    values = np.arange(200 * 50 * 30, dtype="f4").reshape(200, 50, 30)
    cube, wrong = open_cube(write_cube(values, interleave="bil")), []

    def read(first: int) -> None:
        for line in range(first, 200, 4):
            if not np.array_equal(cube.read_lines(line, line + 1), bands_first(values[line : line + 1])):
                wrong.append(line)

    threads = [threading.Thread(target=read, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_that_the_fingerprint_follows_values_and_meaning_but_not_the_place(
    write_cube: Write, cube_t: np.ndarray
) -> None:
    first = open_cube(write_cube()).fingerprint()
    assert open_cube(write_cube(name="elsewhere")).fingerprint() == first
    assert open_cube(write_cube(reflectance_scale_factor=10)).fingerprint() != first
    cube_t[4, 6, 5] += 1
    assert open_cube(write_cube(cube_t)).fingerprint() != first


def test_that_a_file_cut_after_opening_is_said(write_cube: Write) -> None:
    header = write_cube()
    cube = open_cube(header)
    with open(header.with_suffix(".img"), "r+b") as handle:
        handle.truncate(100)
    with pytest.raises(UserError, match="ends at byte"):
        cube.read_lines(0, 5)
