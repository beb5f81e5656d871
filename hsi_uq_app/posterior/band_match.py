"""How a model's bands come out of a cube's: which to read, and how to mix them."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.posterior.passport import Passport
from hsi_uq_app.posterior.posterior import FloatArray
from hsi_uq_app.scene.band_matching import BandPlan, match_bands
from hsi_uq_app.scene.cube import Cube


@dataclass(frozen=True, eq=False)
class BandMix:
    """The model's used bands are `matrix` (G, C) times the cube's `bands` (C,), or those bands themselves.

    `note` says what the user should know of it, "" if the bands are simply the same.
    """

    bands: npt.NDArray[np.intp]
    matrix: FloatArray | None
    note: str = ""

    def __call__(self, spectrum: FloatArray) -> FloatArray:
        """The model's used bands (G,) of a cube's spectrum (bands,); NaN where one that is read is NaN."""
        read = spectrum[self.bands]
        return read if self.matrix is None else self.matrix @ read


def mix_bands(passport: Passport, cube: Cube) -> BandMix:
    """Fit a cube's bands to a model's, by wavelength or, where one has none, by their number.

    Raises:
        UserError: the cube does not cover the bands the model uses, or has another number of them; the
            message sums up both.
    """
    plan = match_bands(
        cube.wavelengths_nm,
        passport.wavelengths_nm,
        cube_bands=cube.bands,
        model_bands=passport.bands,
        cube_good=cube.good_bands,
        model_good=passport.good_bands,
    )
    return _mix(plan, np.asarray(passport.good_bands, np.intp))


def _mix(plan: BandPlan, used: npt.NDArray[np.intp]) -> BandMix:
    """Read in the model's order, so that a triangular matrix of the model stays one."""
    pairs = np.stack([plan.lower[used], plan.upper[used]], axis=1)
    shares = np.stack([1 - plan.weight[used], plan.weight[used]], axis=1)
    found, first = np.unique(pairs[shares > 0], return_index=True)
    bands = found[np.argsort(first)].astype(np.intp)
    matrix = np.zeros((len(used), len(bands)), np.float32)
    for pair, share in zip(pairs.T, shares.T, strict=True):
        matrix += np.where(pair[:, None] == bands, share[:, None], 0).astype(np.float32)
    same = matrix.shape[0] == matrix.shape[1] and np.array_equal(matrix, np.eye(len(used)))
    return BandMix(bands, None if same else matrix, plan.note)
