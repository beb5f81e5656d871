"""The calibration on show, and the bins that hold what is pointed at in the scene."""

from hsi_uq_app.gui.parts.stage import Stage
from hsi_uq_app.gui.rendering import Part
from hsi_uq_app.session.derived import pointed_bins, shown_calibration
from hsi_uq_app.session.state import AppState


def show_calibration(stage: Stage, state: AppState) -> None:
    made = shown_calibration(state)
    stage.window.calibration.show_calibration(made)
    stage.window.side.show_available(stage.window.calibration, made is not None)


def show_can_calibrate(stage: Stage, state: AppState) -> None:
    stage.window.reliability.show_can_calibrate(state.truth is not None and state.result is not None)


def show_isotonic_choice(stage: Stage, state: AppState) -> None:
    stage.window.reliability.show_isotonic_choice(state.view.isotonic)


def show_pointed(stage: Stage, state: AppState) -> None:
    stage.window.reliability.show_pointed(pointed_bins(state))


PARTS = (
    Part(lambda s: (shown_calibration(s),), show_calibration),
    Part(lambda s: (s.truth, s.result), show_can_calibrate),
    Part(lambda s: (s.view.isotonic,), show_isotonic_choice),
    Part(lambda s: (s.reliability, s.view.framed, s.view.clicked), show_pointed),
)
