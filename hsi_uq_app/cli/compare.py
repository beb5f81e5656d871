"""`hsi-uq compare`."""

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
from hsi_uq_app.cli.terminal import print_document, print_rows, print_table
from hsi_uq_app.cli.truth import truth_for
from hsi_uq_app.confidence.quantile_map import open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.workflow.compare import compare
from hsi_uq_app.workflow.evaluate import Evaluation

FIGURES = ("HCS of scene", "undecided px", "per km2", "target part px", "false in it", "error of background",
           "targets lost", "HCS of candidates", "its error", "width on candidates", "AUC",
           "average precision", "Pd at 1e-3", "Pd at 1e-4", "NLL skill", "Brier skill", "ECE positive-class",
           "ECE top-label")  # fmt: skip


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
        print_document([row.document() for row in rows])
    else:
        columns = [_column(row) for row in rows]
        print_table(("", *(row.method for row in rows)), list(zip(FIGURES, *columns, strict=True)))
        seen = [f"{row.method}: {row.seen}" for row in rows if row.seen]
        print_rows([("note", note) for note in [*known.notes, *seen]])


def _column(e: Evaluation) -> tuple[object, ...]:
    s, c = e.hcs, e.candidates
    return (
        s.target + s.background, s.counts["undecided"], s.undecided_per_km2, s.counts["target"],
        s.target_error, s.background_error, s.targets_lost, c.target + c.background, c.error, c.mean_width,
        e.auc, e.ap, e.pd_at_far["1e-3"], e.pd_at_far["1e-4"],
        e.nll_skill, e.brier_skill, e.ece_positive, e.ece_top_label,
    )  # fmt: skip
