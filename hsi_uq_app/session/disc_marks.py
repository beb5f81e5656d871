"""The discs of a simulated scene as they are marked: where, how large, and what became of them."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.suburb_inputs import fate_inputs

if TYPE_CHECKING:
    from hsi_uq_app.workflow.discs_found import DiscFate


@dataclass(frozen=True)
class DiscMark:
    """One disc: centre and radius in pixels, its fate, and both in words."""

    line: float
    sample: float
    radius: float
    found: bool
    hidden: bool
    words: str


@dataclass(frozen=True)
class DiscCounts:
    """How many discs were found and missed, and how many of both lie beneath leaves."""

    found: int
    missed: int
    hidden: int
    hidden_found: int


def disc_marks(state: AppState) -> tuple[DiscMark, ...]:
    """The marks to show: none while discs are not marked or not judged yet."""
    if state.fates is None or state.fates.made_from != fate_inputs(state) or state.scene is None:
        return ()
    place = state.scene.cube.georeference
    pixel_m = math.sqrt(place.pixel_area_m2) if place and place.pixel_area_m2 else 1.0
    return tuple(_mark(fate, pixel_m) for fate in state.fates.fates)


def count_marks(marks: tuple[DiscMark, ...]) -> DiscCounts:
    """What the legend says."""
    found = sum(mark.found for mark in marks)
    hidden = [mark for mark in marks if mark.hidden]
    return DiscCounts(found, len(marks) - found, len(hidden), sum(mark.found for mark in hidden))


def _mark(fate: "DiscFate", pixel_m: float) -> DiscMark:
    disc = fate.disc
    place = f"{100 * disc.hidden_share:.0f} % beneath leaves" if disc.hidden else "in the open"
    found = "found" if fate.found else "missed"
    inside = ", in the target part of the set" if fate.in_set else ""
    words = f"Disc {disc.id}: radius {disc.radius_m:.2f} m, {place}; {found}{inside}"
    return DiscMark(disc.line, disc.sample, disc.radius_m / pixel_m, fate.found, disc.hidden, words)
