"""`python -m benchmarks [NAME ...]`: run the benchmarks and print what each reached beside its target."""

import sys
from importlib import import_module
from typing import Any

from rich.console import Console
from rich.table import Table

BENCHMARKS = ("window", "set", "open", "predict", "suburb", "methods", "rebin")


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all; the exit code is 0 also where a target was missed: speed varies."""
    console = Console(width=None if sys.stdout.isatty() else 160)
    for name in names or BENCHMARKS:
        console.print(_table(name, import_module(f"benchmarks.bench_{name}").run()))
    return 0


def _table(name: str, rows: list[dict[str, Any]]) -> Table:
    """One benchmark's rows, printed as soon as they are measured."""
    table = Table("what", "reached", "target", "unit", "met", title=f"{name} (ratios within this run)")
    for column in table.columns[1:3]:
        column.justify = "right"
    for row in rows:
        table.add_row(*(_cell(row[key]) for key in ("what", "reached", "target", "unit", "met")))
    return table


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "NO"
    return f"{value:,.4g}" if isinstance(value, int | float) else "" if value is None else str(value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
