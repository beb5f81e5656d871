"""The spectrum panel: what was measured at a pixel, and what the draws make of it."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.empty_state import EmptyState
from hsi_uq_app.gui.spectra.pin_legend import PinLegend
from hsi_uq_app.gui.spectra.pixel_card import PixelCard
from hsi_uq_app.gui.spectra.plot import SpectrumPlot
from hsi_uq_app.gui.spectra.trace import Horizontal, Unit, horizontal_of
from hsi_uq_app.gui.spectra.values import (
    Column,
    PinnedSpectrum,
    PixelDraws,
    SpectralAxis,
    SpectrumGroup,
    spectra_csv,
)

_NO_SCENE = "Open a scene to see its spectra"
_NO_SPECTRUM = "Move over the scene to see a spectrum; click to keep it"


class SpectrumPanel(QWidget):
    """Live, pinned and grouped spectra above the card "why is this pixel in or out?".

    Signals:
        pin_shown(int, bool): the pin with this key is to be shown or hidden.
        pin_deleted(int): the pin with this key is to go.
        pins_cleared(): all pins are to go.
        unit_chosen(str): "nm" | "µm"; the panel has already changed, this is for the session file.
        copied(str): what lies on the clipboard now, in words.
    """

    pin_shown = Signal(int, bool)
    pin_deleted = Signal(int)
    pins_cleared = Signal()
    unit_chosen = Signal(str)
    copied = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._axis: SpectralAxis | None = None
        self._horizontal: Horizontal | None = None
        self._unit: Unit = "nm"
        self._live: Column | None = None
        self._pins: tuple[PinnedSpectrum, ...] = ()
        self._group: SpectrumGroup | None = None
        self._library: tuple[PinnedSpectrum, ...] = ()
        self.plot, self.legend, self.card = SpectrumPlot(self), PinLegend(self), PixelCard(self)
        self.readout = QLabel(self)
        self.empty = EmptyState(self.plot)
        self._lay_out()
        self._connect()
        self.show_axis(None)

    def show_axis(self, axis: SpectralAxis | None) -> None:
        """Take the bands of another cube, None when no scene is open; what was shown is dropped."""
        self._axis, self._live, self._pins, self._group, self._library = axis, None, (), None, ()
        self.legend.show_pins(())
        self.card.show_draws(None)
        self._redraw()

    def show_unit(self, unit: Unit) -> None:
        """Wavelengths in nm or µm; without wavelengths the axis shows band numbers either way."""
        self._unit = unit
        self._redraw()

    def show_live(self, name: str, values: npt.NDArray[np.float32] | None) -> None:
        """The spectrum (bands,) under the cursor; None when it left, which restores the plot exactly."""
        self._live = None if values is None else (name, values)
        self.readout.setText("" if values is None else name)
        self.plot.show_live(values)
        self._tell_empty()

    def show_pins(self, pins: Sequence[PinnedSpectrum]) -> None:
        """All pinned spectra, in the order of the list."""
        self._pins = tuple(pins)
        self.legend.show_pins(self._pins)
        self.plot.show_pins(self._pins)
        self._tell_empty()

    def show_group(self, group: SpectrumGroup | None) -> None:
        """The spectra of many selected pixels as mean and range."""
        self._group = group
        self.plot.show_group(group)
        self._tell_empty()

    def show_library(self, spectra: Sequence[PinnedSpectrum]) -> None:
        """Library spectra at the scene's bands, drawn over those of the scene."""
        self._library = tuple(spectra)
        self.plot.show_library(self._library)
        self._tell_empty()

    def show_draws(self, draws: PixelDraws | None) -> None:
        """The draws of the pixel last clicked; None when there is no model or no pixel."""
        self.card.show_draws(draws)

    def toggle_unit(self) -> None:
        """From nm to µm and back."""
        self.show_unit("µm" if self._unit == "nm" else "nm")
        self.unit_chosen.emit(self._unit)

    def copy(self) -> None:
        """Put the pinned spectra (the live one too, where there is one) on the clipboard as CSV."""
        columns = [(pin.name, pin.values) for pin in self._pins] + ([self._live] if self._live else [])
        if self._axis is not None and columns:
            QGuiApplication.clipboard().setText(spectra_csv(self._axis, columns))
            plural = "spectrum" if len(columns) == 1 else "spectra"
            self.copied.emit(f"{len(columns)} {plural} copied as CSV")

    def _lay_out(self) -> None:
        self.plot.setAccessibleName("Spectra")
        self.readout.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.unit_button = self._button("nm", "Show wavelengths in the other unit", self.toggle_unit)
        bar = QHBoxLayout()
        bar.addWidget(self.readout, 1)
        bar.addWidget(self.unit_button)
        bar.addWidget(self._button("Fit", "Show all bands and heights (double click)", self.plot.fit))
        bar.addWidget(self._button("Copy", "Copy the spectra as CSV", self.copy))
        column = QVBoxLayout(self)
        margin = theme.em(self, 0.4)
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(margin)
        column.addLayout(bar)
        column.addWidget(self.plot, 1)
        column.addWidget(self.legend)
        column.addWidget(self.card)

    def _button(self, text: str, tip: str, pressed: object) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.clicked.connect(pressed)
        return button

    def _connect(self) -> None:
        self.legend.pin_shown.connect(self.pin_shown)
        self.legend.pin_deleted.connect(self.pin_deleted)
        self.legend.pins_cleared.connect(self.pins_cleared)
        self.plot.band_hovered.connect(self._say_band)

    def _redraw(self) -> None:
        """Everything again, after the bands or the unit changed."""
        axis = self._axis
        self._horizontal = None if axis is None else horizontal_of(axis, self._unit)
        self.unit_button.setText(self._unit)
        self.unit_button.setEnabled(axis is not None and axis.wavelengths_nm is not None)
        self.plot.show_axis(self._horizontal, "unknown" if axis is None else axis.quantity)
        self.show_pins(self._pins)
        self.show_group(self._group)
        self.show_library(self._library)
        self.show_live(*(self._live or ("", None)))

    def _say_band(self, position: int) -> None:
        """Name the band under the mouse in the read-out."""
        horizontal, live = self._horizontal, self._live
        if position < 0 or horizontal is None:
            self.readout.setText(live[0] if live else "")
            return
        parts = [f"band {horizontal.order[position] + 1}"]
        if self._axis is not None and self._axis.wavelengths_nm is not None:
            parts.append(f"{horizontal.x[position]:.{horizontal.decimals}f} {self._unit}")
        if not horizontal.good[position]:
            parts.append("bad band")
        elif live is not None:
            parts.append(f"{live[1][horizontal.order[position]]:.4g}")
        self.readout.setText(" · ".join(parts))

    def _tell_empty(self) -> None:
        nothing = self._live is None and not self._pins and self._group is None and not self._library
        text = _NO_SCENE if self._axis is None else _NO_SPECTRUM
        self.empty.show_text(text if nothing else "")
