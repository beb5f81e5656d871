"""The predictor people write first, kept as the measure of ours (docs/decisions/0008-predict-with-numpy.md).

Draw by draw a forward pass, stacked, and torch.quantile over the stack.
"""

import torch
from torch import Tensor

from hsi_uq_app.posterior.posterior import Posterior

QUANTILES = (0.1, 0.9)


def networks_of(posterior: Posterior) -> list[tuple[Tensor, ...]]:
    """(w1, b1, w2, b2, w3, b3) of each draw over the bands themselves, the projection folded in."""
    w1 = posterior.w1 @ posterior.projection
    b1 = posterior.b1 - w1 @ posterior.center
    stacks = (w1, b1, posterior.w2, posterior.b2, posterior.w3[:, None], posterior.b3[:, None])
    return list(zip(*(torch.from_numpy(stack.copy()) for stack in stacks), strict=True))


def draws_of(networks: list[tuple[Tensor, ...]], x: Tensor, activation: str) -> Tensor:
    """Logits (S, n) of pixels x (n, G)."""
    act = torch.tanh if activation == "tanh" else torch.relu
    z = []
    for w1, b1, w2, b2, w3, b3 in networks:
        hidden = act(torch.nn.functional.linear(x, w1, b1))
        hidden = act(torch.nn.functional.linear(hidden, w2, b2))
        z.append(torch.nn.functional.linear(hidden, w3, b3).squeeze(1))
    return torch.stack(z)


def quantiles_of(networks: list[tuple[Tensor, ...]], x: Tensor, activation: str) -> Tensor:
    """The two quantiles (2, n) of pixels x (n, G)."""
    z = draws_of(networks, x, activation)
    return torch.quantile(z, torch.tensor(QUANTILES), dim=0)
