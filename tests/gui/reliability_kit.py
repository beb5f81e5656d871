"""Reliability curves of known bins, and their panel, for its tests."""

import numpy as np
from pytestqt.qtbot import QtBot

from hsi_uq_app.calibration.reliability import ReliabilityCurve, reliability_curve
from hsi_uq_app.gui.reliability.panel import ReliabilityPanel


def shown_panel(qtbot: QtBot) -> ReliabilityPanel:
    """A panel of 560 x 420 on show."""
    made = ReliabilityPanel()
    qtbot.addWidget(made)
    made.resize(560, 420)
    made.show()
    return made


def curve_of(probability: object, labels: object, **how: object) -> ReliabilityCurve:
    return reliability_curve(np.asarray(probability, float), np.asarray(labels, bool), **how)


def three_bins() -> ReliabilityCurve:
    """Ten bins of which three hold something: 100 pixels at .05, 30 at .55, 4 at .95."""
    probability = [0.05] * 100 + [0.55] * 30 + [0.95] * 4
    labels = [True] * 2 + [False] * 98 + [True] * 15 + [False] * 15 + [True] * 4
    return curve_of(probability, labels, bins=10)


def points(panel: ReliabilityPanel) -> list[tuple[float, float]]:
    x, y = panel.view.diagram.now.points.getData()
    return [(round(float(a), 6), round(float(b), 6)) for a, b in zip(x, y, strict=True)]
