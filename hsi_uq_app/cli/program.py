"""The program: the table of verbs, and the one place where outcomes become exit codes."""

import sys
import tempfile
import traceback
from contextlib import suppress
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
from hsi_uq_app.cli.interrupt import CANCELLED, LINE, stop_listening
from hsi_uq_app.cli.streams import OutputError, is_full, make_safe
from hsi_uq_app.errors import UserError
from hsi_uq_app.plain_text import plain
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

MENDABLE, BUG = 2, 1


def main(arguments: list[str] | None = None) -> int:
    """Run one verb. Exit codes: 0; 2 what the user can mend, as one line; 130 cancelled; 1 a bug.

    A reader of standard output that has had enough (`| head`) is no error: 0.
    """
    if arguments is not None:
        return _run(arguments)
    make_safe()
    code = _run(sys.argv[1:])
    stop_listening()
    sys.exit(code)


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
        code = int(build()(args=arguments or ["--help"], prog_name="hsi-uq", standalone_mode=False) or 0)
        # Typer gives an interrupt this code, and says nothing.
        return _say(LINE, CANCELLED) if code == CANCELLED else code
    except UserError as error:
        return _say(str(error), MENDABLE)
    except (Cancelled, KeyboardInterrupt, typer.Abort):
        return _say(LINE, CANCELLED)
    except typer.Exit as error:
        return error.exit_code
    except (OutputError, SystemExit) as error:  # click's own way to say that nobody reads the help any more
        return _unheard(isinstance(error, OutputError) and error.full)
    except MemoryError:
        return _say("there is not enough memory for this; choose something smaller", MENDABLE)
    except Exception as error:
        return _failed(error, arguments)


def _failed(error: Exception, arguments: list[str]) -> int:
    if isinstance(error, OSError) and is_full(error):
        return _unheard(full=True)
    if hasattr(error, "format_message"):  # typer's usage errors, wherever its version keeps their class
        return _say(f"{error.format_message().rstrip('.')}; see `hsi-uq {_verb(arguments)}--help`", MENDABLE)
    return _say(f"a bug: {error!r}; {_report()}", BUG)


def _unheard(full: bool) -> int:
    """The work is done, its report could not be told."""
    line = "cannot print the outcome: the disk of standard output is full; free some space"
    return _say(line, MENDABLE) if full else 0


def _verb(arguments: list[str]) -> str:
    return f"{arguments[0]} " if arguments and not arguments[0].startswith("-") else ""


def _say(line: str, code: int) -> int:
    with suppress(OSError):
        print(f"hsi-uq: {' '.join(plain(line).split())}", file=sys.stderr)
    return code


def _report() -> str:
    """Keep the traceback in a file, so that one line is enough on the terminal; says where it is."""
    try:
        with tempfile.NamedTemporaryFile(
            "w",
            prefix="hsi-uq-bug-",
            suffix=".txt",
            delete=False,
            encoding="utf-8",
            errors="replace",
        ) as file:
            traceback.print_exc(file=file)
    except OSError:
        return "no report could be kept"
    return f"the full report is in {file.name}"
