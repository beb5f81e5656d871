"""The tolerant header reader: opens what ENVI opens, says what was odd, refuses what cannot be guessed."""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.envi_header import EnviHeader

Write = Callable[..., Path]
MUST = "samples = 7\nlines = 5\nbands = 6\ninterleave = bil\ndata type = 12\n"
REST = "byte order = 0\nheader offset = 0\nfile type = ENVI Standard\n"
NM = [450, 550, 650, 850, 1650, 2200]
THREE = "ENVI\n" + MUST.replace("bands = 6", "bands = 3") + REST


def said(header: EnviHeader, key: str) -> str:
    """All that was noted about a key."""
    return " | ".join(note.text for note in header.notes if note.key == key)


def test_that_missing_optional_keys_take_their_defaults_and_are_noted(header_of: Callable) -> None:
    header = header_of("ENVI\n" + MUST)
    assert (header.dtype.str, header.header_offset) == ("<u2", 0)
    assert {note.key for note in header.notes} == {"byte order", "header offset", "file type"}


def test_that_capitals_blank_values_and_comments_are_taken_in(header_of: Callable) -> None:
    header = header_of(
        "ENVI\nSAMPLES = 7\nLines=5\nbands = 6\n; lens {23 mm}\nInterleave = BIL\ndata type = 12\n"
        + REST
        + "wavelength units =\nwavelength = {450, 550,\n; lens {23 mm}\n650, 850, 1650,\n2200}\n"
    )
    assert header.wavelengths_nm.tolist() == NM
    assert (header.lines, header.samples, header.interleave) == (5, 7, "bil")


@pytest.mark.parametrize("number", [6, 7, 8, 9, 10, 11, 16, 0, 99, 5000000000])
def test_that_types_that_are_not_real_numbers_are_named(header_of: Callable, number: int) -> None:
    text = f"ENVI\n{MUST}{REST}".replace("data type = 12", f"data type = {number}")
    with pytest.raises(UserError, match=rf"line 6: data type {number} is") as caught:
        header_of(text)
    assert ("--set" in caught.value.hint) == (number in (16, 0, 99, 5000000000))
    assert ("complex" in str(caught.value)) == (number in (6, 9))


def test_that_a_misspelt_interleave_is_refused_with_its_line_and_what_to_do(header_of: Callable) -> None:
    text = f"ENVI\n{MUST}{REST}".replace("= bil", "= bli")
    with pytest.raises(UserError, match=r"line 5: `interleave = bli` is not one of bsq, bil, bip") as caught:
        header_of(text)
    assert "--set 'interleave=bil'" in caught.value.hint
    header = header_of(text, interleave="bil")
    assert header.interleave == "bil"
    assert "set by the user to bil, the file says bli" in said(header, "interleave")


@pytest.mark.parametrize("field", ["samples", "lines", "bands", "data type", "interleave"])
def test_that_a_missing_required_key_is_named(header_of: Callable, field: str) -> None:
    rows = [row for row in MUST.splitlines() if not row.startswith(field)]
    with pytest.raises(UserError, match=field):
        header_of("ENVI\n" + "\n".join(rows))


@pytest.mark.parametrize("value", ["0", "-5", "5.5", "five", "1e400", "nan", "9" * 5000, "inf", "5,0,1"])
def test_that_sizes_that_cannot_be_are_refused(header_of: Callable, value: str) -> None:
    with pytest.raises(UserError, match="line 3"):
        header_of(f"ENVI\n{MUST}{REST}".replace("lines = 5", f"lines = {value}"))


@pytest.mark.parametrize("value", ["5.0", "5 ; five", "{5}", "5,", "05", " 5\t"])
def test_that_a_whole_number_may_be_written_oddly(header_of: Callable, value: str) -> None:
    assert header_of(f"ENVI\n{MUST}{REST}".replace("lines = 5", f"lines = {value}")).lines == 5


@pytest.mark.parametrize(
    ("word", "order"), [("1", ">"), ("1.0", ">"), ("MSB", ">"), ("little", "<"), ("LSF", "<")]
)
def test_that_byte_orders_in_words_are_understood(header_of: Callable, word: str, order: str) -> None:
    header = header_of(f"ENVI\n{MUST}{REST}".replace("byte order = 0", f"byte order = {word}"))
    assert header.dtype.newbyteorder("=") == np.uint16
    assert header.dtype.str == f"{order}u2"


