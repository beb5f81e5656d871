"""A posterior as the few matrices a predictor multiplies, with as little arithmetic a pixel as possible."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from hsi_uq_app.posterior.levels import LEVELS, rank

if TYPE_CHECKING:  # keeps this module free of pydantic, for the check on a bare GPU machine
    from hsi_uq_app.posterior.posterior import Posterior

FloatArray = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class FoldedNetworks:
    """All S draws, ready for tiles x (C, n) of the bands that are read, features first.

    With d = x - center, u = projection [d; 1], and constants as last columns,

        z_s = third_s . f(second_s f(first_s [u; 1]) + second_bias_s) + third_bias_s,

    or first_s [d; 1] where the first layer is not `behind` the projection; ACE is the signed squared cosine
    between whitener [d; 1] and template. A pixel with u . u > `squared_reach` is unlike the training region;
    None = the model does not know.

    Shapes: center (C, 1), projection (k, C + 1), first (S H, k + 1) or (S H, C + 1), second (S, H, H),
    second_bias (S, H, 1), third (S, 1, H), third_bias (S, 1), whitener (r, C + 1), template (1, r),
    ranks (101,) from zero.
    """

    activation: str
    center: FloatArray
    projection: FloatArray
    behind: bool
    squared_reach: float | None
    first: FloatArray
    second: FloatArray
    second_bias: FloatArray
    third: FloatArray
    third_bias: FloatArray
    whitener: FloatArray
    template: FloatArray
    ranks: npt.NDArray[np.intp]

    @property
    def draws(self) -> int:
        return int(self.second.shape[0])

    @property
    def hidden(self) -> int:
        return int(self.second.shape[1])

    @property
    def bands(self) -> int:
        return int(self.center.shape[0])


def fold(
    posterior: "Posterior", mixing: FloatArray | None = None, reach: float | None = None
) -> FoldedNetworks:
    """The matrices of a posterior, with the cheaper first layer.

    Behind the projection a pixel costs k C + S H k products, with the projection multiplied in S H C.

    Args:
        mixing: R (G, C), the model's bands as sums of those that are read; None = they are the same. It costs
            nothing a pixel: R x - center = R (x - center') + shift, so every matrix that meets R x is
            multiplied by R once, here, and the shift becomes a constant.
        reach: the largest length of u that is like the training region.
    """
    draws, hidden, components = posterior.w1.shape
    center, shift = _center(posterior.center, mixing)
    projection = _mixed(posterior.projection, mixing, shift)
    rows, bands = posterior.w1.reshape(-1, components), center.size
    behind = components * bands + rows.size < len(rows) * bands
    bias = posterior.b1.reshape(-1, 1)
    ace = posterior.ace
    return FoldedNetworks(
        activation=posterior.passport.activation,
        center=center[:, None],
        projection=projection,
        behind=behind,
        squared_reach=None if reach is None else reach**2,
        first=np.hstack([rows, bias]) if behind else rows @ projection + _last_column(bias, bands),
        second=posterior.w2,
        second_bias=posterior.b2[:, :, None],
        third=posterior.w3.reshape(draws, 1, hidden),
        third_bias=posterior.b3[:, None],
        whitener=_mixed(ace.whitener, mixing, shift + posterior.center - ace.center),
        template=ace.template[None],
        ranks=np.array([rank(level, draws) - 1 for level in LEVELS]),
    )


def _center(center: FloatArray, mixing: FloatArray | None) -> tuple[FloatArray, npt.NDArray[Any]]:
    """A center' (C,) among the pixels, and the shift (G,) = R center' - center.

    Subtracting something near the pixels keeps the digits that raw counts would lose.
    """
    if mixing is None:
        return center, np.zeros_like(center)
    near = (mixing.T @ center / mixing.sum(axis=0)).astype(np.float32)
    return near, mixing.astype(np.float64) @ near - center


def _mixed(matrix: FloatArray, mixing: FloatArray | None, shift: npt.NDArray[Any]) -> FloatArray:
    """[matrix R, matrix shift]: what meets [d; 1] in place of the matrix that meets R x - center."""
    mixed = matrix if mixing is None else matrix @ mixing.astype(np.float64)
    return np.concatenate([mixed, (matrix @ shift)[:, None]], axis=1, dtype=np.float32)


def _last_column(column: FloatArray, zeros: int) -> FloatArray:
    return np.pad(column, ((0, 0), (zeros, 0)))
