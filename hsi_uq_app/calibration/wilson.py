"""Wilson's interval for a share: honest at 0 of n and at n of n, where the textbook one is empty."""

from statistics import NormalDist  # not scipy, which the window's start would wait for
from typing import Any

import numpy as np
import numpy.typing as npt

ASSUMPTION = "Wilson intervals assume independent pixels; neighbours in a scene are not."


def wilson_interval(
    hits: npt.ArrayLike, n: npt.ArrayLike, level: float = 0.95
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Lower and upper end of the share hits / n, elementwise; NaN where n is 0.

    With q = hits/n and z the normal quantile: (q + z^2/2n +- z sqrt(q(1-q)/n + z^2/4n^2)) / (1 + z^2/n)
    (Wilson 1927).
    """
    k, size = np.asarray(hits, dtype=np.float64), np.asarray(n, dtype=np.float64)
    size = np.where(size > 0, size, np.nan)
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share, slack = k / size, z * z / size
    middle = share + slack / 2
    half = z * np.sqrt(share * (1 - share) / size + slack / (4 * size))
    lower, upper = (middle - half) / (1 + slack), (middle + half) / (1 + slack)
    # The ends are exact at 0 of n and n of n; rounding must not push them past.
    return np.where(k == 0, size * 0, lower)[()], np.where(k == size, size * 0 + 1, upper)[()]
