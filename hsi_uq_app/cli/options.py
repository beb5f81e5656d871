"""The options that several verbs share, described once."""

from pathlib import Path
from typing import Annotated

import typer

from hsi_uq_app.scene.regions import GRAMMAR

SceneArgument = Annotated[Path, typer.Argument(help="a cube: its header or its data file", metavar="SCENE")]
ResultArgument = Annotated[Path, typer.Argument(help="a quantile map that predict wrote", metavar="R.hdr")]
ResultsArgument = Annotated[list[Path], typer.Argument(help="quantile maps of one scene", metavar="R.hdr...")]
TRUTH_HELP = "a mask, abundance or classification of the scene's size; GIS shapes; a CSV of points"
TruthOption = Annotated[Path, typer.Option(help=TRUTH_HELP)]
ThresholdOption = Annotated[float, typer.Option(help="a pixel is a target above this abundance")]
ClassOption = Annotated[
    str | None,
    typer.Option(
        "--class", help="the truth's class, band or layer that is the target; of shapes also field=value"
    ),
]
RegionOption = Annotated[str, typer.Option(help=GRAMMAR)]
AlphaOption = Annotated[float, typer.Option(help="credible intervals at level 1 - alpha: .01, .02, ... .50")]
DeltaOption = Annotated[float, typer.Option(help="how near 0 or 1 the interval must end: .001 ... .499")]
OutOption = Annotated[Path, typer.Option("--out", help="where to write")]
SetOption = Annotated[
    list[str] | None, typer.Option("--set", help="correct a header field, for example interleave=bil")
]
OverwriteOption = Annotated[
    bool, typer.Option("--overwrite", help="replace a file that is not an earlier one of this kind")
]
JsonOption = Annotated[bool, typer.Option("--json", help="print one machine-readable document")]
DeviceOption = Annotated[str, typer.Option(help="auto, cpu or cuda")]
ThreadsOption = Annotated[int | None, typer.Option(min=1, help="processor threads; default: all cores")]
SeedOption = Annotated[int, typer.Option(min=0, help="seeds all random numbers")]
