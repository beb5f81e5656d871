"""What verbs print: a document for programs or a table for people, and a progress bar on a terminal."""

import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Column, Table
from rich.text import Text

from hsi_uq_app.cli.streams import put
from hsi_uq_app.plain_text import plain
from hsi_uq_app.progress import Progress, silent


def print_document(document: object) -> None:
    """One JSON document on standard output; what is not a number is null."""
    put(json.dumps(_plain(document), indent=2, allow_nan=False) + "\n")


def print_rows(rows: Mapping[str, object] | Sequence[tuple[str, object]]) -> None:
    """Names and values, one a line."""
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in rows.items() if isinstance(rows, Mapping) else rows:
        table.add_row(_text(name), _text(value))
    _print(table)


def print_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table; numbers are aligned to the right."""
    table = Table(*(Column(_text(name)) for name in columns), pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        table.add_row(*(_text(value) for value in row))
    _print(table)


class Stacked(tuple[str, ...]):
    """Lines one below the other in one cell; the only way to have several there."""


def figure(value: object) -> str:
    """A value as people read it; what is undefined says so."""
    if value is None:
        return "undefined"
    if isinstance(value, bool) or not isinstance(value, float):
        return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
    return f"{value:.4g}" if math.isfinite(value) else "undefined"


@contextmanager
def progress_bar(what: str) -> Iterator[Progress]:
    """A progress bar with the time left on standard error, when that is a terminal."""
    if not sys.stderr.isatty():
        yield silent
        return
    text = TextColumn("{task.description}", markup=False)
    columns = (text, BarColumn(), TextColumn("{task.percentage:3.0f} %"), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(plain(what), total=1.0)

        def report(fraction: float, text: str = "") -> None:
            bar.update(task, completed=fraction, description=plain(f"{what} {text}").rstrip())

        yield report


def _print(table: Table) -> None:
    """A table is never folded because standard output is a file."""
    console = Console(width=None if sys.stdout.isatty() else 200, highlight=False)
    with console.capture() as drawn:
        console.print(table)
    put(drawn.get())


def _text(value: object) -> Text:
    """Text from files and arguments: no markup, no link, nothing that steers the terminal."""
    return Text("\n".join(map(plain, value)) if isinstance(value, Stacked) else plain(figure(value)))


def _plain(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(entry) for entry in value]
    return value
