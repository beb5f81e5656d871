"""Many small networks as one tensor program: forward and backward of all members at once.

Parameters of M members are one tensor theta (M, P), so that an optimiser or a sampler is elementwise
arithmetic on it; the layers are views of its columns. With u the inputs of a pixel (k whitened components),

    z = w3 . f(w2 f(w1 u + b1) + b2) + b3,        P = H k + H + H H + H + H + 1

Features come first: inputs are (k, n), shared by all members, or (M, k, n), a batch for each.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from hsi_uq_app.posterior.activation import Activation
from hsi_uq_app.posterior.scratch import Scratch


class Layers(NamedTuple):
    """w1 (M, H, k), b1 (M, H, 1), w2 (M, H, H), b2 (M, H, 1), w3 (M, 1, H), b3 (M, 1, 1)."""

    w1: Tensor
    b1: Tensor
    w2: Tensor
    b2: Tensor
    w3: Tensor
    b3: Tensor


class Masks(NamedTuple):
    """Factors on the two hidden layers, (M, H, 1) or (M, H, n): dropout keeps a unit with 1/(1 - p), or 0."""

    hidden1: Tensor
    hidden2: Tensor

    def to(self, device: torch.device) -> "Masks":
        """The same on a device."""
        return Masks(self.hidden1.to(device), self.hidden2.to(device))


class Trace(NamedTuple):
    """What a forward pass leaves for the backward one: logits (M, n), activations (M, H, n), the inputs.

    The activations are valid until the next pass that uses the same scratch.
    """

    z: Tensor
    h1: Tensor
    h2: Tensor
    inputs: Tensor
    masks: Masks | None
    scratch: Scratch


@dataclass(frozen=True)
class Network:
    """The shape of a k-H-H-1 network: inputs k, hidden H."""

    inputs: int
    hidden: int = 10
    activation: Activation = "tanh"

    @property
    def sizes(self) -> tuple[int, ...]:
        """Numbers of parameters of w1, b1, w2, b2, w3, b3, in the order of theta's columns."""
        k, h = self.inputs, self.hidden
        return (h * k, h, h * h, h, h, 1)

    @property
    def parameters(self) -> int:
        return sum(self.sizes)

    def layers(self, theta: Tensor) -> Layers:
        """Views of theta (M, P) as layers."""
        k, h = self.inputs, self.hidden
        shapes = ((h, k), (h, 1), (h, h), (h, 1), (1, h), (1, 1))
        columns = torch.split(theta, list(self.sizes), dim=1)
        return Layers(*(c.view(-1, *shape) for c, shape in zip(columns, shapes, strict=True)))

    def prior_sd(
        self, first: float = 1.0, second: float = 1.0, third: float = 3.0, bias: float = 1.0
    ) -> Tensor:
        """Standard deviations (P,) of the prior: weights factor/sqrt(fan in), biases `bias`."""
        root = self.hidden**0.5
        each = (first / self.inputs**0.5, bias, second / root, bias, third / root, bias)
        return torch.cat([torch.full((n,), sd) for n, sd in zip(self.sizes, each, strict=True)])


def forward(
    network: Network,
    theta: Tensor,
    inputs: Tensor,
    masks: Masks | None = None,
    scratch: Scratch | None = None,
) -> Trace:
    """Logits of every member at every pixel: theta (M, P), inputs (k, n) or (M, k, n), z (M, n).

    Who passes the same `scratch` again and again gets three times the speed (tensors of a megabyte are made
    once), and a trace that the next pass overwrites.
    """
    scratch = scratch or Scratch()
    w1, b1, w2, b2, w3, b3 = network.layers(theta)
    shape = (theta.shape[0], network.hidden, inputs.shape[-1])
    h1 = _first_layer(w1, inputs, scratch.take("h1", shape, theta)).add_(b1)
    _activate(network, h1)
    if masks:
        h1.mul_(masks.hidden1)
    h2 = torch.baddbmm(b2, w2, h1, out=scratch.take("h2", shape, theta))
    _activate(network, h2)
    if masks:
        h2.mul_(masks.hidden2)
    z = torch.baddbmm(b3, w3, h2).squeeze(1)
    return Trace(z, h1, h2, inputs, masks, scratch)


