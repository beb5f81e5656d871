"""All of it without a mouse."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from hsi_uq_app.gui.general import ShortcutSheet
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.session.hcs import alpha_set
from hsi_uq_app.session.layers import layer_chosen
from hsi_uq_app.session.state import cursor_moved
from tests.gui.kit import press


def test_that_every_key_of_the_table_has_an_action(program):
    for row in program.commands.rows:
        keys = [keys.toString() for keys in program.commands.actions[row.name].shortcuts()]
        assert keys == (list(row.keys) if row.run else []), row.name
    assert [row.name for row in program.commands.rows if row.run is None] == ["flicker"]


@pytest.mark.parametrize(
    ("keys", "layer"),
    [("P", "probability"), ("W", "width"), ("H", "hcs"), ("A", "ace"), ("0", "none")],
)
def test_that_a_letter_chooses_the_layer(keys, layer, opened, qtbot):
    press(opened, qtbot, "P")
    press(opened, qtbot, keys)
    assert opened.session.state.view.layer == layer


def test_that_keys_move_alpha_delta_and_opacity(opened, qtbot):
    for keys in (".", ".", ",", "'", ";", ";", "[", "]", "["):
        press(opened, qtbot, keys)
    view = opened.session.state.view
    assert (view.thresholds.alpha, view.thresholds.delta) == (21, 190)
    assert view.styles["hcs"].opacity == pytest.approx(0.65)


def test_that_arrows_move_the_crosshair_and_space_pins(opened, qtbot):
    for keys in ("Right", "Down", "Down", "Left", "Left", "Space"):
        press(opened, qtbot, keys)
    (pin,) = opened.session.state.view.pins
    assert (pin.line, pin.sample) == (17, 24)
    press(opened, qtbot, "Shift+Del")
    assert opened.session.state.view.pins == ()


def test_that_undo_walks_back_through_thresholds_pins_and_layers(opened, qtbot):
    opened.session.apply(alpha_set(7))
    opened.context.of(SceneFeature).pin((3, 4))
    opened.session.apply(layer_chosen("width"))
    for _ in range(2):
        press(opened, qtbot, "Ctrl+Z")
    view = opened.session.state.view
    assert (view.layer, view.pins, view.thresholds.alpha) == ("hcs", (), 7)
    press(opened, qtbot, "Ctrl+Shift+Z")
    assert len(opened.session.state.view.pins) == 1


def test_that_a_drag_of_a_slider_is_one_step_of_undo(opened, qtbot):
    for alpha in range(19, 5, -1):
        opened.window.panels["thresholds"].alpha.slider.setValue(alpha)
    press(opened, qtbot, "Ctrl+Z")
    assert opened.session.state.view.thresholds.alpha == 20


def test_that_the_question_mark_shows_the_keys(opened, qtbot):
    press(opened, qtbot, "?")
    sheets = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, ShortcutSheet)]
    assert any(sheet.isVisible() for sheet in sheets)
    for sheet in sheets:
        sheet.close()


def test_that_the_read_out_is_copied_as_text(opened, qtbot, settle):
    opened.session.apply(cursor_moved((10, 20)))
    settle()
    press(opened, qtbot, "Ctrl+C")
    copied = QGuiApplication.clipboard().text()
    assert "line 10, sample 20" in copied
    assert "target" in copied


def test_that_zoom_keys_zoom_and_fit_comes_back(opened, qtbot):
    box = opened.window.panels["scene"].box
    fitted = box.scale_px()
    press(opened, qtbot, "+")
    assert box.scale_px() == pytest.approx(fitted * 1.25)
    press(opened, qtbot, "1")
    assert box.scale_px() == pytest.approx(1.0)
    press(opened, qtbot, "F")
    assert box.scale_px() == pytest.approx(fitted)


def test_that_tab_reaches_every_control_and_each_has_a_name(opened):
    widgets = [opened.window.panels["scene"]]
    while (following := widgets[-1].nextInFocusChain()) is not opened.window.panels["scene"]:
        widgets.append(following)
    by_tab = [
        w for w in widgets if w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.isVisible() and w.isEnabled()
    ]
    wanted = (
        opened.window.panels["thresholds"].alpha.slider, opened.window.panels["thresholds"].delta.box,
        opened.window.panels["layers"].opacity, opened.window.panels["composites"].preset,
        opened.window.panels["loaded"].export, opened.window.panels["loaded"].results,
    )  # fmt: skip
    assert all(widget in by_tab for widget in wanted)
