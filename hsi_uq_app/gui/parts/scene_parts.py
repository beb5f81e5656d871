"""The scene in the middle."""

import numpy as np

from hsi_uq_app.gui.parts.stage import Stage
from hsi_uq_app.gui.rendering import Part
from hsi_uq_app.scene.composites import presets_of
from hsi_uq_app.session.derived import detail_step
from hsi_uq_app.session.readout import readout
from hsi_uq_app.session.state import AppState

WELCOME = "Open a scene: Ctrl+O, or drop an ENVI file (.hdr or its data) here."


def show_scene(stage: Stage, state: AppState) -> None:
    window, scene = stage.window, state.scene
    window.show_title(scene.cube.name if scene else "")
    window.scene.show_message("" if scene else WELCOME)
    if scene is None:
        window.scene.show_scene(0, 0)
        window.composites.show_cube(0, None, ())
        return
    cube = scene.cube
    window.scene.show_scene(cube.lines, cube.samples)
    window.composites.show_cube(cube.bands, cube.wavelengths_nm, presets_of(cube))


def show_bands(stage: Stage, state: AppState) -> None:
    stage.window.composites.show_choice(state.view.preset, state.view.bands)


def show_composite(stage: Stage, state: AppState) -> None:
    if state.composite:
        stage.window.scene.show_composite(state.composite.picture, state.composite.step)


def show_detail(stage: Stage, state: AppState) -> None:
    """The finer picture, while it is of the composite shown and what is in sight asks for one."""
    detail = state.detail
    if detail is None or detail.composite is not state.composite or detail_step(state) is None:
        stage.window.scene.show_detail(None)
    else:
        corner = (detail.sight.first_line, detail.sight.first_sample)
        stage.window.scene.show_detail(detail.picture, detail.step, corner)


def show_pins(stage: Stage, state: AppState) -> None:
    stage.window.scene.show_pins(state.view.pins)


def show_region(stage: Stage, state: AppState) -> None:
    stage.window.scene.show_region(state.view.framed)


def show_cursor(stage: Stage, state: AppState) -> None:
    stage.window.scene.show_crosshair(state.cursor)


def show_readout(stage: Stage, state: AppState) -> None:
    stage.window.readout.show_readout(readout(state, state.cursor) if state.cursor and state.scene else None)


def show_lit(stage: Stage, state: AppState) -> None:
    """Light the pixels of the chosen bins of the reliability diagram."""
    if state.scene is None or state.reliability is None or not state.view.lit:
        stage.window.scene.show_lit(None)
        return
    lit = np.zeros((state.scene.cube.lines, state.scene.cube.samples), np.uint8)
    lit.reshape(-1)[state.reliability.pixels_in(state.view.lit)] = 1
    stage.window.scene.show_lit(lit)


PARTS = (
    Part(lambda s: (s.scene,), show_scene),
    Part(lambda s: (s.scene, s.view.preset, s.view.bands), show_bands),
    Part(lambda s: (s.scene, s.composite), show_composite),
    Part(lambda s: (s.composite, s.detail, detail_step(s)), show_detail),
    Part(lambda s: (s.view.pins,), show_pins),
    Part(lambda s: (s.view.framed,), show_region),
    Part(lambda s: (s.cursor,), show_cursor),
    Part(lambda s: (s.scene, s.cursor, s.result, s.view.thresholds, s.truth, s.materials), show_readout),
    Part(lambda s: (s.scene, s.reliability, s.view.lit), show_lit),
)
