"""What a training will cost, told before it starts: pixels counted, seconds guessed."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.posterior.sample_sizes import FEWEST_TARGETS, IMPLANTS, MOST_TARGETS, kept_background
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.session.training import TrainingPlan

_READ_BYTES_A_SECOND = 200e6


@dataclass(frozen=True)
class TrainingCost:
    """Pixels to learn from, of those in the region; seconds by method."""

    targets: int
    background: int
    region_targets: int
    region_background: int
    seconds: Mapping[str, float]

    @property
    def pixels(self) -> int:
        return self.targets + self.background


def training_cost(plan: TrainingPlan, cube: Cube, truth: Truth | None) -> TrainingCost:
    """Count the pixels of the plan's region, and guess the time of its methods.

    Pixels without data are found only while training, so the counts are upper bounds.

    Raises:
        UserError: no targets to learn from; a region that is not understood or reaches beyond the scene.
    """
    if truth is None and plan.pin is None:
        raise UserError("nothing says what a target is", "load truth, or pin the spectrum of a target")
    region = parse_region(plan.region, cube.lines, cube.samples)
    inside = np.s_[region.first_line : region.last_line, region.first_sample : region.last_sample]
    area = (region.last_line - region.first_line) * (region.last_sample - region.first_sample)
    marked = truth if plan.pin is None else None
    in_region = int((marked.labels & marked.known)[inside].sum()) if marked else 0
    background = (int(marked.known[inside].sum()) if marked else area) - in_region
    targets = min(in_region, MOST_TARGETS) if marked else IMPLANTS
    kept = kept_background(plan.sample, background, targets)
    reading = area * cube.bands * cube.header.dtype.itemsize / _READ_BYTES_A_SECOND
    passes = 2 if plan.sample == "stratified" else 1
    seconds = {
        method: passes * reading + METHODS[method].cost.seconds(targets + kept, plan.draws)
        for method in plan.methods
    }
    return TrainingCost(targets, kept, in_region, background, seconds)


def check_plan(plan: TrainingPlan, cost: TrainingCost) -> None:
    """Refuse what would fail minutes later.

    Raises:
        UserError: no method, too few targets, too many pixels for a method, a folder that cannot be written.
    """
    if not plan.methods:
        raise UserError("no method is chosen", "tick at least one")
    _check_pixels(plan, cost)
    _check_folder(plan.stem)


def _check_pixels(plan: TrainingPlan, cost: TrainingCost) -> None:
    if cost.targets < FEWEST_TARGETS:
        raise UserError(
            f"region {plan.region} holds {cost.targets} target pixels, and training needs {FEWEST_TARGETS}",
            "choose a region with targets",
        )
    if cost.background < 1:
        raise UserError(f"region {plan.region} holds no background", "choose a larger region")
    for method in plan.methods:
        most = METHODS[method].most_pixels
        if most and cost.pixels > most:
            raise UserError(
                f"{method} reads all {cost.pixels:,} training pixels in every step; {most:,} are the most",
                "draw a stratified sample, or choose a smaller region",
            )


def _check_folder(stem: Path) -> None:
    if not stem.name:
        raise UserError("the models have no name", "write one after the folder")
    if not stem.parent.is_dir():
        raise UserError(f"there is no folder {stem.parent}", "choose another one")
    if not os.access(stem.parent, os.W_OK):
        raise UserError(f"the folder {stem.parent} is not writable", "choose another one")
