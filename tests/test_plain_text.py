"""Names from files are plain on a line and harmless in a spreadsheet."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.plain_text import cell, is_plain, plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mb", r"a\x1b[31mb"), ("a\x07b", r"a\x07b"), ("a\x00b", r"a\x00b"),
        ("a\x9b2Jb", r"a\x9b2Jb"),
        ("a\x7fb", r"a\x7fb"), ("a\u202eb", r"a\u202eb"), ("a\u2066b\u2069", r"a\u2066b\u2069"),
        ("a\u200fb", r"a\u200fb"), ("a\ufeffb", r"a\ufeffb"), ("a\nb", "a b"), ("a\r\nb", "a  b"),
        ("a\tb", "a b"),
        ("a\u2028b", "a b"), ("a\x85b", "a b"), ("caf\udce9", r"caf\udce9"), ("Grün 草 é", "Grün 草 é"),
        ("می\u200cخواهم", "می\u200cخواهم"), ("a\U000e0041b", r"a\U000e0041b"),
    ],
)  # fmt: skip
def test_that_what_steers_a_terminal_is_spelt_out(text: str, shown: str) -> None:
    assert plain(text) == shown


@given(st.text())
def test_that_any_text_is_one_line_of_printable_letters(text: str) -> None:
    shown = plain(text)
    assert len(shown.splitlines()) <= 1
    assert not any(letter < " " or "\x7f" <= letter <= "\x9f" for letter in shown)
    assert plain(shown) == shown


@pytest.mark.parametrize("text", ["a\nb", "\x1b", "a\u202eb"])
def test_that_a_name_with_such_letters_is_not_plain(text: str) -> None:
    assert not is_plain(text)
    assert is_plain("latin-1 \udce9")


@pytest.mark.parametrize(
    "text",
    [
        '=HYPERLINK("http://x")', "=1+1", "+1+1", "-1+cmd|' /C calc'!A0", "@SUM(1)", "\t=1", "\r=1", "\n=1",
        " =1",
        "＝1", "＋1", "－1", "＠x", "\x00=1", "-", "+", "=", "-١", "+inf-1", "\u00a0=1",
    ],
)  # fmt: skip
def test_that_a_formula_is_text_in_a_spreadsheet(text: str) -> None:
    row = next(csv.reader(io.StringIO(_written(cell(text)), newline="")))
    assert row[0].startswith("'")


@pytest.mark.parametrize(
    "value", ["-5", "+1.5", "-1e-5", "-inf", "1", "name", "", "deep-ensemble", "a=b", 5, -2.5, None]
)
def test_that_numbers_and_plain_words_stay_as_they_are(value: object) -> None:
    assert cell(value) == value


def _written(value: object) -> str:
    text = io.StringIO()
    csv.writer(text).writerow([value])
    return text.getvalue()
