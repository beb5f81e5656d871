"""Spectra of six bands, and their panel, for its tests."""

import numpy as np
from pytestqt.qtbot import QtBot

from hsi_uq_app.gui.spectra.panel import SpectrumPanel
from hsi_uq_app.gui.spectra.values import PinnedSpectrum, PixelDraws, SpectralAxis
from hsi_uq_app.session.spectra import pin_colour

WAVELENGTHS = np.array([450.0, 550, 650, 850, 1650, 2200])


def shown_panel(qtbot: QtBot) -> SpectrumPanel:
    """A panel of 560 x 420 on show."""
    made = SpectrumPanel()
    qtbot.addWidget(made)
    made.resize(560, 420)
    made.show()
    return made


def axis(bad: tuple[int, ...] = (), wavelengths: np.ndarray | None = WAVELENGTHS) -> SpectralAxis:
    good = np.ones(6, bool)
    good[list(bad)] = False
    return SpectralAxis(6, wavelengths, good, "reflectance")


def spectrum(scale: float = 1.0) -> np.ndarray:
    return (scale * np.arange(1, 7) / 10).astype(np.float32)


def pin(key: int, visible: bool = True) -> PinnedSpectrum:
    return PinnedSpectrum(key, f"{key}, {key}", pin_colour(key), spectrum(key + 1), visible)


def draws(logits: np.ndarray | list[float], alpha: int = 20, delta: float = 0.2) -> PixelDraws:
    return PixelDraws("line 1, sample 2", np.asarray(logits, np.float32), alpha, delta)


def drawn(trace) -> tuple[list[float], list[float]]:
    """What a trace's line holds."""
    x, y = trace.line.getData()
    return list(x), list(y)
