"""The narrow waist: whatever the method, what it leaves behind is one Posterior."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.posterior.passport import Passport
from hsi_uq_app.scene.matched_filter import AceDetector

FloatArray = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Posterior:
    """S draws of a G-H-H-1 network behind one projection, as read-only float32 arrays.

    With x a pixel's good bands, u = projection (x - center), and f the activation of the passport, draw s
    says

        z_s = w3_s . f(w2_s f(w1_s u + b1_s) + b2_s) + b3_s      (a logit; the base odds are inside b3)

    Shapes: projection (k, G), center (G,), w1 (S, H, k), b1 (S, H), w2 (S, H, H), b2 (S, H), w3 (S, H),
    b3 (S,).
    A first layer over the bands themselves is w1 @ projection. `ace` scores the same good bands.
    """

    projection: FloatArray
    center: FloatArray
    w1: FloatArray
    b1: FloatArray
    w2: FloatArray
    b2: FloatArray
    w3: FloatArray
    b3: FloatArray
    ace: AceDetector
    passport: Passport

    @property
    def draws(self) -> int:
        return int(self.b3.shape[0])

    @property
    def good_bands(self) -> npt.NDArray[np.intp]:
        """Indices (G,) of the cube's bands the networks see."""
        return np.asarray(self.passport.good_bands, dtype=np.intp)
