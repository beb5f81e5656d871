"""Whether figures are of pixels that the model learnt from, which flatters it."""

from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.regions import Region, parse_region


def training_region(result: QuantileMap) -> Region | None:
    """Where the model was trained; None if that was another scene, or cannot lie in one of this size."""
    if result.provenance.get("trained_here") is False:
        return None
    try:
        return parse_region(result.passport.region, result.lines, result.samples)
    except UserError:
        return None


def seen_note(result: QuantileMap, region: str) -> str:
    """What to say of a region that shares pixels with the model's training region; "" where none is shared.

    Raises:
        UserError: a region not understood or beyond the scene.
    """
    asked, trained = parse_region(region, result.lines, result.samples), training_region(result)
    if trained is None or not asked.overlaps(trained):
        return ""
    unsure = "" if result.provenance.get("trained_here") else ", if it was trained on this scene"
    share = asked.shared(trained) / asked.size
    return f"{100 * share:.0f} % of these pixels lie where the model was trained ({trained.text}){unsure}"
