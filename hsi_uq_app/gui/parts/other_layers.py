"""Layers that few results have, or that are not of one: disagreement, truth, materials, consistency."""

from collections.abc import Callable, Mapping

import numpy as np

from hsi_uq_app.confidence.agreement import AGREED, AGREEMENT_NAMES, OPPOSED, PARTLY
from hsi_uq_app.gui.colours import AGREEMENT_COLOURS, colour_map
from hsi_uq_app.gui.numbers import count_text
from hsi_uq_app.gui.parts.map_tables import colours_table, value_table
from hsi_uq_app.gui.parts.stage import Stage
from hsi_uq_app.gui.rendering import Part
from hsi_uq_app.gui.scene.legend import LegendRow
from hsi_uq_app.gui.set_panel import share_text
from hsi_uq_app.session.comparison import Agreement
from hsi_uq_app.session.comparison_inputs import agreement_inputs
from hsi_uq_app.session.derived import is_consistency, shown_result
from hsi_uq_app.session.maps import codes
from hsi_uq_app.session.state import AppState
from hsi_uq_app.session.view import LOOKS, OTHER_LAYERS, Layer

_FAINTEST = 1
"""The code of abundance 0: clear, so that the scene is seen where there is no target."""

_SURE = 250
"""Codes of consistency from .99 on: clear, so that what is left is what noise would change."""


def show_other(stage: Stage, state: AppState) -> None:
    """The chosen layer, when it is one of these; else no legend."""
    layer = state.view.layer
    if layer not in OTHER_LAYERS:
        stage.window.legend.hide()
        return
    if not _SHOWN[layer](stage, state):
        _clear(stage)


def _show_disagreement(stage: Stage, state: AppState) -> bool:
    """The map of agreement; while other sliders make it anew, the one before stays, without numbers."""
    found, asked = state.agreement, agreement_inputs(state)
    if found is None or asked is None or found.made_from.results != asked.results:
        return False
    colours = {kind: AGREEMENT_COLOURS[kind] for kind in (PARTLY, OPPOSED)}
    stage.window.scene.show_map(found.kinds, colours_table(colours), 1, (PARTLY, OPPOSED), colours=256)
    stage.window.colours.hide()
    stage.window.legend.show_rows(
        f"{len(asked.results)} results", _agreement_rows(found, is_current=found.made_from == asked)
    )
    return True


def _agreement_rows(found: Agreement, is_current: bool) -> list[LegendRow]:
    counts = {AGREED: found.counts.agreed, PARTLY: found.counts.partly, OPPOSED: found.counts.opposed}
    return [
        LegendRow(
            AGREEMENT_COLOURS.get(kind),
            AGREEMENT_NAMES[kind].capitalize(),
            count_text(pixels) if is_current else "…",
            share_text(pixels / found.counts.compared) if found.counts.compared else "",
        )
        for kind, pixels in counts.items()
    ]


def _show_truth(stage: Stage, state: AppState) -> bool:
    if state.truth is None:
        return False
    lut = colour_map(state.view.looks.get("truth", LOOKS["truth"]).colour_map)
    table = value_table(lut)
    table[_FAINTEST] = 0
    least = _FAINTEST + 1 + int(254 * state.truth.threshold)
    stage.window.scene.show_map(codes(state.truth.abundance, 0.0, 1.0), table, 1, (least, 255))
    stage.window.legend.hide()
    stage.window.colours.show_scale("abundance of the target", 0.0, 1.0, lut)
    return True


def _show_materials(stage: Stage, state: AppState) -> bool:
    found = state.materials
    if found is None:
        return False
    stage.window.scene.show_map(found.codes, colours_table(dict(enumerate(found.colours))), 1, None)
    stage.window.colours.hide()
    rows = [
        LegendRow(found.colours[number], found.names[number], share_text(pixels / found.codes.size),
                  f"{count_text(pixels)} pixels")
        for number, pixels in found.present()
    ]  # fmt: skip
    stage.window.legend.show_rows("Largest part", rows)
    return True


def _clear(stage: Stage) -> None:
    stage.window.scene.show_map(None, (), 1, None)
    stage.window.colours.hide()
    stage.window.legend.hide()


def _show_consistency(stage: Stage, state: AppState) -> bool:
    """Confidence of consistency calibration in the predicted class: the calibrated probability, folded."""
    result = shown_result(state)
    if result is None or not is_consistency(result):
        return False
    lut = colour_map(state.view.looks.get("consistency", LOOKS["consistency"]).colour_map)
    confidence = 1 / (1 + np.exp(-np.abs(result.quantiles.mean_logit)))
    table = value_table(lut)
    table[_SURE:] = [0] * (len(table) - _SURE)
    stage.window.scene.show_map(codes(confidence.astype(np.float32), 0.5, 1.0), table, 1, (1, _SURE // 2))
    stage.window.legend.hide()
    stage.window.colours.show_scale("consistency of the class, clear above .99", 0.5, 1.0, lut)
    return True


_SHOWN: Mapping[Layer, Callable[[Stage, AppState], bool]] = {
    "disagreement": _show_disagreement,
    "truth": _show_truth,
    "materials": _show_materials,
    "consistency": _show_consistency,
}


def _reads(s: AppState) -> tuple[object, ...]:
    layer = s.view.layer
    reads: Mapping[Layer, tuple[object, ...]] = {
        "disagreement": (s.agreement, agreement_inputs(s)),
        "truth": (s.truth, s.view.looks.get("truth")),
        "materials": (s.materials,),
        "consistency": (s.result, s.view.looks.get("consistency")),
    }
    return layer, *reads.get(layer, ())


PARTS = (Part(_reads, show_other),)
