"""Spectra of the scene: live under the cursor, pinned, of many pixels, and why a pixel is in or out."""

from hsi_uq_app.gui.commands import Command, Menu
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature, Panel
from hsi_uq_app.gui.notice import Notice
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.gui.spectra.panel import SpectrumPanel
from hsi_uq_app.gui.spectra.values import PinnedSpectrum, PixelDraws, SpectralAxis, SpectrumGroup
from hsi_uq_app.session.models import clicked_draws
from hsi_uq_app.session.reliability import LIT_GROUP, shown_group
from hsi_uq_app.session.spectra import (
    CLICKED,
    FRAMED,
    LIVE,
    PINNED,
    pin_colour,
    pin_removed,
    pin_shown,
    pins_cleared,
    pins_read,
)
from hsi_uq_app.session.state import AppState


class SpectraFeature(Feature):
    """The spectrum panel, and the pins in the scene."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.panel = SpectrumPanel()
        self._scene = context.of(SceneFeature)
        self.panels = (Panel("spectrum", self.panel, "plots"),)
        self.views = (
            self._show_axis,
            self._show_pinned,
            self._show_group,
            self._show_draws,
            self._show_live,
            self._show_markers,
        )
        self.commands = self._commands()
        self.derivations = (LIVE, PINNED, CLICKED, FRAMED, LIT_GROUP)
        self._connect(context)

    def _show_axis(self, state: AppState) -> None:
        cube = state.scene.cube if state.scene else None
        self.panel.show_axis(
            SpectralAxis(cube.bands, cube.wavelengths_nm, cube.good_bands, cube.quantity) if cube else None
        )

    def _show_pinned(self, state: AppState) -> None:
        """Pinned spectra that have been read."""
        _ = state.scene  # another scene's axis drops what was drawn
        self.panel.show_pins(
            [
                PinnedSpectrum(
                    pin.key,
                    pin.place,
                    pin_colour(pin.key),
                    spectrum,
                    pin.visible,
                    f"{pin.line}, {pin.sample}",
                )
                for pin, spectrum in pins_read(state)
            ]
        )

    def _show_group(self, state: AppState) -> None:
        """Mean and range of the lit pixels or the framed region, once read."""
        _ = state.scene
        group = shown_group(state)
        self.panel.show_group(
            SpectrumGroup(group.name, group.pixels, group.mean, group.lower, group.upper) if group else None
        )

    def _show_draws(self, state: AppState) -> None:
        """The draws of the pixel clicked last, where the shown result's model is loaded."""
        _ = state.scene
        logits = clicked_draws(state)
        if logits is None or state.view.clicked is None:
            self.panel.show_draws(None)
            return
        line, sample = state.view.clicked
        thresholds = state.view.thresholds
        self.panel.show_draws(
            PixelDraws(f"line {line}, sample {sample}", logits, thresholds.alpha, thresholds.delta_value)
        )

    def _show_live(self, state: AppState) -> None:
        """The spectrum under the cursor; while the next one is read, the one before stays."""
        made, cursor = LIVE.latest(state), state.cursor
        if cursor is None or state.scene is None or made is None or made.key[0] is not state.scene:
            self.panel.show_live("", None)
        elif made.key[1] == cursor:
            self.panel.show_live(f"line {cursor[0]}, sample {cursor[1]}", made.value)

    def _show_markers(self, state: AppState) -> None:
        self._scene.view.show_pins(state.view.pins)

    def _commands(self) -> tuple[Command, ...]:
        apply = self._context.session.apply
        menu: Menu = "Spectra"
        return (
            Command(
                "pin",
                "Pin the spectrum at the crosshair",
                menu,
                ("Space",),
                self._scene.pin,
                lambda state: "" if state.cursor and state.scene else "move over the scene first",
                in_scene=True,
            ),
            Command("clear_pins", "Remove all pins", menu, ("Shift+Del",), lambda: apply(pins_cleared)),
            Command("toggle_unit", "Wavelengths in nm or µm", menu, ("U",), self.panel.toggle_unit),
            Command("copy_spectra", "Copy the spectra as CSV", menu, ("Ctrl+Shift+C",), self.panel.copy),
        )

    def _connect(self, context: Context) -> None:
        self.panel.pin_deleted.connect(lambda key: context.session.apply(pin_removed(key)))
        self.panel.pin_shown.connect(lambda key, on: context.session.apply(pin_shown(key, on)))
        self.panel.pins_cleared.connect(lambda: context.session.apply(pins_cleared))
        self.panel.copied.connect(lambda text: context.notify(Notice("done", text)))
