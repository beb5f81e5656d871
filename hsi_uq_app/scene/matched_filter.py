"""ACE, the adaptive coherence estimator: one spectrum to look for, and a background to look past.

It sorts the training background into strata, names the candidates, and is the baseline layer of the window.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.errors import UserError

FloatArray = npt.NDArray[np.float32]

# Directions whose variance is this small a share of the largest are rounding, not measurement.
_SINGULAR = 1e-10

# A target so few standard deviations from the background differs from it by rounding.
_INVISIBLE = 1e-4


@dataclass(frozen=True, eq=False)
class AceDetector:
    """Scores how well a pixel's deviation from the background points at the target.

    With y = whitener (x - center), the score is the squared cosine between y and the template, with the sign
    of the cosine (Scharf and McWhorter 1996; Kraut, Scharf and McWhorter 2001): 1 at the target's direction
    however faint, 0 for pure background on average, negative on the far side.

    Shapes: whitener (r, G) with r <= G kept directions and zeros left of the diagonal, center (G,),
    template (r,) of length 1.
    """

    whitener: FloatArray
    center: FloatArray
    template: FloatArray

    def score(self, x: FloatArray) -> FloatArray:
        """Signed squared cosine (n,) in -1..1 of pixels x (G, n); NaN where a band is, 0 at the center."""
        y = self.whitener @ (x - self.center[:, None])
        return signed_square_cosine(self.template @ y, np.einsum("rn,rn->n", y, y))


def signed_square_cosine(along: FloatArray, squared_length: FloatArray) -> FloatArray:
    """c |c| with c = along / length, (n,) each; 0 where the length is 0, NaN where it is NaN."""
    length = np.where(squared_length == 0, 1, squared_length)
    return np.clip(along * np.abs(along) / length, -1, 1).astype(np.float32)


def fit_ace(background: FloatArray, targets: FloatArray) -> AceDetector:
    """The detector for the mean of the targets (G, t) against the background (G, m).

    The covariance may be singular (equal bands, a band of zeros, fewer pixels than bands): directions in
    which the background does not vary are left out.

    Raises:
        UserError: the background does not vary at all, or the targets do not differ from it.
    """
    center = background.mean(axis=1, dtype=np.float64)
    whitener = _triangular(_whitener(background - center[:, None]))
    template = whitener @ (targets.mean(axis=1, dtype=np.float64) - center)
    length = float(np.linalg.norm(template))
    if not length > _INVISIBLE:
        raise UserError(
            "the target's mean spectrum equals the background's", "check the truth: it must mark the targets"
        )
    return AceDetector(
        whitener=whitener.astype(np.float32),
        center=center.astype(np.float32),
        template=(template / length).astype(np.float32),
    )


def _whitener(deviations: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Rows (r, G) that give the deviations (G, m) unit covariance, from the kept eigenvectors in fp64."""
    values, vectors = np.linalg.eigh(deviations @ deviations.T / deviations.shape[1])
    kept = values > _SINGULAR * values[-1]
    if not values[-1] > 0:
        raise UserError(
            "all background pixels are equal, so nothing can be told from them",
            "choose another region or scene",
        )
    return (vectors[:, kept] / np.sqrt(values[kept])).T


def _triangular(whitener: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The same whitening turned so that row i begins with i zeros: half the products for a whole scene."""
    return np.asarray(np.linalg.qr(whitener, mode="r"))  # the stubs promise a pair for every mode
