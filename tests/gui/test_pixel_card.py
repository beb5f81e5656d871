"""The card of a pixel: which class it has, what its interval is made of, and what would change that."""

import numpy as np
import pytest

from hsi_uq_app.confidence.high_confidence_set import BACKGROUND, NOT_EVALUATED, TARGET, UNDECIDED
from hsi_uq_app.gui.spectra.panel import SpectrumPanel
from hsi_uq_app.gui.spectra.pixel_card import explain
from tests.gui.spectra_kit import draws, shown_panel


@pytest.fixture
def panel(qtbot, themed) -> SpectrumPanel:
    return shown_panel(qtbot)


@pytest.mark.parametrize(
    ("logits", "class_"),
    [(np.full(100, 4.0), TARGET), (np.full(100, -4.0), BACKGROUND), (np.linspace(-3, 3, 100), UNDECIDED)],
)
def test_that_the_card_names_the_class(panel, logits, class_):
    panel.show_draws(draws(logits))
    assert explain(draws(logits)).class_ == class_
    word = {TARGET: "target", BACKGROUND: "background", UNDECIDED: "Undecided"}[class_]
    assert word in panel.card.title.text()
    assert "line 1, sample 2" in panel.card.title.text()
    panel.grab()


def test_that_the_interval_is_made_of_two_real_draws():
    verdict = explain(draws(np.arange(100) / 100))
    assert verdict.ranks == (10, 90)
    assert verdict.lower == pytest.approx(1 / (1 + np.exp(-0.09)), abs=3e-4)
    assert verdict.upper == pytest.approx(1 / (1 + np.exp(-0.89)), abs=3e-4)
    assert verdict.width == pytest.approx(verdict.upper - verdict.lower)


def test_that_the_mean_is_of_probabilities_not_of_logits():
    verdict = explain(draws([-1000.0] * 75 + [1000.0] * 25))
    assert verdict.mean == pytest.approx(0.25)


def test_that_the_nearest_alpha_that_flips_the_class_is_named():
    logits = np.full(100, 3.0)
    logits[:15] = -3.0  # LB is the 15th draw or one below it up to alpha = .30
    verdict = explain(draws(logits, alpha=20))
    assert (verdict.class_, verdict.flips_at, verdict.flips_to) == (UNDECIDED, 31, TARGET)
    back = explain(draws(logits, alpha=40))
    assert (back.class_, back.flips_at, back.flips_to) == (TARGET, 30, UNDECIDED)


def test_that_a_pixel_no_alpha_can_decide_says_so(panel):
    panel.show_draws(draws(np.full(100, 0.1)))
    assert "No α changes that" in panel.card.words.text()
    assert "LB misses 1 − δ = 0.800 by 0.275" in panel.card.words.text()


def test_that_a_pixel_without_data_is_not_background(panel):
    logits = np.full(100, np.nan)
    assert explain(draws(logits)).class_ == NOT_EVALUATED
    panel.show_draws(draws(logits))
    assert "Not evaluated" in panel.card.title.text()
    assert panel.card.strip.isHidden()
    panel.grab()


@pytest.mark.parametrize("logits", [[0.3], [-200.0, 200.0], [31.0] * 400])
def test_that_odd_numbers_of_draws_and_extreme_draws_are_drawn(panel, logits):
    panel.show_draws(draws(logits, alpha=1, delta=0.001))
    panel.grab()
    assert panel.card.isVisible()
