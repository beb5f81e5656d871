"""Posterior <-> safetensors file with its passport: numbers and text only, so opening one runs nothing.

Nothing in a file is trusted: its size, its header, its passport and every shape are checked before an array
is made. The passport is the only entry of the metadata, because safetensors keeps no order among several.
"""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import safetensors
from pydantic import ValidationError
from safetensors import SafetensorError
from safetensors.numpy import save

from hsi_uq_app.errors import UserError
from hsi_uq_app.files import whole_files
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.posterior.passport import Passport
from hsi_uq_app.posterior.posterior import FloatArray, Posterior
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.marks import start_of
from hsi_uq_app.scene.document_file import is_bloated
from hsi_uq_app.scene.matched_filter import AceDetector
from hsi_uq_app.scene.plain_file import open_plain

_LAYERS = ("projection", "center", "w1", "b1", "w2", "b2", "w3", "b3")
_NETWORK = _LAYERS[2:]
_ACE = ("whitener", "center", "template")
_MARK = b'{"__metadata__":{"passport":'
_LARGEST_WEIGHT, _LARGEST_BAND_VALUE = 1e6, 1e15
"""Of the networks; of what belongs to bands, whose unit is the scene's."""
_LARGEST_FILE = 1 << 29
_LARGEST_HEADER = 1 << 22
_PLAIN = Guard()
_TRAIN_AGAIN = "choose a model made by `hsi-uq train`"


def save_model(posterior: Posterior, path: Path, guard: Guard = _PLAIN) -> None:
    """Write the model, whole or not at all; the same posterior gives the same bytes.

    Raises:
        UserError: full disk, folder that is missing or not writable; a file is there that is no model.
    """
    with whole_files(path, ours=is_model, guard=guard) as (draft,):
        draft.write_bytes(_bytes(posterior))


def is_model(path: Path) -> bool:
    """Whether a file begins as ours do; it need not be sound."""
    return _MARK in start_of(path, 64)


def digest(posterior: Posterior) -> str:
    """sha256 of the model's file, also where it was never saved: the same posterior gives the same bytes."""
    return hashlib.sha256(_bytes(posterior)).hexdigest()


def _bytes(posterior: Posterior) -> bytes:
    tensors = {name: getattr(posterior, name) for name in _LAYERS}
    tensors |= {f"ace_{name}": getattr(posterior.ace, name) for name in _ACE}
    tensors = {name: np.ascontiguousarray(tensor, dtype="<f4") for name, tensor in tensors.items()}
    return save(tensors, metadata={"passport": posterior.passport.model_dump_json()})


def load_model(path: Path) -> Posterior:
    """Read a model file.

    Raises:
        UserError: missing, not a safetensors file (a pickle, say), no passport, shapes that contradict it.
    """
    _check_size(path)
    try:
        with safetensors.safe_open(path, framework="numpy") as file:
            passport = _passport(path, file.metadata() or {})
            _check_shapes(path, passport, {n: file.get_slice(n) for n in file.keys()})  # noqa: SIM118
            tensors = {name: _read_only(file.get_tensor(name)) for name in file.keys()}  # noqa: SIM118
    except SafetensorError as error:
        raise UserError(f"{path} is not a model file of HSI UQ ({error})", _TRAIN_AGAIN) from error
    _check_finite(path, tensors)
    ace = AceDetector(**{name: tensors[f"ace_{name}"] for name in _ACE})
    return Posterior(**{name: tensors[name] for name in _LAYERS}, ace=ace, passport=passport)


def _check_size(path: Path) -> None:
    """Refuse what is absent, huge, or too short, before a library looks at it."""
    try:
        size = path.stat().st_size
        with open_plain(path) as handle:
            header = int.from_bytes(handle.read(8), "little")
    except OSError as error:
        raise UserError(f"cannot read the model {path}: {error.strerror}", "check the path") from error
    if not 8 < size <= _LARGEST_FILE or not 0 < header <= min(size - 8, _LARGEST_HEADER):
        raise UserError(f"{path} is not a model file of HSI UQ", _TRAIN_AGAIN)


def _passport(path: Path, metadata: dict[str, str]) -> Passport:
    try:
        text = metadata["passport"]
        if is_bloated(text.encode()):
            raise UserError(f"the passport of {path} is too large", _TRAIN_AGAIN)
        passport = Passport.model_validate_json(text)
    except KeyError:
        raise UserError(f"{path} holds tensors but no passport", _TRAIN_AGAIN) from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "text"
        raise UserError(
            f"the passport of {path} is damaged: {where}: {first['msg']}", _TRAIN_AGAIN
        ) from error
    if passport.method not in METHODS:
        raise UserError(
            f"{path} is of a method that this version does not know: {passport.method[:40]}", _TRAIN_AGAIN
        )
    return passport


def _expected_shapes(passport: Passport) -> dict[str, tuple[int | None, ...]]:
    """The shapes a passport promises; None where any length will do."""
    s, h, k, g = passport.draws, passport.hidden, passport.components, len(passport.good_bands)
    layers = ((k, g), (g,), (s, h, k), (s, h), (s, h, h), (s, h), (s, h), (s,))
    ace: tuple[tuple[int | None, ...], ...] = ((None, g), (g,), (None,))
    names = (*_LAYERS, *(f"ace_{name}" for name in _ACE))
    return dict(zip(names, (*layers, *ace), strict=True))


def _check_shapes(path: Path, passport: Passport, slices: dict[str, Any]) -> None:
    expected = _expected_shapes(passport)
    if set(slices) != set(expected):
        odd = ", ".join(sorted(set(slices) ^ set(expected)))
        raise UserError(f"{path} has missing or unknown tensors: {odd}", _TRAIN_AGAIN)
    for name, shape in expected.items():
        found = tuple(slices[name].get_shape())
        if slices[name].get_dtype() != "F32" or not _fits(found, shape):
            raise UserError(f"tensor {name} of {path} is {found}, its passport says {shape}", _TRAIN_AGAIN)
    if slices["ace_template"].get_shape() != slices["ace_whitener"].get_shape()[:1]:
        raise UserError(f"the ACE tensors of {path} contradict each other", _TRAIN_AGAIN)
    if not _sound(passport):
        raise UserError(f"the band list in the passport of {path} is damaged", _TRAIN_AGAIN)


def _fits(found: tuple[int, ...], shape: tuple[int | None, ...]) -> bool:
    return len(found) == len(shape) and all(
        s in (None, f) and f > 0 for f, s in zip(found, shape, strict=True)
    )


def _sound(passport: Passport) -> bool:
    """Band indices rise and lie in the cube; wavelengths, if any, are one a band."""
    good = np.asarray(passport.good_bands, dtype=np.float64)
    in_order = bool(np.all(np.diff(good) > 0)) and good[0] >= 0 and good[-1] < passport.bands
    return in_order and (passport.wavelengths_nm is None or len(passport.wavelengths_nm) == passport.bands)


def _check_finite(path: Path, tensors: dict[str, FloatArray]) -> None:
    for name, tensor in tensors.items():
        if not np.isfinite(tensor).all():
            raise UserError(f"tensor {name} of {path} holds values that are not finite", _TRAIN_AGAIN)
        if np.abs(tensor).max(initial=0) > (_LARGEST_WEIGHT if name in _NETWORK else _LARGEST_BAND_VALUE):
            raise UserError(f"tensor {name} of {path} holds values that no training gives", _TRAIN_AGAIN)


def _read_only(tensor: FloatArray) -> FloatArray:
    tensor.flags.writeable = False
    return tensor
