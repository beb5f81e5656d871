"""Truth from tables of points, burnt into the scene's grid."""

from pathlib import Path

import numpy as np
import pytest
from pyproj import CRS

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.class_codes import SeveralClassesError
from hsi_uq_app.scene.georeference import Georeference
from hsi_uq_app.scene.labels import Truth, read_truth

UTM = CRS.from_epsg(32618).to_wkt()


PLACE = Georeference((2.0, 0.0, 500_000.0, 0.0, -2.0, 4_000_000.0), UTM, 4.0)


def read(path: Path, place: Georeference | None = PLACE, **choices: object) -> Truth:
    return read_truth(path, 5, 7, georeference=place, **choices)


@pytest.mark.parametrize(
    "text",
    [
        "line,sample\n1,2\n4,6\n",
        "Row;Col;kind\n1;2;car\n4;6;car\n",
        "# by hand\nsample,line\n2,1\n6,4\n",
        "x,y\n500005,3999997\n500013,3999991\n",
    ],
)
def test_that_points_in_a_table_are_burnt(tmp_path: Path, text: str) -> None:
    (tmp_path / "t.csv").write_text(text)
    truth = read(tmp_path / "t.csv")
    assert np.argwhere(truth.labels).tolist() == [[1, 2], [4, 6]]
    assert "2 points burnt" in truth.notes[0].text


def test_that_points_in_degrees_are_burnt(tmp_path: Path) -> None:
    longitude, latitude = PLACE.lon_lat(3, 5) or (0, 0)
    (tmp_path / "t.csv").write_text(f"lon,lat,abundance\n{longitude!r},{latitude!r},0.4\n0,0,1\n")
    truth = read(tmp_path / "t.csv")
    assert np.argwhere(truth.labels).tolist() == [[3, 5]]
    assert truth.abundance[3, 5] == np.float32(0.4)
    assert "1 points lie outside" in truth.notes[-1].text
    with pytest.raises(UserError, match="no CRS"):
        read(tmp_path / "t.csv", Georeference(PLACE.transform, None, None))


def test_that_pixel_coordinates_need_no_place(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("line,sample,kind\n1,2,car\n0,0,road\n")
    assert read(tmp_path / "t.csv", None, class_="car").labels.sum() == 1


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "no points"),
        ("line,sample\n", "no points"),
        ("a,b\n1,2\n", "no columns"),
        ("line,sample\nx,2\n", "`x` is not"),
        ("line,sample\n99,2\n", "none of its 1 points"),
        ("x,y\n1,2\n", "none of its 1 points"),
        ("line,sample\n\0,1", "binary"),
    ],
)
def test_that_a_table_that_is_none_is_refused(tmp_path: Path, text: str, word: str) -> None:
    (tmp_path / "t.csv").write_text(text)
    with pytest.raises(UserError, match=word):
        read(tmp_path / "t.csv")


@pytest.mark.parametrize(
    "head",
    ["Lines,Samples", "row (0-based),col [0-based]", "y_pixel,x_pixel", "Pixel_y,Pixel_x", "ROW,COL,"],
)
def test_that_pixel_columns_may_have_many_names(tmp_path: Path, head: str) -> None:
    (tmp_path / "t.csv").write_text(f"{head}\n1,2\n4,6\n")
    assert np.argwhere(read(tmp_path / "t.csv", None).labels).tolist() == [[1, 2], [4, 6]]


@pytest.mark.parametrize(
    "head", ["POINT_X,POINT_Y", "Easting (m),Northing (m)", "UTM Easting,UTM Northing", "x_coord,y_coord"]
)
def test_that_map_columns_may_have_many_names(tmp_path: Path, head: str) -> None:
    (tmp_path / "t.csv").write_text(f"{head}\n500005,3999997\n500013,3999991\n")
    assert np.argwhere(read(tmp_path / "t.csv").labels).tolist() == [[1, 2], [4, 6]]


