"""`hsi-uq evaluate`."""

from hsi_uq_app.calibration.wilson import ASSUMPTION
from hsi_uq_app.cli.options import (
    AlphaOption,
    ClassOption,
    DeltaOption,
    JsonOption,
    RegionOption,
    ResultArgument,
    ThresholdOption,
    TruthOption,
)
from hsi_uq_app.cli.result_notes import result_notes
from hsi_uq_app.cli.set_lines import set_lines
from hsi_uq_app.cli.terminal import figure, print_document, print_rows
from hsi_uq_app.cli.truth import truth_for
from hsi_uq_app.confidence.quantile_map import open_quantile_map
from hsi_uq_app.workflow.evaluate import Evaluation, evaluate


def run(
    result: ResultArgument,
    truth: TruthOption,
    region: RegionOption = "all",
    alpha: AlphaOption = 0.2,
    delta: DeltaOption = 0.2,
    label_threshold: ThresholdOption = 0.1,
    class_: ClassOption = None,
    as_json: JsonOption = False,
) -> None:
    """Score a result where the truth is known: the set and its errors, calibration, detection."""
    opened = open_quantile_map(result)
    known = truth_for(opened, truth, label_threshold, class_)
    evaluation = evaluate(opened, known, region, alpha, delta)
    if as_json:
        notes = [*map(str, known.notes), *result_notes(opened)]
        print_document(evaluation.document() | {"notes": notes})
    else:
        notes = [*map(str, known.notes), *result_notes(opened), *filter(None, [evaluation.seen])]
        print_rows([*_rows(evaluation), *(("note", note) for note in notes)])


def _rows(e: Evaluation) -> list[tuple[str, object]]:
    return [
        ("pixels", f"{e.n:,}, of them {e.n_positive:,} targets (base rate {e.base_rate:.3g})"),
        *([("not evaluated", e.missing.words)] if e.missing.words else []),
        *set_lines("scene", e.hcs),
        *set_lines("candidates", e.candidates),
        ("mean width", e.mean_width),
        ("mean pi / base rate", e.mean_over_base_rate),
        ("ECE positive-class", f"{e.ece_positive:.3g} (noise floor {e.ece_positive_floor:.2g})"),
        ("ECE top-label", f"{e.ece_top_label:.3g} (noise floor {e.ece_top_label_floor:.2g})"),
        ("NLL, its skill", f"{figure(e.nll)}, {figure(e.nll_skill)}"),
        ("Brier, its skill", f"{figure(e.brier)}, {figure(e.brier_skill)}"),
        ("AUC (ACE)", f"{_auc(e.auc)} ({_auc(e.ace_auc)})"),
        ("average precision", e.ap),
        *((f"detected at FAR {far}", _detected(e, far)) for far in e.pd_at_far),
        ("note", ASSUMPTION),
    ]


def _detected(e: Evaluation, far: str) -> str | None:
    """The share of targets found at a false-alarm rate with its interval; None where it is undefined."""
    share, interval = e.pd_at_far[far], e.pd_at_far_interval[far]
    if share is None or interval is None:
        return None
    allows_none = float(far) * (e.n - e.n_positive) < 1
    finer = ", above all background: the rate allows no false alarm here" if allows_none else ""
    return f"{share:.3g} ({interval[0]:.3g} to {interval[1]:.3g}){finer}"


def _auc(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4f}"
