"""Write the set and the pinned spectra."""

from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QFileDialog

from hsi_uq_app.export.spectra import SPECTRA_FORMATS
from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.export.dialog import ExportDialog
from hsi_uq_app.gui.feature import Feature
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.notice import Notice
from hsi_uq_app.session.export import Export, Wanted
from hsi_uq_app.session.layer import needs_result
from hsi_uq_app.session.spectra import ExportSpectra, measured_spectra, pins_read
from hsi_uq_app.session.state import AppState

EXPORT: Final = "export"
SPECTRA_FILTERS: Final = {f"{one.label} (*{one.suffix})": name for name, one in SPECTRA_FORMATS.items()}


class ExportFeature(Feature):
    """Asks where to, then writes in the background."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.dialog: ExportDialog | None = None
        self.commands = self._commands()
        context.of(FilesFeature).panel.export_asked.connect(self.ask)

    def ask(self) -> None:
        """Open the dialog for the set shown now."""
        state = self._context.state
        if state.result is None or state.scene is None:
            return
        self.dialog = ExportDialog(
            state.result.label, state.view.thresholds, state.scene.path, self._context.window
        )
        self.dialog.export_asked.connect(self.write)
        self.dialog.open()

    def write(self, wanted: Wanted) -> None:
        """Write one format of the set shown now."""
        state = self._context.state
        if state.result:
            work = Export(state.result, state.view.thresholds, wanted, state.scene)
            self._context.start(EXPORT, work, self._wrote)

    def ask_spectra(self) -> None:
        """Let the analyst choose a file for the pinned spectra, and its format."""
        state = self._context.state
        if state.scene is None or not pins_read(state):
            return
        where = state.scene.path.with_name(f"{state.scene.path.stem}_spectra.csv")
        filters = ";;".join(SPECTRA_FILTERS)
        dialog = QFileDialog(self._context.window, "Export the pinned spectra", str(where), filters)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.fileSelected.connect(
            lambda name: self.write_spectra(SPECTRA_FILTERS[dialog.selectedNameFilter()], Path(name))
        )
        dialog.open()

    def write_spectra(self, format: str, out: Path) -> None:
        """Write all pinned spectra, hidden ones too."""
        measured = measured_spectra(self._context.state)
        if measured:
            self._context.start(EXPORT, ExportSpectra(measured, format, out), self._wrote)

    def _wrote(self, files: list[Path]) -> None:
        names = ", ".join(path.name for path in files)
        self._context.notify(Notice("done", f"Wrote {names} to {files[0].parent}"))

    def _commands(self) -> tuple[Command, ...]:
        return (
            Command("export", "Export", "Files", ("Ctrl+E",), self.ask, needs_result, "Nothing to export"),
            Command(
                "export_spectra",
                "Export the pinned spectra",
                "Files",
                ("Ctrl+Shift+E",),
                self.ask_spectra,
                _no_spectra,
                "No spectra to export",
            ),
        )


def _no_spectra(state: AppState) -> str:
    return "" if pins_read(state) else "click pixels of the scene first"
