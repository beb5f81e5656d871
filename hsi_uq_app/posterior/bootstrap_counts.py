"""Resamples with replacement, as counts: how often each bootstrap member sees each pixel."""

import torch
from torch import Tensor


def resample_pixels(labels: Tensor, rngs: list[torch.Generator]) -> Tensor:
    """Counts (M, n) that sum to n: each class (n,) is drawn from itself, so that the base rate stays.

    Targets are few; resampled together with the background, some members would hardly see any.
    """
    counts = torch.zeros(len(rngs), labels.shape[0])
    for members in (labels.nonzero().flatten(), (~labels).nonzero().flatten()):
        for row, rng in zip(counts, rngs, strict=True):
            row[members] = drawn(len(members), rng)
    return counts


def resample_objects(labels: Tensor, objects: Tensor, rngs: list[torch.Generator]) -> Tensor:
    """Counts (M, n) that sum to n: targets are drawn object by object, background pixel by pixel.

    `objects` (n,) numbers the object of each target pixel. Objects differ in size, so a member's target
    counts are scaled to the number of target pixels: the base rate stays, at the price of whole numbers.
    """
    counts = resample_pixels(labels, rngs)
    _, number = objects[labels].unique(return_inverse=True)
    for row, rng in zip(counts, rngs, strict=True):
        times = drawn(int(number.max()) + 1, rng)[number]
        row[labels] = times * (len(number) / times.sum())
    return counts


def drawn(size: int, rng: torch.Generator) -> Tensor:
    """How often each of `size` things turns up in `size` draws with replacement (multinomial)."""
    return torch.bincount(torch.randint(size, (size,), generator=rng), minlength=size).float()
