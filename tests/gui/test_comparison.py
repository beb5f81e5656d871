"""Results side by side: the table, its intervals and its CSV, the map of who disagrees, and late answers."""

import csv
import io

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from hsi_uq_app.confidence.agreement import OPPOSED, PARTLY, AgreementCounts
from hsi_uq_app.gui.comparison import ComparisonFeature
from hsi_uq_app.gui.comparison.panel import ComparePanel
from hsi_uq_app.gui.comparison.table import COLUMNS, DISC_COLUMNS
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.progress import silent
from hsi_uq_app.session.comparison import (
    AGREEMENT,
    AGREEMENT_COLOURS,
    COMPARISON,
    agreement_key,
    comparing_set,
    comparison_key,
)
from hsi_uq_app.session.hcs import alpha_set, delta_set
from hsi_uq_app.session.layers import layer_chosen, styled
from hsi_uq_app.session.results import result_chosen
from hsi_uq_app.session.truth import region_chosen
from tests.gui.kit import LINES, SAMPLES, colour_at, press, three_parts, write_result


@pytest.fixture
def second_file(tmp_path, scene_file):
    """A result that doubts one target of the first, and calls another one background."""
    logits = three_parts()
    logits[12, 40], logits[12, 41] = 0.0, -8.0
    return write_result(scene_file, tmp_path / "second.hdr", logits)


@pytest.fixture
def two(opened, settle, second_file, truth_file):
    """The program with two results and truth."""
    opened.context.of(FilesFeature).open("result", second_file)
    opened.context.of(FilesFeature).open("truth", truth_file)
    settle()
    return opened


@pytest.fixture
def compared(two, settle):
    """The same with the comparison open."""
    two.context.of(ComparisonFeature).toggle()
    settle()
    assert COMPARISON.of(two.session.state) is not None
    return two


def cell(program, row: int, title: str):
    table = program.window.panels["comparison"].table
    titles = [table.horizontalHeaderItem(place).text() for place in range(table.columnCount())]
    return table.item(row, titles.index(title))


def test_that_every_result_has_a_row_and_the_last_one_calls_all_background(compared):
    table = compared.window.panels["comparison"].table
    assert [table.item(row, 0).text() for row in range(table.rowCount())] == [
        "deep-ensemble · result",
        "deep-ensemble · second",
        "all background",
    ]


def test_that_the_set_stands_beside_its_errors_with_counts(compared):
    assert cell(compared, 0, "Target\npart px").text() == "3"
    assert cell(compared, 0, "False\nin it").text() == "2 (66.7 %)"
    assert cell(compared, 0, "Targets\nlost").text() == "1 (50.0 %)"
    assert cell(compared, 1, "Undecided\npx").text() == str(SAMPLES + 1)
    assert cell(compared, 2, "Targets\nlost").text() == "2 (100 %)"
    assert cell(compared, 2, "False\nin it").text() == "–"


def test_that_intervals_are_under_the_mouse_and_say_what_they_assume(compared):
    hint = cell(compared, 0, "Targets\nlost").toolTip()
    assert hint.startswith("1 of 2: 9.5 % to 90.5 %")
    assert "independent pixels" in hint
    assert "Noise floor" in cell(compared, 0, "ECE\npositive").toolTip()
    assert cell(compared, 2, "Method").toolTip().startswith("What calling every pixel background")


def test_that_the_heading_says_what_was_compared(compared):
    text = compared.window.panels["comparison"].heading.text()
    assert text.startswith("truth, region all: 1,500 pixels, 2 targets, 15 candidates")
    assert "α = 0.20, δ = 0.200" in text


def test_that_the_csv_holds_every_figure_with_its_interval_unrounded(compared, qtbot):
    with qtbot.waitSignal(compared.window.panels["comparison"].copied):
        compared.window.panels["comparison"].copy_button.click()
    rows = list(csv.DictReader(io.StringIO(QGuiApplication.clipboard().text())))
    assert [row["method"] for row in rows][-1] == "all background"
    assert float(rows[0]["targets_lost"]) == 0.5
    assert float(rows[0]["targets_lost_lower"]) == pytest.approx(0.0945, abs=1e-4)
    assert rows[2]["target_error"] == ""
    evaluation = COMPARISON.of(compared.session.state).rows[0].evaluation
    assert float(rows[0]["nll_skill"]) == evaluation.nll_skill


def test_that_columns_have_names_of_their_own_in_the_csv(compared):
    row = COMPARISON.of(compared.session.state).rows[0]
    names = [set(column.values(row)) for column in (*COLUMNS, *DISC_COLUMNS)]
    shared = names[6] & names[7]
    assert shared == {"lost_in_background"}
    assert sum(map(len, names)) - len(shared) == len(set().union(*names))


def test_that_choosing_a_row_shows_its_result_and_the_other_way_round(compared, qtbot, settle):
    table, state = compared.window.panels["comparison"].table, compared.session.state
    first, second = state.results
    table.selectRow(0)
    settle()
    assert compared.session.state.result is first
    with qtbot.assertNotEmitted(table.chosen):
        compared.session.apply(result_chosen(second))
        settle()
    assert {index.row() for index in table.selectedIndexes()} == {1}


def test_that_the_table_follows_the_sliders_at_rest(compared, settle):
    compared.session.apply(delta_set(1))
    settle()
    found = COMPARISON.of(compared.session.state)
    assert found.thresholds.delta == 1
    assert "δ = 0.001" in compared.window.panels["comparison"].heading.text()


