"""Any bytes, header and passport as a model: read, or refused in one line; never run, never believed."""

import contextlib
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.model_file import load_model, save_model
from hsi_uq_app.posterior.one_pixel import draws_at
from hsi_uq_app.posterior.passport import Passport, SampleRecord
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.scene.matched_filter import AceDetector
from tests.fuzzing import changes, damaged, fuzzed, json_values

BANDS = 4
TENSORS = ("projection", "center", "w1", "b1", "w2", "b2", "w3", "b3", "ace_whitener", "ace_center")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("model") / "m.safetensors"


@pytest.fixture(scope="module")
def sound(path: Path) -> bytes:
    """The bytes of a small sound model."""
    normal = np.random.default_rng(1).normal
    shapes = ((2, BANDS), (BANDS,), (3, 2, 2), (3, 2), (3, 2, 2), (3, 2), (3, 2), (3,))
    arrays = [normal(size=shape).astype(np.float32) for shape in shapes]
    ace = AceDetector(
        np.eye(BANDS, dtype=np.float32), np.zeros(BANDS, np.float32), np.ones(BANDS, np.float32)
    )
    sample = SampleRecord(kind="all", targets=3, background=7, background_in_region=7)
    passport = Passport(
        method="deep-ensemble", draws=3, seed=0, activation="tanh", hidden=2, components=2, bands=BANDS,
        wavelengths_nm=(450, 550, 650, 850), good_bands=tuple(range(BANDS)), region="left",
        label_threshold=0.1, base_rate=0.3, log_base_odds=-0.8, sample=sample, training_hash="7a57",
        version="0.1.0",
    )  # fmt: skip
    save_model(Posterior(*arrays, ace=ace, passport=passport), path)
    return path.read_bytes()


def load(path: Path, content: bytes) -> None:
    """A model that loads can be asked."""
    path.write_bytes(content)
    with contextlib.suppress(UserError):
        posterior = load_model(path)
        assert posterior.good_bands.max() < posterior.passport.bands
        if posterior.passport.bands == BANDS:
            with np.errstate(over="ignore", invalid="ignore"):
                assert draws_at(posterior, np.ones(BANDS, np.float32)).shape == (posterior.draws,)


def with_header(sound: bytes, key: str, value: Any, inside_passport: bool) -> bytes:
    """The sound model with one entry of its header, or of its passport, replaced."""
    length = struct.unpack("<Q", sound[:8])[0]
    header = json.loads(sound[8 : 8 + length])
    if inside_passport:
        passport = json.loads(header["__metadata__"]["passport"]) | {key: value}
        header["__metadata__"]["passport"] = json.dumps(passport)
    else:
        header[key] = value
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + sound[8 + length :]


@fuzzed
@given(changes)
def test_that_a_damaged_model_is_read_or_refused(
    path: Path, sound: bytes, places: list[tuple[int, int]]
) -> None:
    load(path, damaged(sound, places))


@fuzzed
@given(st.sampled_from(list(Passport.model_fields)) | st.text(max_size=8), json_values)
def test_that_any_passport_is_read_or_refused(path: Path, sound: bytes, key: str, value: Any) -> None:
    load(path, with_header(sound, key, value, inside_passport=True))


entries = st.fixed_dictionaries(
    {
        "dtype": st.sampled_from(["F32", "F64", "I8", "BOOL", "F8_E4M3", ""]),
        "shape": st.lists(st.integers(-1, 4) | st.integers(0, 2**70), max_size=4),
        "data_offsets": st.lists(st.integers(0, 200) | st.integers(0, 2**70), max_size=3),
    }
)


@fuzzed
@given(st.sampled_from(TENSORS) | st.text(max_size=8), entries | json_values)
def test_that_any_tensor_is_read_or_refused(path: Path, sound: bytes, key: str, value: Any) -> None:
    load(path, with_header(sound, key, value, inside_passport=False))


@fuzzed
@given(st.binary(max_size=300), st.sampled_from([b"", b"\x80\x04", b"PK\x03\x04", b"\x40\0\0\0\0\0\0\0{"]))
def test_that_any_bytes_are_a_model_or_refused(path: Path, content: bytes, start: bytes) -> None:
    load(path, start + content)
