"""`python -m hsi_uq_app` and `hsi-uq-app`: open the window, or take its picture without a screen."""

import argparse
import os
import sys
from pathlib import Path

from hsi_uq_app.display import display_problem
from hsi_uq_app.errors import UserError
from hsi_uq_app.plain_text import plain
from hsi_uq_app.resources import data_path

_NO_WINDOW = "{problem}: no window can open here; use `hsi-uq` on the command line, or --screenshot OUT.png"


def main(arguments: list[str] | None = None) -> int:
    """Open the window. Returns 0; 2 for what the user can mend (one line on standard error)."""
    try:
        return _open(_parser().parse_args(arguments))
    except UserError as error:
        print(f"hsi-uq-app: {plain(error)}", file=sys.stderr)
        return 2


def _open(options: argparse.Namespace) -> int:
    if options.screenshot and display_problem():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    problem = display_problem()
    if problem:
        raise UserError(_NO_WINDOW.format(problem=problem))
    if sys.platform == "win32":
        import torch  # noqa: F401 (Windows' loader fails when Qt comes first)
    from hsi_uq_app.gui import app

    return app.run(
        scene=options.scene or _sample("suburb.hdr"),
        models=options.model or ([] if options.scene else _shipped_models()),
        truth=options.truth or (None if options.scene else _sample("suburb_abundance.hdr")),
        results=options.result or ([] if options.scene else [_sample("suburb_deep-ensemble.hdr")]),
        screenshot=options.screenshot,
    )


def _shipped_models() -> list[Path]:
    """All methods' models; the last one opened is the one chosen, and its result is shown."""
    models = sorted(data_path("resources", "models").glob("*.safetensors"))
    return sorted(models, key=lambda path: "deep-ensemble" in path.stem)


def _sample(name: str) -> Path:
    return data_path("sample_scenes", name)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("hsi-uq-app", description="Open the HSI UQ window.")
    parser.add_argument("scene", nargs="?", type=Path, help="a cube; default: the sample scene")
    parser.add_argument("--model", action="append", type=Path, help="a trained model; may be repeated")
    parser.add_argument("--truth", type=Path, help="a mask or abundance map of the scene's size")
    parser.add_argument("--result", action="append", type=Path, help="a quantile map; may be repeated")
    parser.add_argument("--screenshot", type=Path, metavar="OUT.png", help="save a picture and end")
    return parser


if __name__ == "__main__":
    sys.exit(main())
