"""Worlds of two classes in the plane whose true probability is known: sums of round Gaussians."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import expit, logsumexp

Points = npt.NDArray[np.float32]
Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Blob:
    """A round Gaussian: its centre and standard deviation. The blobs of a class are equally frequent."""

    x: float
    y: float
    spread: float = 1.0


@dataclass(frozen=True)
class World:
    """Two classes, equally frequent.

    `slope` is how fast the true logit changes across the boundary (of the blobs named first), so that noise
    of strength s at the input is noise of strength slope * s at the logit. `distance` is Mahalanobis' D where
    the classes share one covariance.
    """

    name: str
    first: tuple[Blob, ...]
    second: tuple[Blob, ...]
    slope: float
    distance: float | None = None

    def sample(self, size: int, rng: np.random.Generator) -> tuple[Points, npt.NDArray[np.bool_]]:
        """`size` points of each class, (2 size, 2), and whether each is of the second class."""
        points = np.concatenate([_draw(blobs, size, rng) for blobs in (self.first, self.second)])
        return points, np.arange(2 * size) >= size

    def truth(self, points: Points) -> Values:
        """The true probability of the second class (Tao et al. 2024, arXiv 2410.12295, equation 8), (n,)."""
        return expit(_log_density(self.second, points) - _log_density(self.first, points))


def two_gaussians(distance: float) -> World:
    """N((+-D/2, 0), I): the covariance only sets the unit, so D is the one parameter."""
    half = distance / 2
    return World(f"D = {distance:g}", (Blob(-half, 0),), (Blob(half, 0),), distance, distance)


TWO_PAIRS = World("two pairs", (Blob(-1, 6), Blob(-0.4, -6, 0.4)), (Blob(1, 6), Blob(0.4, -6, 0.4)), 2.0)
"""Above a pair at +-1 with spread 1, below one at +-.4 with spread .4: the lower boundary is sharper."""


def _draw(blobs: tuple[Blob, ...], size: int, rng: np.random.Generator) -> Points:
    which = rng.integers(0, len(blobs), size)
    centre = np.array([(blob.x, blob.y) for blob in blobs], dtype=np.float32)[which]
    spread = np.array([blob.spread for blob in blobs], dtype=np.float32)[which, None]
    return centre + spread * rng.standard_normal((size, 2), dtype=np.float32)


def _log_density(blobs: tuple[Blob, ...], points: Points) -> Values:
    """Of the sum of the blobs, up to a constant that all worlds and classes share."""
    x, y = points.astype(np.float64).T
    exponents = [-((x - b.x) ** 2 + (y - b.y) ** 2) / (2 * b.spread**2) - 2 * np.log(b.spread) for b in blobs]
    return logsumexp(exponents, axis=0) - np.log(len(blobs))
