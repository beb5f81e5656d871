"""The targets: where the green discs lie, how large they are and which hide beneath a crown."""

from dataclasses import dataclass

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Progress
from hsi_uq_app.suburb.config import SuburbConfig
from hsi_uq_app.suburb.layers import SuburbLayer, layer_rng
from hsi_uq_app.suburb.materials import TARGET
from hsi_uq_app.suburb.scenery import NOTHING, Scenery
from hsi_uq_app.suburb.trees import Crowns

RADII = (0.1, 4.0)
"""Smallest and largest radius, metres (Ries et al. 2023, section 2, arXiv 2308.05903)."""
_TRIES = 2000
_APART = 6.0
"""Clear ground between two discs, metres."""
_FROM_EDGE = 3.0
"""Clear ground to the scene's edge and to the line between the halves, metres."""
_FRINGE = 1.2
"""An open disc keeps this many crown radii away from a trunk."""


@dataclass(frozen=True, eq=False)
class Discs:
    """The targets, from the smallest to the largest; all arrays (discs,).

    Attributes:
        x, y, radius: metres.
        hidden: lies partly beneath a crown.
        right: lies in the right half.
        thing: number of the disc's thing.
    """

    x: np.ndarray
    y: np.ndarray
    radius: np.ndarray
    hidden: np.ndarray
    right: np.ndarray
    thing: np.ndarray

    def __len__(self) -> int:
        return len(self.x)


def radii(count: int) -> np.ndarray:
    """Quantiles of the log-uniform law between the smallest and the largest radius, ascending (count,)."""
    quantiles = (np.arange(count) + 0.5) / max(count, 1)
    return RADII[0] * (RADII[1] / RADII[0]) ** quantiles


def dealt_right(count: int) -> np.ndarray:
    """Which discs go right: left, right, right, left, ... so that both halves get the same sizes (count,)."""
    return np.isin(np.arange(count) % 4, (1, 2))


def dealt_hidden(right: np.ndarray, share: float) -> np.ndarray:
    """Which discs hide: in each half evenly spread over the sizes (count,)."""
    hidden = np.zeros(len(right), bool)
    for half in (right, ~right):
        steps = np.floor(np.arange(half.sum() + 1) * share + 0.5)
        hidden[half] = np.diff(steps) > 0
    return hidden


def plan_discs(
    config: SuburbConfig, keep_off: np.ndarray, crowns: Crowns, scenery: Scenery, progress: Progress
) -> Discs:
    """Place every disc, the largest first, each from its own seed.

    Args:
        keep_off: mask of the scene (lines, samples); no disc touches `NOTHING`.

    Raises:
        UserError: no room for a disc.
    """
    right = dealt_right(config.discs)
    radius, hidden = radii(config.discs), dealt_hidden(right, config.hidden_share)
    ground = _Ground(config, keep_off == NOTHING, crowns, [])
    things = np.zeros(config.discs, np.int32)
    for i in reversed(range(config.discs)):
        rng = layer_rng(config.seed, SuburbLayer.DISCS, i)
        things[i] = scenery.thing(TARGET, rng)
        ground.place(rng, float(radius[i]), bool(hidden[i]), bool(right[i]))
        progress(1 - i / config.discs, "placing the targets")
    x, y, _ = np.array(ground.placed[::-1]).reshape(-1, 3).T
    return Discs(x, y, radius, hidden, right, things)


@dataclass(frozen=True, eq=False)
class _Ground:
    """What a disc must keep clear of."""

    config: SuburbConfig
    taken: np.ndarray
    crowns: Crowns
    placed: list[tuple[float, float, float]]

    def place(self, rng: np.random.Generator, radius: float, hidden: bool, right: bool) -> None:
        left_edge = self.config.samples // 2 if right else 0
        right_edge = self.config.samples if right else self.config.samples // 2
        edge = radius + _FROM_EDGE
        low, high = (left_edge + edge, edge), (right_edge - edge, self.config.lines - edge)
        for x, y in self._beneath(rng, radius, low, high) if hidden else rng.uniform(low, high, (_TRIES, 2)):
            if self._free(x, y, radius) and (hidden or self._open(x, y, radius)):
                self.placed.append((float(x), float(y), radius))
                return
        raise UserError(
            f"{self.config.lines} x {self.config.samples} pixels have no room for a disc of {radius:.1f} m",
            "ask for fewer discs, a smaller hidden share or a larger scene",
        )

    def _beneath(
        self, rng: np.random.Generator, radius: float, low: tuple[float, float], high: tuple[float, float]
    ) -> np.ndarray:
        """Places .4 to 1 crown radii from the trunks of crowns that can hide some of the disc (places, 2)."""
        angle, reach = rng.uniform(0, 2 * np.pi, _TRIES), rng.uniform(0.4, 1.0, _TRIES)
        large = np.flatnonzero(self.crowns.radius >= min(0.6 * radius, 2.4))
        if len(large) == 0:
            return np.empty((0, 2))
        crown = large[rng.integers(0, len(large), _TRIES)]
        reach = reach * self.crowns.radius[crown]
        places = np.stack([self.crowns.x[crown], self.crowns.y[crown]], 1)
        places += reach[:, None] * np.stack([np.cos(angle), np.sin(angle)], 1)
        return places[np.all((places > low) & (places < high), axis=1)]

    def _free(self, x: float, y: float, radius: float) -> bool:
        """Clear of roofs, pools, clutter and other discs."""
        angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
        columns = (x + radius * np.append(np.cos(angles), 0)).astype(int)
        rows = (y + radius * np.append(np.sin(angles), 0)).astype(int)
        others = all(np.hypot(x - a, y - b) > radius + r + _APART for a, b, r in self.placed)
        return others and not self.taken[rows, columns].any()

    def _open(self, x: float, y: float, radius: float) -> bool:
        crowns = self.crowns
        return bool(np.all(np.hypot(crowns.x - x, crowns.y - y) > _FRINGE * crowns.radius + radius + 0.8))
