"""Logits of K classes in an .npz file: a validation set to calibrate on and a test set to report on."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hsi_uq_app.calibration.calibrators.calibration_input import CalibrationInput
from hsi_uq_app.calibration.checks import Integers, checked_class_labels
from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.npz_file import ClaimError, read_arrays

KEYS = ("val_logits", "val_labels", "test_logits", "test_labels")
INSIDE = ("val_features", "test_features", "weights")
"""What a file may hold besides: the last hidden layer (n, H) of both sets, the last weights (K, H)."""

_Arrays = dict[str, np.ndarray]


@dataclass(frozen=True, eq=False)
class ClassLogits:
    """Logits (n, K) and labels (n,) in 0..K-1, twice."""

    name: str
    validation: CalibrationInput
    validation_labels: Integers
    test: CalibrationInput
    test_labels: Integers


def read_class_logits(path: Path) -> ClassLogits:
    """Read `val_logits`, `val_labels`, `test_logits`, `test_labels`, and INSIDE if there; nothing is run.

    Raises:
        UserError: no such file, not an .npz of plain arrays, arrays missing or of shapes that do not fit.
    """
    arrays = _arrays(path)
    validation, test = _input(path, arrays, "val"), _input(path, arrays, "test")
    if validation.two_classes or validation.logits.shape[1:] != test.logits.shape[1:]:
        raise UserError(
            f"{path}: logits must be (n, K), with one K for both sets", "check the arrays' shapes"
        )
    return ClassLogits(
        path.stem,
        validation,
        checked_class_labels(arrays["val_labels"], validation.logits.shape),
        test,
        checked_class_labels(arrays["test_labels"], test.logits.shape),
    )


def _input(path: Path, arrays: _Arrays, which: str) -> CalibrationInput:
    """The logits of one set, with what the file holds from inside the network."""
    logits = arrays[f"{which}_logits"]
    features, weights = arrays.get(f"{which}_features"), arrays.get("weights")
    for name, array in (("features", features), ("weights", weights)):
        if array is not None and (array.ndim != logits.ndim or not np.isfinite(array).all()):
            raise UserError(f"{path}: {name} must be a table of finite numbers", "leave it out or mend it")
    if weights is not None and weights.shape[0] != logits.shape[-1]:
        raise UserError(
            f"{path}: {weights.shape[0]} rows of weights for {logits.shape[-1]} classes", "give one a class"
        )
    return CalibrationInput(logits, features, weights)


def _check(path: Path, arrays: _Arrays) -> None:
    """Refuse a file that lacks an array, or holds something other than numbers."""
    features = [key for key in INSIDE if key.endswith("features")]
    needed = [*KEYS, *(features if any(key in arrays for key in features) else ())]
    missing = [key for key in needed if key not in arrays]
    if missing:
        raise UserError(f"{path} has no array {missing[0]}", f"it needs {', '.join(needed)}")
    for key, array in arrays.items():
        if array.dtype.kind not in "fiub":
            raise UserError(f"{path}: {key} holds {array.dtype}, not numbers", "save it as numbers")


def _arrays(path: Path) -> _Arrays:
    try:
        arrays = read_arrays(path, (*KEYS, *INSIDE))
    except FileNotFoundError as error:
        raise UserError(f"there is no file {path}", "check the name") from error
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}", "check the name") from error
    except Exception as error:  # zipfile, zlib and numpy trip over a damaged file in a dozen ways
        said = f": {error}" if isinstance(error, ClaimError) else ""
        raise UserError(
            f"{path} is not an .npz file of plain arrays{said}", "save it with numpy.savez"
        ) from error
    _check(path, arrays)
    return arrays
