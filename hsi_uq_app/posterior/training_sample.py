"""What the networks learn from: all targets of the training region and a sample of its background.

Targets are rare, so most background is left out, and what was left out is put back as an offset. Let s(x) be
the rate at which background that looks like x was kept (by its ACE score, so by x alone) and t the rate of
targets. The odds among the kept pixels are t/s(x) times the scene's, hence

    logit while training = net(x) + o(x),   o(x) = log t - log s(x) + log(base odds),
    logit of the scene   = net(x) + log(base odds),

which is exact for the log-likelihood (suburb-notes 2.3; the constant keeps the last bias near 0).
Nothing outside the training region is ever read into the model.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from hsi_uq_app.posterior.passport import SampleRecord
from hsi_uq_app.posterior.posterior import FloatArray
from hsi_uq_app.posterior.whitening import Whitening
from hsi_uq_app.scene.matched_filter import AceDetector


@dataclass(frozen=True, eq=False)
class TrainingSample:
    """The kept pixels, ready for any method, and what the passport will say of them.

    Shapes: u (k, n) whitened components, labels (n,), offsets (n,) to add to the logit while training,
    weights (n,) how many pixels of the region each stands for.
    """

    u: FloatArray
    labels: npt.NDArray[np.bool_]
    offsets: FloatArray
    weights: FloatArray
    whitening: Whitening
    ace: AceDetector
    record: SampleRecord
    base_rate: float
    log_base_odds: float
    bands: int
    wavelengths_nm: tuple[float, ...] | None
    good_bands: tuple[int, ...]
    quantity: Literal["reflectance", "radiance", "unknown"]
    region: str
    label_threshold: float
    training_hash: str
    truth: Literal["mask", "implanted"] = "mask"

    @property
    def components(self) -> int:
        return int(self.u.shape[0])
