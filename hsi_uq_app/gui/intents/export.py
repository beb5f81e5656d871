"""Write the set."""

from pathlib import Path

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.export_dialog import ExportDialog
from hsi_uq_app.gui.notice_strip import Notice
from hsi_uq_app.gui.window import Window
from hsi_uq_app.session.derived import shown_result
from hsi_uq_app.session.requests.export import Export, Wanted


class ExportIntents:
    """Asks where to, then writes in the background."""

    def __init__(self, desk: Desk, window: Window) -> None:
        self._desk, self._window = desk, window

    def ask(self) -> None:
        """Open the dialog for the set shown now."""
        state, result = self._desk.state, shown_result(self._desk.state)
        if result is None or state.scene is None:
            self._desk.tell(Notice("warning", "Nothing to export", "run a model, or open a result first"))
            return
        dialog = ExportDialog(result.label, state.view.thresholds, state.scene.path, self._window)
        dialog.export_asked.connect(self.write)
        dialog.open()

    def write(self, wanted: Wanted) -> None:
        """Write one format of the set shown now."""
        state, result = self._desk.state, shown_result(self._desk.state)
        if result:
            self._desk.start(
                "export", Export(result, state.view.thresholds, wanted, state.scene), self._wrote
            )

    def _wrote(self, files: list[Path]) -> None:
        names = ", ".join(path.name for path in files)
        self._desk.tell(Notice("done", f"Wrote {names} to {files[0].parent}"))
