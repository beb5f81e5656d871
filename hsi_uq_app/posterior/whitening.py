"""PCA whitening: the scene's main directions at unit variance, fit on the training region alone.

It is worth more than the choice of a method: on the suburb it lifts the NLL skill from .63 (standardised
bands) to .77. It folds into the first layer.
"""

from dataclasses import dataclass

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.posterior import FloatArray

# Directions whose variance is this small a share of the largest are float32 rounding.
_SINGULAR = 1e-12


@dataclass(frozen=True, eq=False)
class Whitening:
    """u = projection (x - center): projection (k, G), center (G,)."""

    projection: FloatArray
    center: FloatArray

    def __call__(self, x: FloatArray) -> FloatArray:
        """Components (k, n) of pixels x (G, n)."""
        return self.projection @ (x - self.center[:, None])


def fit_whitening(x: FloatArray, components: int) -> Whitening:
    """The leading components of pixels x (G, m), from the fp64 eigenvectors of their covariance.

    Fewer than asked for where there are fewer bands, or where the pixels span fewer directions.

    Raises:
        UserError: all pixels are equal.
    """
    center = x.mean(axis=1, dtype=np.float64)
    deviations = x - center[:, None]
    values, vectors = np.linalg.eigh(deviations @ deviations.T / x.shape[1])
    values, vectors = values[::-1], vectors[:, ::-1]
    kept = min(components, int(np.count_nonzero(values > _SINGULAR * values[0])))
    if not values[0] > 0:
        raise UserError("all pixels of the training region are equal", "choose another region or scene")
    rows = (vectors[:, :kept] / np.sqrt(values[:kept])).T
    return Whitening(_upright(rows).astype(np.float32), center.astype(np.float32))


def _upright(rows: np.ndarray) -> np.ndarray:
    """Each row with its largest entry positive: an eigenvector's sign is the library's whim."""
    largest = np.take_along_axis(rows, np.abs(rows).argmax(axis=1)[:, None], axis=1)
    return rows * np.sign(largest)
