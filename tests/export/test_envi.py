"""ENVI masks and maps, opened again by SPy and GDAL."""

from dataclasses import replace

import numpy as np
import pytest
import rasterio
import spectral.io.envi
from pyproj import CRS

from hsi_uq_app.errors import UserError
from hsi_uq_app.export import envi
from hsi_uq_app.export.formats import write
from hsi_uq_app.scene.envi_header import read_header
from hsi_uq_app.scene.envi_writer import header_text
from hsi_uq_app.scene.georeference import Georeference, georeference_from, spatial_fields
from hsi_uq_app.scene.map_info_text import georeference_fields


def opened(path):
    return spectral.io.envi.open(str(path))


def test_that_a_mask_of_two_dimensions_has_one_band(make, tmp_path):
    seen = opened(write("envi", make(), tmp_path / "mask.hdr")[0])
    assert (seen.nrows, seen.ncols, seen.nbands) == (5, 7, 1)
    assert np.array_equal(seen.read_band(0), make.SET)


def test_that_spy_finds_four_named_and_coloured_classes(make, tmp_path):
    meta = opened(write("envi", make(), tmp_path / "mask.hdr")[0]).metadata
    assert meta["classes"] == "4"
    assert meta["class names"] == ["undecided", "target", "background", "not evaluated"]
    assert len(meta["class lookup"]) == 12
    assert meta["file type"] == "ENVI Classification"


def test_that_a_mask_of_two_classes_has_two_names_and_six_colours(tmp_path):
    mask = np.eye(5, 7, dtype=np.uint8)
    fields = envi.classification_fields(mask, ("other", "roof"), ((0, 0, 0), (255, 0, 0)), "roofs", {})
    (tmp_path / "mask.hdr").write_text(header_text(fields))
    (tmp_path / "mask.img").write_bytes(mask.tobytes())
    seen = opened(tmp_path / "mask.hdr")
    assert (seen.metadata["classes"], seen.metadata["class names"]) == ("2", ["other", "roof"])
    assert len(seen.metadata["class lookup"]) == 6
    assert np.array_equal(seen.read_band(0), mask)


def test_that_a_mask_without_any_target_is_exported(make, tmp_path):
    nothing = make(np.zeros((5, 7), np.uint8))
    for name in ("envi", "geotiff", "gpkg", "shp", "geojson", "csv", "png", "envi-maps"):
        assert write(name, nothing, tmp_path / name)[0].exists()
    assert not opened(tmp_path / "envi.hdr").read_band(0).any()


def test_that_no_spectral_key_and_no_ignore_value_enters_a_mask(make, tmp_path):
    keys = set(opened(write("envi", make(), tmp_path / "mask.hdr")[0]).metadata)
    forbidden = ("wavelength", "wavelength units", "bbl", "fwhm", "default bands", "data ignore value",
                 "reflectance scale factor")  # fmt: skip
    assert keys.isdisjoint(forbidden)
    assert "map info" in keys


@pytest.mark.parametrize("rotation", [0, 30, 90])
@pytest.mark.parametrize("kind", ["envi", "envi-maps"])
def test_that_a_rotated_place_comes_back_within_1e_9_pixel(make, tmp_path, rotation, kind):
    selection = make(text=make.map_info(rotation, reference=1.5))
    header = write(kind, selection, tmp_path / "mask.hdr")[0]
    place, _ = georeference_from(read_header(header).fields)
    with rasterio.open(header.with_suffix(".img")) as seen:
        by_gdal = tuple(seen.transform)[:6]
        assert seen.crs.to_epsg() == 32618
    for transform in (place.transform, by_gdal):
        assert transform == pytest.approx(selection.georeference.transform, abs=2e-9, rel=0)


def test_that_a_scene_without_crs_stays_without(make, tmp_path):
    fields = read_header(write("envi", make(text=None), tmp_path / "mask.hdr")[0]).fields
    assert {"map info", "coordinate system string"}.isdisjoint(fields)


