"""The scene in the middle: its picture, where the mouse is, what is said of a pixel."""

from collections.abc import Callable
from functools import partial
from typing import Final

from hsi_uq_app.gui.commands import Command, Menu
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature, Panel
from hsi_uq_app.gui.scene.bar import CompositeBar
from hsi_uq_app.gui.scene.readout import ReadoutLine
from hsi_uq_app.gui.scene.scene_box import moved
from hsi_uq_app.gui.scene.view import SceneView
from hsi_uq_app.scene.composites import CUSTOM, presets_of
from hsi_uq_app.scene.regions import Region
from hsi_uq_app.session.readout import readout
from hsi_uq_app.session.scene import (
    COMPOSITE,
    DETAIL,
    Viewport,
    bands_chosen,
    preset_chosen,
    shown_composite,
    shown_detail,
    viewport_settled,
)
from hsi_uq_app.session.spectra import pixel_clicked, region_framed
from hsi_uq_app.session.state import AppState, cursor_moved
from hsi_uq_app.session.view import Pixel

WELCOME: Final = "Open a scene: Ctrl+O, or drop an ENVI file (.hdr or its data) here."
_ARROWS: Final = {
    "left": ("to the left", 0, -1),
    "right": ("to the right", 0, 1),
    "up": ("up", -1, 0),
    "down": ("down", 1, 0),
}


class SceneFeature(Feature):
    """The picture, its composites, the crosshair and the read-out."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.view, self.bar, self.readout = SceneView(), CompositeBar(), ReadoutLine()
        self.panels = (
            Panel("composites", self.bar, "above scene"),
            Panel("scene", self.view, "scene"),
            Panel("readout", self.readout, "below scene"),
        )
        self.views = (
            self._show_scene,
            self._show_bands,
            self._show_composite,
            self._show_detail,
            self._show_framed,
            self._show_cursor,
            self._show_readout,
        )
        self.commands = self._commands()
        self.derivations = (COMPOSITE, DETAIL)
        self._connect(context)

    def _show_scene(self, state: AppState) -> None:
        scene = state.scene
        self._context.window.show_title(scene.cube.name if scene else "")
        self.view.show_message("" if scene else WELCOME)
        if scene is None:
            self.view.show_scene(0, 0)
            self.bar.show_cube(0, None, ())
            return
        cube = scene.cube
        self.view.show_scene(cube.lines, cube.samples)
        self.bar.show_cube(cube.bands, cube.wavelengths_nm, presets_of(cube))

    def _show_bands(self, state: AppState) -> None:
        if state.scene:
            self.bar.show_choice(state.view.preset, state.view.bands)

    def _show_composite(self, state: AppState) -> None:
        composite = shown_composite(state)
        if composite:
            self.view.show_composite(composite.picture, composite.step)
        else:
            self.view.show_composite(None)

    def _show_detail(self, state: AppState) -> None:
        """The finer picture, while it is of the composite shown and what is on the screen asks for one."""
        detail = shown_detail(state)
        if detail is None:
            self.view.show_detail(None)
        else:
            corner = (detail.region.first_line, detail.region.first_sample)
            self.view.show_detail(detail.picture, detail.step, corner)

    def _show_framed(self, state: AppState) -> None:
        self.view.show_region(state.view.framed)

    def _show_cursor(self, state: AppState) -> None:
        self.view.show_crosshair(state.cursor)

    def _show_readout(self, state: AppState) -> None:
        self.readout.show_readout(readout(state, state.cursor) if state.cursor and state.scene else None)

    def step_preset(self) -> None:
        """The next composite of the list."""
        state = self._context.state
        if state.scene:
            names = (*presets_of(state.scene.cube), CUSTOM)
            at = names.index(state.view.preset) if state.view.preset in names else -1
            self._context.session.apply(preset_chosen(names[(at + 1) % len(names)]))

    def move(self, down: int, right: int) -> None:
        """Step the crosshair, and pan so that it stays on the screen."""
        state = self._context.state
        if state.scene:
            cube = state.scene.cube
            pixel = moved(state.cursor, down, right, cube.lines, cube.samples)
            self._context.session.apply(cursor_moved(pixel))
            self.view.box.reveal(*pixel)

    def pin(self, pixel: Pixel | None = None) -> None:
        """Pin a pixel, or the one under the crosshair."""
        pixel = pixel or self._context.state.cursor
        if pixel and self._context.state.scene:
            self._context.session.apply(pixel_clicked(pixel))

    def one_to_one(self) -> None:
        """One screen pixel for each of the scene."""
        self.view.box.set_scale(1.0 / self.view.devicePixelRatioF())

    def _settle(self, region: Region) -> None:
        self._context.session.apply(viewport_settled(Viewport(region, self.view.box.scale_px())))

    def _commands(self) -> tuple[Command, ...]:
        box = self.view.box
        scene: Menu = "Scene"
        has_scene = _has_scene
        moves = tuple(
            Command(
                f"move_{name}",
                f"Crosshair {words}",
                scene,
                (name.capitalize(),),
                partial(self.move, down, right),
                has_scene,
                in_scene=True,
            )
            for name, (words, down, right) in _ARROWS.items()
        )
        zoom: Callable[[float], Callable[[], None]] = lambda steps: partial(box.zoom, steps)  # noqa: E731
        return (
            Command("fit", "Fit the scene to the window", scene, ("F",), box.fit, has_scene),
            Command(
                "one_to_one",
                "One screen pixel for each scene pixel",
                scene,
                ("1",),
                self.one_to_one,
                has_scene,
            ),
            Command("zoom_in", "Zoom in", scene, ("+", "="), zoom(1), has_scene),
            Command("zoom_out", "Zoom out", scene, ("-",), zoom(-1), has_scene),
            Command("next_composite", "Next composite", scene, ("C",), self.step_preset, has_scene),
            *moves,
            Command(
                "copy_readout", "Copy the read-out", "Spectra", ("Ctrl+C",), self.readout.copy, has_scene
            ),
        )

    def _connect(self, context: Context) -> None:
        self.view.pixel_hovered.connect(lambda pixel: context.session.apply(cursor_moved(pixel)))
        self.view.pixel_clicked.connect(self.pin)
        self.view.region_framed.connect(lambda region: context.session.apply(region_framed(region)))
        self.view.viewport_settled.connect(self._settle)
        self.view.zoomed.connect(self.bar.show_zoom)
        self.bar.preset_chosen.connect(lambda preset: context.session.apply(preset_chosen(preset)))
        self.bar.bands_chosen.connect(lambda bands: context.session.apply(bands_chosen(bands), "bands"))
        self.bar.fit_asked.connect(self.view.box.fit)
        self.bar.one_to_one_asked.connect(self.one_to_one)
        context.window.flickered.connect(self.view.flicker)


def _has_scene(state: AppState) -> str:
    return "" if state.scene else "open a scene first"
