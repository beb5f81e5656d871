"""Spectra of pins as CSV and ENVI library: whole or absent, and read again by us and by SPy."""

import csv
import json
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import spectral

from hsi_uq_app.errors import UserError
from hsi_uq_app.export.spectra import SPECTRA_FORMATS, MeasuredSpectra, MeasuredSpectrum, write
from hsi_uq_app.scene.cube import Cube, open_cube
from hsi_uq_app.scene.envi_writer import write_header
from hsi_uq_app.scene.read_library import read_library
from hsi_uq_app.scene.spectral_match import match_table, to_sensor

every_format = pytest.mark.parametrize("kind", SPECTRA_FORMATS)
NM = [450.25, 550, 650, 660, 655, 2200]  # detectors overlap


def write_scene(folder: Path, **fields: object) -> Cube:
    """3 x 4 pixels, 6 bands, reflectance x 10,000; no data in band 1 of the first pixel; band 6 is bad."""
    line, sample, band = np.meshgrid(np.arange(3), np.arange(4), np.arange(6), indexing="ij")
    values = 1000 + 700 * band + 13 * line * (band + 1) + 17 * sample
    values[0, 0, 0] = -9999
    values.astype("<i2").transpose(2, 0, 1).tofile(folder / "scene.img")
    head = {"lines": 3, "samples": 4, "bands": 6, "header offset": 0, "data type": 2, "interleave": "bsq",
            "byte order": 0, "reflectance scale factor": 10000, "data ignore value": -9999,
            "bbl": [1, 1, 1, 1, 1, 0]}  # fmt: skip
    write_header(folder / "scene.hdr", head | fields)
    return open_cube(folder / "scene.hdr")


def pinned(cube: Cube) -> MeasuredSpectra:
    places = ((0, 0), (2, 3))
    return MeasuredSpectra(
        cube,
        tuple(
            MeasuredSpectrum(
                f"line {line}, sample {sample}", "#56b4e9", line, sample, cube.spectrum(line, sample)
            )
            for line, sample in places
        ),
    )


@pytest.fixture
def cube(tmp_path: Path) -> Cube:
    place = "{UTM, 1, 1, 500000, 4000000, 2, 2, 18, North, WGS-84, units=Meters}"
    return write_scene(
        tmp_path, **{"wavelength": NM, "wavelength units": "nm", "fwhm": [10] * 6, "map info": place}
    )


@every_format
def test_that_our_own_reader_gets_every_value_back(cube: Cube, tmp_path: Path, kind: str) -> None:
    measured = pinned(cube)
    main = write(kind, measured, tmp_path / "pins")[0]
    library = read_library(main)
    assert [spectrum.name.replace(",", "") for spectrum in library.spectra] == [
        "line 0 sample 0", "line 2 sample 3",
    ]  # fmt: skip
    for spectrum, source in zip(library.spectra, measured.spectra, strict=True):
        assert spectrum.wavelengths_nm.tolist() == NM
        assert np.array_equal(spectrum.values.astype(np.float32), source.values, equal_nan=True)
    best = match_table(cube.spectrum(2, 3), to_sensor(library, cube))[0]
    assert (best.name.replace(",", ""), best.bands) == ("line 2 sample 3", 5)


def test_that_spy_opens_the_library(cube: Cube, tmp_path: Path) -> None:
    main, header, _ = write("sli", pinned(cube), tmp_path / "pins")
    library = spectral.envi.open(str(header), str(main))
    assert isinstance(library, spectral.io.envi.SpectralLibrary)
    assert library.names == ["line 0 sample 0", "line 2 sample 3"]
    assert library.bands.centers == NM
    assert np.array_equal(library.spectra, pinned(cube).values, equal_nan=True)
    assert library.metadata["bbl"] == ["1", "1", "1", "1", "1", "0"]


def test_that_a_table_tells_name_colour_place_and_holes(cube: Cube, tmp_path: Path) -> None:
    with open(write("csv", pinned(cube), tmp_path / "pins.csv")[0], newline="", encoding="utf-8") as file:
        head, first, second = csv.reader(file)
    assert head[:6] == ["Name", "Color", "Pixel_x", "Pixel_y", "450.25", "550"]
    assert first[:6] == ["line 0, sample 0", "#56b4e9", "0", "0", "", "0.170000002"]
    assert second[:4] == ["line 2, sample 3", "#56b4e9", "3", "2"]


