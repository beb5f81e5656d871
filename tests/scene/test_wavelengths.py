"""Wavelengths in whatever unit and dress: in nm, never a thousand times off, or said to be unreadable."""

from collections.abc import Callable

import numpy as np
import pytest

from hsi_uq_app.scene.envi_header import EnviHeader
from hsi_uq_app.scene.wavelengths import to_nanometres

MUST = "samples = 7\nlines = 5\nbands = 6\ninterleave = bil\ndata type = 12\n"
REST = "byte order = 0\nheader offset = 0\nfile type = ENVI Standard\n"
NM = [450, 550, 650, 850, 1650, 2200]


def said(header: EnviHeader, key: str) -> str:
    """All that was noted about a key."""
    return " | ".join(note.text for note in header.notes if note.key == key)


@pytest.mark.parametrize(
    ("unit", "values"),
    [("Nanometers", NM), ("Micrometers", [w / 1000 for w in NM]), ("Unknown", NM)],
)
def test_that_copies_in_nm_um_and_unknown_units_agree(header_of: Callable, unit: str, values: list) -> None:
    header = header_of(f"ENVI\n{MUST}{REST}wavelength units = {unit}\nwavelength = {{{str(values)[1:-1]}}}\n")
    assert np.allclose(header.wavelengths_nm, NM)
    assert ("unit guessed" in said(header, "wavelength units")) == (unit == "Unknown")


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("line", "in_micrometres"),
    [
        ("wavelength units = Nanometer", False),
        ("wavelength units = nm", False),
        ("wavelength units = NANOMETERS", False),
        ("wavelength units = {nm}", False),
        ("wavelength units = Wavelength (nm)", False),
        ("wavelength units = microns", True),
        ("wavelength units = Micrometre", True),
        ("wavelength units = µm", True),
        ("wavelength units = μm", True),
        ("wavelength units = Âµm", True),
        ("wavelength_unts = Micrometers", True),
        ("wavelength_units = Nanometers", False),
        ("", True),
        ("", False),
        ("wavelength units = Micrometers", False),
        ("wavelength units = Nanometers", True),
        ("wavelength units = furlongs", True),
    ],
)
def test_that_no_spelling_of_a_unit_is_a_thousand_times_off(
    header_of: Callable, line: str, in_micrometres: bool, line_break: str
) -> None:
    values = [w / 1000 for w in NM] if in_micrometres else NM
    text = f"ENVI\n{MUST}{REST}{line}\nwavelength = {{{str(values)[1:-1]}}}\n".replace("\n", line_break)
    assert np.allclose(header_of(text).wavelengths_nm, NM)
    if "µ" in line:
        assert np.allclose(header_of(text.encode("latin-1", "replace")).wavelengths_nm, NM)


def test_that_a_misspelt_key_is_noted(header_of: Callable) -> None:
    header = header_of(f"ENVI\n{MUST}{REST}wavelength_unts = nm\nwavelengths = {{{str(NM)[1:-1]}}}\n")
    assert header.wavelengths_nm.tolist() == NM
    assert "`wavelength_unts`" in said(header, "wavelength units")
    assert "`wavelengths`" in said(header, "wavelength")


@pytest.mark.parametrize(
    "value",
    [
        "[450. 550. 650.\n 850. 1650. 2200.]",
        "{[450. 550. 650.\n 850. 1650. 2200.]}",
        "array([450., 550., 650., 850., 1650., 2200.])",
        "{450 nm, 550 nm, 650 nm, 850 nm, 1650 nm, 2200 nm}",
        "{'450', '550', '650', '850', '1650', '2200'}",
        "{450\n,550\n,650\n,850\n,1650\n,2200\n}",
        "{450;550;650;850;1650;2200}",
        "450 550 650 850 1650 2200",
    ],
)
def test_that_printed_arrays_are_read(header_of: Callable, value: str) -> None:
    header = header_of(
        f"ENVI\n{MUST}{REST}wavelength units = nm\nwavelength = {value}\nbbl = {{1,1,1,0,1,1}}\n"
    )
    assert header.wavelengths_nm.tolist() == NM
    assert header.bad_band_list.tolist() == [False, False, False, True, False, False]


@pytest.mark.parametrize("value", ["[450. 550. ... 1650. 2200.]", "{450, 550}", "{one, two, three}", "{}"])
def test_that_unreadable_wavelengths_are_said_not_invented(header_of: Callable, value: str) -> None:
    header = header_of(f"ENVI\n{MUST}{REST}wavelength = {value}\n")
    assert header.wavelengths_nm is None
    assert value == "{}" or "not used" in said(header, "wavelength")


