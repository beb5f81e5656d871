"""A bug never closes the window: it is written to a file, and the window says where."""

import platform
import sys
import threading
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType

import platformdirs

from hsi_uq_app import __version__

Report = Callable[[BaseException, Path | None], None]


def reports_folder() -> Path:
    """Where reports are kept."""
    return Path(platformdirs.user_log_dir("hsi-uq"))


def write_report(error: BaseException, folder: Path | None = None) -> Path | None:
    """Write what happened to a new file and return it; None when no file can be written."""
    folder = folder or reports_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"bug-{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
        path.write_text(report_text(error), encoding="utf-8")
    except OSError:
        return None
    return path


def report_text(error: BaseException) -> str:
    """Versions and the full traceback."""
    head = f"HSI UQ {__version__}, Python {platform.python_version()}, {platform.platform()}\n\n"
    return head + "".join(traceback.format_exception(error))


def catch_bugs(report: Report, folder: Path | None = None) -> None:
    """Send every exception nobody caught, on any thread, to a report file and to `report`.

    `report` is called on the thread of the exception.
    """

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        print(report_text(error), file=sys.stderr)
        report(error, write_report(error, folder))

    def thread_hook(arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None and not issubclass(arguments.exc_type, SystemExit):
            hook(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)

    sys.excepthook = hook
    threading.excepthook = thread_hook
