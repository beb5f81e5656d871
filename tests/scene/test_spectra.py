"""Spectral libraries in every dress, resampled to a sensor and compared with pixels."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.envi_writer import write_header
from hsi_uq_app.scene.read_library import read_library
from hsi_uq_app.scene.resampling import resample
from hsi_uq_app.scene.spectra import Library, Spectrum
from hsi_uq_app.scene.spectral_match import match_table, spectral_angle, to_sensor

Write = Callable[..., Path]


@pytest.fixture
def library(tmp_path: Path) -> Callable[..., Library]:
    """Read a library given as text."""

    def read(text: str | bytes, name: str = "grass.csv", **choices: object) -> Library:
        path = tmp_path / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return read_library(path, **choices)

    return read


@pytest.fixture
def write_sli(tmp_path: Path) -> Callable[..., Path]:
    """Write (spectra, channels) values as an ENVI library."""

    def write(values: np.ndarray, wavelengths: list, **fields: object) -> Path:
        (tmp_path / "l.sli").write_bytes(values.tobytes())
        header = {
            "samples": values.shape[1],
            "lines": values.shape[0],
            "bands": 1,
            "header offset": 0,
            "file type": "ENVI Spectral Library",
            "data type": 4,
            "interleave": "bsq",
            "byte order": 0,
            "band names": ["Spectral Library"],
            "wavelength units": "Micrometers",
            "wavelength": wavelengths,
        }
        write_header(
            tmp_path / "l.hdr", header | {key.replace("_", " "): value for key, value in fields.items()}
        )
        return tmp_path / "l.sli"

    return write


def said(library: Library) -> str:
    return " | ".join(str(note) for note in library.notes)


def test_a22_that_overlapping_wavelengths_are_plotted_sorted_and_kept_in_file_order(
    library: Callable,
) -> None:
    spectrum = library("nm,x\n640,1\n650,2\n660,3\n655,4\n665,5\n675,6\n", scale=1.0).spectra[0]
    assert spectrum.wavelengths_nm.tolist() == [640, 650, 660, 655, 665, 675]
    assert spectrum.values.tolist() == [1, 2, 3, 4, 5, 6]
    wavelengths, values = spectrum.in_order()
    assert wavelengths.tolist() == [640, 650, 655, 660, 665, 675]
    assert values.tolist() == [1, 2, 4, 3, 5, 6]


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


def test_g2_that_a_library_in_um_with_holes_meets_a_cube_in_nm() -> None:
    wavelengths = np.linspace(200, 2900, 2701)
    values = 0.3 + 0.2 * np.sin(wavelengths / 200)
    holes = (wavelengths > 1340) & (wavelengths < 1410)
    spectrum = Spectrum("mineral", wavelengths, np.where(holes, np.nan, values))
    bands = np.linspace(960, 2440, 149)
    for fwhm in (None, np.full(149, 10.0)):
        found = resample(spectrum, bands, fwhm)
        clear = (bands < 1330) | (bands > 1420)
        assert np.allclose(found[clear], 0.3 + 0.2 * np.sin(bands[clear] / 200), atol=2e-4)
        assert np.isnan(found[(bands > 1345) & (bands < 1405)]).all()
    outside = resample(spectrum, np.array([150.0, 199.0, 2901.0, 3000.0]), np.full(4, 10.0))
    assert np.isnan(outside).all()


def test_g2_that_the_file_s_holes_are_honoured_too(library: Callable) -> None:
    rows = "\n".join(f"{w / 1000},{-1.23e34 if 1300 <= w <= 1400 else 0.5}" for w in range(200, 2901, 10))
    found = resample(library(rows).spectra[0], np.arange(960.0, 2441.0, 10.0))
    assert np.nanmax(found) == np.nanmin(found) == 0.5
    assert np.isnan(found).sum() == 11


def test_that_a_narrow_line_is_smeared_by_the_gaussian_response() -> None:
    wavelengths = np.arange(400, 600, 0.25)
    line = np.exp(-0.5 * ((wavelengths - 500) / 4) ** 2)
    found = resample(Spectrum("line", wavelengths, line), np.array([500.0]), np.array([20.0]))[0]
    sigma = 20 / 2.3548
    assert found == pytest.approx(
        4 / np.hypot(4, sigma), rel=0.01
    )  # peak of a Gaussian convolved with a Gaussian


def test_that_the_sensor_s_own_spectrum_is_not_smeared_again() -> None:
    nm = np.array([450.004, 550, 650, 640, 2200])
    own = Spectrum("pin", nm, np.array([1, np.nan, 3, 4, 5.0]))
    found = resample(own, nm.round(2), np.full(5, 30.0))
    assert np.array_equal(found, own.values, equal_nan=True)


def test_that_a_gap_without_rows_is_a_hole() -> None:
    wavelengths = np.r_[np.arange(400, 1300, 5), np.arange(1500, 2400, 5)].astype(float)
    found = resample(
        Spectrum("x", wavelengths, np.ones(len(wavelengths))), np.array([1295.0, 1400.0, 1500.0])
    )
    assert np.allclose(found, [1, np.nan, 1], equal_nan=True)


def test_g5_that_a_scaled_cube_and_a_library_share_one_scale(write_cube: Write) -> None:
    reflectance = np.array([0.05, 0.08, 0.06, 0.4, 0.3, 0.2])
    values = np.tile((reflectance * 10_000).astype("i2"), (3, 3, 1))
    cube = open_cube(write_cube(values, reflectance_scale_factor=10000))
    spectrum = Spectrum("grass", cube.wavelengths_nm, reflectance)
    sensor = to_sensor(Library(Path("l"), (spectrum,)), cube)
    assert np.allclose(cube.spectrum(1, 1), sensor[0].values, atol=1e-6)
    match = match_table(cube.spectrum(1, 1), sensor)[0]
    assert match.degrees == pytest.approx(0, abs=0.01)
    assert match.bands == 6


def test_that_matches_are_ranked_over_common_good_bands(write_cube: Write) -> None:
    values = np.tile(np.array([10, 20, 30, 40, 50, 60], dtype="u2"), (2, 2, 1))
    cube = open_cube(write_cube(values, bbl=[1, 1, 1, 1, 1, 0]))
    nm = cube.wavelengths_nm
    same = Spectrum("same, twice as bright", nm, np.array([20, 40, 60, 80, 100, -5.0]))
    other = Spectrum("other", nm, np.array([60, 50, 40, 30, 20, 10.0]))
    short = Spectrum("short", nm[:2], np.array([1.0, 2.0]))
    table = match_table(cube.spectrum(0, 0), to_sensor(Library(Path("l"), (other, same, short)), cube))
    assert [(match.name, match.bands) for match in table] == [("same, twice as bright", 5), ("other", 5)]
    assert table[0].degrees < 1e-4 < table[1].degrees


def test_that_the_spectral_angle_equals_the_textbook_s() -> None:
    assert spectral_angle(np.array([1.0, 0, 0]), np.array([1.0, 1, 0]))[0] == pytest.approx(45)
    assert spectral_angle(np.array([1.0, 0, 0]), np.array([0.0, 1, 0]))[0] == pytest.approx(90)
    assert np.isnan(spectral_angle(np.zeros(3), np.ones(3))[0])


def test_that_a_cube_without_wavelengths_cannot_be_matched(write_cube: Write) -> None:
    with pytest.raises(UserError, match="no wavelengths"):
        to_sensor(Library(Path("l"), ()), open_cube(write_cube(wavelengths=False)))


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
def test_g2_that_no_table_is_a_hundred_times_off_or_of_another_column(
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


def test_a6_that_an_envi_library_may_have_any_suffix(write_sli: Callable, tmp_path: Path) -> None:
    path = write_sli(np.array([[0.1, 0.2, 0.3]], "f4"), [0.4, 0.5, 0.6], spectra_names=["roof"])
    assert read_library(path.rename(tmp_path / "l.dat")).spectra[0].name == "roof"
    (tmp_path / "l.csv").write_text("nm,lawn\n400,.1\n500,.2\n600,.3\n")
    assert read_library(tmp_path / "l.csv").spectra[0].name == "lawn"