def test_that_an_unknown_byte_order_is_refused(header_of: Callable) -> None:
    with pytest.raises(UserError, match="byte order = 7"):
        header_of(f"ENVI\n{MUST}{REST}".replace("byte order = 0", "byte order = 7"))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_that_other_encodings_are_read_and_noted(header_of: Callable, encoding: str) -> None:
    header = header_of(f"ENVI\ndescription = {{Küste}}\n{MUST}{REST}".encode(encoding))
    assert header.fields["description"] == "Küste"
    assert said(header, "encoding")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "first word is not ENVI"),
        (b"\x00\x01\x02\x03" * 100, "binary data"),
        (b"hello\n", "first word is not ENVI"),
        (b"BYTEORDER      I\nLAYOUT BIL\nNROWS 5\nNCOLS 7\nNBANDS 6\n", "Esri header"),
    ],
)
def test_that_what_is_no_envi_header_is_refused(header_of: Callable, content: bytes, word: str) -> None:
    with pytest.raises(UserError, match=word):
        header_of(content)


def test_that_a_brace_never_closed_ends_before_the_next_key(header_of: Callable) -> None:
    header = header_of(
        f"ENVI\ndescription = {{ a smiley :-{{ or so\n{MUST}{REST}wavelength = {{450, 550\nbbl = {{1}}"
    )
    assert header.lines == 5
    assert "never closed" in said(header, "description")


def test_that_a_description_may_quote_a_header(header_of: Callable) -> None:
    header = header_of(f"ENVI\ndescription = {{\n made from\n lines = 99\n bands = 2 }}\n{MUST}{REST}")
    assert (header.lines, header.bands) == (5, 6)


def test_that_a_key_given_twice_is_noted(header_of: Callable) -> None:
    assert "stands twice" in said(header_of(f"ENVI\n{MUST}{REST}lines = 6\n"), "lines")


def test_that_rows_that_mean_nothing_are_skipped_and_noted(header_of: Callable) -> None:
    header = header_of(f"ENVI\nwritten by hand\n{MUST}{REST}")
    assert [(note.line, note.key) for note in header.notes] == [(2, "")]


@pytest.mark.parametrize(
    ("line", "attribute", "value"),
    [
        ("bbl = {1,1,1}", "bad_band_list", None),
        ("bbl = {0,0,0,0,0,0}", "bad_band_list", None),
        ("wavelength = {450, 550, 650, 850, 1650, 2200}\nfwhm = {1,2}", "fwhm_nm", None),
        ("reflectance scale factor = 0", "scale_factor", 1.0),
        ("reflectance scale factor = lots", "scale_factor", 1.0),
        ("data ignore value = none", "no_data", None),
        ("data ignore value = {-9999, 0}", "no_data", -9999.0),
        ("default bands = {9, 1, 2}", "default_bands", None),
        ("band names = {a, b}", "band_names", None),
    ],
)
def test_that_optional_fields_that_make_no_sense_are_noted_and_not_used(
    header_of: Callable, line: str, attribute: str, value: object
) -> None:
    header = header_of(f"ENVI\n{MUST}{REST}{line}\n")
    assert getattr(header, attribute) == value
    assert said(header, line.splitlines()[-1].partition(" =")[0])


def test_that_optional_fields_are_made_sense_of(header_of: Callable) -> None:
    header = header_of(
        f"ENVI\n{MUST}{REST}default bands = {{3, 2, 1}}\nband names = {{a, b, c, d, e, f}}\n"
        "wavelength units = um\nwavelength = {.45,.55,.65,.85,1.65,2.2}\nfwhm = {.01,.01,.01,.01,.02,.02}\n"
        "reflectance scale factor = 10000\ndata ignore value = -9999\n"
    )
    assert header.default_bands == (2, 1, 0)
    assert header.band_names == tuple("abcdef")
    assert np.allclose(header.fwhm_nm, [10, 10, 10, 10, 20, 20])
    assert (header.scale_factor, header.no_data, header.notes) == (10_000, -9999, ())


