"""`hsi-uq compare`."""

from collections.abc import Callable

from hsi_uq_app.cli.options import (
    AlphaOption,
    ClassOption,
    DeltaOption,
    JsonOption,
    RegionOption,
    ResultsArgument,
    ThresholdOption,
    TruthOption,
)
from hsi_uq_app.cli.result_notes import result_notes
from hsi_uq_app.cli.terminal import print_document, print_rows, print_table
from hsi_uq_app.cli.truth import truth_for
from hsi_uq_app.confidence.quantile_map import open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.workflow.compare import compare
from hsi_uq_app.workflow.evaluate import Evaluation

FIGURES: dict[str, Callable[[Evaluation], object]] = {
    "HCS of scene": lambda e: e.hcs.target + e.hcs.background,
    "undecided px": lambda e: e.hcs.counts["undecided"],
    "per km2": lambda e: e.hcs.undecided_per_km2,
    "target part px": lambda e: e.hcs.counts["target"],
    "false in it": lambda e: e.hcs.target_error,
    "error of background": lambda e: e.hcs.background_error,
    "targets lost": lambda e: e.hcs.targets_lost,
    "HCS of candidates": lambda e: e.candidates.target + e.candidates.background,
    "its error": lambda e: e.candidates.error,
    "width on candidates": lambda e: e.candidates.mean_width,
    "AUC": lambda e: e.auc,
    "average precision": lambda e: e.ap,
    "Pd at 1e-3": lambda e: e.pd_at_far["1e-3"],
    "Pd at 1e-4": lambda e: e.pd_at_far["1e-4"],
    "NLL skill": lambda e: e.nll_skill,
    "Brier skill": lambda e: e.brier_skill,
    "ECE positive-class": lambda e: e.ece_positive,
    "ECE top-label": lambda e: e.ece_top_label,
}
"""The rows of the table, a column a method."""


def run(
    results: ResultsArgument,
    truth: TruthOption,
    region: RegionOption = "all",
    alpha: AlphaOption = 0.2,
    delta: DeltaOption = 0.2,
    label_threshold: ThresholdOption = 0.1,
    class_: ClassOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare results on the same pixels, beside a row that calls everything background."""
    opened = [open_quantile_map(result) for result in results]
    if not opened:
        raise UserError("nothing to compare", "name at least one result")
    first = opened[0]
    known = truth_for(first, truth, label_threshold, class_)
    rows = compare(opened, known, region, alpha, delta)
    if as_json:
        print_document([row.document() | {"notes": list(map(str, known.notes))} for row in rows])
    else:
        table = [(name, *map(value, rows)) for name, value in FIGURES.items()]
        print_table(("", *(row.method for row in rows)), table)
        seen = [f"{row.method}: {row.seen}" for row in rows if row.seen]
        told = [f"{result.passport.method}: {note}" for result in opened for note in result_notes(result)]
        missing = filter(None, [rows[0].missing.words])
        print_rows([("note", note) for note in [*known.notes, *missing, *told, *seen]])
