"""`hsi-uq predict`."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from hsi_uq_app.cli.options import (
    DeviceOption,
    JsonOption,
    OutOption,
    SceneArgument,
    SetOption,
    ThreadsOption,
)
from hsi_uq_app.cli.overrides import overrides_of
from hsi_uq_app.cli.terminal import print_document, print_rows, progress_bar
from hsi_uq_app.posterior.model_file import load_model
from hsi_uq_app.scene.open_scene import open_scene
from hsi_uq_app.workflow.predict import Predicted, predict

ModelOption = Annotated[Path, typer.Option(help="a model that train wrote")]


def run(
    scene: SceneArgument,
    model: ModelOption,
    out: OutOption,
    device: DeviceOption = "auto",
    threads: ThreadsOption = None,
    set_: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run every draw of a model on every pixel and keep the quantiles."""
    cube, posterior = open_scene(scene, overrides_of(set_)), load_model(model)
    with progress_bar("predicting") as progress:
        predicted = predict(cube, posterior, out, device=device, threads=threads, progress=progress)
    document = asdict(predicted) | {"cancelled": False, "drift": None}
    if as_json:
        print_document(document)
    else:
        print_rows(_rows(predicted))


def _rows(predicted: Predicted) -> list[tuple[str, object]]:
    """What a person wants to know, with a line for each note."""
    rows = asdict(predicted) | {"pixels a second": predicted.pixels / predicted.seconds}
    notes = rows.pop("notes")
    return [*rows.items(), *(("note", note) for note in notes)]
