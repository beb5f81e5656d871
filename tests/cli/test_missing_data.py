"""The whole way from file to mask, where data are missing and where bands are bad."""

from pathlib import Path

import numpy as np
import pytest
import rasterio

from hsi_uq_app.confidence.quantile_map import NO_DATA, open_quantile_map
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.envi_header import read_header
from hsi_uq_app.scene.envi_writer import write_header
from hsi_uq_app.scene.stretch import ends

LINES, SAMPLES, BANDS = 30, 30, 40
MAP_INFO = "{UTM, 1, 1, 500000, 4000000, 1, 1, 18, North, WGS-84, units=Meters}"


def scene(folder: Path, values: np.ndarray, **fields: object) -> Path:
    """An i2 scene (lines, samples, bands) with a mask of 32 targets beside it, 16 in each half."""
    lines, samples, bands = values.shape
    size = {"lines": lines, "samples": samples, "header offset": 0, "byte order": 0, "interleave": "bsq"}
    folder.mkdir()
    values.astype("<i2").transpose(2, 0, 1).tofile(folder / "s.img")
    targets().astype("u1").tofile(folder / "t.img")
    head = size | {"bands": bands, "data type": 2, "reflectance scale factor": 10_000, "map info": MAP_INFO}
    write_header(folder / "s.hdr", head | {key.replace("_", " "): value for key, value in fields.items()})
    write_header(folder / "t.hdr", size | {"bands": 1, "data type": 1})
    return folder / "s.hdr"


def targets() -> np.ndarray:
    mask = np.zeros((LINES, SAMPLES), bool)
    mask[5:9, 4:8] = mask[12:16, 20:24] = True
    return mask


@pytest.fixture(scope="module")
def pixels() -> np.ndarray:
    """Reflectance x 10,000 of two materials and a target, (lines, samples, bands)."""
    chance = np.random.default_rng(3)
    grass, soil, paint = chance.uniform(1000, 6000, (3, BANDS))
    mix = chance.uniform(0, 1, (LINES, SAMPLES, 1))
    values = np.where(targets()[..., None], paint, mix * grass + (1 - mix) * soil)
    return np.rint(values + chance.normal(0, 60, values.shape))


def predicted(hsi_uq, header: Path):
    model, out = header.with_name("m.safetensors"), header.with_name("r.hdr")
    truth = header.with_name("t.hdr")
    assert hsi_uq("train", header, "--truth", truth, "--out", model, "--draws", 20).code == 0
    assert hsi_uq("predict", header, "--model", model, "--out", out).code == 0
    return open_quantile_map(out)


def test_that_no_data_stay_out_of_stretch_detector_and_mask_and_are_said_on_the_way_out(
    hsi_uq, tmp_path: Path, pixels: np.ndarray
) -> None:
    values = pixels.copy()
    values[..., 2:4] = values[:2, :5] = -32768  # bands 3 and 4 whole, and ten pixels
    missing = np.zeros((LINES, SAMPLES), bool)
    missing[:2, :5] = True
    header = scene(tmp_path / "holes", values, data_ignore_value=-32768)
    picture = open_cube(header).band_picture(0)[0]
    assert np.array_equal(np.isnan(picture), missing)
    assert ends(picture) == pytest.approx(np.percentile(pixels[..., 0][~missing] / 1e4, (2, 98)), rel=1e-6)

    result = predicted(hsi_uq, header)
    assert result.passport.good_bands == (0, 1, *range(4, BANDS))
    assert np.array_equal(result.plane(500) == NO_DATA, missing)
    assert np.array_equal(np.isnan(result.ace), missing)
    assert read_header(result.path).no_data == NO_DATA

    mask = header.with_name("mask.tif")
    assert hsi_uq("export", result.path, "--to", "geotiff", "--out", mask).code == 0
    with rasterio.open(mask) as file:
        assert file.nodata == 255
        assert np.array_equal(file.read(1) == 255, missing)


def test_that_the_detector_equals_the_run_on_the_good_bands(
    hsi_uq, tmp_path: Path, pixels: np.ndarray
) -> None:
    bad = [0, 7, 8, 19, 33, 39]
    good = np.setdiff1d(np.arange(BANDS), bad)
    nm = np.linspace(450, 2200, BANDS).round(1)
    spikes = pixels.copy()
    spikes[..., bad] = np.where(np.arange(SAMPLES)[:, None] % 2, 30_000, 0)
    bbl = np.isin(np.arange(BANDS), good).astype(int).tolist()
    whole = predicted(hsi_uq, scene(tmp_path / "forty", spikes, wavelength=nm.tolist(), bbl=bbl))
    only_good = predicted(hsi_uq, scene(tmp_path / "good", pixels[..., good], wavelength=nm[good].tolist()))
    assert whole.passport.good_bands == tuple(good)
    assert whole.files.image.read_bytes() == only_good.files.image.read_bytes()
    assert whole.files.side_image.read_bytes() == only_good.files.side_image.read_bytes()
