"""The look: readable, the shipped font, sizes that follow it, colours that everybody can tell apart."""

from itertools import combinations, product

import numpy as np
import pyqtgraph
import pytest
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QRawFont
from PySide6.QtWidgets import QWidget

from hsi_uq_app.confidence.high_confidence_set import CLASS_COLOURS
from hsi_uq_app.gui import colours, theme
from hsi_uq_app.gui.numbers import count_text, probability_text, score_text
from hsi_uq_app.session.spectra import PIN_COLOURS, pin_colour

pytestmark = pytest.mark.usefixtures("themed")

# Machado, Oliveira, Fernandes 2009, severity 1, on linear RGB (doi 10.1109/TVCG.2009.113).
COLOUR_BLIND = {
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
}


def linear(colour: str) -> np.ndarray:
    """Linear RGB 0..1 of "#rrggbb"."""
    rgb = np.array(QColor(colour).getRgbF()[:3])
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast ratio."""
    low, high = sorted(float(linear(colour) @ (0.2126, 0.7152, 0.0722)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIE L*a*b* (D65) of linear RGB."""
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ np.clip(rgb, 0, 1) / (0.9505, 1.0, 1.089)
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize(
    ("text", "surface"),
    list(product((theme.TEXT, theme.MUTED, theme.ACCENT), (theme.WINDOW, theme.PANEL, theme.RAISED))),
)
def test_that_text_reaches_wcag_aa_on_every_surface(text, surface):
    assert contrast(text, surface) >= 4.5


@pytest.mark.parametrize("colour", [*PIN_COLOURS, colours.LIVE])
def test_that_spectra_stand_out_from_the_plot(colour):
    assert contrast(colour, theme.PANEL) >= 3


def test_that_the_shipped_font_is_used_whatever_the_machine_has(qapp):
    assert QFontInfo(qapp.font()).family() == "Inter"
    bold = QFont(qapp.font())
    bold.setWeight(QFont.Weight.DemiBold)
    assert QFontInfo(bold).styleName() == "SemiBold"


def test_that_figures_are_of_one_width_so_that_changing_numbers_do_not_dance(qapp):
    metrics = QFontMetricsF(qapp.font())
    assert {round(metrics.horizontalAdvance(digit), 3) for digit in "0123456789"} == {
        round(metrics.horizontalAdvance("0"), 3)
    }


def test_that_the_font_has_every_sign_the_window_uses(qapp):
    font = QRawFont.fromFont(qapp.font())
    assert [sign for sign in "αδπµ²⁰⁴⁻≤≥−×…·–—■●◆✓←→↑↓" if not font.supportsCharacter(ord(sign))] == []


def test_that_sizes_follow_the_font(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    small = theme.em(widget, 10)
    font = widget.font()
    font.setPointSizeF(2 * font.pointSizeF())
    widget.setFont(font)
    assert theme.em(widget, 10) == pytest.approx(2 * small, rel=0.1)


def test_that_pictures_are_row_major():
    assert pyqtgraph.getConfigOption("imageAxisOrder") == "row-major"


@pytest.mark.parametrize("name", colours.COLOUR_MAPS)
def test_that_colour_maps_are_read_only_tables_that_rise_in_lightness(name):
    lut = colours.colour_map(name)
    assert lut.shape == (256, 4)
    assert lut.dtype == np.uint8
    assert (lut[:, 3] == 255).all()
    assert not lut.flags.writeable
    lightness = np.array([lab(linear("#{:02x}{:02x}{:02x}".format(*rgba[:3])))[0] for rgba in lut[::16]])
    assert (np.diff(lightness) > 0).all()


def test_that_class_colours_are_those_of_the_exports():
    assert [colours.class_colour(class_) for class_ in range(3)] == ["#f0e442", "#d55e00", "#0072b2"]
    assert len(CLASS_COLOURS) == 4


@pytest.mark.parametrize("sight", [*COLOUR_BLIND, "full"])
def test_that_undecided_target_and_background_differ_for_every_sight(sight):
    matrix = np.array(COLOUR_BLIND.get(sight, np.eye(3)))
    seen = [lab(matrix @ linear(colours.class_colour(class_))) for class_ in range(3)]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) > 30


def test_that_pin_colours_come_round_again():
    assert pin_colour(len(PIN_COLOURS)) == pin_colour(0)
    assert len(set(PIN_COLOURS)) == len(PIN_COLOURS)


@pytest.mark.parametrize(
    ("probability", "text"),
    [
        (0.0, "0.000"),
        (1.0, "1.000"),
        (0.2, "0.200"),
        (0.00032, "3.2e−4"),
        (0.99968, "0.99968"),
        (1 - 2e-6, "1 − 2.0e−6"),
        (float("nan"), "–"),
    ],
)
def test_that_probabilities_are_never_rounded_to_certainty(probability, text):
    assert probability_text(probability) == text


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (None, "undefined"),
        (float("nan"), "undefined"),
        (0.0, "0.000"),
        (9.5e-16, "0.000"),
        (-0.082, "−0.082"),
        (2.4e-5, "2.4e−5"),
        (-3e-4, "−3.0e−4"),
        (319.0, "319"),
    ],
)
def test_that_undefined_scores_say_so(score, text):
    assert score_text(score) == text


def test_that_counts_set_their_thousands_apart():
    assert count_text(1500000) == "1,500,000"
