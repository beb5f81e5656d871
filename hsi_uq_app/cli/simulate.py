"""`hsi-uq simulate`."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hsi_uq_app.cli.options import JsonOption, OverwriteOption
from hsi_uq_app.cli.terminal import print_document, print_rows, progress_bar
from hsi_uq_app.errors import UserError
from hsi_uq_app.publishing.guard import Guard

if TYPE_CHECKING:
    from hsi_uq_app.suburb.config import SuburbConfig

Out = Annotated[Path, typer.Argument(help="the cube's header to write", metavar="OUT.hdr")]
Preset = Annotated[str, typer.Option(help="sample (6 MB), half (600 x 1000) or megascene (1250 x 2400)")]
Lines = Annotated[int | None, typer.Option(help="height in pixels of one square metre")]
Samples = Annotated[int | None, typer.Option(help="width in pixels")]
Seed = Annotated[int | None, typer.Option(help="the same seed gives the same bytes")]
Discs = Annotated[int | None, typer.Option(help="green targets, radius 0.1 to 4 m")]
Hidden = Annotated[float | None, typer.Option(help="share of the discs partly beneath trees, 0..1")]
Snr = Annotated[float | None, typer.Option(help="multiplies the signal-to-noise curve")]
Psf = Annotated[float | None, typer.Option(help="point spread in pixels, full width at half maximum")]
Path_ = Annotated[float | None, typer.Option("--path-radiance", help="what the air adds at 450 nm")]
Decoys = Annotated[bool | None, typer.Option(help="paint look-alikes of the target")]
Variability = Annotated[bool | None, typer.Option(help="let materials vary by object and by pixel")]
Interleave = Annotated[str | None, typer.Option(help="bil, bsq or bip")]
Threads = Annotated[int | None, typer.Option(help="strips rendered side by side; changes no byte")]


def run(
    out: Out,
    preset: Preset = "half",
    lines: Lines = None,
    samples: Samples = None,
    seed: Seed = None,
    discs: Discs = None,
    hidden: Hidden = None,
    snr: Snr = None,
    psf: Psf = None,
    path_radiance: Path_ = None,
    decoys: Decoys = None,
    variability: Variability = None,
    interleave: Interleave = None,
    threads: Threads = None,
    overwrite: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Make a simulated suburb with hidden sub-pixel targets and exact truth."""
    from hsi_uq_app.suburb.simulate import simulate

    chosen = {
        "lines": lines, "samples": samples, "seed": seed, "discs": discs, "hidden_share": hidden,
        "snr_factor": snr, "psf_fwhm": psf, "path_radiance": path_radiance, "decoys": decoys,
        "variability": variability, "interleave": interleave, "threads": threads,
    }  # fmt: skip
    config = _config(preset, {key: value for key, value in chosen.items() if value is not None})
    with progress_bar("simulating") as progress:
        files = simulate(out, config, progress, Guard(overwrite=overwrite))
    if as_json:
        print_document({"files": files, "configuration": asdict(config)})
    else:
        print_rows([("wrote", file) for file in files])


def _config(preset: str, chosen: dict[str, object]) -> "SuburbConfig":
    from hsi_uq_app.suburb.config import PRESETS

    if preset not in PRESETS:
        raise UserError(f"there is no preset {preset}", f"use one of {', '.join(PRESETS)}")
    return replace(PRESETS[preset], **chosen)  # type: ignore[arg-type]
