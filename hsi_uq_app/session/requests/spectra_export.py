"""Write pinned spectra."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hsi_uq_app.progress import Progress

if TYPE_CHECKING:
    from hsi_uq_app.export.spectra import MeasuredSpectra


@dataclass(frozen=True, eq=False)
class ExportSpectra:
    """Spectra of a scene in one format of `export.spectra.SPECTRA_FORMATS`."""

    measured: "MeasuredSpectra"
    format: str
    out: Path

    def __call__(self, progress: Progress) -> list[Path]:
        from hsi_uq_app.export.spectra import write

        progress(0.0, f"Writing {self.out.name}")
        return write(self.format, self.measured, self.out)
