"""`hsi-uq predict`."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from hsi_uq_app.cli.options import (
    DeviceOption,
    JsonOption,
    OutOption,
    OverwriteOption,
    SceneArgument,
    SetOption,
    ThreadsOption,
)
from hsi_uq_app.cli.overrides import overrides_of
from hsi_uq_app.cli.terminal import print_document, print_rows, progress_bar
from hsi_uq_app.posterior.model_file import load_model
from hsi_uq_app.posterior.out_of_distribution import likeness
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.workflow.predict import Predicted, predict

if TYPE_CHECKING:
    from hsi_uq_app.posterior.devices import Device

ModelOption = Annotated[Path, typer.Option(help="a model that train wrote")]


def run(
    scene: SceneArgument,
    model: ModelOption,
    out: OutOption,
    device: DeviceOption = "auto",
    threads: ThreadsOption = None,
    set_: SetOption = None,
    overwrite: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Run every draw of a model on every pixel and keep the quantiles."""
    cube, posterior = open_scene(scene, overrides_of(set_)), load_model(model)
    guard = Guard(overwrite=overwrite).sparing("is the scene itself", scene).sparing("is the model", model)
    with progress_bar("predicting") as progress:
        predicted = predict(
            cube,
            posterior,
            out,
            device=cast("Device", device),
            threads=threads,
            guard=guard,
            progress=progress,
        )
    if as_json:
        print_document(_keys(predicted) | {"cancelled": False})
    else:
        print_rows(_rows(predicted))


def _keys(predicted: Predicted) -> dict[str, Any]:
    """What a script relies on."""
    keys = {name: value for name, value in asdict(predicted).items() if name != "trained_here"}
    return keys | {"drift": keys.pop("ood_share")}


def _rows(predicted: Predicted) -> list[tuple[str, object]]:
    """What a person wants to know, the out-of-distribution share in words, and a line for each note."""
    rows = _keys(predicted) | {"pixels a second": predicted.pixels / predicted.seconds}
    notes = dict.fromkeys([*rows.pop("notes"), *rows.pop("scene_notes")])
    share = predicted.ood_share
    rows["drift"] = "not known" if share is None else _in_words(share)
    return [*rows.items(), *(("note", note) for note in notes)]


def _in_words(ood_share: float) -> str:
    return f"{likeness(ood_share)}: {ood_share:.2%} of the pixels are unlike the training region"
