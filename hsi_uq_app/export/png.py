"""The set as a picture for a report."""

from pathlib import Path

from hsi_uq_app.export.figures import draw_set
from hsi_uq_app.export.provenance import side_car
from hsi_uq_app.export.selection import Selection
from hsi_uq_app.export.targets import beside, export_of, named, write_all
from hsi_uq_app.publishing.guard import Guard
from hsi_uq_app.publishing.marks import holds

_PLAIN = Guard()
_OURS = export_of("PNG", png=holds(b"Software\0HSI UQ"))


def write(selection: Selection, path: Path, guard: Guard = _PLAIN) -> list[Path]:
    """Write NAME.png, drawn from the data."""
    target = named(path, ".png")
    return write_all(
        selection,
        {target: draw_set(selection), beside(target, ".json"): side_car(selection, "PNG")},
        _OURS,
        guard,
    )
