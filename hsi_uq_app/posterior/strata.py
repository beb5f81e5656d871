"""Which background to learn from: all that looks like a target, little of the rest."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.posterior.posterior import FloatArray
from hsi_uq_app.posterior.sample_sizes import STRATA, stratum_sizes


@dataclass(frozen=True, eq=False)
class Strata:
    """Background kept by score, in strata from the highest scores down.

    `kept` are indices into the scores, rising. A pixel belongs to the first stratum whose `least` (3,) score
    it reaches; `shares` of the background fall into each, and `rates` of those were kept.
    """

    kept: npt.NDArray[np.intp]
    least: npt.NDArray[np.float32]
    rates: tuple[float, ...]
    shares: tuple[float, ...]

    def rate(self, scores: FloatArray) -> npt.NDArray[np.float64]:
        """s(x): the rate (n,) at which background with these scores was kept."""
        stratum = np.argmax(scores[:, None] >= self.least, axis=1)
        return np.asarray(self.rates)[stratum]


def stratify(scores: FloatArray, rng: np.random.Generator) -> Strata:
    """Split background by the rank of its scores (n,) and draw from each stratum.

    Up to 300,000 pixels the top 1 % is kept whole and the middle stratum is empty; beyond, three strata.
    """
    order = np.argsort(-scores, kind="stable")
    top, middle, _ = stratum_sizes(scores.size)
    candidates = top + middle
    parts = (order[:top], order[top:candidates], order[candidates:])
    kept = [_draw(part, most, rng) for part, most in zip(parts, STRATA, strict=True)]
    return Strata(
        kept=np.sort(np.concatenate(kept)),
        least=np.array([_least(scores, parts[0]), _least(scores, order[:candidates]), -np.inf], np.float32),
        rates=tuple(len(k) / max(1, len(part)) for k, part in zip(kept, parts, strict=True)),
        shares=tuple(len(part) / scores.size for part in parts),
    )


def _draw(part: npt.NDArray[np.intp], most: int, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    return part if len(part) <= most else rng.choice(part, most, replace=False)


def _least(scores: FloatArray, part: npt.NDArray[np.intp]) -> float:
    return float(scores[part].min())
