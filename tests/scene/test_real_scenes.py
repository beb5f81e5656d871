"""Every real cube opens with the right shape, wavelengths and notes."""

from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.open_scene import open_scene

pytestmark = pytest.mark.real_data

# file -> lines, samples, bands, type, interleave, good bands, ends of the wavelengths in nm, keys with notes
SCENES = {
    "cubes/sandiego": (100, 100, 189, "<u2", "bsq", 189, (423.96, 2456.53), set()),
    "cubes/hydice": (100, 80, 162, "<u2", "bil", 162, None, set()),
    "cubes/muufl": (36, 36, 72, "<f4", "bip", 72, (367.7, 1043.4), {"quantity"}),
    "cubes/aviris224_bigendian": (90, 90, 224, ">i2", "bil", 181, (365.91, 2496.22), {"wavelength"}),
    "cubes/jasper": (100, 100, 198, "<u2", "bsq", 198, (394.92, 2446.6), {"wavelength"}),
    "cubes/enmap_potsdam": (
        64,
        128,
        224,
        "<i2",
        "bsq",
        218,
        (418.24, 2445.53),
        {"wavelength", "coordinate system string"},
    ),
    "odd_headers/av3_1px_loc": (1, 1, 3, "<f8", "bsq", 3, None, set()),
    "odd_headers/av3_1px_obs": (1, 1, 11, "<f8", "bsq", 11, None, set()),
    "odd_headers/av3_1px_rdn": (1, 1, 284, "<f4", "bsq", 284, (389.75, 2494.0), set()),
    "odd_headers/corn-kernel-hyperspectral": (
        31,
        43,
        580,
        "<u2",
        "bil",
        580,
        (366.551, 1048.421),
        {"byte order", "header offset", "file type"},
    ),
    "odd_headers/cubus_gamsberg_subset": (
        25,
        10,
        189,
        "<f4",
        "bsq",
        189,
        (426.820007, 2324.909912),
        {"wavelength units"},
    ),
    "odd_headers/darkReference": (1, 1600, 978, "<u2", "bil", 978, (379.027, 1000.95), set()),
    "odd_headers/darkReference2": (1, 1600, 978, "<u2", "bil", 978, None, {"wavelength"}),
    "odd_headers/darkReference3": (1, 1600, 978, "<u2", "bil", 978, (379.027, 1000.95), set()),
    "odd_headers/prism_2px_loc": (2, 1, 3, "<f4", "bil", 3, None, {"wavelength", "band names"}),
    "odd_headers/prism_2px_obs": (2, 1, 11, "<f4", "bil", 11, None, {"wavelength", "band names"}),
    "odd_headers/prism_2px_rdn": (2, 1, 246, "<f4", "bil", 246, (350.5548293, 1045.6487295), set()),
}


@pytest.mark.parametrize("name", SCENES)
def test_that_a_real_scene_opens_as_what_it_is(real_data: Path, name: str) -> None:
    lines, samples, bands, code, interleave, good, ends, noted = SCENES[name]
    borrowed = "darkReference" in name  # one data file for four headers
    cube = open_scene(real_data / f"{name}.hdr", {"data file": "darkReference"} if borrowed else None)
    assert (cube.lines, cube.samples, cube.bands) == (lines, samples, bands)
    assert (cube.header.dtype.str, cube.header.interleave, int(cube.good_bands.sum())) == (
        code,
        interleave,
        good,
    )
    if ends is None:
        assert cube.wavelengths_nm is None
    else:
        assert (cube.wavelengths_nm.min(), cube.wavelengths_nm.max()) == pytest.approx(ends)
    assert {note.key for note in cube.notes} - {"data file"} == noted
    assert np.isfinite(cube.read_lines(0, lines, bands=np.flatnonzero(cube.good_bands))).any()
    assert len(cube.fingerprint()) == 64


def test_that_the_real_misspelt_interleave_is_refused(real_data: Path) -> None:
    with pytest.raises(UserError, match="line 9: `interleave = bup`"):
        open_scene(real_data / "odd_headers/darkReference4.hdr")


def test_that_headers_without_a_data_file_name_what_was_looked_for(real_data: Path) -> None:
    with pytest.raises(UserError, match=r"looked for darkReference2, darkReference2\.img"):
        open_scene(real_data / "odd_headers/darkReference2.hdr")


def test_that_the_satellite_scene_lies_at_potsdam_in_reflectance(real_data: Path) -> None:
    cube = open_scene(real_data / "cubes/enmap_potsdam.hdr")
    assert cube.georeference is not None
    assert cube.georeference.lon_lat(32, 64) == pytest.approx((13.04, 52.39), abs=0.05)
    assert cube.georeference.pixel_area_m2 == pytest.approx(900)
    assert cube.quantity == "reflectance"
    values = cube.read_lines(0, 64, bands=np.flatnonzero(cube.good_bands))
    assert 0.01 < np.nanmedian(values) < 0.5


@pytest.mark.parametrize(
    ("name", "size", "targets"),
    [("sandiego", (100, 100), 134), ("hydice", (100, 80), 19), ("muufl", (36, 36), 3)],
)
def test_that_real_masks_count_their_targets(real_data: Path, name: str, size: tuple, targets: int) -> None:
    assert read_truth(real_data / f"cubes/{name}_mask.hdr", *size).labels.sum() == targets


def test_that_real_land_cover_needs_a_class(real_data: Path) -> None:
    path = real_data / "cubes/enmap_potsdam_labels.hdr"
    with pytest.raises(UserError, match="several classes"):
        read_truth(path, 64, 128)
    truth = read_truth(path, 64, 128, class_=1)
    assert 0 < truth.labels.sum() < truth.known.sum() < 64 * 128
