"""Dropout masks, and networks with a mask multiplied into their weights."""

import torch
from torch import Tensor

from hsi_uq_app.posterior.network import Masks, Network, generators


def fresh_masks(network: Network, rate: float, rngs: list[torch.Generator], pixels: int) -> Masks:
    """Masks (M, H, pixels) of the hidden layers: 0 with probability `rate`, else 1/(1 - rate)."""
    shape = (2, network.hidden, pixels)
    kept = torch.stack([torch.rand(shape, generator=g) >= rate for g in rngs]) / (1 - rate)
    return Masks(kept[:, 0], kept[:, 1])


def fold(network: Network, theta: Tensor, masks: Masks) -> Tensor:
    """Masks (M, H, 1) multiplied into the weights that read each hidden unit: parameters (M, P).

    A draw is then an ordinary network, and it is stored as one.
    """
    theta = theta.expand(masks.hidden1.shape[0], -1).clone()
    layers = network.layers(theta)
    layers.w2.mul_(masks.hidden1.transpose(1, 2))
    layers.w3.mul_(masks.hidden2.transpose(1, 2))
    return theta


def masked_copies(network: Network, theta: Tensor, *, rate: float, seed: int, copies: int) -> Tensor:
    """That many copies (S, P) of one network theta (1, P), each under a mask of its own."""
    rngs = generators(seed, "draw", range(copies))
    return fold(network, theta, fresh_masks(network, rate, rngs, 1))
