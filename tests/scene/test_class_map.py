"""A classification beside a scene: names, colours, and what is refused."""

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.class_map import class_map_beside
from hsi_uq_app.scene.envi_writer import write_header

CODES = np.array([[0, 1, 1], [2, 1, 2]], np.uint8)


def write(folder, codes=CODES, **changes):
    """A classification of three classes beside town.hdr."""
    fields = {
        "samples": codes.shape[1],
        "lines": codes.shape[0],
        "bands": 1,
        "header offset": 0,
        "data type": 1,
        "interleave": "bsq",
        "byte order": 0,
        "file type": "ENVI Classification",
        "classes": 3,
        "class names": ["not assigned", "lawn", "car park asphalt"],
        "class lookup": [0, 0, 0, 110, 190, 70, 90, 90, 95],
    }
    kept = {name: value for name, value in (fields | changes).items() if value is not None}
    write_header(folder / "town_class.hdr", kept)
    (folder / "town_class.img").write_bytes(codes.tobytes())
    return folder / "town.hdr"


def test_that_names_and_colours_are_those_of_the_header(tmp_path):
    found = class_map_beside(write(tmp_path), 2, 3)
    assert found.names == ("not assigned", "lawn", "car park asphalt")
    assert found.colours == ((0, 0, 0), (110, 190, 70), (90, 90, 95))
    assert found.codes.tolist() == CODES.tolist()


def test_that_the_classes_that_occur_come_commonest_first(tmp_path):
    found = class_map_beside(write(tmp_path), 2, 3)
    assert found.present() == [(1, 3), (2, 2), (0, 1)]


def test_that_a_scene_without_classes_has_none(tmp_path):
    assert class_map_beside(tmp_path / "town.hdr", 2, 3) is None


def test_that_a_data_file_finds_the_classes_too(tmp_path):
    assert class_map_beside(write(tmp_path).with_suffix(".img"), 2, 3) is not None


def test_that_classes_without_colours_are_grey_and_differ(tmp_path):
    colours = class_map_beside(write(tmp_path, **{"class lookup": None}), 2, 3).colours
    assert len(set(colours)) == 3
    assert all(red == green == blue for red, green, blue in colours)


@pytest.mark.parametrize(
    ("lines", "changes", "said"),
    [
        (4, {}, "the scene 4 x 3"),
        (2, {"class names": None}, "without a name"),
        (2, {"class names": ["a", "b"]}, "without a name"),
    ],
)
def test_that_classes_that_do_not_fit_are_refused(tmp_path, lines, changes, said):
    scene = write(tmp_path, **changes)
    with pytest.raises(UserError, match=said):
        class_map_beside(scene, lines, 3)
