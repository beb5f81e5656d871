"""One row of a calibration report: what a calibrator makes of the report region, in figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration.block_sums import (
    BlockDraws,
    Interval,
    draw_blocks,
    interval,
    replicated,
    square_blocks,
)
from hsi_uq_app.calibration.calibrators.calibration_input import Values
from hsi_uq_app.calibration.calibrators.contract import Calibrator
from hsi_uq_app.calibration.calibrators.table import changed_classes, to_record
from hsi_uq_app.calibration.ece import expected_calibration_error
from hsi_uq_app.calibration.ece_interval import ECES, DrawnEce, change_interval, ece_interval, noise_alone
from hsi_uq_app.calibration.report import MORE_TWO_CLASS_COLUMNS, TWO_CLASS_COLUMNS, figures
from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.workflow.evaluated_pixels import EvaluatedPixels

BLOCK_SIDE = 25
_FEWEST_BLOCKS = 16

Figures = Mapping[str, float | None]
Intervals = Mapping[str, Interval | None]


@dataclass(frozen=True, eq=False)
class Row:
    """A calibrator on the report region, or why it was refused.

    Attributes:
        application: "mean" or "draw-by-draw"; "" for the row as predicted.
        probability: calibrated, of the report pixels (n,).
        figures: every column of `report` for two classes, None where undefined, infinite after a sure
            mistake.
        intervals: 95 % of each figure over blocks of the scene, None where undefined or not made of sums.
        changes: the same of the difference to the row as predicted, on the same blocks.
        changed_classes: how many predicted classes the calibrator changed.
    """

    name: str
    label: str
    application: str = ""
    calibrator: Calibrator | None = None
    probability: Values | None = None
    figures: Figures = field(default_factory=dict)
    intervals: Intervals = field(default_factory=dict)
    changes: Intervals = field(default_factory=dict)
    changed_classes: int = 0
    notes: tuple[str, ...] = ()
    refused: str = ""

    def document(self) -> dict[str, object]:
        """Plain values for `--json`."""
        return {
            "name": self.name,
            "label": self.label,
            "application": self.application or None,
            "calibrator": to_record(self.calibrator) if self.calibrator else None,
            "figures": dict(self.figures),
            "intervals": dict(self.intervals),
            "changes": dict(self.changes),
            "changed_classes": self.changed_classes,
            "notes": list(self.notes),
            "refused": self.refused or None,
        }


@dataclass(frozen=True, eq=False)
class Judge:
    """The report pixels, their blocks, and what was predicted there."""

    pixels: EvaluatedPixels
    block_side: int
    blocks: BlockDraws | None

    @property
    def block_count(self) -> int:
        return 0 if self.blocks is None else self.blocks.times.shape[1]

    @cached_property
    def as_predicted(self) -> Row:
        """The row that all others are compared with."""
        return self._judged(Row("none", "as predicted"), self.pixels.probability)

    def calibrated(self, row: Row, probability: Values) -> Row:
        """A row's figures, and what changed against the row as predicted."""
        judged = self._judged(row, probability)
        return replace(
            judged,
            changes=self._changes(probability),
            changed_classes=changed_classes(self.pixels.probability, probability),
        )

    def _judged(self, row: Row, p: Values) -> Row:
        found = figures(p, self.pixels.labels, TWO_CLASS_COLUMNS | MORE_TWO_CLASS_COLUMNS)
        return replace(row, probability=p, figures=found, intervals=self._intervals(p))

    def _intervals(self, p: Values) -> Intervals:
        """Of each figure that is made of sums, over the blocks."""
        if self.blocks is None:
            return {}
        found = replicated(p, self.pixels.labels, self.blocks)
        eces = {name: ece_interval(self._ece(name, p, found[name], self.blocks)) for name in ECES}
        return {name: interval(values) for name, values in found.items()} | eces

    def _changes(self, p: Values) -> Intervals:
        """Of the differences to the row as predicted, on the same blocks."""
        if self.blocks is None:
            return {}
        before, blocks = self.pixels.probability, self.blocks
        old, new = (replicated(q, self.pixels.labels, blocks) for q in (before, p))
        with np.errstate(invalid="ignore"):
            found = {name: interval(new[name] - old[name]) for name in new}
        for name in ECES:
            was, now = self._ece(name, before, old[name], blocks), self._ece(name, p, new[name], blocks)
            found[name] = change_interval(was, now)
        return found

    def _ece(self, name: str, p: Values, replicates: Values, blocks: BlockDraws) -> DrawnEce:
        labels, kind = self.pixels.labels, ECES[name]
        value = expected_calibration_error(p, labels, kind)
        return DrawnEce(value, replicates, noise_alone(p, labels, blocks, kind))


def judge_of(result: QuantileMap, pixels: EvaluatedPixels) -> Judge:
    """Squares of 25 pixels, smaller where the pixels' extent would hold fewer than 16 of them."""
    line, sample = np.divmod(pixels.places, result.samples)
    area = int(np.ptp(line) + 1) * int(np.ptp(sample) + 1)
    side = max(1, min(BLOCK_SIDE, int(np.sqrt(area / _FEWEST_BLOCKS))))
    blocks = square_blocks(result.lines, result.samples, side).reshape(-1)[pixels.places]
    return Judge(pixels, side, draw_blocks(blocks) if _several(blocks) else None)


def _several(blocks: npt.NDArray[np.int64]) -> bool:
    return bool((blocks != blocks[0]).any())
