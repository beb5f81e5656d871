"""Write the pinned spectra."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from hsi_uq_app.export.spectra import SPECTRA_FORMATS, MeasuredSpectra, MeasuredSpectrum
from hsi_uq_app.gui.colours import pin_colour
from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.notice_strip import Notice
from hsi_uq_app.gui.window import Window
from hsi_uq_app.session.requests.spectra_export import ExportSpectra
from hsi_uq_app.session.state import AppState

FILTERS = {f"{one.label} (*{one.suffix})": name for name, one in SPECTRA_FORMATS.items()}


class SpectraIntents:
    """Asks where to, then writes in the background."""

    def __init__(self, desk: Desk, window: Window) -> None:
        self._desk, self._window = desk, window

    def actions(self) -> dict[str, Callable[[], object]]:
        """Names of `key_table.KEYS` and what they do."""
        return {"export_spectra": self.ask}

    def ask(self) -> None:
        """Let the analyst choose a file and its format."""
        state = self._desk.state
        if measured_spectra(state) is None or state.scene is None:
            self._desk.tell(Notice("warning", "No spectra to export", "click pixels of the scene first"))
            return
        where = state.scene.path.with_name(f"{state.scene.path.stem}_spectra.csv")
        dialog = QFileDialog(self._window, "Export the pinned spectra", str(where), ";;".join(FILTERS))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.fileSelected.connect(lambda name: self.write(FILTERS[dialog.selectedNameFilter()], Path(name)))
        dialog.open()

    def write(self, format: str, out: Path) -> None:
        """Write all pinned spectra, hidden ones too."""
        measured = measured_spectra(self._desk.state)
        if measured:
            self._desk.start("export", ExportSpectra(measured, format, out), self._wrote)

    def _wrote(self, files: list[Path]) -> None:
        names = ", ".join(path.name for path in files)
        self._desk.tell(Notice("done", f"Wrote {names} to {files[0].parent}"))


def measured_spectra(state: AppState) -> MeasuredSpectra | None:
    """The pinned spectra that have been read; None when there is none."""
    pins = [pin for pin in state.view.pins if pin.key in state.spectra]
    if state.scene is None or not pins:
        return None
    spectra = tuple(
        MeasuredSpectrum(
            f"line {pin.line}, sample {pin.sample}", pin_colour(pin.key), pin.line, pin.sample,
            state.spectra[pin.key],
        )
        for pin in pins
    )  # fmt: skip
    return MeasuredSpectra(state.scene.cube, spectra)
