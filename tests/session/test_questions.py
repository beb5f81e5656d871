"""Files that do not open as they are: what the analyst is asked, and what the answer does."""

import json
from pathlib import Path

import numpy as np
import pytest
from pyproj import CRS

from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import silent
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.envi_writer import write_header
from hsi_uq_app.scene.georeference import Georeference
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.scene.spectra import Library
from hsi_uq_app.session.files import OpenAny
from hsi_uq_app.session.questions import ClassInQuestion, HeaderInQuestion, QuestionError, ReadHeader
from hsi_uq_app.session.scene import OpenScene, Scene
from hsi_uq_app.session.truth import LoadTruth

PLACE = "{UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, WGS-84, units=Meters}"
HERE = Georeference((2, 0, 500_000, 0, -2, 4_000_000), CRS.from_epsg(32618).to_wkt(), 4.0)
HEAD = {"samples": 4, "lines": 3, "bands": 2, "data type": 2, "interleave": "bsq", "byte order": 0}


def write(folder: Path, name: str = "s", **fields: object) -> Path:
    (folder / f"{name}.img").write_bytes(np.arange(24, dtype="<i2").tobytes())
    write_header(
        folder / f"{name}.hdr", HEAD | {key.replace("_", " "): value for key, value in fields.items()}
    )
    return folder / f"{name}.hdr"


def scene(header: Path) -> Scene:
    cube = open_cube(header)
    return Scene(header, cube, cube.fingerprint())


def test_that_a_refused_header_may_be_corrected(tmp_path: Path) -> None:
    header = write(tmp_path, interleave="bup")
    with pytest.raises(QuestionError, match="bup") as refused:
        OpenScene(header)(silent)
    assert refused.value.question == HeaderInQuestion(header)
    with pytest.raises(QuestionError, match="bup"):
        OpenAny(header, scene(write(tmp_path, "open")))(silent)
    opened = OpenScene(header, {"interleave": "bil"})(silent)
    assert opened.cube.overrides == {"interleave": "bil"}


def test_that_a_missing_data_file_is_a_question_and_no_header_at_all_is_none(tmp_path: Path) -> None:
    header = write(tmp_path)
    header.with_suffix(".img").rename(tmp_path / "moved.img")
    with pytest.raises(QuestionError, match="is missing"):
        OpenScene(header)(silent)
    assert OpenScene(header, {"data file": "moved.img"})(silent).cube.name == "moved"
    (tmp_path / "esri.hdr").write_text("NROWS 4\nNCOLS 4\nLAYOUT BIL\n")
    for path in (tmp_path / "esri.hdr", tmp_path / "absent.hdr", tmp_path / "moved.img"):
        with pytest.raises(UserError) as refused:
            OpenScene(path)(silent)
        assert not isinstance(refused.value, QuestionError)


def test_that_the_header_is_shown_as_it_stands_with_the_files_beside_it(tmp_path: Path) -> None:
    header = write(tmp_path, interleave="bup")
    (tmp_path / "other.raw").write_bytes(b"123")
    asked = HeaderInQuestion(header, {"lines": "2"})
    found = ReadHeader(asked)(silent)
    assert found.asked is asked
    assert (found.fields["interleave"], found.fields["lines"]) == ("bup", "3")
    assert (found.data_file, found.sizes) == ("s.img", {"other.raw": 3, "s.img": 48})
    assert ReadHeader(HeaderInQuestion(tmp_path / "s.img"))(silent).data_file == "s.img"


def test_that_several_classes_are_a_question(tmp_path: Path) -> None:
    here = scene(write(tmp_path))
    classes = write(tmp_path, "c", bands=1, data_type=1, class_names=["none", "road", "car"])
    (tmp_path / "c.img").write_bytes(bytes([0, 1, 2] * 4))
    with pytest.raises(QuestionError, match="several classes") as asked:
        LoadTruth(classes, here)(silent)
    assert asked.value.question == ClassInQuestion(classes, (("1", "road"), ("2", "car")))
    truth = LoadTruth(classes, here, "2")(silent)
    assert (int(truth.labels.sum()), truth.class_) == (4, "2")
    with pytest.raises(QuestionError) as asked:
        LoadTruth(write(tmp_path, "b", band_names=["a", "b"]), here)(silent)
    assert asked.value.question.choices == (("1", "a"), ("2", "b"))


def test_that_points_in_map_coordinates_lie_on_the_scene(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("x,y\n500005,3999997\n")
    truth = LoadTruth(tmp_path / "p.csv", scene(write(tmp_path, map_info=PLACE)))(silent)
    assert np.argwhere(truth.labels).tolist() == [[1, 2]]


def test_that_dropped_files_are_told_apart(tmp_path: Path) -> None:
    here = scene(write(tmp_path, map_info=PLACE))
    (tmp_path / "points.csv").write_text("line,sample\n1,2\n")
    (tmp_path / "paint.csv").write_text("nm,green\n500,.1\n600,.2\n700,.3\n")
    mask = write(tmp_path, "mask", bands=1, data_type=1)
    mask.with_suffix(".img").write_bytes(bytes(12))
    write(tmp_path, "w", bands=3, lines=2)
    (tmp_path / "w.json").write_text('{"sensor": "of somebody else"}')
    write(
        tmp_path,
        "l",
        bands=1,
        samples=6,
        lines=2,
        file_type="ENVI Spectral Library",
        wavelength=list(range(400, 406)),
    )
    (tmp_path / "l.img").rename(tmp_path / "l.sli")
    point = {"type": "Point", "coordinates": HERE.lon_lat(1, 2)}
    shapes = {
        "type": "FeatureCollection",
        "features": [{"type": "Feature", "properties": {}, "geometry": point}],
    }
    (tmp_path / "cars.json").write_text(json.dumps(shapes))
    kinds = {
        "points.csv": Truth, "paint.csv": Library, "l.hdr": Library, "l.sli": Library, "mask.hdr": Truth,
        "cars.json": Truth, "w.hdr": Scene, "w.img": Scene,
    }  # fmt: skip
    for name, kind in kinds.items():
        assert isinstance(OpenAny(tmp_path / name, here)(silent), kind), name
