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
    """All S draws, ready for tiles x (G, n) of pixels with features first.

    With d = x - center, u = projection d (or d where `projection` is None), and constants as last columns,

        z_s = third_s . f(second_s f(first_s [u; 1]) + second_bias_s) + third_bias_s,

    and ACE is the signed squared cosine between whitener [d; 1] and template.

    Shapes: center (G, 1), projection (k, G), first (S H, k + 1) or (S H, G + 1), second (S, H, H),
    second_bias (S, H, 1), third (S, 1, H), third_bias (S, 1), whitener (r, G + 1), template (1, r),
    ranks (101,) from zero.
    """

    activation: str
    center: FloatArray
    projection: FloatArray | None
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


def fold(posterior: "Posterior") -> FoldedNetworks:
    """The matrices of a posterior, with the cheaper first layer.

    Behind the projection a pixel costs k G + S H k products, with the projection multiplied in S H G.
    """
    draws, hidden, components = posterior.w1.shape
    rows, bands = posterior.w1.reshape(-1, components), posterior.center.size
    behind = components * bands + rows.size < len(rows) * bands
    ace = posterior.ace
    return FoldedNetworks(
        activation=posterior.passport.activation,
        center=posterior.center[:, None],
        projection=posterior.projection if behind else None,
        first=_with_column(rows if behind else rows @ posterior.projection, posterior.b1),
        second=posterior.w2,
        second_bias=posterior.b2[:, :, None],
        third=posterior.w3.reshape(draws, 1, hidden),
        third_bias=posterior.b3[:, None],
        whitener=_with_column(ace.whitener, ace.whitener @ (posterior.center - ace.center)),
        template=ace.template[None],
        ranks=np.array([rank(level, draws) - 1 for level in LEVELS]),
    )


def _with_column(matrix: npt.NDArray[Any], column: npt.NDArray[Any]) -> FloatArray:
    return np.concatenate([matrix, column.reshape(-1, 1)], axis=1, dtype=np.float32)
