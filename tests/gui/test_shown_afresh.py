"""After any sequence of gestures the window shows what one shown afresh from the same state shows."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hsi_uq_app.confidence.high_confidence_set import TARGET
from hsi_uq_app.gui import program as program_module
from hsi_uq_app.gui.feature import Feature
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.hcs import SetFeature
from hsi_uq_app.gui.layers import LayersFeature, table_of
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.session import hcs
from hsi_uq_app.session.derived import Derivation
from hsi_uq_app.session.hcs import SET_FIGURES
from hsi_uq_app.session.layer import LayerPicture
from tests.gui.gestures import BEGINNING, GESTURES, Analyst, tasks_at_once

STEPS = st.tuples(st.sampled_from(sorted(GESTURES)), st.integers(0, 5))
SEQUENCES = int(os.environ.get("HSI_UQ_SEQUENCES", "8"))
MANY = int(os.environ.get("HSI_UQ_SEQUENCES", "8"))


@contextmanager
def analyst(folder: Path) -> Iterator[Analyst]:
    with tasks_at_once():
        one = Analyst(folder)
        try:
            yield one
        finally:
            one.close()
            one.program.window.deleteLater()


def follow(one: Analyst, steps: Sequence[tuple[str, int]]) -> None:
    """Make the gestures, and look after each."""
    for gesture, number in steps:
        one.do(gesture, number)
        one.check()


def begun(one: Analyst) -> None:
    for gesture, number in BEGINNING:
        one.do(gesture, number)


@given(steps=st.lists(STEPS, min_size=3, max_size=8))
@settings(max_examples=SEQUENCES, deadline=None, suppress_health_check=list(HealthCheck))
def test_that_the_window_shows_its_state_after_any_gestures(qapp, themed, tmp_path_factory, steps):
    with analyst(tmp_path_factory.mktemp("gestures")) as one:
        begun(one)
        follow(one, steps)


@pytest.mark.slow
@given(steps=st.lists(STEPS, min_size=5, max_size=14), begins=st.booleans())
@settings(max_examples=MANY, deadline=None, suppress_health_check=list(HealthCheck))
def test_that_it_does_after_long_sequences_too(qapp, themed, tmp_path_factory, steps, begins):
    with analyst(tmp_path_factory.mktemp("gestures")) as one:
        if begins:
            begun(one)
        follow(one, steps)


class Blind:
    """Part of a key that is equal to any other: an input that was forgotten."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Blind)

    __hash__ = None  # type: ignore[assignment]


def forget(monkeypatch: pytest.MonkeyPatch, derivation: Derivation, place: int) -> None:
    """The derivation's key lacks its input at this place, though the work is made from it."""
    key, work = derivation.key, derivation.work

    def lacking(state):
        whole = key(state)
        return whole and tuple(Blind(part) if at == place else part for at, part in enumerate(whole))

    def from_whole(*parts):
        return work(*(part.value if isinstance(part, Blind) else part for part in parts))

    for name, value in (("key", lacking), ("work", from_whole)):
        monkeypatch.setitem(derivation.__dict__, name, value)


@pytest.mark.parametrize(
    ("place", "steps"),
    [
        (0, [("reopen rewritten", 0)]),
        (1, [("delta", 5)]),
        (2, [("open truth", 0)]),
        (3, [("region", 1)]),
    ],
    ids=["the result, known by its path", "thresholds", "truth", "region"],
)
def test_that_a_key_that_lacks_one_input_is_noticed(qapp, themed, tmp_path, monkeypatch, place, steps):
    forget(monkeypatch, SET_FIGURES, place)
    with analyst(tmp_path) as one:
        for gesture in BEGINNING:
            if gesture not in steps:
                one.do(*gesture)
        one.check()
        with pytest.raises(AssertionError, match="only afresh"):
            follow(one, steps)


def plant(monkeypatch: pytest.MonkeyPatch, kind: type[Feature], planted: type[Feature]) -> None:
    """Programs made from now on have this feature in the place of that one."""
    kinds = tuple(planted if one is kind else one for one in program_module.FEATURES)
    monkeypatch.setattr(program_module, "FEATURES", kinds)


def test_that_a_read_past_the_recorder_is_noticed(qapp, themed, tmp_path, monkeypatch):
    class ReadsTheSession(LayersFeature):
        def __init__(self, context):
            super().__init__(context)
            show_map, *others = self.views
            self.views = (lambda state: show_map(context.session.state) if state.result else None, *others)

    plant(monkeypatch, LayersFeature, ReadsTheSession)
    with analyst(tmp_path) as one:
        begun(one)
        with pytest.raises(AssertionError, match=r"only afresh|scene"):
            follow(one, [("layer", 1)])


def test_that_an_exception_in_one_view_is_noticed_and_stops_no_other(qapp, themed, tmp_path, monkeypatch):
    class HasABug(FilesFeature):
        def __init__(self, context):
            super().__init__(context)
            self.views = (self._show_badly, *self.views)

        def _show_badly(self, state):
            if state.view.thresholds.alpha == 1:
                raise ZeroDivisionError("a view with a bug")

    plant(monkeypatch, FilesFeature, HasABug)
    with analyst(tmp_path) as one:
        begun(one)
        with pytest.raises(ZeroDivisionError):
            one.do("alpha", 0)
        monkeypatch.undo()
        one.check()


def test_that_a_map_drawn_by_a_view_that_forgets_the_layer_is_noticed(qapp, themed, tmp_path, monkeypatch):
    """As it once was: the exact set was drawn when it came, and the thinned one when the layer changed."""

    def thinned(state, buffers):
        if state.result is None:
            return None
        painted = hcs.paint(state.result.quantiles, state.view.thresholds, buffers)
        return LayerPicture(painted.classes, painted.step, colours={TARGET: (255, 0, 0)})

    class DrawsWhenItComes(SetFeature):
        def __init__(self, context):
            super().__init__(context)
            self.views = (*self.views, self._show_exact)

        def _show_exact(self, state):
            figures = SET_FIGURES.of(state)
            if figures and self._context.state.view.layer == "hcs":
                picture = LayerPicture(figures.classes, colours={TARGET: (255, 0, 0)})
                scene = self._context.of(SceneFeature).view
                scene.map.show_codes(picture.codes, table_of(picture, ""), 1)

    monkeypatch.setitem(hcs.LAYER.__dict__, "picture", thinned)
    plant(monkeypatch, SetFeature, DrawsWhenItComes)
    with analyst(tmp_path) as one:
        begun(one)
        one.check()
        with pytest.raises(AssertionError, match=r"painted otherwise: .'scene'"):
            follow(one, [("no layer", 1), ("no layer", 0)])
