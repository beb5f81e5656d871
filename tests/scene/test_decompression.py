"""`file compression = 1`: gzip data are read, and what claims too much is refused at once."""

import gzip
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import Cube, open_cube

Write = Callable[..., Path]


def said(cube: Cube) -> str:
    """All notes of a cube."""
    return " | ".join(str(note) for note in cube.notes)


def compress(header: Path) -> None:
    """Pack the data file of a header with gzip."""
    data = header.with_suffix(".img")
    data.write_bytes(gzip.compress(data.read_bytes()))


@pytest.mark.parametrize("declared", [1, None])
def test_that_compressed_data_are_read_and_noted(
    write_cube: Write, cube_t: np.ndarray, declared: int | None
) -> None:
    header = write_cube(
        np.tile(cube_t, (4, 4, 1)), interleave="bil", prefix=b"P" * 9, file_compression=declared
    )
    compress(header)
    cube = open_cube(header)
    assert np.array_equal(cube.spectrum(7, 3), cube_t[2, 3])
    assert "unpacked" in said(cube)


def test_that_a_compressed_file_may_say_so_in_its_name(write_cube: Write, cube_t: np.ndarray) -> None:
    header = write_cube(np.tile(cube_t, (9, 9, 1)), file_compression=1)
    compress(header)
    packed = header.with_suffix(".img").rename(header.with_suffix(".img.gz"))
    assert np.array_equal(open_cube(header).spectrum(2, 3), cube_t[2, 3])
    assert np.array_equal(open_cube(packed).spectrum(2, 3), cube_t[2, 3])


def test_that_compressed_data_may_be_several_members(write_cube: Write, cube_t: np.ndarray) -> None:
    header = write_cube(file_compression=1)
    content = header.with_suffix(".img").read_bytes()
    header.with_suffix(".img").write_bytes(gzip.compress(content[:100]) + gzip.compress(content[100:]))
    assert np.array_equal(open_cube(header).spectrum(4, 6), cube_t[4, 6])


def test_that_a_compression_that_is_none_is_noted(write_cube: Write) -> None:
    assert "not gzip" in said(open_cube(write_cube(file_compression=1)))


@pytest.mark.parametrize(("cut", "word"), [(60, "truncated"), (0, "damaged")])
def test_that_compressed_data_that_end_early_or_are_damaged_are_refused(
    write_cube: Write, cut: int, word: str
) -> None:
    header = write_cube(
        np.random.default_rng(0).integers(0, 999, (20, 20, 6)).astype("u2"), file_compression=1
    )
    compress(header)
    data = header.with_suffix(".img")
    content = data.read_bytes()
    data.write_bytes(content[:-cut] if cut else content[:2000] + b"\xff" * 50 + content[2050:])
    with pytest.raises(UserError, match=word):
        open_cube(header)


def test_that_a_bomb_is_refused_before_anything_is_unpacked(write_cube: Write, tmp_path: Path) -> None:
    header = write_cube(file_compression=1, lines=10_000_000, samples=100_000)
    compress(header)
    start = time.perf_counter()
    with pytest.raises(UserError, match="cannot hold"):
        open_cube(header)
    header = write_cube(name="small", file_compression=1)  # 420 bytes claimed, 50 MB packed
    header.with_suffix(".img").write_bytes(gzip.compress(b"\0" * 50_000_000, compresslevel=1))
    assert open_cube(header).spectrum(0, 0).tolist() == [0] * 6
    assert time.perf_counter() - start < 2
