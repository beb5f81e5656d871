"""Training losses: the log loss, and its rivals in the comparison of "Consistency Calibration"
(arXiv 2410.12295).

Each maps logits z (M, n), labels y (0 or 1) and pixel weights w, both (M, n) or broadcast to it, to one mean
(M,) over a batch. Only the log loss and Brier are proper scores; the others belong on a random sample,
because an offset repairs the odds of a likelihood and of nothing else.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F  # noqa: N812 (torch's own name for it)
from torch import Tensor

from hsi_uq_app.posterior.loss_names import (
    FOCAL,
    FOCAL_BELOW_A_FIFTH,
    LABEL_SMOOTHING,
    MMCE_WEIGHT,
    MMCE_WIDTH,
    LossName,
)

Loss = Callable[[Tensor, Tensor, Tensor], Tensor]


def log_loss(z: Tensor, y: Tensor, w: Tensor) -> Tensor:
    """-log of the probability given to the label: softplus(z) - y z."""
    return (w * (F.softplus(z) - y * z)).mean(1)


def brier(z: Tensor, y: Tensor, w: Tensor) -> Tensor:
    """(sigma(z) - y)^2."""
    return (w * (torch.sigmoid(z) - y) ** 2).mean(1)


def label_smoothing(z: Tensor, y: Tensor, w: Tensor) -> Tensor:
    """The log loss against labels moved .05 of the way to one half (Szegedy et al. 2016)."""
    return log_loss(z, y * (1 - LABEL_SMOOTHING) + LABEL_SMOOTHING / 2, w)


def focal(z: Tensor, y: Tensor, w: Tensor) -> Tensor:
    """FL-3: -(1 - p)^3 log p, p the probability given to the label (Lin et al. 2017)."""
    return _focal(z, y, w, torch.full_like(z, FOCAL))


def focal_sample_dependent(z: Tensor, y: Tensor, w: Tensor) -> Tensor:
    """FLSD-53: focal with exponent 5 where p < .2, else 3 (Mukhoti et al. 2020)."""
    p = torch.sigmoid((2 * y - 1) * z.detach())
    return _focal(z, y, w, torch.where(p < 0.2, FOCAL_BELOW_A_FIFTH, FOCAL))


def mmce(z: Tensor, y: Tensor, w: Tensor) -> Tensor:
    """Log loss + 2 MMCE (Kumar, Sarawagi and Jain 2018), with a Laplacian kernel of width .4.

    MMCE^2 = mean over pairs of (c_i - r_i)(c_j - r_j) exp(-|r_i - r_j| / .4), r the confidence max(p, 1 - p)
    and c whether the prediction is right.
    """
    p = torch.sigmoid(z)
    r = torch.maximum(p, 1 - p)
    gap = w * (((z > 0) == (y > 0.5)).to(z.dtype) - r)
    squared = (_pair_sum(gap.double(), r.double() / MMCE_WIDTH) / z.shape[1] ** 2).to(z.dtype)
    # The root's slope at 0 is infinite, and a batch can be calibrated by accident.
    return log_loss(z, y, w) + MMCE_WEIGHT * torch.sqrt(squared.clamp_min(0) + 1e-8)


LOSSES: dict[LossName, Loss] = {
    "log": log_loss,
    "brier": brier,
    "label-smoothing": label_smoothing,
    "focal": focal,
    "focal-sample-dependent": focal_sample_dependent,
    "mmce": mmce,
}


def value_and_slope(loss: Loss, z: Tensor, y: Tensor, w: Tensor) -> tuple[Tensor, Tensor]:
    """The loss (M,) and its derivative (M, n) by the logits."""
    with torch.enable_grad():
        z = z.detach().requires_grad_()
        value = loss(z, y, w)
        (slope,) = torch.autograd.grad(value.sum(), z)
    return value.detach(), slope


def _pair_sum(g: Tensor, x: Tensor) -> Tensor:
    """Sum over all pairs of g_i g_j exp(-|x_i - x_j|), (M,), without the table of pairs.

    In the order of x, exp(-|x_i - x_j|) = exp(-x_i) exp(x_j) for the j before i: a running sum. Confidences
    divided by .4 lie between 1.25 and 2.5, so no exponential is large or small.
    """
    order = x.argsort(dim=1)
    g, x = g.gather(1, order), x.gather(1, order)
    up = g * x.exp()
    before = up.cumsum(1) - up
    return (g.square() + 2 * g * (-x).exp() * before).sum(1)


def _focal(z: Tensor, y: Tensor, w: Tensor, gamma: Tensor) -> Tensor:
    signed = (2 * y - 1) * z
    return (w * torch.sigmoid(-signed) ** gamma * F.softplus(-signed)).mean(1)
