"""`hsi-uq export`."""

from pathlib import Path
from typing import Annotated

import typer

from hsi_uq_app.cli.options import (
    AlphaOption,
    DeltaOption,
    JsonOption,
    OutOption,
    OverwriteOption,
    ResultArgument,
)
from hsi_uq_app.cli.result_notes import result_notes
from hsi_uq_app.cli.terminal import print_document, print_rows
from hsi_uq_app.confidence.quantile_map import open_quantile_map
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.workflow.export import export
from hsi_uq_app.workflow.not_evaluated import scene_note
from hsi_uq_app.workflow.select import select

ToOption = Annotated[str, typer.Option(help="envi, envi-maps, geotiff, gpkg, geojson, shp, csv or png")]
SceneOption = Annotated[Path | None, typer.Option(help="the scene, to lie beneath the picture of a png")]

ConnectivityOption = Annotated[int, typer.Option(help="pixels join a detection over 4 or 8 neighbours")]
MinimumOption = Annotated[int, typer.Option(min=1, help="detections of fewer pixels are left out of tables")]


def run(
    result: ResultArgument,
    to: ToOption,
    out: OutOption,
    alpha: AlphaOption = 0.2,
    delta: DeltaOption = 0.2,
    scene: SceneOption = None,
    connectivity: ConnectivityOption = 8,
    minimum_pixels: MinimumOption = 1,
    overwrite: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write the High-Confidence Set as a mask, maps, polygons, a table or a picture."""
    opened = open_quantile_map(result)
    selection = select(opened, alpha, delta, connectivity=connectivity, minimum_pixels=minimum_pixels)
    files = export(selection, to, out, scene=scene, guard=Guard(overwrite=overwrite))
    if as_json:
        print_document({"files": files, "not_evaluated": selection.counts.not_evaluated})
    else:
        counts, notes = selection.counts, result_notes(opened)
        lost = scene_note(counts.not_evaluated, counts.not_evaluated + counts.evaluated)
        told = dict.fromkeys(filter(None, [*notes, lost]))
        print_rows([*(("wrote", file) for file in files), *(("note", note) for note in told)])
