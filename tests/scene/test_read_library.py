"""Spectral libraries in every dress."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.read_library import read_library
from hsi_uq_app.scene.resampling import resample
from hsi_uq_app.scene.spectra import Library
from hsi_uq_app.scene.spectral_match import to_sensor
from tests.scene.kit import said


@pytest.mark.parametrize("named", ["l.sli", "l.hdr"])
def test_that_an_envi_library_is_read_by_either_file(write_sli: Callable, named: str) -> None:
    values = np.array([[0.1, 0.2, 0.3, -1.23e34], [0.4, np.nan, 0.6, 0.7]], dtype="f4")
    path = write_sli(values, [0.45, 0.55, 0.65, 2.2], spectra_names=["panel", "grass"])
    found = read_library(path.parent / named)
    assert [spectrum.name for spectrum in found.spectra] == ["panel", "grass"]
    assert np.allclose(found.spectra[0].wavelengths_nm, [450, 550, 650, 2200])
    assert np.allclose(found.spectra[0].values, [0.1, 0.2, 0.3, np.nan], equal_nan=True)
    assert np.allclose(found.spectra[1].values, [0.4, np.nan, 0.6, 0.7], equal_nan=True)
    assert "2 holes" in said(found)
    assert found.find("Panel") is found.find("1") is found.spectra[0]
    with pytest.raises(UserError, match="no spectrum `rust`; it holds panel, grass"):
        found.find("rust")


def test_that_an_envi_library_s_scale_is_the_header_s(write_sli: Callable) -> None:
    path = write_sli(np.array([[10, 20, 30]], dtype="f4"), [0.4, 0.5, 0.6], reflectance_scale_factor=1000)
    assert np.allclose(read_library(path).spectra[0].values, [0.01, 0.02, 0.03])
    assert np.allclose(read_library(path, scale=100).spectra[0].values, [0.1, 0.2, 0.3])
    assert read_library(path).spectra[0].name == "spectrum 1"


def test_that_an_envi_library_too_short_or_without_wavelengths_is_refused(write_sli: Callable) -> None:
    path = write_sli(np.ones((2, 3), dtype="f4"), [1, 2, 3], lines=5)
    with pytest.raises(UserError, match="36 bytes missing"):
        read_library(path)
    with pytest.raises(UserError, match="no wavelengths"):
        read_library(write_sli(np.ones((2, 3), dtype="f4"), []))


def test_that_a_library_that_claims_a_million_million_values_is_refused_at_once(write_sli: Callable) -> None:
    path = write_sli(np.ones((2, 3), dtype="f4"), [1, 2, 3], lines=10**12)
    with open(path, "r+b") as handle:
        handle.truncate(12 * 10**12)
    start = time.perf_counter()
    with pytest.raises(UserError, match="claims 3,000,000,000,000 values"):
        read_library(path)
    assert time.perf_counter() - start < 0.5


@pytest.mark.parametrize(
    "text",
    [
        "wavelength_nm,reflectance\n400,.1\n500,.2\n600,.3\n",
        "# wavelength_um,reflectance\n.4,.1\n.5,.2\n.6,.3\n",
        "400 .1\r\n500 .2\r\n600 .3\r\n",
        "Wavelength (nm)\tgrass\n400\t.1\n500\t.2\n600\t.3\n",
        "\ufeffWellenlänge;Wert\n400,0;0,1\n500,0;0,2\n600,0;0,3\n",
        '"400", "10%"\n"400","10"\n"500","20"\n"600","30"\n',
        "nm,x\n400,1000\n500,2000\n600,3000\n",
        "; exported by a tool\n\n.4,10,\n.5,20,\n.6,30,\n",
        "name: a\nnm reflectance std.dev\n400 .1 .01\n500 .2 .01\n600 .3 .02\n",
    ],
)
def test_that_two_columns_are_read_with_unit_and_scale(library: Callable, text: str) -> None:
    found = library(text)
    assert len(found.spectra) == 1
    assert np.allclose(found.spectra[0].wavelengths_nm, [400, 500, 600])
    assert np.allclose(found.spectra[0].values, [0.1, 0.2, 0.3])


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("nm,green paint", "green paint"),
        ("Wavelength (nm)\tgrass.001", "grass.001"),
        ("nm,reflectance", "grass"),
        ("nm,Reflectance (%)", "grass"),
        ("um;refl", "grass"),
        ("nm,10%", "grass"),
        ("nm,", "grass"),
        ("Name: roof\nnm,value", "roof"),
    ],
)
def test_that_a_lone_spectrum_is_called_by_its_column_where_that_is_a_name(
    library: Callable, head: str, name: str
) -> None:
    cell = "\t" if "\t" in head else ";" if ";" in head else ","
    rows = "\n".join(cell.join((nm, "0.3")) for nm in ("400", "500", "600"))
    assert [spectrum.name for spectrum in library(f"{head}\n{rows}\n").spectra] == [name]


def test_that_further_columns_are_further_spectra(library: Callable) -> None:
    found = library("nm,roof,lawn\n400,.1,.3\n500,,.2\n600,nan,.1\n700,-9999,.4\n")
    assert [spectrum.name for spectrum in found.spectra] == ["roof", "lawn"]
    assert np.allclose(found.spectra[0].values, [0.1, np.nan, np.nan, np.nan], equal_nan=True)
    assert "3 holes" in said(found)


def test_that_spectra_may_lie_in_rows(library: Callable) -> None:
    found = library(
        "Name,Color,Pixel_x,Pixel_y,400nm,500nm,600nm,700nm\ncar,red,1,2,.1,.2,.3,.4\nlawn,green,3,4,.5,.6,.7,.8\n"
    )
    assert [spectrum.name for spectrum in found.spectra] == ["car", "lawn"]
    assert found.spectra[1].wavelengths_nm.tolist() == [400, 500, 600, 700]
    assert found.spectra[1].values.tolist() == [0.5, 0.6, 0.7, 0.8]


def test_that_ecostress_text_is_read(library: Callable) -> None:
    found = library(
        "Name: Asphaltic concrete\nType: manmade\nX Units: Wavelength (micrometers)\n"
        "Y Units: Reflectance (percentage)\nFirst X Value: 2.5\nLast X Value: 0.4\n"
        "Number of X Values: 3\nMeasurement: Directional, 0.3 um steps\n\n"
        "2.5000\t12.5\n0.5000\t10.0\n0.4000\t9.0\n",
        "manmade.road.solid.all.spectrum.txt",
    )
    assert found.spectra[0].name == "Asphaltic concrete"
    assert found.spectra[0].wavelengths_nm.tolist() == [2500, 500, 400]
    assert np.allclose(found.spectra[0].values, [0.125, 0.1, 0.09])


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "no two columns"),
        ("hello world", "no two columns"),
        ("1\n2\n3\n", "no two columns"),
        (b"\0\1\2", "binary"),
        ("400,-1.23e34\n500,-1.23e34\n", "only holes"),
        ("5,.1\n5,.2\n5,.3\n", "wavelengths are 5"),
        ("-3,.1\n-2,.2\n", "no plausible wavelengths"),
    ],
)
def test_that_what_is_no_library_is_refused(library: Callable, text: str | bytes, word: str) -> None:
    with pytest.raises(UserError, match=word):
        library(text)


def test_that_a_missing_library_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="does not exist"):
        read_library(tmp_path / "nowhere.csv")


@pytest.mark.real_data
def test_that_the_real_target_spectrum_is_read(real_data: Path) -> None:
    spectrum = read_library(real_data / "cubes/muufl_target.csv").spectra[0]
    cube = open_cube(real_data / "cubes/muufl.hdr")
    assert np.allclose(spectrum.wavelengths_nm, cube.wavelengths_nm, atol=0.1)
    assert to_sensor(Library(Path("l"), (spectrum,)), cube)[0].bands >= 70


DECIMAL = "wavelength_nm;roof\n400,5;0,1\n500,5;0,2\n600,5;3,0E-1\n"


@pytest.mark.parametrize(
    "text",
    [
        DECIMAL,
        DECIMAL.replace(";", "\t"),
        DECIMAL.replace(";", " "),
        "sep=;\n" + DECIMAL,
        DECIMAL.replace(";", "\t").encode("utf-16"),
        '"wavelength_nm","roof"\n"400,5","0,1"\n"500,5","0,2"\n"600,5","0,3"\n',
        "band,wavelength_nm,roof\n1,400.5,.1\n2,500.5,.2\n3,600.5,.3\n",
        "roof,wavelength_nm\n.1,400.5\n.2,500.5\n.3,600.5\n",
        "# at 40 (%) humidity, 95 percent pure\nwavelength_nm,roof\n400.5,.1\n500.5,.2\n600.5,.3\n",
        "Origin: 95 percent quartz\nY Units: Reflectance (part)\nwl_nm,roof\n400.5,.1\n500.5,.2\n600.5,.3\n",
    ],
)
def test_that_no_table_is_a_hundred_times_off_or_of_another_column(
    library: Callable, text: str | bytes
) -> None:
    (spectrum,) = library(text).spectra
    assert spectrum.name == "roof"
    assert np.allclose(spectrum.wavelengths_nm, [400.5, 500.5, 600.5])
    assert np.allclose(spectrum.values, [0.1, 0.2, 0.3])


def test_that_thousands_are_not_taken_for_decimals(library: Callable) -> None:
    with pytest.raises(UserError, match="no two columns"):
        library('nm,roof\n"1,650","0.1"\n"1,750","0.2"\n"1,850","0.3"\n')


def test_that_a_dark_spectrum_in_percent_stays_dark(library: Callable) -> None:
    found = library("Name: Water\nY Units: Reflectance (percentage)\n\n.4\t1.1\n.5\t1.0\n.6\t.9\n")
    assert np.allclose(found.spectra[0].values, [0.011, 0.01, 0.009])


def test_that_latin_1_names_are_read(library: Callable) -> None:
    found = library("Wellenlänge (µm);Grün;Weiß\n0,45;0,1;0,9\n0,55;0,2;0,9\n".encode("latin-1"))
    assert [spectrum.name for spectrum in found.spectra] == ["Grün", "Weiß"]
    assert found.spectra[0].wavelengths_nm.tolist() == [450, 550]


def test_that_rows_and_names_that_do_not_fit_are_said(library: Callable, write_sli: Callable) -> None:
    found = library("name,450,550,650,850\na,.1,.2,.3,.4\nb,.1,.2,.3\n")
    assert len(found.spectra) == 1
    assert "1 rows of another length" in said(found)
    path = write_sli(np.full((2, 3), 0.2, "f4"), [0.4, 0.5, 0.6], spectra_names=["quartz", "coarse", "mica"])
    assert "3 names for 2 spectra" in said(read_library(path))


def test_that_an_envi_library_may_have_any_suffix(write_sli: Callable, tmp_path: Path) -> None:
    path = write_sli(np.array([[0.1, 0.2, 0.3]], "f4"), [0.4, 0.5, 0.6], spectra_names=["roof"])
    assert read_library(path.rename(tmp_path / "l.dat")).spectra[0].name == "roof"
    (tmp_path / "l.csv").write_text("nm,lawn\n400,.1\n500,.2\n600,.3\n")
    assert read_library(tmp_path / "l.csv").spectra[0].name == "lawn"


@pytest.mark.parametrize(
    "name", ["developed roof", "stdio", "devil's club", "terror bird", "Sigmaria", "studio", "sda", "errant"]
)
def test_that_a_material_whose_name_holds_a_spread_s_word_is_kept(tmp_path: Path, name: str) -> None:
    rows = "".join(f"{nm},{nm / 4000},{nm / 8000}\n" for nm in range(400, 1000, 50))
    (tmp_path / "l.csv").write_text(f"wavelength,{name},grass\n{rows}")
    found = read_library(tmp_path / "l.csv")
    assert [spectrum.name for spectrum in found.spectra] == [name, "grass"]
    assert "left out" not in said(found)


@pytest.mark.parametrize(
    "name", ["std", "refl_std", "std dev", "StDev", "standard error", "sigma", "uncertainty"]
)
def test_that_a_column_of_spread_is_left_out_and_said(tmp_path: Path, name: str) -> None:
    rows = "".join(f"{nm},{nm / 4000},{nm / 8000}\n" for nm in range(400, 1000, 50))
    (tmp_path / "l.csv").write_text(f"wavelength,grass,{name}\n{rows}")
    found = read_library(tmp_path / "l.csv")
    assert len(found.spectra) == 1
    assert f"{name} are left out" in said(found)


@pytest.mark.parametrize("interleave", ["bsq", "bil", "bip"])
def test_that_an_envi_library_of_one_sample_and_a_band_a_channel_is_read(
    write_cube: Callable, interleave: str
) -> None:
    """Three spectra of six channels: channel c of spectrum s is (6 s + c) / 100."""
    values = (np.arange(18).reshape(3, 1, 6) / 100).astype("f4")
    names = ["a", "b", "c"]
    header = write_cube(values, interleave=interleave, file_type="ENVI Spectral Library", spectra_names=names)
    found = read_library(header)
    assert [spectrum.name for spectrum in found.spectra] == names
    assert np.allclose(found.spectra[2].values, np.arange(12, 18) / 100)
    assert found.spectra[0].wavelengths_nm.tolist() == [450, 550, 650, 850, 1650, 2200]


def test_that_a_scene_is_no_library(write_cube: Callable) -> None:
    with pytest.raises(UserError, match="has 7 samples and 6 bands: a scene, not a spectral library"):
        read_library(write_cube())


def test_that_the_true_reason_is_given_where_wavelengths_cannot_be_used(write_sli: Callable) -> None:
    path = write_sli(np.ones((2, 3), dtype="f4"), [0.4, 0.5, 0.6], wavelength_units="Kelvin")
    with pytest.raises(UserError, match="Kelvin"):
        read_library(path)


def test_that_a_spectrum_of_a_name_that_stands_twice_is_asked_by_number(tmp_path: Path) -> None:
    rows = "".join(f"{nm},.1,.2,.3\n" for nm in range(400, 1000, 50))
    (tmp_path / "l.csv").write_text(f"wavelength,roof,grass,Roof\n{rows}")
    found = read_library(tmp_path / "l.csv")
    with pytest.raises(UserError, match=r"2 spectra called `roof`: numbers 1 and 3") as refused:
        found.find("roof")
    assert refused.value.hint == "choose by number, for example 1"
    assert found.find("3").values[0] == 0.3
    assert found.find("grass").values[0] == 0.2


def test_that_wavelengths_that_stand_in_two_columns_are_read_once_or_refused(tmp_path: Path) -> None:
    steps = range(400, 1000, 50)
    (tmp_path / "same.csv").write_text("wl,a,wl,b\n" + "".join(f"{nm},.1,{nm},.2\n" for nm in steps))
    assert [spectrum.name for spectrum in read_library(tmp_path / "same.csv").spectra] == ["a", "b"]
    (tmp_path / "other.csv").write_text("wl 1,a,wl 2,b\n" + "".join(f"{nm},.1,{nm + 5},.2\n" for nm in steps))
    with pytest.raises(UserError, match="two columns of wavelengths that differ, `wl 1` and `wl 2`"):
        read_library(tmp_path / "other.csv")


def test_that_wavelengths_that_stand_twice_in_wide_steps_leave_no_holes(tmp_path: Path) -> None:
    """Every 60 nm twice: halfway between 460 and 520 nm the value is halfway between theirs."""
    rows = "".join(f"{nm},{nm / 1000}\n" * 2 for nm in range(400, 1001, 60))
    (tmp_path / "l.csv").write_text(f"wavelength (nm),paint\n{rows}")
    found = read_library(tmp_path / "l.csv")
    assert "stand twice" in said(found)
    np.testing.assert_allclose(
        resample(found.spectra[0], np.array([460.0, 490.0, 520.0])), [0.46, 0.49, 0.52]
    )
