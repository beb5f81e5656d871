"""Networks with random weights: as dear to predict as trained ones, and made in a moment."""

from typing import Literal

import numpy as np

from hsi_uq_app.posterior.passport import Passport, SampleRecord
from hsi_uq_app.posterior.posterior import Posterior
from hsi_uq_app.scene.matched_filter import fit_ace

BANDS, HIDDEN = 211, 10
_GAIN = 6.0


def random_posterior(
    activation: Literal["tanh", "relu"], components: int, draws: int = 100, bands: int = BANDS
) -> Posterior:
    """Draws whose logits spread as trained ones do, on pixels in 0 to .6.

    As many components as bands stand for no projection: the predictor then folds it away.
    """
    rng = np.random.default_rng(1)

    def normal(*shape: int, sd: float = 1.0) -> np.ndarray:
        return (sd * rng.standard_normal(shape)).astype(np.float32)

    pixels = rng.uniform(0, 0.6, (bands, 3000)).astype(np.float32)
    whole = components == bands
    projection = np.eye(bands, dtype=np.float32) if whole else normal(components, bands, sd=bands**-0.5)
    return Posterior(
        projection=np.float32(_GAIN) * projection,
        center=pixels.mean(axis=1),
        w1=normal(draws, HIDDEN, components, sd=components**-0.5),
        b1=normal(draws, HIDDEN),
        w2=normal(draws, HIDDEN, HIDDEN, sd=HIDDEN**-0.5),
        b2=normal(draws, HIDDEN),
        w3=normal(draws, HIDDEN, sd=3 * HIDDEN**-0.5),
        b3=normal(draws) - 6,
        ace=fit_ace(pixels, pixels[:, :3] + np.linspace(0, 0.3, bands, dtype=np.float32)[:, None]),
        passport=_passport(activation, components, draws, bands),
    )


def _passport(activation: Literal["tanh", "relu"], components: int, draws: int, bands: int) -> Passport:
    sample = SampleRecord(kind="all", targets=1, background=1, background_in_region=1)
    return Passport(
        method="benchmark", draws=draws, seed=0, activation=activation, hidden=HIDDEN, components=components,
        bands=bands, wavelengths_nm=None, good_bands=tuple(range(bands)), region="all", label_threshold=0.1,
        base_rate=0.5, log_base_odds=0, sample=sample, training_hash="", version="0",
    )  # fmt: skip
