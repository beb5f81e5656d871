"""Opening the two files of a cube: pairs, sizes, no-data, bad bands, compression, doubts."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import rasterio

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.envi_writer import write_header
from tests.scene.kit import said

Write = Callable[..., Path]


def test_that_a_truncated_file_is_told_at_opening(write_cube: Write) -> None:
    header = write_cube(np.zeros((40, 32, 60), dtype="u2"), interleave="bil")
    data = header.with_suffix(".img")
    data.write_bytes(data.read_bytes()[:152_366])
    with pytest.raises(UserError, match=r"t\.img is truncated: 1,234 bytes missing .*153,600.*152,366"):
        open_cube(header)


def test_that_a_longer_file_opens_with_a_note(write_cube: Write, cube_t: np.ndarray) -> None:
    header = write_cube()
    with open(header.with_suffix(".img"), "ab") as handle:
        handle.write(b"x" * 7)
    cube = open_cube(header)
    assert np.array_equal(cube.spectrum(4, 6), cube_t[4, 6])
    assert "7 bytes longer" in said(cube)


def test_that_an_empty_data_file_is_told(write_cube: Write) -> None:
    header = write_cube()
    header.with_suffix(".img").write_bytes(b"")
    with pytest.raises(UserError, match="420 bytes missing"):
        open_cube(header)


def test_that_a_pci_file_with_offset_big_endian_bip_equals_the_formula(
    write_cube: Write, cube_t: np.ndarray
) -> None:
    header = write_cube(cube_t.astype(">u2"), interleave="bip", prefix=b"P" * 82_432, file_type="PCI")
    assert open_cube(header).spectrum(2, 3).tolist() == [
        3 * (42 * 2 + 6 * 3 + band) + 11 for band in range(6)
    ]


@pytest.mark.parametrize("interleave", ["bil", "bip"])
def test_that_bytes_around_every_line_are_skipped(
    write_cube: Write, cube_t: np.ndarray, interleave: str
) -> None:
    place = ["UTM", 1, 1, 500_000, 4_000_000, 2, 2, 18, "North", "WGS-84"]
    header = write_cube(interleave=interleave, major_frame_offsets=[4, 8], map_info=place)
    stored = header.with_suffix(".img").read_bytes()
    lines = [b"\xff" * 4 + stored[84 * line : 84 * line + 84] + b"\xee" * 8 for line in range(5)]
    header.with_suffix(".img").write_bytes(b"".join(lines))
    cube = open_cube(header)
    assert np.array_equal(cube.read_lines(0, 5), cube_t.reshape(35, 6).T)
    assert np.array_equal(cube.pixels([34, 3, 4], [5, 0]), cube_t.reshape(35, 6)[[34, 3, 4]][:, [5, 0]].T)
    with rasterio.open(header.with_suffix(".img")) as other:
        assert np.array_equal(other.read(), cube_t.transpose(2, 0, 1))
    assert not cube.notes
    header.with_suffix(".img").write_bytes(b"".join(lines)[:-1])
    with pytest.raises(UserError, match="1 bytes missing"):
        open_cube(header)


def test_that_a_file_that_may_not_be_read_is_one_clear_line(
    write_cube: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = write_cube().with_suffix(".img")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(UserError, match=r"t\.img: Permission denied; check the name"):
        open_cube(data)


def test_that_bytes_are_unsigned(write_cube: Write) -> None:
    cube = open_cube(write_cube(np.array([[[0, 127, 128, 255]]], dtype="u1")))
    assert cube.spectrum(0, 0).tolist() == [0, 127, 128, 255]


@pytest.mark.parametrize("interleave", ["bsq", "bil", "bip"])
def test_that_no_data_is_excluded_and_its_bands_are_bad(write_cube: Write, interleave: str) -> None:
    values = np.full((30, 30, 6), 2500, dtype="i2")
    values[:, :, 3:5] = -32768
    values[:2, :5] = -32768
    header = write_cube(
        values, interleave=interleave, reflectance_scale_factor=10000, data_ignore_value=-32768
    )
    cube = open_cube(header)
    assert cube.good_bands.tolist() == [True, True, True, False, False, True]
    assert (cube.no_data, cube.scale, cube.quantity) == (-32768, 10_000, "reflectance")
    good = cube.read_lines(0, 30, bands=np.flatnonzero(cube.good_bands))
    assert np.isfinite(good).all(axis=0).sum() == 890
    assert np.nanmax(good) == np.nanmin(good) == np.float32(0.25)
    assert "2 bands hold no data anywhere" in said(cube)
    assert cube.header.fields["data ignore value"] == "-32768"


def test_that_a_no_data_value_that_cannot_occur_is_noted(write_cube: Write) -> None:
    cube = open_cube(write_cube(data_ignore_value=-9999))
    assert np.isfinite(cube.read_lines(0, 5)).all()
    assert "cannot occur in uint16" in said(cube)


def test_that_listed_bad_bands_are_bad_and_a_list_of_wrong_length_is_noted(write_cube: Write) -> None:
    values = np.random.default_rng(0).integers(100, 200, size=(30, 30, 40)).astype("u2")
    spikes = [3, 9, 17, 18, 30, 39]
    values[::7, ::5, spikes] = 30_000
    listed = [int(band not in spikes) for band in range(40)]
    cube = open_cube(write_cube(values, bbl=listed))
    assert np.flatnonzero(~cube.good_bands).tolist() == spikes
    assert cube.read_lines(0, 30, bands=np.flatnonzero(cube.good_bands)).max() < 200
    wrong = open_cube(write_cube(values, bbl=listed[:-1]))
    assert wrong.good_bands.all()
    assert "39 numbers for 40 bands; not used" in said(wrong)


def test_that_constant_zero_bands_are_bad(write_cube: Write, cube_t: np.ndarray) -> None:
    cube_t[:, :, 2] = 0
    cube = open_cube(write_cube(cube_t))
    assert np.flatnonzero(~cube.good_bands).tolist() == [2]
    assert "1 bands are zero everywhere in a sample and are left out: 3" in said(cube)


@pytest.mark.parametrize("interleave", ["bsq", "bil", "bip"])
def test_that_a_cube_larger_than_memory_opens_at_once(tmp_path: Path, interleave: str) -> None:
    header = tmp_path / "huge.hdr"
    fields = {
        "samples": 700,
        "lines": 40_000,
        "bands": 211,
        "data type": 12,
        "byte order": 0,
        "interleave": interleave,
        "header offset": 0,
        "file type": "ENVI Standard",
    }
    write_header(header, fields)
    with open(tmp_path / "huge.img", "wb") as handle:
        handle.truncate(11_816_000_000)
    start = time.perf_counter()
    cube = open_cube(header)
    assert cube.spectrum(39_999, 699).shape == (211,)
    assert cube.band_picture(210, max_side=1000)[0].shape == (1000, 18)
    assert time.perf_counter() - start < 2


def test_that_a_wrong_type_of_the_right_size_is_hinted_at_and_can_be_overridden(write_cube: Write) -> None:
    line, sample, band = np.meshgrid(np.arange(40), np.arange(30), np.arange(20), indexing="ij")
    values = (0.2 + 0.1 * np.sin(line / 9) * np.cos(sample / 7) + band / 100).astype("f4")
    for interleave in ("bsq", "bil", "bip"):
        header = write_cube(values, interleave=interleave, data_type=12, samples=60)
        cube = open_cube(header)
        assert "look like halves of wider numbers: the data type may be wrong" in said(cube)
        right = open_cube(header, {"data type": "4", "samples": "30"})
        assert np.array_equal(right.spectrum(7, 8), values[7, 8])
        assert right.overrides == {"data type": "4", "samples": "30"}
        assert "may be wrong" not in said(right)


def test_that_a_wrong_byte_order_is_hinted_at(write_cube: Write) -> None:
    line, sample, band = np.meshgrid(np.arange(40), np.arange(30), np.arange(20), indexing="ij")
    values = 3000 + 2000 * np.sin(line / 9) * np.cos(sample / 7) + 10 * band
    for code in ("u2", "i2", "u4", "i4", "f4", "f8"):
        assert "may be wrong" in said(open_cube(write_cube(values.astype(code), byte_order=1)))
        assert "may be wrong" not in said(open_cube(write_cube(values.astype(code))))


@pytest.mark.parametrize("code", ["u2", "f4"])
@pytest.mark.parametrize("interleave", ["bsq", "bil", "bip"])
def test_that_big_endian_pixels_equal_little_endian_pixels(
    write_cube: Write, cube_t: np.ndarray, code: str, interleave: str
) -> None:
    little = open_cube(write_cube(cube_t.astype(f"<{code}"), name="little", interleave=interleave))
    big = open_cube(write_cube(cube_t.astype(f">{code}"), name="big", interleave=interleave))
    assert np.array_equal(little.read_lines(0, 5), big.read_lines(0, 5))
    assert np.array_equal(little.pixels(np.arange(35)), big.pixels(np.arange(35)))
    assert big.read_lines(0, 5).dtype.isnative


def test_that_a_cube_of_nothing_but_no_data_opens_with_a_note(write_cube: Write) -> None:
    cube = open_cube(write_cube(np.full((4, 5, 6), np.nan, dtype="f4")))
    assert "no valid value" in said(cube)
    assert cube.good_bands.all()
    assert np.isnan(cube.read_lines(0, 4)).all()


def test_that_one_pixel_is_a_cube(write_cube: Write) -> None:
    cube = open_cube(write_cube(np.full((1, 1, 6), 7, dtype="u2")))
    assert (cube.lines, cube.samples, cube.bands, cube.good_bands.all()) == (1, 1, 6, True)
    assert cube.spectrum(0, 0).tolist() == [7] * 6
    assert cube.band_picture(0)[0].shape == (1, 1)


def test_that_a_cube_without_wavelengths_opens(write_cube: Write) -> None:
    cube = open_cube(write_cube(wavelengths=False))
    assert cube.wavelengths_nm is None
    assert cube.good_bands.all()


def test_that_no_claim_makes_anything_large(write_cube: Write) -> None:
    header = write_cube(lines=1_000_000, samples=1_000_000, bands=100_000)
    start = time.perf_counter()
    with pytest.raises(UserError, match="truncated"):
        open_cube(header)
    assert time.perf_counter() - start < 0.5


@pytest.mark.parametrize(
    ("fields", "scale", "quantity"),
    [
        ({"z_plot_titles": "{Wavelength, Radiance}"}, 1, "radiance"),
        ({"data_units": "uW/cm^2/nm/sr radiance"}, 1, "radiance"),
        ({"description": "{surface reflectance}"}, 1, "reflectance"),
        ({"quantity": "radiance", "reflectance_scale_factor": 1000}, 1, "radiance"),
        ({"reflectance_scale_factor": 1000}, 1, "reflectance"),
        ({}, 1, "unknown"),
        ({"data_type": 4}, 1e-3, "reflectance"),
        ({"data_type": 4}, 1, "unknown"),
    ],
)
def test_that_the_quantity_follows_keys_then_scale_then_magnitude(
    write_cube: Write, cube_t: np.ndarray, fields: dict[str, object], scale: float, quantity: str
) -> None:
    values = (cube_t * scale).astype("f4") if "data_type" in fields else cube_t
    cube = open_cube(write_cube(values, **fields))
    assert cube.quantity == quantity
    assert open_cube(write_cube(values, **fields), {"quantity": "radiance"}).quantity == "radiance"


@pytest.mark.parametrize("said_so", ["-3.40282e+38", "-3.4028235e+38", "-3.402823466385289e+38"])
def test_that_the_least_float_may_be_printed_with_few_digits(
    write_cube: Write, cube_t: np.ndarray, said_so: str
) -> None:
    values = cube_t.astype("f4")
    values[1, 2] = np.finfo("f4").min
    cube = open_cube(write_cube(values, data_ignore_value=said_so))
    assert np.isnan(cube.spectrum(1, 2)).all()
    assert np.isfinite(cube.spectrum(1, 3)).all()
