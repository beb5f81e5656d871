"""Codes of any size stay apart, names that stand twice are all taken, and GeoTIFFs name their classes."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import rasterio

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.class_codes import SeveralClassesError
from hsi_uq_app.scene.labels import Truth, read_truth

Write = Callable[..., Path]


def classes(kind: str, *codes: int) -> np.ndarray:
    """5 x 7 zeros with one pixel of the first code in line 1, two of the second in line 2, and so on."""
    values = np.zeros((5, 7, 1), kind)
    for place, code in enumerate(codes, 1):
        values[place, :place, 0] = code
    return values


def read(path: Path, class_: object = None) -> Truth:
    return read_truth(path, 5, 7, class_=str(class_) if class_ is not None else None)


LARGE = {
    "i4": (16_777_216, 16_777_217),
    "u4": (4_294_967_294, 4_294_967_295),
    "i8": (2**62, 2**62 + 1),
    "u8": (2**64 - 2, 2**64 - 1),
    "f8": (16_777_216, 16_777_217),
}


@pytest.mark.parametrize("kind", LARGE)
@pytest.mark.parametrize("interleave", ["bsq", "bip"])
def test_that_large_codes_of_an_envi_file_stay_apart(write_cube: Write, kind: str, interleave: str) -> None:
    first, second = LARGE[kind]
    path = write_cube(classes(kind, first, second), interleave=interleave, file_type="ENVI Classification")
    assert read(path, first).labels.sum() == 1
    assert read(path, second).labels.sum() == 2
    with pytest.raises(SeveralClassesError, match=f"{first}, {second}"):
        read(path)


@pytest.mark.parametrize("kind", ["i4", "u4", "i8", "u8", "f8"])
def test_that_large_codes_of_a_geotiff_stay_apart(write_tiff: Write, kind: str) -> None:
    first, second = LARGE[kind]
    path = write_tiff(classes(kind, first, second))
    assert read(path, second).labels.sum() == 2


def test_that_no_data_among_large_codes_is_unknown(write_cube: Write) -> None:
    path = write_cube(classes("i4", 16_777_216, 16_777_217, -9999), data_ignore_value=-9999)
    truth = read(path, 16_777_217)
    assert (truth.labels.sum(), truth.known.sum()) == (2, 1 + 2)


def test_that_an_abundance_in_doubles_is_one(write_cube: Write) -> None:
    values = classes("f8")
    values[1, 1] = 0.4
    truth = read(write_cube(values))
    assert truth.abundance.dtype == np.float32
    assert truth.abundance[1, 1] == np.float32(0.4)


def test_that_all_classes_of_one_name_are_targets(write_cube: Write) -> None:
    """1 pixel of class 1, 2 of class 2, 3 of class 3; 1 and 3 are roofs."""
    names = ["unclassified", "roof", "tree", "Roof"]
    path = write_cube(classes("u1", 1, 2, 3), file_type="ENVI Classification", classes=4, class_names=names)
    truth = read(path, "roof")
    assert truth.labels.sum() == 1 + 3
    assert "2 classes are called roof: 1, 3" in str(truth.notes)
    assert read(path, 3).labels.sum() == 3


def test_that_bands_of_one_name_are_asked_about(write_cube: Write) -> None:
    values = np.zeros((5, 7, 3), "f4")
    values[1, 1, 2] = 0.5
    path = write_cube(values, band_names=["roof", "tree", "roof"])
    with pytest.raises(SeveralClassesError, match="2 bands called roof: 1 and 3") as asking:
        read(path, "roof")
    assert [choice for choice, _ in asking.value.choices] == ["1", "3"]
    assert read(path, 3).labels.sum() == 1


CATEGORIES = (
    '<PAMDataset><PAMRasterBand band="1"><CategoryNames><Category>none</Category><Category>tree</Category>'
    "<Category>red car</Category></CategoryNames></PAMRasterBand></PAMDataset>"
)


def test_that_a_class_of_a_geotiff_is_chosen_by_the_name_beside_it(write_tiff: Write) -> None:
    path = write_tiff(classes("u1", 1, 2))
    path.with_name(f"{path.name}.aux.xml").write_text(CATEGORIES)
    assert read(path, "red car").labels.sum() == 2
    with pytest.raises(SeveralClassesError, match=r"1 \(tree\), 2 \(red car\)"):
        read(path)


def test_that_a_class_of_a_geotiff_is_chosen_by_the_name_in_its_tags(write_tiff: Write) -> None:
    path = write_tiff(classes("u1", 1, 2))
    with rasterio.open(path, "r+") as file:
        file.update_tags(CLASSES="0 none, 1 tree, 2 red car")
    assert read(path, "red car").labels.sum() == 2


@pytest.mark.parametrize("text", ["<!DOCTYPE a [<!ENTITY b 'c'>]><PAMDataset/>", "<PAM", "\0", "<a>" * 5000])
def test_that_a_side_car_that_is_no_plain_xml_names_nothing(write_tiff: Write, text: str) -> None:
    path = write_tiff(classes("u1", 1, 2))
    path.with_name(f"{path.name}.aux.xml").write_text(text)
    with pytest.raises(UserError, match="has no class `red car`"):
        read(path, "red car")