def backward(network: Network, theta: Tensor, trace: Trace, slope: Tensor) -> Tensor:
    """The gradient (M, P) of a loss whose derivative by the logits z is `slope` (M, n)."""
    layers, room = network.layers(theta), trace.scratch
    spare = room.take("spare", trace.h1.shape, theta)
    d3 = slope.unsqueeze(1)
    d2 = torch.mul(layers.w3.transpose(1, 2), d3, out=room.take("d2", trace.h2.shape, theta))
    _through(network, d2, trace.h2, trace.masks and trace.masks.hidden2, spare)
    d1 = torch.bmm(layers.w2.transpose(1, 2), d2, out=room.take("d1", trace.h1.shape, theta))
    _through(network, d1, trace.h1, trace.masks and trace.masks.hidden1, spare)
    return torch.cat(
        [
            _first_layer_gradient(d1, trace.inputs).flatten(1),
            d1.sum(2),
            (d2 @ trace.h1.transpose(1, 2)).flatten(1),
            d2.sum(2),
            (d3 @ trace.h2.transpose(1, 2)).flatten(1),
            slope.sum(1, keepdim=True),
        ],
        dim=1,
    )


def generators(seed: int, stream: str, members: range) -> list[torch.Generator]:
    """A generator a member, from (seed, stream, member) alone: how members are chunked changes nothing.

    `stream` names the purpose ("start", "shuffle", ...), so that one's appetite never shifts another's.
    """
    words = list(stream.encode())
    seeds = [np.random.SeedSequence([seed, m, *words]).generate_state(1, np.uint64)[0] for m in members]
    return [torch.Generator().manual_seed(int(s >> np.uint64(1))) for s in seeds]


def random_start(network: Network, rngs: list[torch.Generator]) -> Tensor:
    """One standard normal vector a member, (M, P), times the prior's standard deviations."""
    normal = torch.stack([torch.randn(network.parameters, generator=g) for g in rngs])
    return normal * network.prior_sd()


def _first_layer(w1: Tensor, inputs: Tensor, out: Tensor) -> Tensor:
    """w1 @ inputs as (M, H, n); for shared inputs one wide product instead of M small ones."""
    if inputs.dim() == 3:
        return torch.bmm(w1, inputs, out=out)
    torch.mm(w1.reshape(-1, w1.shape[2]), inputs, out=out.view(-1, inputs.shape[1]))
    return out


def _first_layer_gradient(d1: Tensor, inputs: Tensor) -> Tensor:
    if inputs.dim() == 3:
        return d1 @ inputs.transpose(1, 2)
    return (d1.view(-1, d1.shape[2]) @ inputs.T).view(*d1.shape[:2], -1)


def _activate(network: Network, a: Tensor) -> None:
    """The activation in place; tanh as 2 sigmoid(2a) - 1, six times faster on a CPU than torch.tanh."""
    if network.activation == "relu":
        a.relu_()
    else:
        a.mul_(2).sigmoid_().mul_(2).sub_(1)


def _through(network: Network, d: Tensor, h: Tensor, mask: Tensor | None, spare: Tensor) -> None:
    """A slope at an activation's output (after its mask), carried to its input in place: d (M, H, n)."""
    if mask is not None:
        d.mul_(mask)
    if network.activation == "relu":
        d.mul_(h > 0)
    elif mask is None:
        d.addcmul_(torch.mul(d, h, out=spare), h, value=-1)
    else:
        # A dropped unit has h = 0 and lost its slope with its mask, whatever it was before.
        raw = torch.div(h, mask.clamp_min(torch.finfo(mask.dtype).tiny), out=spare)
        d.mul_(raw.mul_(raw).neg_().add_(1))