@every_format
def test_that_the_scene_and_the_places_are_told_beside_them(cube: Cube, tmp_path: Path, kind: str) -> None:
    files = write(kind, pinned(cube), tmp_path / "pins")
    told = json.loads(files[-1].read_text())
    assert (told["cube_name"], told["cube"], told["quantity"]) == ("scene", cube.fingerprint(), "reflectance")
    assert told["good_bands"] == [0, 1, 2, 3, 4]
    assert told["spectra"][1] == {
        "name": "line 2, sample 3", "line": 2, "sample": 3, "x": 500_007.0, "y": 3_999_995.0,
    }  # fmt: skip
    assert str(tmp_path) not in files[-1].read_text()


def test_that_bands_are_numbered_without_wavelengths(tmp_path: Path) -> None:
    measured = pinned(write_scene(tmp_path))
    head = write("csv", measured, tmp_path / "pins")[0].read_text().splitlines()[0]
    assert head.endswith("band 1,band 2,band 3,band 4,band 5,band 6")
    assert "wavelength" not in write("sli", measured, tmp_path / "pins")[1].read_text()


def test_that_a_band_without_wavelength_has_no_column(tmp_path: Path) -> None:
    cube = write_scene(tmp_path, wavelength=[450, 550, 0, 660, 655, 2200])
    library = read_library(write("csv", pinned(cube), tmp_path / "pins")[0])
    assert library.spectra[1].wavelengths_nm.tolist() == [450, 550, 660, 655, 2200]
    assert np.array_equal(library.spectra[1].values.astype(np.float32), cube.spectrum(2, 3)[[0, 1, 3, 4, 5]])


@every_format
def test_that_neither_the_scene_nor_another_one_is_overwritten(cube: Cube, tmp_path: Path, kind: str) -> None:
    with pytest.raises(UserError, match=r"scene\.\w+ (is the scene itself|exists and is not an earlier)"):
        write("sli", pinned(cube), tmp_path / "scene")
    (tmp_path / "other.hdr").write_text("ENVI of somebody else")
    with pytest.raises(UserError, match="exists and is not an earlier file"):
        write("sli", pinned(cube), tmp_path / "other")
    first = write(kind, pinned(cube), tmp_path / "pins")
    assert write(kind, pinned(cube), tmp_path / "pins") == first


@every_format
@pytest.mark.parametrize("most", [0, 20])
def test_that_a_full_disk_leaves_nothing(cube: Cube, tmp_path: Path, kind: str, most: int) -> None:
    (tmp_path / "out").mkdir()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        with pytest.raises(UserError, match="cannot write"):
            write(kind, pinned(cube), tmp_path / "out" / "pins")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list((tmp_path / "out").iterdir()) == []


KILLED = """
import os, signal, sys
from pathlib import Path
import hsi_uq_app.files as files
from hsi_uq_app.export.spectra import SPECTRA_FORMATS, MeasuredSpectra, MeasuredSpectrum, write
from hsi_uq_app.scene.cube import open_cube
folder = Path(sys.argv[1])
cube = open_cube(folder / "scene.hdr")
measured = MeasuredSpectra(cube, (MeasuredSpectrum("pin", "#ffffff", 1, 2, cube.spectrum(1, 2)),))
for kind in SPECTRA_FORMATS:
    child = os.fork()
    if not child:
        files.os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        write(kind, measured, folder / "out" / kind)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL, kind
"""


def test_that_a_process_killed_in_the_middle_leaves_no_spectra(cube: Cube, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=True)
    assert [path for path in (tmp_path / "out").iterdir() if not path.name.startswith(".writing-")] == []


@every_format
@pytest.mark.parametrize("name", ["roof; north", "two\nlines", "Größe {1}", 'a "b" c', "=1+1"])
def test_that_any_name_comes_back(cube: Cube, tmp_path: Path, kind: str, name: str) -> None:
    spectra = tuple(MeasuredSpectrum(one, "#56b4e9", 2, 3, cube.spectrum(2, 3)) for one in (name, "plain"))
    found = read_library(write(kind, MeasuredSpectra(cube, spectra), tmp_path / "out")[0])
    assert found.spectra[1].name == "plain"
    assert found.spectra[0].name.replace("(", "{").replace(")", "}") == name.replace("\n", " ")
    assert np.array_equal(found.spectra[0].values, found.spectra[1].values)
