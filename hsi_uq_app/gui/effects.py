"""Slow work that follows from the state: started when what it needs changed, its result refused when late."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QTimer

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.session.derived import (
    detail_step,
    group_inputs,
    reliability_inputs,
    rest_inputs,
    shown_calibration,
    shown_result,
)
from hsi_uq_app.session.requests.figures import CountAtRest
from hsi_uq_app.session.requests.pictures import MakeComposite, MakeDetail
from hsi_uq_app.session.requests.reliability import CompareWithTruth
from hsi_uq_app.session.requests.spectra import ReadGroup, ReadPins, ReadSpectrum, pixels_of
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.transitions import (
    clicked_spectrum_read,
    composite_ready,
    detail_ready,
    group_read,
    reliability_ready,
    rest_ready,
    spectra_read,
)  # fmt: skip

REST_MS = 100


@dataclass(frozen=True)
class Effect:
    """What it reads of the state, and what it starts when that has changed."""

    reads: Callable[[AppState], tuple[Any, ...]]
    start: Callable[[Desk, AppState], None]


def follow(desk: Desk, effects: tuple[Effect, ...], old: AppState | None, new: AppState) -> None:
    """Start what the change from old to new asks for."""
    for effect in effects:
        if old is None or effect.reads(old) != effect.reads(new):
            effect.start(desk, new)


def make_composite(desk: Desk, state: AppState) -> None:
    """Read the three bands that are chosen now."""
    if state.scene and state.view.bands:
        work = MakeComposite(state.scene, state.view.bands)
        desk.start("composite", work, lambda made: desk.session.apply(composite_ready(made)))


def make_detail(desk: Desk, state: AppState) -> None:
    """Read what is in sight again, where the composite is too coarse for it."""
    step = detail_step(state)
    if step is not None and state.composite and state.sight:
        work = MakeDetail(state.composite, state.sight.region, step)
        desk.start("detail", work, lambda made: desk.session.apply(detail_ready(made)), quiet=True)


def compare_with_truth(desk: Desk, state: AppState) -> None:
    """Make the reliability curve that is asked for now."""
    asked, result = reliability_inputs(state), shown_result(state)
    if asked is None or result is None or state.truth is None:
        return
    work = CompareWithTruth(result, state.truth, asked, shown_calibration(state))
    desk.start("reliability", work, lambda made: desk.session.apply(reliability_ready(made)))


def count_at_rest(desk: Desk, state: AppState) -> None:
    """Count detections and errors of the set as it is now."""
    result = shown_result(state)
    if result is None or (state.rest and state.rest.made_from == rest_inputs(state)):
        return
    work = CountAtRest(result, state.view.thresholds, state.truth, state.view.region)
    desk.start("rest", work, lambda made: desk.session.apply(rest_ready(made)), quiet=True)


def read_pins(desk: Desk, state: AppState) -> None:
    """Read the spectra of pins that have none yet."""
    scene = state.scene
    missing = tuple(pin for pin in state.view.pins if pin.key not in state.spectra)
    if scene and missing:
        desk.start(
            "pins",
            ReadPins(scene, missing),
            lambda read: desk.session.apply(spectra_read(scene, read)),
            quiet=True,
        )


def read_clicked(desk: Desk, state: AppState) -> None:
    """Read the spectrum of the pixel clicked last."""
    scene, pixel = state.scene, state.view.clicked
    if scene and pixel:
        done = lambda read: desk.session.apply(clicked_spectrum_read(scene, pixel, read))  # noqa: E731
        desk.start("clicked", ReadSpectrum(scene, pixel), done, quiet=True)


def read_group(desk: Desk, state: AppState) -> None:
    """Read the spectra of the lit pixels, or of the framed region."""
    asked, scene = group_inputs(state), state.scene
    if asked is None or scene is None:
        return
    if asked.framed:
        pixels = pixels_of(asked.framed, scene.cube.samples)
    else:
        pixels = state.reliability.pixels_in(asked.lit) if state.reliability else np.empty(0, np.intp)
    if pixels.size:
        desk.start(
            "group", ReadGroup(scene, asked, pixels), lambda read: desk.session.apply(group_read(read))
        )


EFFECTS = (
    Effect(lambda s: (s.scene, s.view.bands), make_composite),
    Effect(lambda s: (s.composite, s.sight, detail_step(s)), make_detail),
    Effect(lambda s: (reliability_inputs(s), s.truth), compare_with_truth),
    Effect(lambda s: (s.scene, s.view.pins), read_pins),
    Effect(lambda s: (s.scene, s.view.clicked), read_clicked),
    Effect(lambda s: (s.scene, group_inputs(s)), read_group),
)


AT_REST = (Effect(lambda s: (rest_inputs(s), s.truth), count_at_rest),)
"""What is too slow for every move of a slider."""


class Rest:
    """Starts effects when what they read has been left alone for REST_MS."""

    def __init__(self, desk: Desk, effects: tuple[Effect, ...]) -> None:
        self._desk, self._effects = desk, effects
        self._due: list[Effect] = []
        self._timer = QTimer(desk.tasks, singleShot=True, interval=REST_MS)
        self._timer.timeout.connect(self._start)

    def follow(self, old: AppState | None, new: AppState) -> None:
        """Start waiting anew when what an effect reads has changed."""
        moved = [effect for effect in self._effects if old is None or effect.reads(old) != effect.reads(new)]
        self._due += [effect for effect in moved if effect not in self._due]
        if moved:
            self._timer.start()

    def _start(self) -> None:
        due, self._due = self._due, []
        for effect in due:
            effect.start(self._desk, self._desk.state)
