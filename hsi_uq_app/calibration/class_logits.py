"""Logits of K classes in an .npz file: a validation set to calibrate on and a test set to report on."""

import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hsi_uq_app.calibration.calibrators.evidence import Evidence
from hsi_uq_app.calibration.checks import Integers, checked_class_labels
from hsi_uq_app.errors import UserError

KEYS = ("val_logits", "val_labels", "test_logits", "test_labels")


@dataclass(frozen=True, eq=False)
class ClassLogits:
    """Logits (n, K) and labels (n,) in 0..K-1, twice."""

    name: str
    validation: Evidence
    validation_labels: Integers
    test: Evidence
    test_labels: Integers


def read_class_logits(path: Path) -> ClassLogits:
    """Read `val_logits`, `val_labels`, `test_logits`, `test_labels`; nothing in the file is run.

    Raises:
        UserError: no such file, not an .npz of plain arrays, arrays missing or of shapes that do not fit.
    """
    arrays = _arrays(path)
    validation, test = Evidence(arrays["val_logits"]), Evidence(arrays["test_logits"])
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


def _arrays(path: Path) -> dict[str, np.ndarray]:
    try:
        with np.load(path, allow_pickle=False) as file:
            missing = [key for key in KEYS if key not in file]
            if missing:
                raise UserError(f"{path} has no array {missing[0]}", f"it needs {', '.join(KEYS)}")
            return {key: file[key] for key in KEYS}
    except FileNotFoundError as error:
        raise UserError(f"there is no file {path}", "check the name") from error
    except (ValueError, OSError, zipfile.BadZipFile, TypeError) as error:
        raise UserError(f"{path} is not an .npz file of plain arrays", "save it with numpy.savez") from error
