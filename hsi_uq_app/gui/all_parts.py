"""Every part of the window, in the order in which they are shown."""

from hsi_uq_app.gui.parts import (
    calibration_parts,
    compare_parts,
    library_parts,
    model_parts,
    other_layers,
    panel_parts,
    scene_parts,
    set_parts,
    suburb_parts,
)

PARTS = (
    *scene_parts.PARTS,
    *panel_parts.PARTS,
    *set_parts.PARTS,
    *other_layers.PARTS,
    *suburb_parts.PARTS,
    *model_parts.PARTS,
    *compare_parts.PARTS,
    *calibration_parts.PARTS,
    *library_parts.PARTS,
)
