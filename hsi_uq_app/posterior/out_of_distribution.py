"""How much of a scene is out of distribution: unlike what a model was trained on.

`ood_share` is the share of a scene's valid pixels whose whitened components u are longer than 99.9 % of the
training region's: by design .001 there. Trials that the limits come from (24 components, half of a scene
trained on):

    the other half of a suburb, other suburbs                     .0002 - .003
    the other half where a half has 7,000 pixels only             .02
    a suburb brighter by 1.3, 1.5, 2                              .003, .005, .017
    a suburb behind haze (path radiance .03, .1)                  .001, .02
    all bands moved by one                                        .07 - .13
    the other half of six real cubes                              0 - .026, once .09 (water, then land)
    raw counts given to a model of reflectance                    1

A new bright material counts with the share of the scene it covers. The measure is blind to what brings pixels
nearer to the training region's mean: darker or blurred scenes have a share below .001.
"""

from typing import Literal

import numpy as np

from hsi_uq_app.posterior.posterior import FloatArray

Likeness = Literal["like the training data", "drifted", "far"]

_REACHED = 0.999
_DRIFTED, _FAR = 0.005, 0.05


def distance_999(u: FloatArray) -> float:
    """The length that 99.9 % of the whitened pixels u (k, n) do not exceed."""
    return float(np.sqrt(np.quantile(np.einsum("kn,kn->n", u, u), _REACHED, method="inverted_cdf")))


def likeness(ood_share: float) -> Likeness:
    """In words: up to .005 like the training data, up to .05 drifted, beyond that far."""
    if ood_share <= _DRIFTED:
        return "like the training data"
    return "drifted" if ood_share <= _FAR else "far"
