"""The model panel: a verdict in sign, word and reason, the figures of the method, curves, passport."""

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel

from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.models.curves import decade_ticks
from hsi_uq_app.gui.models.panel import ModelPanel
from hsi_uq_app.gui.models.words import curve_of, figure_rows, passport_rows, traces_of
from hsi_uq_app.posterior.diagnostics import Verdict
from hsi_uq_app.session.models import verdict_of
from tests.gui.kit import passport

HMC = {
    "acceptance": 0.936, "step": 0.04, "gradients": 37.2, "divergences": 3, "divergences_in_warmup": 0,
    "capped": 0, "capped_in_warmup": 0, "iterations": 400, "r_hat_max": 1.3, "r_hat_median": 1.01,
    "ess_bulk_min": 8.0, "ess_tail_min": None, "probes": 60, "undecided_probes": 33,
    "acceptance_by_iteration": [0.2, 0.9, 1.0], "traces": np.zeros((2, 3, 5)).tolist(),
    "mean_probability_over_base_rate": 1.0,
}  # fmt: skip
VI = {
    "elbo": [-900.0, -300.0, -250.0], "kl": 210.4, "share_at_prior": 0.5,
    "share_of_first_layer_at_prior": 0.61, "elbo_rise_at_end": 2.0, "mean_probability_over_base_rate": 1.0,
}  # fmt: skip
ENSEMBLE = {
    "loss": [0.9, 0.1, 0.01], "spread": {"targets": 0.0512, "background": 0.00014},
    "mean_probability_over_base_rate": 0.96,
}  # fmt: skip


def of(method: str, diagnostics: dict[str, object]):
    return passport().model_copy(update={"method": method, "diagnostics": diagnostics})


@pytest.fixture
def panel(qtbot, themed) -> ModelPanel:
    made = ModelPanel()
    qtbot.addWidget(made)
    made.resize(420, 800)
    made.show()
    return made


def show(panel: ModelPanel, method: str, diagnostics: dict[str, object]) -> None:
    given = of(method, diagnostics)
    panel.show_model(f"{method}, 100 draws", given, verdict_of(given))


def rows(panel: ModelPanel) -> dict[str, str]:
    return {name: value for name, value, _ in panel.figures.rows}


@pytest.mark.parametrize(
    ("level", "sign", "word"), [("good", "✓", "Good"), ("doubtful", "!", "Doubtful"), ("bad", "×", "Bad")]
)
def test_that_a_verdict_is_told_by_sign_word_reason_and_remedy(panel, level, sign, word):
    panel.show_model("m", passport(), Verdict(level, "the chains disagree", "run longer"))
    assert (panel.light.sign.text(), panel.light.word.text()) == (sign, word)
    assert panel.light.reason.text() == "The chains disagree. To do: run longer."
    assert word in panel.light.accessibleName()


def test_that_a_model_without_diagnostics_is_not_called_good(panel):
    given = passport()
    assert verdict_of(given) is None
    panel.show_model("m", given, None)
    assert panel.light.word.text() == "Not judged"
    assert panel.curve.isHidden()


def test_that_hmc_shows_convergence_first_with_its_trajectories_and_traces(panel):
    show(panel, "hmc", HMC)
    found = rows(panel)
    assert next(iter(found)) == "R-hat, largest"
    assert (found["R-hat, largest"], found["ESS (bulk), least"], found["Divergences"]) == ("1.300", "8", "3")
    assert found["ESS (tails), least"] == "undefined"
    assert found["Acceptance"] == "93.6 %"
    assert panel.light.word.text() == "Bad"
    assert panel.traces.isVisible()
    assert len(panel.traces.ci.items) == 2
    assert panel.curve.accessibleDescription() == "acceptance from 0.2 to 1 over 3 points"


def test_that_variational_inference_shows_its_elbo_and_what_went_back_to_the_prior(panel):
    show(panel, "vi", VI)
    assert rows(panel)["… in layer 1"] == "61.0 %"
    assert panel.curve.accessibleDescription() == "ELBO (nats) from -900 to -250 over 3 points"
    assert panel.traces.isHidden()


@pytest.mark.parametrize("method", ["deep-ensemble", "bootstrap", "mc-dropout"])
def test_that_ensembles_show_their_spread_and_a_loss_by_powers_of_ten(panel, method):
    show(panel, method, ENSEMBLE)
    assert rows(panel)["Spread, targets"] == "0.051"
    assert curve_of(ENSEMBLE).logarithmic
    assert panel.light.word.text() == "Good"


def test_that_a_curve_that_touches_zero_is_not_shown_by_powers_of_ten():
    assert not curve_of({"loss": [1.0, 0.0]}).logarithmic


def test_that_a_loss_over_one_decade_has_a_handful_of_round_labels():
    assert [text for _, text in decade_ticks(np.array([0.9, 0.03]))] == [
        "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1", "2", "5",
    ]  # fmt: skip
    assert [text for _, text in decade_ticks(np.array([0.9, 0.0003]))] == [
        "0.0001",
        "0.001",
        "0.01",
        "0.1",
        "1",
    ]


def test_that_the_passport_says_what_was_learnt_from():
    said = {name: value for name, value, _ in passport_rows(passport())}
    assert said["Region"] == "left"
    assert said["Background"] == "7 of 7"
    assert said["Bands"] == "6 of 6"
    assert said["Network"] == "6–4–4–1 tanh"


def test_that_unknown_diagnostics_are_left_out_and_known_ones_keep_their_order():
    assert figure_rows({"luck": 3.0}) == []
    assert [row[0] for row in figure_rows(VI)] == [
        "KL", "Weights at prior", "… in layer 1", "ELBO still rose", "π / base rate",
    ]  # fmt: skip
    assert traces_of(VI) is None


def test_that_no_model_leaves_no_figure_of_the_one_before(panel):
    show(panel, "hmc", HMC)
    panel.show_model("", None, None)
    shown = [label.text() for label in panel.findChildren(QLabel) if label.isVisible() and label.text()]
    assert shown == []


def test_that_a_live_curve_takes_the_panel_and_the_model_comes_back(panel):
    show(panel, "deep-ensemble", ENSEMBLE)
    panel.show_live("Training: Deep ensemble", None)
    assert panel.light.isHidden()
    assert panel.curve.isVisible()
    show(panel, "deep-ensemble", ENSEMBLE)
    assert panel.light.isVisible()


@pytest.mark.parametrize("size", [(260, 300), (420, 800), (700, 500)])
def test_that_the_panel_fits_the_sizes_it_is_given(panel, size):
    show(panel, "hmc", HMC)
    panel.resize(*size)
    panel.grab()
    assert (panel.width(), panel.height()) == size
    assert panel.widget().width() <= panel.viewport().width()


def test_that_the_chosen_model_is_shown_in_a_tab_beside_reliability(opened, settle, model_file):
    side = opened.window.tabs
    assert side.isHidden()
    opened.context.of(FilesFeature).open("model", model_file)
    settle()
    assert side.currentWidget() is opened.window.panels["model"]
    assert "deep-ensemble" in opened.window.panels["model"].title.text()


def test_that_reliability_lies_on_top_until_another_tab_is_chosen(
    opened, settle, model_file, truth_file, qtbot
):
    side = opened.window.tabs
    opened.context.of(FilesFeature).open("model", model_file)
    opened.context.of(FilesFeature).open("truth", truth_file)
    settle()
    assert side.currentWidget() is opened.window.panels["reliability"]
    side.bring_up(opened.window.panels["model"])
    opened.context.of(FilesFeature).open("truth", truth_file)
    settle()
    assert side.currentWidget() is opened.window.panels["model"]
