"""GeoTIFF masks, opened again by GDAL (rasterio) and Pillow."""

import numpy as np
import pytest
import rasterio
import rasterio.shutil
from PIL import Image

from hsi_uq_app.confidence.high_confidence_set import CLASS_COLOURS
from hsi_uq_app.export.formats import write


@pytest.fixture
def exported(make, tmp_path):
    return write("geotiff", make(), tmp_path / "mask.tif")[0]


@pytest.mark.parametrize("dtype", [bool, np.int64, np.uint8])
def test_that_masks_of_any_whole_type_are_written_as_bytes(make, tmp_path, dtype):
    for name, mask in {"diagonal": np.eye(5, 7, dtype=dtype), "empty": np.zeros((5, 7), dtype)}.items():
        with rasterio.open(write("geotiff", make(mask), tmp_path / name)[0]) as seen:
            assert seen.dtypes == ("uint8",)
            assert np.array_equal(seen.read(1), mask)


def test_that_255_means_not_evaluated(make, exported):
    with rasterio.open(exported) as seen:
        assert seen.nodata == 255
        assert np.array_equal(seen.read(1), np.where(make.SET == 3, 255, make.SET))
        assert np.array_equal(seen.read_masks(1) == 0, make.SET == 3)


def test_that_another_library_sees_the_same_palette_and_values(make, exported):
    with Image.open(exported) as picture:
        assert picture.mode == "P"
        assert np.array_equal(np.array(picture), np.where(make.SET == 3, 255, make.SET))
        assert np.array_equal(np.array(picture.convert("RGB"))[make.SET == 1][0], CLASS_COLOURS[1])


def test_that_the_classes_have_names_and_colours(exported):
    with rasterio.open(exported) as seen:
        assert seen.colormap(1)[1] == (*CLASS_COLOURS[1], 255)
        assert seen.tags()["CLASSES"] == "0 undecided, 1 target, 2 background"
        assert "alpha 0.20, delta 0.200" in seen.tags()["TIFFTAG_IMAGEDESCRIPTION"]
    rasterio.shutil.copy(exported, exported.with_suffix(".vrt"), driver="VRT")
    categories = exported.with_suffix(".vrt").read_text()
    for name in ("undecided", "target", "background"):
        assert f"<Category>{name}</Category>" in categories


@pytest.mark.parametrize("rotation", [0, 30, 90])
def test_that_a_rotated_place_comes_back_within_1e_9_pixel(make, tmp_path, rotation):
    selection = make(text=make.map_info(rotation))
    with rasterio.open(write("geotiff", selection, tmp_path / "mask.tif")[0]) as seen:
        assert tuple(seen.transform)[:6] == pytest.approx(selection.georeference.transform, abs=2e-9, rel=0)
        assert seen.crs.to_epsg() == 32618


def test_that_a_one_metre_mask_keeps_crs_and_place(make, tmp_path):
    with rasterio.open(write("geotiff", make(text=make.map_info(pixel=1)), tmp_path / "corner")[0]) as seen:
        assert seen.crs.to_epsg() == 32618
        assert tuple(seen.transform)[:6] == (1, 0, 500000, 0, -1, 4000000)
    with rasterio.open(
        write("geotiff", make(text=make.map_info(pixel=1, reference=1.5)), tmp_path / "centre")[0]
    ) as seen:
        assert tuple(seen.transform)[:6] == (1, 0, 499999.5, 0, -1, 4000000.5)


@pytest.mark.filterwarnings("ignore::rasterio.errors.NotGeoreferencedWarning")
def test_that_no_crs_is_invented(make, tmp_path):
    with rasterio.open(write("geotiff", make(text=None), tmp_path / "mask.tif")[0]) as seen:
        assert seen.crs is None
        assert seen.transform.is_identity


def test_that_arbitrary_map_coordinates_are_kept_without_a_crs(make, tmp_path):
    text = "Arbitrary, 1, 1, 10, 20, 0.5, 0.5, 0, units=Meters"
    with rasterio.open(write("geotiff", make(text=text), tmp_path / "mask.tif")[0]) as seen:
        assert seen.crs is None
        assert tuple(seen.transform)[:6] == (0.5, 0, 10, 0, -0.5, 20)
