"""How many pixels a training sample keeps: the limits, and what they come to before anything is read."""

from collections.abc import Callable, Mapping
from math import ceil

FEWEST_TARGETS, MOST_TARGETS = 3, 5000
IMPLANTS = 1000
RANDOM_BACKGROUND = 10_000

CANDIDATES = 0.01
"""Share of the background, by ACE rank, that looks like a target."""

STRATA = (3000, 1000, 2500)
"""Pixels kept at most: of the highest scores (all of them), of the other candidates, of everything else."""


def stratum_sizes(background: int) -> tuple[int, int, int]:
    """How many pixels of the background fall into each stratum, from the highest scores down."""
    candidates = ceil(CANDIDATES * background)
    top = min(candidates, STRATA[0])
    return top, candidates - top, background - candidates


def kept_background(kind: str, background: int, targets: int) -> int:
    """How much background a sample keeps, of that of its region; `targets` are those it keeps."""
    return _KEPT[kind](background, targets)


def _stratified(background: int, _targets: int) -> int:
    return sum(map(min, stratum_sizes(background), STRATA))


_KEPT: Mapping[str, Callable[[int, int], int]] = {
    "stratified": _stratified,
    "random": lambda background, _targets: min(background, RANDOM_BACKGROUND),
    "paper": min,
    "all": lambda background, _targets: background,
}
