"""Marks of discs in the scene and their legend: how large, how broken, what they say."""

import numpy as np
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QImage

from hsi_uq_app.gui.scene.view import SceneView
from hsi_uq_app.gui.suburb.marks import SMALLEST_PX, DiscItem, DiscLegend, DiscMarks
from hsi_uq_app.session.suburb import DiscCounts, DiscMark


def test_that_a_disc_is_as_large_as_it_is_but_never_too_small_to_be_seen(scene_view):
    scene_view.show_scene(40, 40)
    marks = DiscMarks(scene_view.box)
    marks.show_marks([disc(0.05), disc(10.0)])
    small, large = marks.shown
    pixel = small.pixelWidth()
    assert small.boundingRect().width() / pixel > 2 * SMALLEST_PX
    assert large.boundingRect().width() > 20.0


def test_that_a_missed_disc_is_told_by_its_broken_line(scene_view):
    assert gaps_along(scene_view, disc(8.0, found=True)) == 0
    assert gaps_along(scene_view, disc(8.0, found=False)) > 12


def gaps_along(view: SceneView, mark: DiscMark) -> int:
    """How often the bright line is broken on the way around a disc."""
    view.show_scene(20, 20)
    marks = DiscMarks(view.box)
    marks.show_marks([mark])
    picture = view.viewport().grab().toImage()
    bright = [
        brightest_near(picture, view.mapFromScene(view.box.mapViewToScene(QPointF(x, y))))
        for y, x in zip(*circle(mark), strict=True)
    ]
    marks.show_marks([])
    return int(np.count_nonzero(np.diff((np.asarray(bright) > 180).astype(int)) == -1))


def brightest_near(picture: QImage, place: QPoint) -> int:
    """The strongest channel within a screen pixel of a place."""
    around = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
    return max(picture.pixelColor(place + QPoint(*step)).red() for step in around)


def circle(mark: DiscMark) -> np.ndarray:
    """Points (y, x), (2, n), along a disc's edge."""
    turns = np.linspace(0, 2 * np.pi, 360)
    return np.array([[mark.line], [mark.sample]]) + mark.radius * np.stack([np.sin(turns), np.cos(turns)])


def test_that_marks_say_what_they_are_under_the_mouse():
    assert DiscItem(disc(1.0)).toolTip() == "Disc 1"


def test_that_clicking_the_box_is_told_and_setting_it_is_not(qtbot, themed):
    legend = DiscLegend()
    qtbot.addWidget(legend)
    with qtbot.assertNotEmitted(legend.toggled):
        legend.show_discs(True, True, DiscCounts(2, 1, 1, 0))
    with qtbot.waitSignal(legend.toggled):
        legend.box.click()


def disc(radius: float, found: bool = True) -> DiscMark:
    return DiscMark(10.0, 10.0, radius, found=found, hidden=False, words="Disc 1")
