"""`hsi-uq reproduce`."""

from pathlib import Path
from typing import Annotated

import typer

from hsi_uq_app.cli.options import JsonOption, OverwriteOption, SeedOption
from hsi_uq_app.cli.terminal import print_document, print_rows, progress_bar
from hsi_uq_app.errors import UserError


def _list(wanted: bool) -> None:
    from hsi_uq_app.experiments.table import EXPERIMENTS

    if wanted:
        print_rows([(experiment.name, experiment.what) for experiment in EXPERIMENTS.values()])
        raise typer.Exit


NameArgument = Annotated[str, typer.Argument(help="an experiment of --list", metavar="NAME")]
ListOption = Annotated[
    bool, typer.Option("--list", help="name the experiments, and end", callback=_list, is_eager=True)
]
OutOption = Annotated[Path, typer.Option("--out", help="the folder for the table and the picture")]
QuickOption = Annotated[bool, typer.Option("--quick", help="fewer repetitions: under a minute, more noise")]
DataOption = Annotated[
    Path | None, typer.Option(help="a folder of real data, where the experiment needs one")
]


def run(
    name: NameArgument,
    out: OutOption = Path("docs"),
    quick: QuickOption = False,
    seed: SeedOption = 0,
    data: DataOption = None,
    overwrite: OverwriteOption = False,
    as_json: JsonOption = False,
    listed: ListOption = False,
) -> None:
    """Run an experiment and write its table, its picture and what can be said of them."""
    from hsi_uq_app.experiments.table import EXPERIMENTS, Setting

    if name not in EXPERIMENTS:
        raise UserError(f"there is no experiment {name}", f"use one of {', '.join(EXPERIMENTS)}")
    out.mkdir(parents=True, exist_ok=True)
    with progress_bar(name) as progress:
        files, figures = EXPERIMENTS[name].run(Setting(out, quick, seed, data, overwrite), progress)
    if as_json:
        print_document({"files": files, "figures": figures})
    else:
        print_rows([("wrote", file) for file in files])
