def test_that_a_scene_opens_in_natural_colour_with_its_result_counted(opened):
    view = opened.session.state.view
    assert (view.preset, view.bands) == ("natural", (2, 1, 0))
    cells = opened.window.panels["set"].cells
    assert [cells[part][0].text() for part in (1, 0, 2)] == ["3", "50", "1,447"]


def test_that_detections_are_counted_soon_after_the_sliders_rest(opened, qtbot):
    opened.view.set_alpha(10)
    qtbot.waitUntil(lambda: opened.window.panels["set"].detections.text() == "2 detections", timeout=10_000)


def test_that_area_is_shown_where_the_scene_lies_on_a_map(opened):
    assert opened.window.panels["set"].cells[1][2].text() == "12 m²"
