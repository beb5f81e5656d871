"""Logits of K classes from a file: read where whole, refused in one line where not."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hsi_uq_app.calibration.class_logits import KEYS, read_class_logits
from hsi_uq_app.errors import UserError


def arrays(**changed: Any) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    logits, labels = rng.normal(size=(20, 3)), rng.integers(0, 3, 20)
    return dict(zip(KEYS, (logits, labels, logits, labels), strict=True)) | changed


def test_that_both_sets_are_read(tmp_path: Path) -> None:
    np.savez(tmp_path / "net.npz", **arrays())
    data = read_class_logits(tmp_path / "net.npz")
    assert (data.name, data.validation.n, data.test.logits.shape) == ("net", 20, (20, 3))


def test_that_features_and_weights_are_read_where_a_file_holds_them(tmp_path: Path) -> None:
    inside = {
        "val_features": np.ones((20, 5)),
        "test_features": np.zeros((20, 5)),
        "weights": np.ones((3, 5)),
    }
    np.savez(tmp_path / "net.npz", **arrays(**inside))
    data = read_class_logits(tmp_path / "net.npz")
    assert data.validation.features is not None
    assert data.test.features is not None
    assert data.test.weights is not None
    assert (data.validation.features.mean(), data.test.features.mean(), data.test.weights.shape) == (
        1,
        0,
        (3, 5),
    )


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"val_labels": np.full(20, 3)}, "whole numbers in 0..2"),
        ({"test_labels": np.zeros(19, dtype=int)}, "20 rows of scores but 19 labels"),
        ({"test_logits": np.zeros((20, 4))}, "one K for both sets"),
        ({"val_logits": np.full((20, 3), np.nan)}, "not finite"),
        ({"val_logits": np.array([{}], dtype=object)}, "not an .npz file of plain arrays"),
        ({"val_logits": np.full((20, 3), "high")}, "val_logits holds <U4, not numbers"),
        ({"val_features": np.zeros((20, 2))}, "has no array test_features"),
        ({"val_features": np.zeros((19, 2)), "test_features": np.zeros((20, 2))}, "19 rows of features"),
        ({"val_features": np.zeros(20), "test_features": np.zeros((20, 2))}, "must be a table"),
        ({"weights": np.full((3, 2), np.inf)}, "weights must be a table of finite numbers"),
        ({"weights": np.zeros((2, 3))}, "2 rows of weights for 3 classes"),
    ],
)
def test_that_arrays_that_do_not_fit_are_refused(tmp_path: Path, changed: Any, words: str) -> None:
    np.savez(tmp_path / "net.npz", **arrays(**changed))
    with pytest.raises(UserError, match=words):
        read_class_logits(tmp_path / "net.npz")


def test_that_missing_arrays_files_and_other_formats_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "some.npz", val_logits=np.zeros((2, 2)))
    (tmp_path / "text.npz").write_text("not an archive")
    np.save(tmp_path / "one.npy", np.zeros(3))
    for name, words in (
        ("some.npz", "has no array val_labels"),
        ("text.npz", "not an .npz"),
        ("one.npy", "not an .npz"),
        ("none.npz", "there is no file"),
    ):
        with pytest.raises(UserError, match=words):
            read_class_logits(tmp_path / name)
