"""What the bands of a GeoTIFF mean: wavelengths, no-data, masks, scales."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import rasterio
import rasterio.shutil

from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.open_scene import open_scene
from tests.scene.kit import said

NM = [450, 550, 650, 850, 1650, 2200]


WriteTiff = Callable[..., Path]


@pytest.mark.parametrize(
    "tags",
    [
        [{"wavelength": str(w), "wavelength_units": "Nanometers"} for w in NM],
        [{"wavelength": str(w / 1000), "wavelength_units": "Micrometers"} for w in NM],
        [{"WAVELENGTH": str(w / 1000)} for w in NM],
    ],
)
def test_that_wavelengths_come_from_band_metadata(
    write_tiff: WriteTiff, cube_t: np.ndarray, tags: list
) -> None:
    assert np.allclose(open_scene(write_tiff(cube_t, tags)).wavelengths_nm, NM)


@pytest.mark.parametrize("form", ["{} nm", "Band ({})", "{}", "B1 {}Nanometers", "reflectance {:.1f}nm"])
def test_that_wavelengths_come_from_band_names(write_tiff: WriteTiff, cube_t: np.ndarray, form: str) -> None:
    cube = open_scene(write_tiff(cube_t, names=[form.format(w) for w in NM]))
    assert np.allclose(cube.wavelengths_nm, NM)
    assert "taken from the band names" in said(cube)


def test_that_wavelengths_in_gdal_s_imagery_domain_are_read(
    write_tiff: WriteTiff, cube_t: np.ndarray
) -> None:
    path = write_tiff(cube_t)
    with rasterio.open(path, "r+") as target:
        for band, wavelength in enumerate(NM, 1):
            target.update_tags(
                band, ns="IMAGERY", CENTRAL_WAVELENGTH_UM=str(wavelength / 1000), FWHM_UM="0.01"
            )
    cube = open_scene(path)
    assert np.allclose(cube.wavelengths_nm, NM)
    assert np.allclose(cube.fwhm_nm, 10)


def test_that_a_header_beside_the_file_gives_its_spectral_fields(
    write_tiff: WriteTiff, cube_t: np.ndarray
) -> None:
    path = write_tiff(cube_t)
    path.with_suffix(".hdr").write_text(
        "ENVI\nlines = 999\nwavelength units = nm\nbbl = {1,1,0,1,1,1}\n"
        "wavelength = {450,550,650,850,1650,2200}\n"
        "reflectance scale factor = 100\nmap info = {UTM, 1, 1, 0, 0, 9, 9, 33, North, WGS-84}\n"
    )
    cube = open_scene(path)
    assert (cube.lines, cube.scale, cube.good_bands.tolist()[2]) == (5, 100, False)
    assert cube.wavelengths_nm.tolist() == NM
    assert cube.georeference.transform[0] == 2
    assert "t.hdr beside the GeoTIFF" in said(cube)


def test_that_no_data_and_scale_are_applied(write_tiff: WriteTiff) -> None:
    values = np.array([[[5000, -9999], [2500, 100]]], dtype="i2")
    path = write_tiff(values, nodata=-9999)
    with rasterio.open(path, "r+") as target:
        target.scales = (1e-4, 1e-4)
    cube = open_scene(path)
    assert np.allclose(cube.read_lines(0, 1), [[0.5, 0.25], [np.nan, 0.01]], equal_nan=True)
    assert cube.quantity == "reflectance"


def test_that_the_files_own_mask_hides_pixels(write_tiff: WriteTiff, cube_t: np.ndarray) -> None:
    path = write_tiff(cube_t)
    mask = np.full((5, 7), 255, "u1")
    mask[1, 2] = 0
    with rasterio.Env(GDAL_TIFF_INTERNAL_MASK=True), rasterio.open(path, "r+") as target:
        target.write_mask(mask)
    cube = open_scene(path)
    expected = cube_t.astype("f4")
    expected[1, 2] = np.nan
    assert np.array_equal(cube.read_lines(0, 5), expected.reshape(35, 6).T, equal_nan=True)
    assert np.isnan(cube.spectrum(1, 2)).all()
    assert "mask" in said(cube)


def test_that_scales_and_offsets_of_single_bands_are_applied(
    write_tiff: WriteTiff, cube_t: np.ndarray
) -> None:
    path = write_tiff(cube_t, nodata=11)
    scales, offsets = np.linspace(1e-4, 2e-4, 6), np.full(6, -0.2)
    with rasterio.open(path, "r+") as target:
        target.scales, target.offsets = tuple(scales), tuple(offsets)
    cube = open_scene(path)
    assert np.allclose(cube.spectrum(3, 4), cube_t[3, 4] * scales + offsets)
    assert np.isnan(cube.spectrum(0, 0)[0])
    assert cube.fingerprint() != open_scene(write_tiff(cube_t, nodata=11)).fingerprint()


@pytest.mark.parametrize(
    ("beside", "word"),
    [
        (b"NROWS 5\nNCOLS 7\nLAYOUT BIL\n", "Esri header"),
        (b"\0\1\2", "binary data"),
        (
            b"ENVI\nbands = 3\nreflectance scale factor = 100\ndata ignore value = 14\n",
            "of 3 bands; not used",
        ),
    ],
)
def test_that_a_header_of_another_file_changes_nothing(
    write_tiff: WriteTiff, cube_t: np.ndarray, beside: bytes, word: str
) -> None:
    path = write_tiff(cube_t)
    path.with_suffix(".hdr").write_bytes(beside)
    cube = open_scene(path)
    assert np.array_equal(cube.spectrum(0, 0), cube_t[0, 0])
    assert word in said(cube)


def test_that_band_numbers_as_names_are_no_wavelengths(write_tiff: WriteTiff, cube_t: np.ndarray) -> None:
    assert open_scene(write_tiff(cube_t, names=list("123456"))).wavelengths_nm is None


def test_that_a_mask_whose_zero_is_no_data_is_said(write_tiff: WriteTiff) -> None:
    truth = read_truth(write_tiff(np.array([[0, 1, 0]], dtype="u1")[:, :, None], nodata=0), 1, 3)
    assert truth.known.tolist() == [[False, True, False]]
    assert "2 of 3 pixels are no data" in str(truth.notes)