@pytest.mark.parametrize(
    "content",
    [
        b"x;y\n500005,0;3999997,0\n500013,0;3999991,0\n",
        b"sep=;\nx;y\n500005,5;3999997,5\n500013;3999991\n",
        "x\ty\n500005,0\t3999997,0\n500013,0\t3999991,0\n".encode("utf-16"),
        b'x,y,\xe4\n"500005,5","3999997,5",a\n500013,3999991\n,,\n',
    ],
)
def test_that_points_with_decimal_commas_in_any_encoding_are_burnt(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "t.csv").write_bytes(content)
    truth = read(tmp_path / "t.csv")
    assert np.argwhere(truth.labels).tolist() == [[1, 2], [4, 6]]
    assert len(truth.notes) == 1


def test_that_no_point_is_lost_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("line,sample,kind\n1,2,car\n3,4\n4,6,car,old,red\n\n")
    truth = read(tmp_path / "t.csv")
    assert np.argwhere(truth.labels).tolist() == [[1, 2], [3, 4]]
    assert "1 rows longer than the first are skipped" in truth.notes[-1].text


@pytest.mark.parametrize("values", ["50", "-1", "1.5"])
def test_that_what_is_no_abundance_of_a_point_is_refused(tmp_path: Path, values: str) -> None:
    (tmp_path / "t.csv").write_text(f"line,sample,abundance\n1,2,{values}\n3,4,\n")
    with pytest.raises(UserError, match="an abundance lies in 0"):
        read(tmp_path / "t.csv")


@pytest.mark.parametrize(("class_", "count"), [("car", 1), ("kind=car", 1), ("KIND=Car", 1), ("near=car", 1)])
def test_that_a_class_of_points_may_name_its_column(tmp_path: Path, class_: str, count: int) -> None:
    (tmp_path / "t.csv").write_text("line,sample,kind,near\n1,2,car,road\n3,4,tree,car\n")
    assert read(tmp_path / "t.csv", class_=class_).labels.sum() == count
    with pytest.raises(UserError, match="no row of class `bus`"):
        read(tmp_path / "t.csv", class_="bus")


HEAD = "id,line,sample,class,year\n"
ROWS = ((2, 1, 2, 1, 2), (5, 2, 2, 2, 1), (7, 3, 1, 1, 2), (8, 4, 6, 2, 1))


def test_that_a_class_that_is_a_number_stands_in_the_class_column_alone(tmp_path: Path) -> None:
    """Of four points two are of class 2; ids, lines, samples and years that are 2 are no class."""
    (tmp_path / "t.csv").write_text(HEAD + "".join(",".join(map(str, row)) + "\n" for row in ROWS))
    truth = read(tmp_path / "t.csv", None, class_="2")
    assert np.argwhere(truth.labels).tolist() == [[2, 2], [4, 6]]
    assert "field `class`" in str(truth.notes)


@pytest.mark.parametrize(
    ("head", "asked"),
    [
        ("id,line,sample", "id=2"),
        ("line,sample,plot,year", "plot=2 or year=2"),
        ("line,sample,kind,plot", "plot=2"),
    ],
)
def test_that_it_is_asked_which_column_is_the_class_where_it_is_not_plain(
    tmp_path: Path, head: str, asked: str
) -> None:
    rows = {"id": "12", "line": "12", "sample": "33", "plot": "21", "year": "12", "kind": "ab"}
    text = "\n".join(",".join(rows[name][row] for name in head.split(",")) for row in (0, 1))
    (tmp_path / "t.csv").write_text(f"{head}\n{text}\n")
    with pytest.raises(SeveralClassesError, match=f"may mean {asked}") as asking:
        read(tmp_path / "t.csv", None, class_="2")
    assert [choice for choice, _ in asking.value.choices] == asked.split(" or ")
    assert read(tmp_path / "t.csv", None, class_=asked.split(" or ", maxsplit=1)[0]).labels.sum() == 1


def test_that_columns_of_one_name_are_both_looked_at(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("line,sample,class,class\n1,2,car,\n3,4,,car\n0,0,tree,\n")
    assert read(tmp_path / "t.csv", None, class_="class=car").labels.sum() == 2
