"""The map over the scene: which layer, how opaque, in which colours, and what its colours mean."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Final

import numpy as np

from hsi_uq_app.gui.colours import colour_map
from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature, Panel
from hsi_uq_app.gui.layers.legend import ColourBar, Legend
from hsi_uq_app.gui.layers.panel import LayerPanel
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.session.layer import Colour, LayerPicture
from hsi_uq_app.session.layers import LAYERS, layer_chosen, style_of, styled
from hsi_uq_app.session.state import AppState

OPACITY_STEP: Final = 0.05


class LayersFeature(Feature):
    """Chooses the layer and draws it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.map = context.of(SceneFeature).view.map
        self.panel, self.colours, self.legend = LayerPanel(tuple(LAYERS.values())), ColourBar(), Legend()
        self.panels = (
            Panel("layers", self.panel, "controls", "Layer"),
            Panel("colours", self.colours, "beside scene"),
            Panel("legend", self.legend, "beside scene"),
        )
        self.views = (self._show_map, self._show_opacity, self._show_choice)
        self.commands = self._commands()
        self.derivations = tuple(layer.derivation for layer in LAYERS.values() if layer.derivation)
        self._connect(context)

    def _show_map(self, state: AppState) -> None:
        """Draw the chosen layer, with its colour bar or its legend."""
        layer = LAYERS[state.view.layer]
        picture = layer.picture(state, self._context.buffers)
        if picture is None:
            self.map.show_codes(None)
            self.colours.hide()
            self.legend.hide()
            return
        style = style_of(state, layer.name)
        name = style.colour_map if style else ""
        self.map.show_codes(picture.codes, table_of(picture, name), picture.step)
        if picture.marked:
            self.map.mark(*picture.marked, bins=picture.marked_colours)
        self._show_meaning(picture, name)

    def _show_meaning(self, picture: LayerPicture, name: str) -> None:
        if picture.scale:
            self.colours.show_scale(picture.scale, name)
        else:
            self.colours.hide()
        if picture.legend:
            self.legend.show_legend(picture.legend)
        else:
            self.legend.hide()

    def _show_opacity(self, state: AppState) -> None:
        style = style_of(state, state.view.layer)
        self.map.setOpacity(style.opacity if style else 1.0)

    def _show_choice(self, state: AppState) -> None:
        missing = {layer.name: layer.missing(state) for layer in LAYERS.values()}
        self.panel.show_layer(state.view.layer, style_of(state, state.view.layer), missing)

    def _set_opacity(self, opacity: float) -> None:
        self._context.session.apply(styled(self._context.state.view.layer, opacity=opacity), "opacity")

    def _step_opacity(self, by: int) -> None:
        style = style_of(self._context.state, self._context.state.view.layer)
        if style:
            self._set_opacity(style.opacity + by * OPACITY_STEP)

    def _choose(self, name: str) -> None:
        self._context.session.apply(layer_chosen(name))

    def _commands(self) -> tuple[Command, ...]:
        rows = [*list(LAYERS.values())[1:], LAYERS["none"]]
        return (
            *(
                Command(
                    f"layer_{layer.name}",
                    layer.title,
                    "Layers",
                    (layer.key,),
                    partial(self._choose, layer.name),
                    layer.missing,
                )
                for layer in rows
            ),
            Command("flicker", "Hold: the scene without its layer", "Layers", ("`",), None),
            Command("opacity_down", "More transparent", "Layers", ("[",), partial(self._step_opacity, -1)),
            Command("opacity_up", "More opaque", "Layers", ("]",), partial(self._step_opacity, 1)),
        )

    def _connect(self, context: Context) -> None:
        self.panel.layer_chosen.connect(self._choose)
        self.panel.opacity_changed.connect(self._set_opacity)
        self.panel.colour_map_chosen.connect(
            lambda name: context.session.apply(styled(context.state.view.layer, colour_map=name))
        )


def table_of(picture: LayerPicture, name: str) -> tuple[int, ...]:
    """The colours of a picture's codes: its own, or those of a colour map."""
    if picture.colours is not None:
        return _table_of_colours(picture.colours)
    return _table_of_values(name, picture.clear)


def _table_of_colours(colours: Mapping[int, Colour]) -> tuple[int, ...]:
    """Codes without a colour are clear."""
    table = [0] * 256
    for code, (red, green, blue, *rest) in colours.items():
        opacity = rest[0] if rest else 255
        table[code] = opacity << 24 | red << 16 | green << 8 | blue
    return tuple(table)


@cache
def _table_of_values(name: str, clear: range) -> tuple[int, ...]:
    """Code 0 (no data) is clear, codes 1..255 run through the colour map but for those that are clear too."""
    rgba = colour_map(name).astype(np.uint32)
    table = rgba[:, 3] << 24 | rgba[:, 0] << 16 | rgba[:, 1] << 8 | rgba[:, 2]
    table[[0, *clear]] = 0
    return tuple(int(colour) for colour in table)
