"""What the charts of the model panel are shown."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class Curve:
    """A figure that training followed.

    Attributes:
        name: of the figure, along the vertical axis.
        along: what the horizontal axis counts.
        x, y: (n,).
        logarithmic: y is shown by its powers of ten.
        end: where the horizontal axis ends; None for where the curve ends.
    """

    name: str
    along: str
    x: npt.NDArray[np.float64]
    y: npt.NDArray[np.float64]
    logarithmic: bool = False
    end: float | None = None


def curve_from(name: str, along: str, x: object, y: object, end: float | None = None) -> Curve:
    """A curve; a loss that never leaves the positive numbers is shown by its powers of ten."""
    values = np.asarray(y, np.float64)
    falls = name == "loss" and values.size > 0 and bool((values > 0).all())
    return Curve(name, along, np.asarray(x, np.float64), values, logarithmic=falls, end=end)
