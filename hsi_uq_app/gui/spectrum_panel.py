"""The spectrum panel: what was measured at a pixel, and what the draws make of it."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from hsi_uq_app.gui.spectrum.values import PinnedSpectrum, PixelDraws, SpectralAxis, SpectrumGroup


class SpectrumPanel(QWidget):
    """Live, pinned and grouped spectra above the card "why is this pixel in or out?".

    Signals:
        pin_shown(int, bool): the pin with this key is to be shown or hidden.
        pin_deleted(int): the pin with this key is to go.
        pins_cleared(): all pins are to go.
        copied(str): this many spectra lie on the clipboard as CSV, said in words.
    """

    pin_shown = Signal(int, bool)
    pin_deleted = Signal(int)
    pins_cleared = Signal()
    copied = Signal(str)

    def show_axis(self, axis: SpectralAxis | None) -> None:
        """Take the bands of another cube; None when no scene is open. Live spectrum, pins and group are dropped."""

    def show_live(self, name: str, values: npt.NDArray[np.float32] | None) -> None:
        """The spectrum (bands,) under the cursor; None when the cursor left, which restores the plot exactly."""

    def show_pins(self, pins: Sequence[PinnedSpectrum]) -> None:
        """All pinned spectra, in the order of the list."""

    def show_group(self, group: SpectrumGroup | None) -> None:
        """The spectra of many selected pixels as mean and range."""

    def show_draws(self, draws: PixelDraws | None) -> None:
        """The draws of the pixel last clicked; None when there is no model or no pixel."""
