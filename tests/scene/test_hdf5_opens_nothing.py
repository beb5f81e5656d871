"""A MATLAB 7.3 file shows only what it holds itself."""

import os
from collections.abc import Callable
from pathlib import Path

import h5py
import numpy as np
import pytest

from hsi_uq_app.scene.open_scene import open_scene
from tests.scene.hostile import SECRET, refused, values

Write = Callable[..., Path]

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


def hdf5_of_another_file(folder: Path, outside: Path, way: str) -> Path:
    path, secret = folder / "t.mat", outside / "secret.bin"
    np.full(4 * 5 * 6, SECRET, "<u2").tofile(secret)
    with h5py.File(outside / "secret.h5", "w") as file:
        file["cube"] = np.full((4, 5, 6), SECRET, "u2")
    with h5py.File(path, "w") as file:
        if way == "external storage":
            file.create_dataset("cube", (4, 5, 6), "u2", external=[(str(secret), 0, 240)])
        elif way == "external link":
            file["cube"] = h5py.ExternalLink(str(outside / "secret.h5"), "/cube")
        elif way == "link of a group":
            file["s/part"] = h5py.ExternalLink(str(outside / "secret.h5"), "/")
        elif way == "soft link":
            file["far"] = h5py.ExternalLink(str(outside / "secret.h5"), "/")
            file["cube"] = h5py.SoftLink("/far/cube")
        else:
            layout = h5py.VirtualLayout((4, 5, 6), "u2", maxshape=(None, 5, 6) if "growing" in way else None)
            source = h5py.VirtualSource(
                str(outside / "secret.h5"),
                "cube",
                (4, 5, 6),
                maxshape=(None, 5, 6) if "growing" in way else None,
            )
            if "growing" in way:
                layout[: h5py.h5s.UNLIMITED] = source[: h5py.h5s.UNLIMITED]
            else:
                layout[...] = source
            file.create_virtual_dataset("cube", layout)
    return path


WAYS = ["external storage", "external link", "link of a group", "soft link", "virtual", "growing virtual"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", [None, "cube", "s.part.cube", "far.cube", "/cube"])
def test_that_hdf5_shows_no_other_file(tmp_path: Path, outside: Path, way: str, name: str | None) -> None:
    path = hdf5_of_another_file(tmp_path, outside, way)
    line = refused(lambda: open_scene(path, {"variable": name} if name else None))
    assert str(SECRET) not in line


@pytest.mark.parametrize("way", ["external storage", "growing virtual", "virtual", "external link"])
def test_that_a_pipe_behind_hdf5_is_not_waited_on(tmp_path: Path, outside: Path, way: str) -> None:
    path = hdf5_of_another_file(tmp_path, outside, way)
    for name in ("secret.bin", "secret.h5"):
        (outside / name).unlink()
        os.mkfifo(outside / name)
    refused(lambda: open_scene(path))


def test_that_the_rest_of_such_a_file_is_read(tmp_path: Path, outside: Path) -> None:
    path = hdf5_of_another_file(tmp_path, outside, "external storage")
    with h5py.File(path, "a") as file:
        file["own"] = np.full((4, 5, 6), 7, "u2")
    assert values(open_scene(path)) == {7}
