"""What belongs to a scene lies in its folder, and is a file: no link to elsewhere, no pipe, no device."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.scene.class_map import class_map_beside
from hsi_uq_app.scene.disc_truth import disc_truth_beside
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.scene.read_library import read_library
from tests.scene.hostile import PLACE, SECRET, refused, values

Write = Callable[..., Path]

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


def test_that_data_beside_a_header_is_no_link_to_elsewhere(write_cube: Write, outside: Path) -> None:
    header = write_cube()
    data = header.with_suffix(".img")
    shutil.move(data, outside / "x.img")
    data.symlink_to(outside / "x.img")
    line = refused(lambda: open_scene(header))
    assert "t.img beside t.hdr is a link that leads out of the folder" in line
    assert open_scene(data).bands == 6  # the user may name a link
    assert open_scene(header, {"data file": str(outside / "x.img")}).bands == 6


def test_that_links_within_a_folder_and_of_a_whole_pair_are_followed(
    write_cube: Write, outside: Path
) -> None:
    header = write_cube()
    data = header.with_suffix(".img")
    for path in (header, data):
        (outside / path.name).symlink_to(path)
    assert open_scene(outside / "t.hdr").bands == 6
    shutil.move(data, data.with_name("other.bin"))
    data.symlink_to("other.bin")
    assert open_scene(header).bands == 6


def test_that_a_header_of_data_is_no_link_to_elsewhere(write_cube: Write, outside: Path) -> None:
    header = write_cube()
    shutil.move(header, outside / "t.hdr")
    header.symlink_to(outside / "t.hdr")
    assert "is a link" in refused(lambda: open_scene(header.with_suffix(".img")))


def test_that_classes_and_discs_beside_a_scene_are_no_links_to_elsewhere(
    write_cube: Write, outside: Path, tmp_path: Path
) -> None:
    scene = write_cube()
    write_cube(np.zeros((5, 7, 1), "u1"), "t_class", class_names=["a"])
    shutil.move(tmp_path / "t_class.hdr", outside / "c.hdr")
    (tmp_path / "t_class.hdr").symlink_to(outside / "c.hdr")
    assert "is a link" in refused(lambda: class_map_beside(scene, 5, 7))
    abundance = write_cube(np.zeros((5, 7, 1), "f4"), "t_abundance")
    write_cube(np.zeros((5, 7, 1), "u1"), "t_disc_id")
    (outside / "d.csv").write_text(f"id,line\n{SECRET},1\n")
    (tmp_path / "t_discs.csv").symlink_to(outside / "d.csv")
    assert str(SECRET) not in refused(lambda: disc_truth_beside(abundance))


def test_that_a_data_file_named_in_a_header_is_not_opened(write_cube: Write, outside: Path) -> None:
    np.full(5 * 7 * 6, SECRET, "<u2").tofile(outside / "secret.img")
    cube = open_scene(write_cube(data_file=str(outside / "secret.img")))
    assert SECRET not in values(cube)


@pytest.mark.parametrize(
    "name", ["t.hdr", "t.img", "t.tif", "t.mat", "t.gpkg", "t.geojson", "t.csv", "t.sli"]
)
@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "link to a device"])
def test_that_what_is_no_file_is_refused_and_not_waited_on(tmp_path: Path, name: str, kind: str) -> None:
    path = tmp_path / name
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "device":
        path = Path("/dev/zero")
    else:
        path.symlink_to("/dev/zero")
    for call in (open_scene, read_library, lambda p: read_truth(p, 5, 7, georeference=PLACE)):
        refused(lambda call=call: call(path))


def test_that_a_pipe_in_a_pair_is_not_waited_on(write_cube: Write) -> None:
    header = write_cube()
    header.with_suffix(".img").unlink()
    os.mkfifo(header.with_suffix(".img"))
    refused(lambda: open_scene(header))
    refused(lambda: open_scene(header, {"data file": "t.img"}))
