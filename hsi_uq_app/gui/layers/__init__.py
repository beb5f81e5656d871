"""The map over the scene: which layer, how opaque, in which colours, and what its colours mean."""

from functools import partial
from typing import Final

from hsi_uq_app.gui.colours import table_of
from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.context import Context
from hsi_uq_app.gui.feature import Feature, Panel
from hsi_uq_app.gui.layers.legend import ColourBar, Legend
from hsi_uq_app.gui.layers.panel import LayerPanel
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.session.calibration import CONSISTENCY_CODES
from hsi_uq_app.session.layer import LayerPicture
from hsi_uq_app.session.layers import LAYERS, layer_chosen, style_of, styled
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.truth import TRUTH_CODES

OPACITY_STEP: Final = 0.05


class LayersFeature(Feature):
    """Chooses the layer and draws it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.scene = context.of(SceneFeature).view
        self.panel, self.colours, self.legend = LayerPanel(tuple(LAYERS.values())), ColourBar(), Legend()
        self.panels = (
            Panel("layers", self.panel, "controls", "Layer"),
            Panel("colours", self.colours, "beside scene"),
            Panel("legend", self.legend, "beside scene"),
        )
        self.views = (self._show_map, self._show_opacity, self._show_choice)
        self.commands = self._commands()
        self.derivations = (TRUTH_CODES, CONSISTENCY_CODES)
        self._connect(context)

    def _show_map(self, state: AppState) -> None:
        """Draw the chosen layer, with its colour bar or its legend."""
        layer = LAYERS[state.view.layer]
        picture = layer.picture(state, self._context.buffers)
        if picture is None:
            self.scene.show_map(None, (), 1, None)
            self.colours.hide()
            self.legend.hide()
            return
        style = style_of(state, layer.name)
        colour_map = style.colour_map if style else ""
        self.scene.show_map(
            picture.codes, table_of(picture, colour_map), picture.step, picture.marked, picture.marked_colours
        )
        self._show_meaning(picture, colour_map)

    def _show_meaning(self, picture: LayerPicture, colour_map: str) -> None:
        if picture.scale:
            self.colours.show_scale(picture.scale, colour_map)
        else:
            self.colours.hide()
        if picture.legend:
            self.legend.show_legend(picture.legend)
        else:
            self.legend.hide()

    def _show_opacity(self, state: AppState) -> None:
        style = style_of(state, state.view.layer)
        self.scene.show_opacity(style.opacity if style else 1.0)

    def _show_choice(self, state: AppState) -> None:
        missing = {layer.name: layer.missing(state) for layer in LAYERS.values()}
        self.panel.show_layer(state.view.layer, style_of(state, state.view.layer), missing)

    def _set_opacity(self, opacity: float) -> None:
        self._context.apply(styled(self._context.state.view.layer, opacity=opacity), "opacity")

    def _step_opacity(self, by: int) -> None:
        style = style_of(self._context.state, self._context.state.view.layer)
        if style:
            self._set_opacity(style.opacity + by * OPACITY_STEP)

    def _choose(self, name: str) -> None:
        self._context.apply(layer_chosen(name))

    def _commands(self) -> tuple[Command, ...]:
        rows = [*list(LAYERS.values())[1:], LAYERS["none"]]
        return (
            *(
                Command(f"layer_{layer.name}", layer.title, "Layers", (layer.key,),
                        partial(self._choose, layer.name), layer.missing)
                for layer in rows
            ),
            Command("flicker", "Hold: the scene without its layer", "Layers", ("`",), None),
            Command("opacity_down", "More transparent", "Layers", ("[",), partial(self._step_opacity, -1)),
            Command("opacity_up", "More opaque", "Layers", ("]",), partial(self._step_opacity, 1)),
        )  # fmt: skip

    def _connect(self, context: Context) -> None:
        self.panel.layer_chosen.connect(self._choose)
        self.panel.opacity_changed.connect(self._set_opacity)
        self.panel.colour_map_chosen.connect(
            lambda name: context.apply(styled(context.state.view.layer, colour_map=name))
        )