@pytest.mark.parametrize(
    ("unit", "values", "nanometres"),
    [
        ("Wavenumber", [25000, 10000], [400, 1000]),
        ("GHz", [300_000, 200_000], [999.308, 1498.962]),
        ("Angstroms", [4500, 22000], [450, 2200]),
        ("m", [4.5e-7, 2.2e-6], [450, 2200]),
    ],
)
def test_that_rarer_units_are_converted(
    header_of: Callable, unit: str, values: list[float], nanometres: list[float]
) -> None:
    text = f"ENVI\n{MUST}{REST}wavelength units = {unit}\nwavelength = {{{str(values)[1:-1]}}}\n"
    header = header_of(text.replace("bands = 6", "bands = 2"))
    assert np.allclose(header.wavelengths_nm, nanometres)


@pytest.mark.parametrize("values", [[500] * 6, [1, 2, 3, 4, 5, -6], [1e9] * 5 + [2e9]])
def test_that_numbers_that_are_no_wavelengths_are_not_used(header_of: Callable, values: list[float]) -> None:
    unit = "wavelength units = Index\n" if values[0] == 1 else ""
    header = header_of(f"ENVI\n{MUST}{REST}{unit}wavelength = {{{str(values)[1:-1]}}}\n")
    assert header.wavelengths_nm is None
    assert "wavelengths" in " ".join(note.text for note in header.notes)


def test_that_bands_without_a_wavelength_and_overlapping_detectors_are_noted(header_of: Callable) -> None:
    header = header_of(
        f"ENVI\n{MUST}{REST}wavelength units = nm\nwavelength = {{0, 550, 650, 640, 900, nan}}\n"
    )
    assert header.wavelengths_nm.tolist() == [0, 550, 650, 640, 900, 0]
    assert "2 bands have no wavelength" in said(header, "wavelength")
    assert "detectors overlap" in said(header, "wavelength")


@pytest.mark.parametrize(
    ("unit", "values", "expected"),
    [
        (
            "Wavelength (um)",
            [1.12, 50, 100, 110, 200, 216],
            [1120, 50_000, 100_000, 110_000, 200_000, 216_000],
        ),
        ("cm-1", [10_000, 8000, 5000, 4000, 2000, 1000], [1000, 1250, 2000, 2500, 5000, 10_000]),
        ("cm^-1", [10_000, 8000, 5000, 4000, 2000, 1000], [1000, 1250, 2000, 2500, 5000, 10_000]),
        ("Wavenumber (cm-1)", [10_000, 8000, 5000, 4000, 2000, 1000], [1000, 1250, 2000, 2500, 5000, 10_000]),
        ("1 / cm", [10_000, 8000, 5000, 4000, 2000, 1000], [1000, 1250, 2000, 2500, 5000, 10_000]),
        ("eV", [2.0, 1.0], [619.920992, 1239.841984]),
        ("um-1", [2.0, 1.0, 0.5], [500, 1000, 2000]),
        ("Angstroms", [4500, 5500], [450, 550]),
    ],
)
def test_that_a_declared_unit_beats_a_guess(unit: str, values: list[float], expected: list[float]) -> None:
    nanometres, oddity = to_nanometres(np.array(values), unit)
    assert nanometres is not None
    np.testing.assert_allclose(nanometres, expected)
    assert oddity == ""


@pytest.mark.parametrize(
    "unit", ["Index", "Kelvin", "seconds", "Days", "Degrees", "dB", "%", "Band", "Volts", "DN", "unitless"]
)
def test_that_what_is_no_length_is_no_wavelength(header_of: Callable, unit: str) -> None:
    header = header_of(
        f"ENVI\n{MUST}{REST}wavelength units = {unit}\nwavelength = {{{str(NM)[1:-1]}}}\n"
        "fwhm = {1, 1, 1, 1, 1, 1}\n"
    )
    assert header.wavelengths_nm is None
    assert header.fwhm_nm is None
    assert f"`wavelength units = {unit}`" in str(header.notes)


def test_that_wavelengths_that_stand_twice_are_said_and_kept(header_of: Callable) -> None:
    twice = [450, 550, 650, 650, 1650, 2200]
    header = header_of(f"ENVI\n{MUST}{REST}wavelength units = nm\nwavelength = {{{str(twice)[1:-1]}}}\n")
    assert header.wavelengths_nm.tolist() == twice
    assert "1 of 6 stand twice" in said(header, "wavelength")