def test_that_the_maps_hold_probability_bounds_and_width(make, tmp_path):
    selection = make()
    seen = opened(write("envi-maps", selection, tmp_path / "maps.hdr")[0])
    assert seen.metadata["band names"] == ["probability", "lower bound", "upper bound", "width"]
    probability, lower, upper, width = (seen.read_band(band) for band in range(4))
    valid = make.SET != 3
    assert np.isnan([probability[~valid], lower[~valid], upper[~valid], width[~valid]]).all()
    assert np.allclose(probability[valid], 1 / (1 + np.exp(-selection.mean_logit[valid])))
    assert np.allclose(width[valid], (upper - lower)[valid])
    assert (lower[valid] < probability[valid]).all()
    assert (probability[valid] < upper[valid]).all()


@pytest.mark.parametrize("name", ["mask", "mask.hdr", "mask.img"])
def test_that_any_name_gives_the_same_pair(make, tmp_path, name):
    names = [path.name for path in write("envi", make(), tmp_path / name)]
    assert names == ["mask.hdr", "mask.img", "mask.hdr.json"]


def test_that_a_dot_in_a_name_is_kept(make, tmp_path):
    assert write("envi", make(), tmp_path / "mask.v1")[0].name == "mask.v1.hdr"


@pytest.mark.parametrize("kind", ["envi", "envi-maps"])
def test_that_a_scene_is_not_overwritten(make, tmp_path, kind):
    (tmp_path / "scene.img").write_bytes(b"measured")
    with pytest.raises(UserError, match="exists and is not an earlier file"):
        write(kind, make(), tmp_path / "scene.hdr")
    assert (tmp_path / "scene.img").read_bytes() == b"measured"


def test_that_an_earlier_export_is_replaced(make, tmp_path):
    write("envi", make(), tmp_path / "mask.hdr")
    write("envi", make(np.zeros((5, 7), np.uint8)), tmp_path / "mask.hdr")
    assert not opened(tmp_path / "mask.hdr").read_band(0).any()


@pytest.mark.parametrize("string", ["{garbage}", "{EPSG:32618}", None])
@pytest.mark.parametrize("kind", ["envi", "envi-maps"])
def test_that_every_reader_sees_the_crs_that_is_used(make, tmp_path, kind, string):
    wrong = string or "{" + CRS.from_epsg(4326).to_wkt("WKT1_ESRI") + "}"
    selection = make()
    selection = replace(selection, spatial=selection.spatial | {"coordinate system string": wrong})
    header = write(kind, selection, tmp_path / "mask.hdr")[0]
    with rasterio.open(header.with_suffix(".img")) as seen:
        assert seen.crs.to_epsg() == 32618


@pytest.mark.parametrize("rotation", [0, 30])
def test_that_a_place_in_feet_comes_back(make, tmp_path, rotation):
    text = make.map_info(rotation, reference=3.0).replace("Meters", "Feet")
    selection = make(text=text)
    place, _ = georeference_from(read_header(write("envi", selection, tmp_path / "mask.hdr")[0]).fields)
    assert place.transform == pytest.approx(selection.georeference.transform, abs=2e-9, rel=0)


def test_that_braces_and_lines_in_a_text_do_not_break_the_header(header_of_text):
    header = header_of_text({"description": ["a } b\nlines = 9"], "band names": ["x {1}"]})
    assert (header.lines, header.band_names) == (5, ("x (1)",))


@pytest.fixture
def header_of_text(tmp_path):
    """The header of fields, written and read again."""

    def read(fields):
        must = {"samples": 7, "lines": 5, "bands": 1, "data type": 1, "interleave": "bsq"}
        (tmp_path / "t.hdr").write_text(header_text(must | fields))
        return read_header(tmp_path / "t.hdr")

    return read


@pytest.mark.parametrize("kind", ["envi", "envi-maps"])
def test_that_a_sheared_place_comes_back(make, tmp_path, kind):
    place = Georeference((2.0, 1.0, 5e5, 0.0, -2.0, 4e6), CRS.from_epsg(32618).to_wkt(), 4.0)
    selection = replace(
        make(text=None), georeference=place, spatial=spatial_fields(georeference_fields(place))
    )
    found, _ = georeference_from(read_header(write(kind, selection, tmp_path / "mask.hdr")[0]).fields)
    assert found.transform == place.transform
    assert CRS.from_wkt(found.crs_wkt).to_epsg() == 32618
