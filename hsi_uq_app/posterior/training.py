"""Training many networks at once: Adam on theta (M, P), every member with its own order of the pixels."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.losses import Loss, log_loss, value_and_slope
from hsi_uq_app.posterior.network import Masks, Network, backward, forward
from hsi_uq_app.posterior.scratch import Scratch
from hsi_uq_app.progress import Measured, Progress

if TYPE_CHECKING:
    from hsi_uq_app.posterior.training_sample import TrainingSample

_BETAS = (0.9, 0.99)


@dataclass(frozen=True, eq=False)
class Data:
    """A sample as tensors: pixels (n, k), one a row because a batch gathers pixels; y (n,), offsets (n,)."""

    pixels: Tensor
    y: Tensor
    offsets: Tensor

    @property
    def size(self) -> int:
        return self.y.shape[0]

    @property
    def device(self) -> torch.device:
        """Where the networks are trained."""
        return self.y.device


@dataclass(frozen=True)
class Schedule:
    """How long and how fast: passes over the sample, pixels a step, the peak of a one-cycle learning rate."""

    epochs: int
    batch: int
    learning_rate: float


@dataclass(frozen=True, eq=False)
class Objective:
    """What is minimised: the mean loss plus half of sum decay theta^2.

    Args:
        loss: one of `losses.LOSSES`.
        decay: (P,), precision of a Gaussian prior over the number of pixels: the optimum is then the
            posterior's mode. None for none.
        counts: (M, n), how often each member sees each pixel (the bootstrap).
        masks: makes the dropout masks for a batch of a given size.
    """

    loss: Loss = log_loss
    decay: Tensor | None = None
    counts: Tensor | None = None
    masks: Callable[[int], Masks] | None = None

    def on(self, device: torch.device) -> "Objective":
        """The same with its tensors on a device."""
        decay, counts = (one if one is None else one.to(device) for one in (self.decay, self.counts))
        return replace(self, decay=decay, counts=counts)

    def value_and_gradient(
        self, network: Network, theta: Tensor, data: Data, index: Tensor, scratch: Scratch | None = None
    ) -> tuple[Tensor, Tensor]:
        """Mean loss (M,) and gradient (M, P) on each member's batch of pixels, index (M, b)."""
        weights = self.counts.gather(1, index) if self.counts is not None else torch.ones(())
        masks = self.masks(index.shape[1]).to(theta.device) if self.masks else None
        trace = forward(network, theta, data.pixels[index].transpose(1, 2), masks, scratch)
        z = trace.z + data.offsets[index]
        value, slope = value_and_slope(self.loss, z, data.y[index], weights)
        gradient = backward(network, theta, trace, slope)
        return value, gradient if self.decay is None else gradient.addcmul_(theta, self.decay)


class Adam:
    """Adam (Kingma and Ba 2015) on one tensor, in place; elementwise, so members cannot touch each other."""

    def __init__(self, theta: Tensor) -> None:
        self.theta = theta
        self.mean = torch.zeros_like(theta)
        self.square = torch.zeros_like(theta)
        self.steps = 0

    def step(self, gradient: Tensor, rate: float) -> None:
        """Move theta against the gradient."""
        self.steps += 1
        first, second = _BETAS
        self.mean.lerp_(gradient, 1 - first)
        self.square.mul_(second).addcmul_(gradient, gradient, value=1 - second)
        scale = math.sqrt(1 - second**self.steps) / (1 - first**self.steps)
        self.theta.addcdiv_(self.mean, self.square.sqrt().add_(1e-8), value=-rate * scale)


def as_data(sample: "TrainingSample", device: str = "cpu") -> Data:
    """The sample's arrays as float32 tensors."""
    return Data(
        pixels=torch.from_numpy(sample.u.T.copy()).to(device),
        y=torch.from_numpy(sample.labels.astype("float32")).to(device),
        offsets=torch.from_numpy(sample.offsets.astype("float32")).to(device),
    )


def one_cycle(step: int, steps: int, peak: float) -> float:
    """The rate at a step: a cosine from peak/25 up to the peak at 30 % of the way, then down to near 0."""
    top = 0.3 * steps
    if step < top:
        return peak / 25 + (peak - peak / 25) * (1 - math.cos(math.pi * step / top)) / 2
    return peak * (1 + math.cos(math.pi * (step - top) / (steps - top))) / 2


def train(
    network: Network,
    theta: Tensor,
    data: Data,
    *,
    objective: Objective,
    schedule: Schedule,
    rngs: list[torch.Generator],
    progress: Progress,
) -> list[float]:
    """Train theta (M, P) in place; give the loss of each epoch, averaged over members.

    `rngs` are one generator a member, which shuffles its pixels. `progress` hears of every step. The
    arithmetic is done where the data lie; random numbers come from the processor, the same for every device.

    Raises:
        UserError: the device's memory is full.
    """
    try:
        adam, on_device = Adam(theta.to(data.device)), objective.on(data.device)
        curve = _passes(network, adam, data, on_device, schedule, rngs, progress)
    except torch.OutOfMemoryError as error:
        raise UserError(
            "the GPU's memory is full", "train fewer draws or on fewer pixels, or use --device cpu"
        ) from error
    theta.copy_(adam.theta)
    return curve


def _passes(
    network: Network,
    adam: Adam,
    data: Data,
    objective: Objective,
    schedule: Schedule,
    rngs: list[torch.Generator],
    progress: Progress,
) -> list[float]:
    """Every pass over the sample; the loss of each."""
    scratch, curve = Scratch(), []
    batches = math.ceil(data.size / schedule.batch)
    steps = schedule.epochs * batches
    for epoch in range(schedule.epochs):
        total = 0.0
        for number, index in enumerate(_shuffled(data.size, batches, rngs)):
            step = epoch * batches + number
            here = index.to(data.device)
            value, gradient = objective.value_and_gradient(network, adam.theta, data, here, scratch)
            adam.step(gradient, one_cycle(step, steps, schedule.learning_rate))
            loss = float(value.mean())
            total += loss * index.shape[1] / data.size
            text = f"epoch {epoch + 1} of {schedule.epochs}, loss {loss:.4g}"
            progress(step / steps, Measured(text, "loss", loss))
        curve.append(total)
    return curve


def _shuffled(size: int, batches: int, rngs: list[torch.Generator]) -> tuple[Tensor, ...]:
    """Indices (M, b) of one pass, in batches whose sizes differ by one at most: none is a lone pixel."""
    order = torch.stack([torch.randperm(size, generator=g) for g in rngs])
    return torch.tensor_split(order, batches, dim=1)
