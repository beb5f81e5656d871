"""Ask the reliability diagram."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.window import Window
from hsi_uq_app.session import view_transitions as change

ENDINGS = {"png": "Picture (*.png)", "svg": "Drawing (*.svg)", "csv": "Table (*.csv)"}


class TruthIntents:
    """Kind, spacing, region, and the bins whose pixels are lit."""

    def __init__(self, desk: Desk, window: Window) -> None:
        self._desk, self._window = desk, window

    def light(self, bins: object) -> None:
        self._desk.session.apply(change.bins_lit(tuple(bins)))  # type: ignore[arg-type]

    def choose(self, field: str, value: str) -> None:
        """Set `curve_kind`, `curve_spacing` or `region`."""
        self._desk.session.apply(change.curve_chosen(**{field: value}))

    def export(self, ending: str) -> None:
        """Ask for a file name, then save the diagram."""
        dialog = QFileDialog(self._window, "Save the diagram", str(Path.cwd()), ENDINGS[ending])
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ending)
        dialog.fileSelected.connect(lambda name: self._window.reliability.save_diagram(Path(name)))
        dialog.open()
