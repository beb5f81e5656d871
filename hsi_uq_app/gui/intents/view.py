"""Look around: thresholds, layers, composites, zoom, crosshair, pins."""

from collections.abc import Callable
from typing import cast

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.gui.scene.geometry import moved
from hsi_uq_app.gui.window import Window
from hsi_uq_app.scene.composites import CUSTOM, presets_of
from hsi_uq_app.scene.regions import Region
from hsi_uq_app.session import view_transitions as change
from hsi_uq_app.session.state import Sight
from hsi_uq_app.session.transitions import cursor_moved, result_chosen, sight_rested
from hsi_uq_app.session.view import Layer, Pixel

OPACITY_STEP = 0.05


class ViewIntents:
    """Turns what the analyst does with the view into transitions."""

    def __init__(self, desk: Desk, window: Window) -> None:
        self._desk, self._window = desk, window
        self._apply = desk.session.apply

    def set_alpha(self, alpha: int) -> None:
        self._apply(change.alpha_set(alpha), "alpha")

    def set_delta(self, delta: int) -> None:
        self._apply(change.delta_set(delta), "delta")

    def step_alpha(self, by: int) -> None:
        self.set_alpha(self._desk.state.view.thresholds.alpha + by)

    def step_delta(self, by: int) -> None:
        """A step is a thousandth below .05, and a hundredth above .1: about what the slider does."""
        delta = self._desk.state.view.thresholds.delta
        size = 1 if delta + min(by, 0) < 50 else 5 if delta < 100 else 10
        self.set_delta(delta + by * size)

    def set_layer(self, layer: str) -> None:
        self._apply(change.layer_chosen(cast(Layer, layer)))

    def set_opacity(self, opacity: float) -> None:
        self._apply(change.look_set(self._desk.state.view.layer, opacity=opacity), "opacity")

    def step_opacity(self, by: int) -> None:
        look = self._desk.state.view.looks.get(self._desk.state.view.layer)
        if look:
            self.set_opacity(look.opacity + by * OPACITY_STEP)

    def set_colour_map(self, name: str) -> None:
        self._apply(change.look_set(self._desk.state.view.layer, colour_map=name))

    def set_preset(self, preset: str) -> None:
        self._apply(change.preset_chosen(preset))

    def step_preset(self) -> None:
        """The next composite of the list."""
        state = self._desk.state
        if state.scene:
            names = (*presets_of(state.scene.cube), CUSTOM)
            at = names.index(state.view.preset) if state.view.preset in names else -1
            self.set_preset(names[(at + 1) % len(names)])

    def set_bands(self, bands: tuple[int, int, int]) -> None:
        self._apply(change.bands_chosen(bands), "bands")

    def step_result(self, by: int) -> None:
        """The next result of the list, at the same place and zoom."""
        paths = [result.path for result in self._desk.state.results]
        if self._desk.state.result in paths:
            self._apply(result_chosen(paths[(paths.index(self._desk.state.result) + by) % len(paths)]))

    def hover(self, pixel: Pixel | None) -> None:
        self._apply(cursor_moved(pixel))

    def move(self, down: int, right: int) -> None:
        """Step the crosshair, and pan so that it stays in sight."""
        state = self._desk.state
        if state.scene:
            cube = state.scene.cube
            pixel = moved(state.cursor, down, right, cube.lines, cube.samples)
            self._apply(cursor_moved(pixel))
            self._window.scene.box.reveal(*pixel)

    def pin(self, pixel: Pixel | None = None) -> None:
        """Pin a pixel, or the one under the crosshair."""
        pixel = pixel or self._desk.state.cursor
        if pixel and self._desk.state.scene:
            self._apply(change.pixel_clicked(pixel))

    def frame(self, region: Region) -> None:
        """Show the mean spectrum of a rectangle."""
        self._apply(change.region_framed(region))

    def rest_on(self, region: Region) -> None:
        """The view has come to rest on this part of the scene."""
        self._apply(sight_rested(Sight(region, self._window.scene.box.scale_px())))

    def zooming(self, steps: float) -> Callable[[], None]:
        """Zoom in (steps > 0) or out."""
        return lambda: self._window.scene.box.zoom(steps)

    def one_to_one(self) -> None:
        self._window.scene.box.set_scale(1.0 / self._window.scene.devicePixelRatioF())
