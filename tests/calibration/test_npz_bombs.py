"""Archives of arrays that claim what they cannot hold, or are damaged: one line, nothing believed."""

import contextlib
import os
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.calibration.class_logits import KEYS, read_class_logits
from hsi_uq_app.errors import UserError
from tests.fuzzing import changes, damaged, fuzzed


def member(shape: str, stored: int, kind: str = "<f8") -> bytes:
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    head += b" " * (-(len(head) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + bytes(stored)


@pytest.mark.parametrize(
    "content",
    [
        member("(1000000000,)", 8),
        member("(10000000, 100)", 10**6),
        member("(-1, 5)", 40),
        member("(0, 99999999999999999999)", 0),
        member("(" * 400, 0),
        member("(1,)", 8, "|O"),
        b"\x93NUMPY\x02\x00\xff\xff\xff\xff" + b"x" * 100,
        b"\x93NUMPY\x09\x00" + bytes(100),
        b"",
        bytes(3 * 10**8),
    ],
)
def test_that_arrays_larger_than_their_archive_are_refused(tmp_path: Path, content: bytes) -> None:
    with zipfile.ZipFile(tmp_path / "t.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("val_logits.npy", content)
    with pytest.raises(UserError, match=r"not an \.npz file of plain arrays"):
        read_class_logits(tmp_path / "t.npz")


def test_that_an_archive_of_endless_members_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "t.npz", "w") as archive:
        for number in range(1500):
            archive.writestr(f"{number}.npy", b"")
    with pytest.raises(UserError, match="claims 1,500 arrays"):
        read_class_logits(tmp_path / "t.npz")


@pytest.mark.parametrize("kind", ["pipe", "folder", "device"])
def test_that_what_is_no_file_is_refused(tmp_path: Path, kind: str) -> None:
    path = Path("/dev/zero") if kind == "device" else tmp_path / "t.npz"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    with pytest.raises(UserError, match="cannot read"):
        read_class_logits(path)


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    folder, chance = tmp_path_factory.mktemp("npz"), np.random.default_rng(0)
    logits, labels = chance.normal(size=(20, 3)), chance.integers(0, 3, 20)
    arrays = dict(zip(KEYS, (logits, labels, logits, labels), strict=True))
    np.savez(folder / "stored.npz", **arrays)
    np.savez_compressed(folder / "packed.npz", **arrays)
    return [(folder / name).read_bytes() for name in ("stored.npz", "packed.npz")]


@fuzzed
@given(changes, st.integers(0, 1), st.integers(0, 2**16))
def test_that_fuzzed_archives_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory,
    archives: list[bytes],
    places: list[tuple[int, int]],
    which: int,
    cut: int,
) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.npz"
    whole = damaged(archives[which], places)
    path.write_bytes(whole[:cut] if cut < len(whole) // 4 else whole)
    with contextlib.suppress(UserError):
        assert read_class_logits(path).validation.n > 0
