"""GeoTIFFs as cubes: values, wavelengths, places, and what is refused."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import rasterio
import rasterio.shutil
from pyproj import CRS
from rasterio.control import GroundControlPoint

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.open_scene import open_scene
from tests.scene.kit import said

NM = [450, 550, 650, 850, 1650, 2200]


WriteTiff = Callable[..., Path]


@pytest.mark.parametrize(
    "profile",
    [{}, {"interleave": "pixel"}, {"tiled": True, "blockxsize": 16, "blockysize": 16, "compress": "deflate"}],
)
@pytest.mark.parametrize(
    "code", ["uint8", "int8", "int16", "uint16", "int32", "uint32", "float32", "float64"]
)
def test_that_pixels_are_the_file_s(
    write_tiff: WriteTiff, cube_t: np.ndarray, code: str, profile: dict
) -> None:
    values = (cube_t % 100).astype(code)
    cube = open_scene(write_tiff(values, **profile))
    assert (cube.lines, cube.samples, cube.bands) == (5, 7, 6)
    assert np.array_equal(cube.read_lines(0, 5), values.reshape(35, 6).T)
    assert np.array_equal(cube.pixels([34, 3, 4], [5, 0]), values.reshape(35, 6)[[34, 3, 4]][:, [5, 0]].T)
    assert np.array_equal(cube.band_picture(1, max_side=4)[0], values[::2, ::2, 1])


def test_that_the_place_is_the_file_s(write_tiff: WriteTiff, cube_t: np.ndarray) -> None:
    place = open_scene(write_tiff(cube_t)).georeference
    assert place is not None
    assert place.transform == (2, 0, 500000, 0, -2, 4000000)
    assert CRS.from_wkt(place.crs_wkt).to_epsg() == 32618
    assert place.pixel_area_m2 == 4


def test_that_a_sheared_place_is_kept_though_envi_has_no_words_for_it(
    write_tiff: WriteTiff, cube_t: np.ndarray
) -> None:
    cube = open_scene(write_tiff(cube_t, transform=rasterio.Affine(2, 1, 500000, 0, -2, 4000000)))
    assert cube.georeference is not None
    assert cube.georeference.transform == (2, 1, 500000, 0, -2, 4000000)
    assert "map info" not in cube.header.fields


def test_that_a_file_without_a_place_has_none(write_tiff: WriteTiff, cube_t: np.ndarray) -> None:
    with pytest.warns(rasterio.errors.NotGeoreferencedWarning):
        path = write_tiff(cube_t, crs=None, transform=None)
    assert open_scene(path).georeference is None


def test_that_any_field_may_be_corrected(write_tiff: WriteTiff, cube_t: np.ndarray) -> None:
    cube = open_scene(
        write_tiff(cube_t), {"wavelength": "450,550,650,850,1650,2200", "data ignore value": "11"}
    )
    assert cube.wavelengths_nm.tolist() == NM
    assert np.isnan(cube.spectrum(0, 0)[0])


@pytest.mark.parametrize("content", [b"", b"II*\0garbage", b"no TIFF\n" * 50])
def test_that_what_is_no_geotiff_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "t.tif").write_bytes(content)
    with pytest.raises(UserError, match="no readable GeoTIFF"):
        open_scene(tmp_path / "t.tif")
    with pytest.raises(UserError, match="does not exist"):
        open_scene(tmp_path / "nowhere.tif")


def test_that_complex_pixels_are_refused_by_name(write_tiff: WriteTiff, cube_t: np.ndarray) -> None:
    with pytest.raises(UserError, match="complex"):
        open_scene(write_tiff(cube_t.astype("complex64")))


def test_that_a_truncated_geotiff_is_refused(write_tiff: WriteTiff) -> None:
    path = write_tiff(
        np.random.default_rng(0).integers(0, 999, (200, 200, 6)).astype("u2"), compress="deflate"
    )
    path.write_bytes(path.read_bytes()[:100_000])
    with pytest.raises(UserError):
        open_scene(path).read_lines(0, 200)


def test_that_a_truth_may_be_a_geotiff(write_tiff: WriteTiff) -> None:
    path = write_tiff(np.array([[0, 1, 255], [0, 0, 1]], dtype="u1")[:, :, None], nodata=255)
    truth = read_truth(path, 2, 3)
    assert truth.labels.tolist() == [[False, True, False], [False, False, True]]
    assert not truth.known[0, 2]
    with pytest.raises(UserError, match="2 lines x 3 samples, the scene 5 lines x 7"):
        read_truth(path, 5, 7)


def test_that_no_claim_makes_anything_large(tmp_path: Path) -> None:
    path = tmp_path / "t.tif"
    with rasterio.open(
        path,
        "w",
        driver="GTiff",
        height=1,
        width=2**28 + 1,
        count=1,
        dtype="uint8",
        sparse_ok=True,
        crs="EPSG:32618",
        transform=rasterio.Affine(2, 0, 500000, 0, -2, 4000000),
        tiled=True,
    ):
        pass
    with pytest.raises(UserError, match="cannot be read"):
        open_scene(path)


@pytest.mark.parametrize("form", [{}, {"imagej": True}, {"bigtiff": True, "byteorder": ">"}])
def test_that_images_one_after_the_other_are_the_bands(
    tmp_path: Path, cube_t: np.ndarray, form: dict
) -> None:
    tifffile = pytest.importorskip("tifffile")
    tifffile.imwrite(tmp_path / "t.tif", cube_t.transpose(2, 0, 1), **form)
    cube = open_scene(tmp_path / "t.tif")
    assert np.array_equal(cube.read_lines(0, 5), cube_t.reshape(35, 6).T)
    assert np.array_equal(cube.pixels([34, 3, 4], [5, 0]), cube_t.reshape(35, 6)[[34, 3, 4]][:, [5, 0]].T)
    assert "6 images of one size" in said(cube)


def test_that_images_of_other_sizes_are_said(tmp_path: Path, cube_t: np.ndarray) -> None:
    tifffile = pytest.importorskip("tifffile")
    with tifffile.TiffWriter(tmp_path / "t.tif") as target:
        target.write(cube_t, photometric="minisblack", planarconfig="contig")
        target.write(cube_t[:2, :2, 0])
    cube = open_scene(tmp_path / "t.tif")
    assert np.array_equal(cube.read_lines(0, 5), cube_t.reshape(35, 6).T)
    assert "2 images; only the first is used" in said(cube)


@pytest.mark.parametrize(
    "size", ["", "samples = 7\nlines = 5\nbands = 6\ndata type = 12\ninterleave = bsq\n"]
)
def test_that_a_header_whose_data_is_a_tiff_opens_the_tiff(
    write_tiff: WriteTiff, cube_t: np.ndarray, size: str
) -> None:
    path = write_tiff(cube_t)
    path.with_suffix(".hdr").write_text(
        f"ENVI\n{size}file type = TIFF\nwavelength = {{450, 550, 650, 850, 1650, 2200}}\n"
    )
    for named in (path, path.with_suffix(".hdr")):
        cube = open_scene(named)
        assert np.array_equal(cube.read_lines(0, 5), cube_t.reshape(35, 6).T)
        assert cube.wavelengths_nm.tolist() == NM


@pytest.mark.parametrize("name", ["t.img", "t", "t.TIFF"])
def test_that_a_tiff_may_have_any_name(write_tiff: WriteTiff, cube_t: np.ndarray, name: str) -> None:
    path = write_tiff(cube_t)
    cube = open_scene(path.rename(path.with_name(name)))
    assert np.array_equal(cube.spectrum(4, 6), cube_t[4, 6])


@pytest.mark.filterwarnings("ignore::rasterio.errors.NotGeoreferencedWarning")
@pytest.mark.parametrize(("bend", "word"), [(0.0, "fit a straight grid"), (40.0, "are not used")])
def test_that_ground_control_points_are_used_where_they_fit(
    tmp_path: Path, cube_t: np.ndarray, bend: float, word: str
) -> None:
    corners = [(0, 0, 0.0), (0, 7, 0.0), (5, 0, 0.0), (5, 7, bend)]
    points = [
        GroundControlPoint(row, col, 500_000 + 2 * col + more, 4_000_000 - 2 * row)
        for row, col, more in corners
    ]
    with rasterio.open(
        tmp_path / "t.tif",
        "w",
        driver="GTiff",
        height=5,
        width=7,
        count=6,
        dtype="uint16",
        gcps=points,
        crs="EPSG:32618",
    ) as target:
        target.write(cube_t.transpose(2, 0, 1))
    cube = open_scene(tmp_path / "t.tif")
    assert word in said(cube)
    assert (cube.georeference is None) == bool(bend)
    if cube.georeference:
        assert cube.georeference.transform == pytest.approx((2, 0, 500_000, 0, -2, 4_000_000))
        assert CRS.from_wkt(cube.georeference.crs_wkt).to_epsg() == 32618


def test_that_what_gdal_makes_of_an_envi_cube_says_the_same(
    write_cube: Callable, cube_t: np.ndarray, tmp_path: Path
) -> None:
    header = write_cube(
        wavelength=[450.25, 550, 650, 850, 1650, 2200],
        fwhm=[5] * 6,
        data_ignore_value=11,
        map_info=["UTM", 1, 1, 5e5, 4e6, 2, 2, 18, "North", "WGS-84"],
    )
    rasterio.shutil.copy(header.with_suffix(".img"), tmp_path / "copy.tif", driver="GTiff")
    envi, copy = open_scene(header), open_scene(tmp_path / "copy.tif")
    assert np.array_equal(envi.read_lines(0, 5), copy.read_lines(0, 5), equal_nan=True)
    assert np.array_equal(envi.wavelengths_nm, copy.wavelengths_nm)
    assert np.allclose(envi.fwhm_nm, copy.fwhm_nm)
    assert envi.georeference.transform == copy.georeference.transform


@pytest.mark.parametrize(
    ("key", "value"),
    [("lines", "999"), ("bands", "7"), ("samples", "3"), ("data type", "1"), ("Byte_Order", "1")],
)
def test_that_a_layout_the_file_fixes_cannot_be_corrected(
    write_tiff: WriteTiff, cube_t: np.ndarray, key: str, value: str
) -> None:
    path = write_tiff(cube_t)
    with pytest.raises(UserError, match="in the file itself and cannot be set"):
        open_scene(path, {key: value})
    assert open_scene(path, {"lines": "5", "interleave": "BSQ"}).lines == 5
