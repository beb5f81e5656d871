"""`hsi-uq calibrate`. What it needs is imported when it runs: calibrators bring half of scipy along."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hsi_uq_app.cli.options import (
    TRUTH_HELP,
    AlphaOption,
    ClassOption,
    DeltaOption,
    JsonOption,
    OverwriteOption,
    ThresholdOption,
)
from hsi_uq_app.cli.result_notes import result_notes
from hsi_uq_app.cli.terminal import print_document, print_rows, progress_bar
from hsi_uq_app.cli.truth import truth_for
from hsi_uq_app.confidence.map_description import is_map_file, map_files
from hsi_uq_app.confidence.quantile_map import QuantileMap, open_quantile_map
from hsi_uq_app.errors import UserError
from hsi_uq_app.files import check_targets
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.scene.regions import GRAMMAR

if TYPE_CHECKING:
    from hsi_uq_app.workflow.calibrate import Calibration
    from hsi_uq_app.workflow.own_network import ResultNetwork

InputArgument = Annotated[
    Path, typer.Argument(help="a quantile map, or logits of K classes in an .npz file", metavar="R.hdr|.npz")
]
KnownTruthOption = Annotated[Path | None, typer.Option("--truth", help=TRUTH_HELP)]
FitOption = Annotated[str | None, typer.Option(help=f"where to fit: {GRAMMAR}")]
ReportOption = Annotated[str | None, typer.Option(help="where to report; it must not overlap the other")]
WITH_HELP = (
    "temperature (ts), platt, isotonic, prior-shift, ets, pts, cts, gc, cc, cc-monte-carlo, cc-features, "
    "cc-inputs, cc-label-free, or all"
)
"""In words, since the table itself would bring half of scipy to every command; a test holds them together."""
WithOption = Annotated[str, typer.Option("--with", help=WITH_HELP)]
ModelOption = Annotated[Path | None, typer.Option(help="the result's model, to look inside or run again")]
SceneOption = Annotated[Path | None, typer.Option(help="the scene the result was predicted from")]
DrawsOption = Annotated[
    str | None, typer.Option(help="calibrate draw-by-draw, or the mean over draws (default, where it can be)")
]
CriterionOption = Annotated[
    str | None, typer.Option(help="what chooses the noise of consistency: nll, or ece as in the paper")
]
NoiseOption = Annotated[
    str | None,
    typer.Option(help="law of the noise on logits: gaussian or uniform; default: as the paper has it"),
]
NeighboursOption = Annotated[
    int | None, typer.Option(min=2, help="perturbed neighbours of each pixel, where consistency draws them")
]
PerturbationOption = Annotated[
    str, typer.Option(help="spectra run again with weak (noise), moderate (and gain) or strong (and jitter)")
]
OutOption = Annotated[Path | None, typer.Option("--out", help="write the calibrated quantile map")]


def run(
    source: InputArgument,
    with_: WithOption,
    truth: KnownTruthOption = None,
    fit_region: FitOption = None,
    report_region: ReportOption = None,
    model: ModelOption = None,
    scene: SceneOption = None,
    draws: DrawsOption = None,
    criterion: CriterionOption = None,
    noise: NoiseOption = None,
    neighbours: NeighboursOption = None,
    perturbation: PerturbationOption = "moderate",
    alpha: AlphaOption = 0.2,
    delta: DeltaOption = 0.2,
    label_threshold: ThresholdOption = 0.1,
    class_: ClassOption = None,
    out: OutOption = None,
    overwrite: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Mend probabilities after training: fit on one region, show before and after on another.

    What looks inside the network, runs it again, or works draw by draw needs --model and --scene. A file of
    logits holds val_logits, val_labels, test_logits, test_labels, and for GC and consistency at the features
    also val_features, test_features and weights.
    """
    from hsi_uq_app.workflow.calibrate import names_of

    names = names_of(with_)
    if out is not None and (len(names) > 1 or source.suffix.lower() == ".npz"):
        raise UserError("--out writes one calibrated map", "name one calibrator and a result")
    if source.suffix.lower() == ".npz":
        _calibrate_logits(
            source, names, {"criterion": criterion, "noise": noise, "neighbours": neighbours}, as_json
        )
        return
    if fit_region is None or report_region is None or truth is None:
        raise UserError(
            "a result is calibrated on regions with truth", "give --truth, --fit-region and --report-region"
        )
    result = open_quantile_map(source)
    known = truth_for(result, truth, label_threshold, class_)
    choices = {
        "application": draws,
        "criterion": criterion,
        "noise": noise,
        "neighbours": neighbours,
        "perturbation": perturbation,
        "alpha": alpha,
        "delta": delta,
    }
    network = _network(result, model, scene)
    guard = Guard(overwrite=overwrite).sparing("is the truth", truth).sparing("is the model", model)
    if out is not None:
        check_targets(
            *map_files(out).all,
            ours=is_map_file,
            guard=guard.sparing("is the result itself", *result.files.all),
        )
    found = _calibrate(result, known, names, (fit_region, report_region), choices, network)
    files = _write(result, found, out, network, guard)
    _print(found, files, [*map(str, known.notes), *result_notes(result)], as_json)


def _calibrate(
    result: QuantileMap,
    truth: Truth,
    names: tuple[str, ...],
    regions: tuple[str, str],
    choices: dict[str, Any],
    network: "ResultNetwork | None",
) -> "Calibration":
    from hsi_uq_app.workflow.calibrate import calibrate
    from hsi_uq_app.workflow.calibration_plan import Plan

    with progress_bar("calibrating") as progress:
        return calibrate(result, truth, names, Plan(*regions, **choices), network=network, progress=progress)


def _print(found: "Calibration", files: list[Path], notes: list[str], as_json: bool) -> None:
    from hsi_uq_app.cli.calibration_lines import print_calibration

    if as_json:
        print_document({"files": files, "figures": found.document(), "notes": notes})
    else:
        print_calibration(found)
        print_rows([*(("note", note) for note in notes), *(("wrote", file) for file in files)])


def _calibrate_logits(path: Path, names: tuple[str, ...], choices: dict[str, Any], as_json: bool) -> None:
    from hsi_uq_app.calibration.class_logits import read_class_logits
    from hsi_uq_app.cli.calibration_lines import print_logits_calibration
    from hsi_uq_app.workflow.calibrate_logits import calibrate_logits

    data = read_class_logits(path)
    with progress_bar("calibrating") as progress:
        found = calibrate_logits(data, names, **choices, progress=progress)
    if as_json:
        print_document({"files": [], "figures": found.document()})
    else:
        print_logits_calibration(found)


def _network(result: QuantileMap, model: Path | None, scene: Path | None) -> "ResultNetwork | None":
    if model is None and scene is None:
        return None
    if model is None or scene is None:
        raise UserError("the network needs its model and its scene", "give both --model and --scene")
    from hsi_uq_app.posterior.model_file import load_model
    from hsi_uq_app.workflow.own_network import own_network

    overrides = result.provenance.get("overrides")
    return own_network(result, load_model(model), open_scene(scene, overrides))


def _write(
    result: QuantileMap, found: "Calibration", out: Path | None, network: "ResultNetwork | None", guard: Guard
) -> list[Path]:
    if out is None:
        return []
    from hsi_uq_app.workflow.calibrated_map import write_calibrated

    with progress_bar("writing") as progress:
        return write_calibrated(
            result, found.rows[0], found.plan, out, network=network, guard=guard, progress=progress
        )
