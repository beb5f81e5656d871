"""The door of the calibration code: what comes in is refused in words here, and trusted everywhere after."""

from typing import Any

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError

Floats = npt.NDArray[np.floating[Any]]
Bools = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.integer[Any]]

_ROUNDING = 1e-6  # a mean of many single-precision probabilities may end this far outside 0..1


def checked_pair(probability: npt.ArrayLike, labels: npt.ArrayLike) -> tuple[Floats, Bools]:
    """Probabilities (n,) of being a target with labels (n,), true = target.

    Raises:
        UserError: shapes that differ, nothing to score, NaN, values outside 0..1, labels other than 0 and 1.
    """
    p, y = checked_probability(probability), checked_labels(labels)
    if p.shape != y.shape:
        raise UserError(
            f"probabilities of shape {p.shape}, labels of {y.shape}", "give one label a probability"
        )
    return p, y


def checked_probability(probability: npt.ArrayLike) -> Floats:
    """Probabilities (n,) as floats of at least single precision, all within 0..1."""
    p = _floats(probability)
    if p.ndim != 1:
        raise UserError(f"probabilities have the shape {p.shape}", "give one of a target a pixel, as (n,)")
    if p.size == 0:
        raise UserError("no pixel to score", "choose a region that holds evaluated pixels with known truth")
    _refuse(~np.isfinite(p), "probabilities are not finite numbers")
    low, high = float(p.min()), float(p.max())
    if low < -_ROUNDING or high > 1 + _ROUNDING:
        raise UserError(
            f"probabilities lie in 0..1, these in {low:.4g}..{high:.4g}: they look like logits",
            "apply the sigmoid (or softmax) first",
        )
    return p if low >= 0 and high <= 1 else p.clip(0, 1)


def checked_labels(labels: npt.ArrayLike) -> Bools:
    """Labels (n,) as booleans, from booleans or from 0 and 1."""
    y = np.asarray(labels)
    if y.dtype == np.bool_:
        return y
    if y.dtype.kind not in "iuf":
        raise UserError(f"labels must be 0 and 1, these are of type {y.dtype}", "write targets as 1")
    if not np.isin(y, (0, 1)).all():
        found = ", ".join(f"{value:g}" for value in np.unique(y.astype(np.float64))[:4])
        raise UserError(f"labels must be 0 and 1, found {found}", "write targets as 1 and background as 0")
    return y.astype(np.bool_)


def checked_logits(logits: npt.ArrayLike, labels: npt.ArrayLike) -> tuple[npt.NDArray[np.float64], Bools]:
    """Logits (n,) with labels (n,); infinite ones are certainties, NaN is refused."""
    z, y = np.asarray(logits, dtype=np.float64), checked_labels(labels)
    if z.shape != y.shape or z.ndim != 1:
        raise UserError(f"logits of shape {z.shape}, labels of {y.shape}", "give one label a logit")
    refuse_unknown(z, "logits")
    return z, y


def checked_classes(probabilities: npt.ArrayLike, labels: npt.ArrayLike) -> tuple[Floats, Integers]:
    """Probabilities (n, K) whose rows sum to one, with class labels (n,) in 0..K-1.

    Raises:
        UserError: as checked_pair, and rows that do not sum to one (logits do not).
    """
    p, y = _floats(probabilities), np.asarray(labels)
    if p.ndim != 2 or p.shape[0] == 0 or p.shape[1] < 2:
        raise UserError(f"class probabilities have the shape {p.shape}", "give (n, K) with K of 2 or more")
    _refuse(~np.isfinite(p), "probabilities are not finite numbers")
    if p.min() < -_ROUNDING or p.max() > 1 + _ROUNDING or np.abs(p.sum(axis=1) - 1).max() > 1e-3:
        raise UserError(
            "class probabilities must lie in 0..1 and sum to one: these look like logits",
            "apply the softmax first",
        )
    return p.clip(0, 1), checked_class_labels(y, p.shape)


def checked_class_labels(labels: npt.ArrayLike, shape: tuple[int, ...]) -> Integers:
    """Class labels (n,) that fit scores of shape (n, K)."""
    y = np.asarray(labels)
    if y.shape != shape[:1]:
        raise UserError(f"{shape[0]} rows of scores but {y.size} labels", "give one label a row")
    if not np.issubdtype(y.dtype, np.integer) or y.min() < 0 or y.max() >= shape[1]:
        raise UserError(f"class labels must be whole numbers in 0..{shape[1] - 1}", "count classes from 0")
    return y


def refuse_unknown(values: Floats, what: str) -> None:
    """Refuse NaN; infinite values may pass."""
    _refuse(np.isnan(values), f"{what} are not numbers")


def checked_bins(bins: int) -> int:
    if not 1 <= bins <= 10_000:
        raise UserError(f"{bins} bins", "choose between 1 and 10,000")
    return int(bins)


def _floats(values: npt.ArrayLike) -> Floats:
    """Half precision and integers are widened; single precision stays, so that its own edges apply."""
    array = np.asarray(values)
    if array.dtype in (np.float32, np.float64):
        return array
    return array.astype(np.float32 if array.dtype == np.float16 else np.float64)


def _refuse(bad: Bools, what: str) -> None:
    """Say how many values are bad, if any is."""
    if bad.any():
        raise UserError(f"{int(bad.sum())} of {bad.size} {what}", "leave out pixels that were not evaluated")