def test_that_a_comparison_of_other_sliders_is_refused(compared, settle):
    state = compared.session.state
    key = comparison_key(state)
    late = COMPARISON.start(state, key)(silent)
    compared.session.apply(alpha_set(30))
    settle()
    newer = COMPARISON.of(compared.session.state)
    compared.session.apply(COMPARISON.ready(key, late))
    assert newer is not None
    assert COMPARISON.of(compared.session.state) is newer


def test_that_an_agreement_of_other_results_is_refused(compared, settle):
    state = compared.session.state
    key = agreement_key(state)
    late = AGREEMENT.start(state, key)(silent)
    compared.session.apply(alpha_set(30))
    settle()
    newer = AGREEMENT.of(compared.session.state)
    compared.session.apply(AGREEMENT.ready(key, late))
    assert newer is not None
    assert AGREEMENT.of(compared.session.state) is newer


def test_that_a_result_read_again_is_compared_again(compared, settle, scene_file, second_file):
    before = COMPARISON.of(compared.session.state)
    write_result(scene_file, second_file, three_parts())
    compared.context.of(FilesFeature).open("result", second_file)
    settle()
    assert COMPARISON.of(compared.session.state) not in (None, before)
    counts = AGREEMENT.of(compared.session.state).counts
    assert counts.compared == counts.agreed


def test_that_agreement_is_told_in_numbers(compared):
    text = compared.window.panels["comparison"].agreement.text()
    assert "of 1,500 pixels" in text
    assert "decided against undecided 1; target against background 1" in text


def test_that_what_is_missing_is_told(opened, settle):
    opened.context.of(ComparisonFeature).toggle()
    settle()
    panel = opened.window.panels["comparison"]
    assert panel.isVisible()
    assert "Load truth" in panel.message.text()
    assert "Load a second result" in panel.agreement.text()
    assert not panel.map_button.isEnabled()
    assert not panel.copy_button.isEnabled()


def test_that_a_key_opens_and_closes_it_and_closed_it_costs_nothing(two, qtbot, settle):
    press(two, qtbot, "Ctrl+K")
    settle()
    assert two.window.panels["comparison"].isVisible()
    two.window.panels["comparison"].close_button.click()
    settle()
    assert two.window.panels["comparison"].isHidden()
    assert comparison_key(two.session.state) is None
    assert agreement_key(two.session.state) is None


def test_that_undo_does_not_open_or_close_it(compared, settle):
    compared.session.apply(alpha_set(10))
    compared.session.undo()
    settle()
    assert compared.session.state.comparing


def test_that_the_map_shows_who_disagrees_with_its_own_legend(two, qtbot, settle):
    press(two, qtbot, "D")
    settle()
    two.session.apply(styled(two.session.state.view.layer, opacity=1.0))
    settle()
    view, legend = two.window.panels["scene"], two.window.panels["legend"]
    assert colour_at(view, 12, 40) == AGREEMENT_COLOURS[PARTLY]
    assert colour_at(view, 12, 41) == AGREEMENT_COLOURS[OPPOSED]
    assert legend.accessibleDescription() == (
        "All agree 1,498, Decided against undecided 1, Target against background 1"
    )
    assert legend.title.text() == "2 results"
    press(two, qtbot, "H")
    settle()
    assert legend.isHidden()


def test_that_few_pixels_that_disagree_stay_visible_each_in_its_colour_when_zoomed_out(two, settle):
    two.session.apply(layer_chosen("disagreement"))
    settle()
    colours = {colour.getRgb()[:3] for colour, _ in two.window.panels["scene"].map.marks}
    assert colours == set(AGREEMENT_COLOURS.values())


def test_that_the_map_is_asked_for_from_the_comparison(compared, settle):
    compared.window.panels["comparison"].map_button.click()
    settle()
    assert compared.session.state.view.layer == "disagreement"
    assert compared.window.panels["layers"].buttons["disagreement"].isChecked()


def test_that_one_result_cannot_disagree(opened, settle):
    assert opened.window.panels["layers"].buttons["disagreement"].isHidden()
    opened.session.apply(layer_chosen("disagreement"))
    settle()
    assert AGREEMENT.of(opened.session.state) is None


def test_that_the_panel_fits_a_small_screen(compared):
    table = compared.window.panels["comparison"].table
    assert table.horizontalHeader().length() < 1366
    assert table.height() > table.rowCount() * table.rowHeight(0)


@pytest.fixture
def panel(qtbot, themed) -> ComparePanel:
    made = ComparePanel()
    qtbot.addWidget(made)
    made.show()
    return made


def test_that_intents_are_told(panel, qtbot):
    panel.show_agreement(AgreementCounts(10, 2, 1), 2)
    for button, signal in (
        (panel.map_button, panel.disagreement_asked),
        (panel.close_button, panel.closed),
    ):
        with qtbot.waitSignal(signal):
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_that_an_empty_panel_copies_nothing(panel, qtbot):
    panel.show_comparison(None, "", None)
    with qtbot.assertNotEmitted(panel.copied):
        panel.copy()


def test_that_the_agreement_of_sets_without_a_common_pixel_is_no_number(panel):
    panel.show_agreement(AgreementCounts(0, 0, 0), 2)
    assert "agree on –" in panel.agreement.text()


def test_that_comparing_twice_changes_nothing(two):
    state = two.session.state
    assert comparing_set(False)(state) is state


def test_that_results_are_compared_where_truth_is_known(two, settle):
    assert np.count_nonzero(two.session.state.truth.known) == LINES * SAMPLES
    two.session.apply(region_chosen("left"))
    two.context.of(ComparisonFeature).toggle()
    settle()
    assert COMPARISON.of(two.session.state).rows[0].evaluation.n == LINES * SAMPLES // 2
