"""The draws of one pixel, at once and without torch: what the window shows when a pixel is clicked."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from hsi_uq_app.posterior.band_match import BandMix
from hsi_uq_app.posterior.posterior import FloatArray, Posterior

_ACTIVATIONS: dict[str, Callable[[FloatArray], FloatArray]] = {
    "tanh": np.tanh,
    "relu": lambda a: np.maximum(a, 0),
}


def draws_at(
    posterior: Posterior, spectrum: npt.NDArray[np.float32], mix: BandMix | None = None
) -> FloatArray:
    """Logits (S,) of every draw at a spectrum (bands,) of the cube; NaN where a used band is NaN.

    Args:
        mix: how the model's bands come out of the cube's, as `mix_bands` found it; None = they are the same.
    """
    x = spectrum[posterior.good_bands] if mix is None else mix(spectrum)
    activate = _ACTIVATIONS[posterior.passport.activation]
    u = posterior.projection @ (x - posterior.center)
    h1 = activate(posterior.w1 @ u + posterior.b1)
    h2 = activate(np.einsum("sij,sj->si", posterior.w2, h1) + posterior.b2)
    logits: FloatArray = np.einsum("sj,sj->s", posterior.w3, h2) + posterior.b3
    return logits