@pytest.mark.parametrize(
    "hostile",
    [
        "lines = 1000000\nsamples = 1000000\nbands = 1000000000000\n",
        "wavelength = {" + "1," * 1_000_000 + "}\n",
        "a = {\n" * 100_000,
        "".join(f"key{i} = {{1}}\n" for i in range(50_000)),
        "x" * 3_000_000 + "=1\n",
        "{" * 1_000_000,
    ],
)
def test_that_a_hostile_header_costs_little_time(header_of: Callable, hostile: str) -> None:
    start = time.perf_counter()
    with contextlib.suppress(UserError):
        header_of(f"ENVI\n{MUST}{REST}{hostile}")
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    "wavelengths",
    [
        "wavelength =\n; the bands' centres\n\n{450, 550,\n650}",
        "wavelength = {4.5D+02, 5.50d2, 6.5E+02}",
        "wavelength = {450nm, 550nm, 650nm}",
        "wavelength = {0.45um, 0.55um, 0.65um}\nfwhm = {0.01um, 0.01um, 0.01um}",
    ],
)
def test_that_lists_as_other_programs_write_them_are_read(header_of: Callable, wavelengths: str) -> None:
    assert np.allclose(header_of(f"{THREE}{wavelengths}\n").wavelengths_nm, [450, 550, 650])


@pytest.mark.parametrize(
    "line", ["interleave = bil ; by line", 'interleave = "BIL"', "interleave = {bil}", "interleave =\tbil\t;"]
)
def test_that_a_remark_or_quotes_around_a_word_are_passed_over(header_of: Callable, line: str) -> None:
    assert header_of(THREE.replace("interleave = bil", line)).interleave == "bil"


@pytest.mark.parametrize(
    ("unit", "wavelengths", "widths"),
    [
        ("nm", "450, 500, 550", ".005, .006, .007"),
        ("um", ".45, .5, .55", "5, 6, 7"),
        ("nm", "450, 500, 550", "5, 6, 7"),
    ],
)
def test_that_widths_are_never_a_thousand_times_off(
    header_of: Callable, unit: str, wavelengths: str, widths: str
) -> None:
    text = f"{THREE}wavelength units = {unit}\nwavelength = {{{wavelengths}}}\nfwhm = {{{widths}}}\n"
    assert np.allclose(header_of(text).fwhm_nm, [5, 6, 7])


def test_that_narrow_bands_far_apart_keep_their_widths(header_of: Callable) -> None:
    text = f"{THREE}wavelength units = nm\nwavelength = {{450, 850, 2200}}\nfwhm = {{3, 3, 3}}\n"
    assert header_of(text).fwhm_nm.tolist() == [3, 3, 3]


@pytest.mark.parametrize("unit", ["", "wavelength units = Unknown\n", "wavelength units = Nanometers\n"])
@pytest.mark.parametrize("first", [0, 1])
def test_that_band_numbers_are_no_wavelengths(header_of: Callable, unit: str, first: int) -> None:
    counted = ", ".join(str(first + band) for band in range(224))
    header = header_of(f"{THREE.replace('bands = 3', 'bands = 224')}{unit}wavelength = {{{counted}}}\n")
    assert header.wavelengths_nm is None
    assert any("count the bands" in note.text for note in header.notes)


def test_that_a_bad_band_list_may_be_in_words(header_of: Callable) -> None:
    assert header_of(f"{THREE}bbl = {{True, False, True}}\n").bad_band_list.tolist() == [False, True, False]


def test_that_gains_that_are_not_applied_are_said(header_of: Callable) -> None:
    header = header_of(f"{THREE}data reflectance gain values = {{1, 2, 3}}\n")
    assert any("not applied" in note.text for note in header.notes)


@pytest.mark.parametrize(
    "line", ["minor frame offsets = {2, 0}", "major frame offsets = {-4, 0}", "major frame offsets = {a}"]
)
def test_that_frames_that_cannot_be_read_are_refused(header_of: Callable, line: str) -> None:
    with pytest.raises(UserError, match="frame offsets"):
        header_of(f"{THREE}{line}\n")
    assert header_of(f"{THREE}major frame offsets = 0\nminor frame offsets = {{0, 0}}\n").frame == (0, 0)


@pytest.mark.parametrize("key", ["wavelenght", "data ignor value", "map_infos"])
def test_that_a_misspelt_correction_is_refused(header_of: Callable, key: str) -> None:
    with pytest.raises(UserError, match=r"is no field of a header; is `.*` meant"):
        header_of(THREE, **{key: "1"})
