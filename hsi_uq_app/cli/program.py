"""The program: the table of verbs, and the one place where outcomes become exit codes."""

import sys
import tempfile
import traceback
from pathlib import Path
from types import ModuleType

import typer

from hsi_uq_app.cli import (
    calibrate,
    compare,
    doctor,
    evaluate,
    export,
    info,
    predict,
    reproduce,
    simulate,
    train,
)
from hsi_uq_app.errors import UserError
from hsi_uq_app.progress import Cancelled

VERBS: tuple[ModuleType, ...] = (
    info,
    simulate,
    train,
    predict,
    evaluate,
    compare,
    calibrate,
    export,
    reproduce,
    doctor,
)
"""Each module has a function `run` with typer options, named after the module; its docstring is the help."""

MENDABLE, BUG, CANCELLED = 2, 1, 130


def main(arguments: list[str] | None = None) -> int:
    """Run one verb. Exit codes: 0; 2 what the user can mend, as one line; 130 cancelled; 1 a bug."""
    code = _run(sys.argv[1:] if arguments is None else arguments)
    if arguments is None:
        sys.exit(code)
    return code


def build() -> typer.Typer:
    """The typer application of all verbs."""
    app = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        help="Find small, rare targets in hyperspectral scenes, and know how far to trust each detection.",
    )
    for verb in VERBS:
        app.command(verb.__name__.rsplit(".", 1)[1])(verb.run)
    return app


def _run(arguments: list[str]) -> int:
    try:
        return int(build()(args=arguments or ["--help"], prog_name="hsi-uq", standalone_mode=False) or 0)
    except UserError as error:
        return _say(str(error), MENDABLE)
    except (Cancelled, KeyboardInterrupt, typer.Abort):
        return _say("cancelled; nothing was written", CANCELLED)
    except typer.Exit as error:
        return error.exit_code
    except Exception as error:
        if hasattr(error, "format_message"):  # typer's usage errors, wherever its version keeps their class
            return _say(
                f"{error.format_message().rstrip('.')}; see `hsi-uq {_verb(arguments)}--help`", MENDABLE
            )
        return _say(f"a bug: {error!r}; the full report is in {_report()}", BUG)


def _verb(arguments: list[str]) -> str:
    return f"{arguments[0]} " if arguments and not arguments[0].startswith("-") else ""


def _say(line: str, code: int) -> int:
    print(f"hsi-uq: {' '.join(line.split())}", file=sys.stderr)
    return code


def _report() -> Path:
    """Keep the traceback in a file, so that one line is enough on the terminal."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="hsi-uq-bug-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        traceback.print_exc(file=file)
    return Path(file.name)
