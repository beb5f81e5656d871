"""Any text or bytes as a header: read, or refused with one line; never another error."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.envi_header import USED_KEYS, interpret
from hsi_uq_app.scene.envi_text import decoded, parse_text
from hsi_uq_app.scene.georeference import georeference_from, spatial_fields
from tests.fuzzing import fuzzed, numbers

lists = st.lists(numbers, max_size=12).map(lambda items: "{" + ", ".join(map(str, items)) + "}")
map_infos = st.lists(
    st.one_of(numbers.map(str), st.sampled_from(["UTM", "North", "WGS-84", "rotation=30", "units=Meters"]))
)
values = st.one_of(
    numbers.map(str),
    lists,
    st.text(max_size=30),
    map_infos.map(lambda items: "{" + ",".join(items) + "}"),
    st.sampled_from(["bsq", "bil", "BIP", "12", "{", "}", "[1 2 3]", "µm", 'PROJCS["a"', "nm"]),
)
keys = st.one_of(st.sampled_from(USED_KEYS), st.text(max_size=15))
rows = st.tuples(keys, st.sampled_from([" = ", "=", " ", "\t=\t"]), values).map("".join)
headers = st.lists(rows, max_size=25).map(lambda found: "ENVI\n" + "\n".join(found))
plausible = st.lists(rows, max_size=12).map(
    lambda found: "ENVI\nsamples=3\nlines=2\nbands=4\ndata type=12\ninterleave=bil\n" + "\n".join(found)
)


def read(content: bytes) -> None:
    """What opening does with a header's bytes, as far as no data file is needed."""
    path = Path("t.hdr")
    try:
        header = interpret(parse_text(decoded(content, path), path))
    except UserError:
        return
    assert min(header.lines, header.samples, header.bands) >= 1
    for name in ("wavelengths_nm", "fwhm_nm", "bad_band_list"):
        found = getattr(header, name)
        assert found is None or found.shape == (header.bands,)
    georeference_from(header.fields)
    spatial_fields(header.fields)


@fuzzed
@given(headers)
def test_that_any_header_is_read_or_refused(text: str) -> None:
    read(text.encode("utf-8", "surrogatepass"))


@fuzzed
@given(plausible)
def test_that_any_odd_field_in_a_sound_header_is_read_or_refused(text: str) -> None:
    read(text.encode("utf-8", "surrogatepass"))


@fuzzed
@given(st.binary(max_size=300), st.sampled_from([b"", b"ENVI\n", b"\xef\xbb\xbfENVI\r\n", b"\xff\xfe"]))
def test_that_any_bytes_are_read_or_refused(content: bytes, start: bytes) -> None:
    read(start + content)
