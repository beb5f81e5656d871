"""A calibration as text: before and after with intervals, what degenerates, and both kinds of sets."""

import math
from collections.abc import Sequence

from hsi_uq_app.calibration.block_sums import Interval
from hsi_uq_app.calibration.report import CLASS_REPORT_COLUMNS, TWO_CLASS_COLUMNS
from hsi_uq_app.cli.set_lines import set_lines
from hsi_uq_app.cli.terminal import Stacked, figure, print_rows, print_table
from hsi_uq_app.workflow.calibrate import Calibration
from hsi_uq_app.workflow.calibrate_logits import LogitsCalibration
from hsi_uq_app.workflow.calibration_plan import APPLICATIONS
from hsi_uq_app.workflow.calibration_row import Row
from hsi_uq_app.workflow.calibration_sets import Conformal

FEWER_THAN = 2
NEARLY_ONE = 0.999
HEADINGS = {
    "ECE, positive class": "ECE positive",
    "its noise floor": "noise floor",
    "AdaECE, positive class": "AdaECE pos.",
    "smooth ECE, logit kernel": "smooth ECE",
    "ECE, top label": "ECE top",
    "mean p / base rate": "mean p / base",
}


def print_calibration(found: Calibration) -> None:
    """One calibrator: a line a figure. Several: a line a calibrator, intervals below the figures."""
    plan, labels = found.plan, found.pixels.labels
    print_rows(
        [
            ("fitted on", _region(plan.fit_region, found.fit_pixels, found.fit_targets)),
            ("reported on", _region(plan.report_region, labels.size, int(labels.sum()))),
            ("intervals", _about_blocks(found)),
        ]
    )
    if len(found.rows) < FEWER_THAN:
        _print_one(found.before, found.rows[0])
    else:
        print_table(("calibrator", *map(_heading, TWO_CLASS_COLUMNS), "changed"), _rows(found))
    print_rows([*_notes(found.rows), *_set_rows(found), *_missing(found)])


def _missing(found: Calibration) -> list[tuple[str, object]]:
    """Pixels of both regions that nothing here speaks of."""
    regions = ("fit region", found.fit_missing.words), ("report region", found.pixels.missing.words)
    return [("note", f"{region}: {words}") for region, words in regions if words]


def print_logits_calibration(found: LogitsCalibration) -> None:
    """A line a calibrator."""
    print_rows(
        [
            ("fitted on", f"{found.fitted_on:,} samples"),
            ("reported on", f"{found.n:,} samples of {found.classes} classes"),
        ]
    )
    columns = list(CLASS_REPORT_COLUMNS)
    rows = [
        (row.label, *(number_text(row.figures.get(name)) for name in columns), row.changed_classes)
        for row in (found.before, *found.rows)
        if not row.refused
    ]
    print_table(("calibrator", *columns, "changed"), rows)
    print_rows(_notes(found.rows))


def _print_one(before: Row, after: Row) -> None:
    print_table(
        ("", before.label, "95 %", "after", "95 %", "change, 95 %"),
        [
            (
                name,
                number_text(before.figures[name]),
                _interval(before.intervals.get(name)),
                number_text(after.figures[name]),
                _interval(after.intervals.get(name)),
                _interval(after.changes.get(name)),
            )
            for name in before.figures
        ],
    )
    print_rows(
        [
            ("calibrator", f"{after.label}, {APPLICATIONS[after.application]}"),
            ("predicted classes changed", after.changed_classes),
        ]
    )


def _rows(found: Calibration) -> list[tuple[object, ...]]:
    return [
        (
            _title(row),
            *(_cell(row, name) for name in TWO_CLASS_COLUMNS),
            row.changed_classes if row.name != "none" else "",
        )
        for row in (found.before, *found.rows)
        if not row.refused
    ]


def _title(row: Row) -> str:
    return f"{row.label} (by draw)" if row.application == "draw-by-draw" else row.label


def _cell(row: Row, name: str) -> Stacked:
    """A figure, and its interval on the line below."""
    interval = row.intervals.get(name)
    return Stacked((number_text(row.figures[name]), *([_interval(interval)] if interval else ())))


def _notes(rows: Sequence[Row]) -> list[tuple[str, object]]:
    """Refusals and notes, each said once with all it holds for."""
    holders: dict[str, list[str]] = {}
    for row in rows:
        for note in (row.refused,) if row.refused else row.notes:
            holders.setdefault(note, []).append(row.name)
    several = len(rows) > 1
    return [("note", f"{', '.join(names)}: {note}" if several else note) for note, names in holders.items()]


def _set_rows(found: Calibration) -> list[tuple[str, object]]:
    sets = found.sets
    rows: list[tuple[str, object]] = [*set_lines("HCS before", sets.before)]
    if len(found.rows) < FEWER_THAN:
        rows += [line for after in sets.after.values() for line in set_lines("HCS after", after)]
    if sets.conformal is None:
        return [*rows, ("conformal sets", sets.missing)]
    return [*rows, *_conformal_rows(sets.conformal)]


def _conformal_rows(sets: Conformal) -> list[tuple[str, object]]:
    n = sets.counts
    return [
        (
            f"conformal sets, alpha {sets.alpha:g}",
            f"{n['target']:,} px target, {n['background']:,} background, {n['both']:,} either, "
            f"{n['neither']:,} neither",
        ),
        (
            "conformal: found here",
            f"{_share(sets.targets_covered)} of targets and {_share(sets.background_covered)} of background "
            "lie in a set that holds their class",
        ),
        (
            "conformal: resolution",
            f"{sets.resolution[0]:.3g} for targets, {sets.resolution[1]:.3g} for background",
        ),
        ("conformal: promise", sets.words),
    ]


def _region(text: str, pixels: int, targets: int) -> str:
    return f"{text}: {pixels:,} pixels, {targets:,} targets"


def _about_blocks(found: Calibration) -> str:
    if not found.blocks:
        return "none: all pixels lie in one block"
    side = found.block_side
    return (
        f"95 %, from {found.blocks:,} blocks of {side} x {side} pixels drawn again and again; "
        "the noise that this adds to an ECE is taken off"
    )


def _heading(name: str) -> str:
    return HEADINGS.get(name, name)


def number_text(value: float | None) -> str:
    if value is not None and math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if value is not None and NEARLY_ONE < value < 1:
        return f"{value:.6f}"  # an accuracy of .99997 must not read 1
    return figure(value)


def _interval(interval: Interval | None) -> str:
    return "" if interval is None else f"{interval[0]:.3g} to {interval[1]:.3g}"


def _share(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.1%}"
