"""The truth of a strip: five maps, and the table of discs."""

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.ndimage import maximum_filter

from hsi_uq_app.suburb.disc_share import disc_window
from hsi_uq_app.suburb.light import LIGHT_NAMES, Illumination
from hsi_uq_app.suburb.materials import MATERIALS, NUMBER, TARGET
from hsi_uq_app.suburb.plan import SuburbPlan
from hsi_uq_app.suburb.sensor import Sensor
from hsi_uq_app.suburb.strip import Strip, paint_strip


@dataclass(frozen=True)
class TruthMap:
    """One map beside the cube.

    Attributes:
        dtype: on disk.
        meaning: for the header's description.
        of: makes the map of a strip, which is wider than what it returns by the sensor's halo.
        classes: names and colours of a classification, from class 1 on; empty for a measure.
    """

    dtype: str
    meaning: str
    of: Callable[[SuburbPlan, Strip, Sensor], np.ndarray]
    classes: dict[str, tuple[int, int, int]]


def _abundance(plan: SuburbPlan, strip: Strip, sensor: Sensor) -> np.ndarray:
    return sensor.blur(strip.abundance.astype(np.float32))


def _disc_id(plan: SuburbPlan, strip: Strip, sensor: Sensor) -> np.ndarray:
    numbers = np.where(strip.abundance > 0, strip.disc + 1, 0)
    return _inner(maximum_filter(numbers, 2 * sensor.halo + 1), sensor)


def _foliage(plan: SuburbPlan, strip: Strip, sensor: Sensor) -> np.ndarray:
    return sensor.blur(strip.foliage.cover)


def _material(plan: SuburbPlan, strip: Strip, sensor: Sensor) -> np.ndarray:
    """The material with the largest part of the view: a disc, a crown, or the largest patch of ground."""
    patch, share = largest_patch(strip.patches)
    shape = strip.window.shape
    bare = (1 - strip.foliage.cover) * (1 - strip.disc_share) * share.reshape(shape)
    crown = plan.things.material[strip.foliage.thing]
    choices = [
        plan.things.material[patch // len(Illumination)].reshape(shape),
        np.full(shape, NUMBER[TARGET]),
        crown,
    ]
    winner = np.argmax([bare, strip.abundance, strip.foliage.cover], axis=0)
    return _inner(np.choose(winner, choices) + 1, sensor)


def _illumination(plan: SuburbPlan, strip: Strip, sensor: Sensor) -> np.ndarray:
    """The light that falls on the largest part of the ground."""
    return _inner(strip.light_shares.argmax(axis=0).reshape(strip.window.shape) + 1, sensor)


TRUTH_MAPS: dict[str, TruthMap] = {
    "abundance": TruthMap("<f4", "share of the pixel that is target, after foliage", _abundance, {}),
    "disc_id": TruthMap("<u2", "number of the target disc, 0 for none", _disc_id, {}),
    "foliage": TruthMap("<f4", "share of the pixel hidden by leaves", _foliage, {}),
    "class": TruthMap("|u1", "material that takes the largest part", _material, MATERIALS),
    "illumination": TruthMap("|u1", "light on the largest part of the ground", _illumination, LIGHT_NAMES),
}
"""Name in the file name -> map."""


def largest_patch(patches: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The commonest patch of each pixel, and its share; both (p,)."""
    commonest, share = patches[:, 0].copy(), np.ones(len(patches))
    mixed = np.flatnonzero((patches != patches[:, :1]).any(axis=1))
    cells = np.sort(patches[mixed], axis=1)
    votes = np.zeros(cells.shape, np.int16)
    for shift in range(cells.shape[1]):
        votes += cells == np.roll(cells, shift, axis=1)
    best = votes.argmax(axis=1)
    commonest[mixed] = cells[np.arange(len(cells)), best]
    share[mixed] = votes.max(axis=1, initial=0) / cells.shape[1]
    return commonest, share


def write_disc_table(path: Path, plan: SuburbPlan) -> None:
    """One row a disc; line and sample count from the scene's corner, so the first pixel's centre is .5."""
    discs, middle = plan.discs, plan.config.samples // 2
    with open(path, "w", encoding="utf-8", newline="") as handle:
        table = csv.writer(handle, lineterminator="\n")
        table.writerow(["id", "line", "sample", "radius_m", "hidden", "hidden_share", "half"])
        for i in range(len(discs)):
            half = "right" if discs.x[i] >= middle else "left"
            place = [f"{value:.4f}" for value in (discs.y[i], discs.x[i], discs.radius[i])]
            hidden = "yes" if discs.hidden[i] else "no"
            table.writerow([i + 1, *place, hidden, f"{hidden_share(plan, i):.4f}", half])


def hidden_share(plan: SuburbPlan, i: int) -> float:
    """Share of a disc's area that leaves hide."""
    strip = paint_strip(plan, disc_window(plan.discs.x[i], plan.discs.y[i], plan.discs.radius[i]))
    return float(1 - strip.abundance.sum() / strip.disc_share.sum())


def _inner(plane: np.ndarray, sensor: Sensor) -> np.ndarray:
    halo = sensor.halo
    return plane[halo : plane.shape[0] - halo, halo : plane.shape[1] - halo]
