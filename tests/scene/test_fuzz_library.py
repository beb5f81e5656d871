"""Any text, any header and any bytes as a spectral library: read, or refused in one line."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.envi_header import USED_KEYS
from hsi_uq_app.scene.library_text import spectra_in
from hsi_uq_app.scene.read_library import read_library
from hsi_uq_app.scene.spectra import Library
from tests.fuzzing import fuzzed, numbers

cells = st.one_of(st.floats().map(str), st.integers(300, 2600).map(str), st.text(max_size=5))
separators = st.sampled_from([",", ";", "\t", " "])
words = st.sampled_from(
    ["wavelength_nm", "µm", "Name: grass", "Y Units: Reflectance (percentage)", "std", "# 450", '"', "nan"]
)
rows = st.tuples(separators, st.lists(cells | words, max_size=6)).map(lambda row: row[0].join(row[1]))
tables = st.lists(rows, max_size=8).map("\n".join)

values = st.one_of(
    numbers.map(str),
    st.lists(numbers, max_size=8).map(lambda items: "{" + ", ".join(map(str, items)) + "}"),
    st.sampled_from(["nm", "Micrometers", "{a, b}", "{", "ENVI Spectral Library", "12", "bsq"]),
)
keys = st.sampled_from(USED_KEYS)
headers = st.lists(st.tuples(keys, values).map(" = ".join), max_size=10).map(
    lambda found: (
        "ENVI\nsamples = 3\nlines = 2\nbands = 1\ndata type = 4\nwavelength = {450, 550, 650}\n"
        + "\n".join(found)
    )
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("library")


def is_sound(library: Library) -> bool:
    return all(spectrum.values.shape == spectrum.wavelengths_nm.shape for spectrum in library.spectra)


@fuzzed
@given(st.one_of(st.text(max_size=200), tables))
def test_that_any_text_is_a_library_or_refused(text: str) -> None:
    with contextlib.suppress(UserError):
        assert is_sound(spectra_in(text, Path("l.txt"), None, None))


@fuzzed
@given(headers, st.binary(max_size=40))
def test_that_any_envi_library_is_read_or_refused(folder: Path, header: str, content: bytes) -> None:
    (folder / "l.hdr").write_text(header, encoding="utf-8", errors="surrogatepass")
    (folder / "l.sli").write_bytes(content)
    with contextlib.suppress(UserError):
        assert is_sound(read_library(folder / "l.sli"))
