"""The spectrum under the cursor: read apart from the GUI thread, the newest wish only."""

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.spectrum_panel import SpectrumPanel
from hsi_uq_app.session.requests.spectra import ReadSpectrum
from hsi_uq_app.session.state import AppState, Scene, Spectrum
from hsi_uq_app.session.view import Pixel


class LiveSpectrum:
    """Follows the cursor. It is shown, not kept: no state needs it."""

    def __init__(self, desk: Desk, panel: SpectrumPanel) -> None:
        self._desk, self._panel = desk, panel

    def follow(self, old: AppState | None, new: AppState) -> None:
        """Read the spectrum under the cursor when cursor or scene have changed."""
        if old is not None and (old.cursor, old.scene) == (new.cursor, new.scene):
            return
        if new.scene is None or new.cursor is None:
            self._panel.show_live("", None)
        else:
            self._read(new.scene, new.cursor)

    def _read(self, scene: Scene, pixel: Pixel) -> None:
        self._desk.read("live", ReadSpectrum(scene, pixel), lambda values: self._show(scene, pixel, values))

    def _show(self, scene: Scene, pixel: Pixel, values: Spectrum) -> None:
        state = self._desk.state
        if (state.scene, state.cursor) == (scene, pixel):
            self._panel.show_live(f"line {pixel[0]}, sample {pixel[1]}", values)
