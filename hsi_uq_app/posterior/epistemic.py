"""The mean probability of a pixel's draws, and what the draws disagree about; numpy and torch alike."""

import math
from collections.abc import Callable
from typing import Any, TypeVar

Array = TypeVar("Array", bound=Any)

SMALLEST = math.exp(-80)
"""Nearer to 0 a probability leaves float32; the int16 planes end at logit 32 already."""


def mean_and_epistemic(
    target: Array, background: Array, entropy: Array, log: Callable[[Array], Array]
) -> tuple[Array, Array]:
    """Logit of the mean probability, and H(mean pi) - mean H(pi_s) in nats, at least 0, (n,) each.

    Args:
        target: means over draws of sigma(z_s), (n,).
        background: means over draws of sigma(-z_s), (n,): 1 - target would lose its digits.
        entropy: means over draws of H(pi_s), (n,).
        log: the natural logarithm of such arrays.
    """
    target, background = target.clip(SMALLEST), background.clip(SMALLEST)
    log_target, log_background = log(target), log(background)
    total = -target * log_target - background * log_background
    return log_target - log_background, (total - entropy).clip(0)
