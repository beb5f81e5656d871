"""`hsi-uq train`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from hsi_uq_app.cli.options import (
    TRUTH_HELP,
    ClassOption,
    JsonOption,
    OutOption,
    OverwriteOption,
    RegionOption,
    SceneArgument,
    SeedOption,
    SetOption,
    ThresholdOption,
)
from hsi_uq_app.cli.overrides import overrides_of
from hsi_uq_app.cli.terminal import print_document, print_rows, progress_bar
from hsi_uq_app.cli.truth import truth_for
from hsi_uq_app.files import check_targets
from hsi_uq_app.posterior.methods import METHODS
from hsi_uq_app.posterior.model_file import is_model
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.scene.target_spectrum import library_of, read_target
from hsi_uq_app.workflow.train import train

if TYPE_CHECKING:
    from hsi_uq_app.posterior.devices import Device

_WITH_A_LOSS = " and ".join(m.name for m in METHODS.values() if "loss" in m.config.model_fields)
_WITHOUT_GPU = " and ".join(m.name for m in METHODS.values() if not m.on_gpu)

KnownTruthOption = Annotated[Path | None, typer.Option("--truth", help=TRUTH_HELP)]
TargetOption = Annotated[
    str | None, typer.Option(metavar="LIBRARY:NAME", help="instead of a truth: the spectrum to look for")
]
BaseRateOption = Annotated[
    float | None, typer.Option(help="with --target: how common targets are taken to be; default: .001")
]
MethodOption = Annotated[str, typer.Option(help=f"{', '.join(METHODS)}, or all")]
SampleOption = Annotated[str, typer.Option(help="stratified, random, paper or all (pixels)")]
LossOption = Annotated[
    str | None,
    typer.Option(help=f"of {_WITH_A_LOSS}: log (default), brier; with --sample random also "
                 "label-smoothing, focal, focal-sample-dependent, mmce"),
]  # fmt: skip
DeviceOption = Annotated[
    str, typer.Option(help=f"cpu, cuda or auto; a GPU is worth it for --sample all (not for {_WITHOUT_GPU})")
]
DrawsOption = Annotated[int | None, typer.Option(min=1, help="draws of the posterior; default: the method's")]


def run(
    scene: SceneArgument,
    out: OutOption,
    truth: KnownTruthOption = None,
    target: TargetOption = None,
    base_rate: BaseRateOption = None,
    method: MethodOption = "deep-ensemble",
    region: RegionOption = "left",
    sample: SampleOption = "stratified",
    loss: LossOption = None,
    draws: DrawsOption = None,
    seed: SeedOption = 0,
    device: DeviceOption = "cpu",
    label_threshold: ThresholdOption = 0.1,
    class_: ClassOption = None,
    set_: SetOption = None,
    overwrite: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Train a model on one region of a scene; nothing outside the region is read.

    The targets are those of a mask (--truth) or, where there is none, implants of a known spectrum in the
    scene's own pixels (--target).

    With `--method all`, OUT names the first part of the file names: OUT_hmc.safetensors and so on.
    """
    cube = open_scene(scene, overrides_of(set_))
    known = truth_for(cube, truth, label_threshold, class_) if truth else None
    notes = list(map(str, known.notes)) if known else []
    spectrum = read_target(target) if target else None
    chosen = {"draws": draws, "loss": loss}
    options = {name: value for name, value in chosen.items() if value is not None}
    guard = _guard(cube, truth, target, overwrite)
    models, documents = _models(method, out), []
    check_targets(*(path for _, path in models), ours=is_model, guard=guard)
    for name, path in models:
        with progress_bar(f"training {name}") as progress:
            trained = train(
                cube, known, target=spectrum, base_rate=base_rate, label_threshold=label_threshold,
                method=name, region=region, sample=sample, seed=seed, options=options,
                device=cast("Device", device), progress=progress,
            )  # fmt: skip
        told = {"notes": [*notes, *trained.notes], "scene_notes": [*trained.scene_notes]}
        documents.append(_save(trained.posterior, path, name, trained.seconds, guard) | told)
    if as_json:
        print_document(documents if method == "all" else documents[0])
    else:
        for document in documents:
            print_rows(_rows(document))


def _rows(document: dict[str, object]) -> list[tuple[str, object]]:
    """What a person wants to know, and a line for each note."""
    apart = {key: document[key] for key in ("notes", "scene_notes")}
    told = [(key, value) for key, value in document.items() if key not in ("diagnostics", *apart)]
    return [*told, *(("note", note) for notes in apart.values() for note in cast("list[str]", notes))]


def _guard(cube: Cube, truth: Path | None, target: str | None, overwrite: bool) -> Guard:
    """A model never replaces what it is trained on."""
    guard = Guard(overwrite=overwrite).sparing("is the scene itself", cube.data_path, cube.header.path)
    return guard.sparing("is the truth", truth).sparing(
        "is the library", library_of(target) if target else None
    )


def _models(method: str, out: Path) -> list[tuple[str, Path]]:
    """Which methods to train, and where each model goes."""
    if method != "all":
        return [(method, out)]
    stem = out.with_suffix("") if out.suffix == ".safetensors" else out
    return [(name, stem.with_name(f"{stem.name}_{name}.safetensors")) for name in METHODS]


def _save(posterior: object, path: Path, method: str, seconds: float, guard: Guard) -> dict[str, object]:
    from hsi_uq_app.posterior.model_file import save_model
    from hsi_uq_app.posterior.posterior import Posterior

    assert isinstance(posterior, Posterior)
    save_model(posterior, path, guard)
    passport = posterior.passport
    return {
        "model": path,
        "method": method,
        "draws": passport.draws,
        "seconds": round(seconds, 2),
        "targets": passport.sample.targets,
        "background": passport.sample.background,
        "base_rate": passport.base_rate,
        "truth": passport.truth,
        "mean_probability_over_base_rate": passport.diagnostics.get("mean_probability_over_base_rate"),
        "diagnostics": passport.diagnostics,
    }
