"""The JSON beside every export: all that is needed to repeat it, and the same from either door."""

import json
import math
from collections.abc import Mapping
from typing import Any

from hsi_uq_app.confidence.high_confidence_set import CLASS_NAMES, effective_draws
from hsi_uq_app.export.selection import Selection


def headline(selection: Selection) -> str:
    """One line for headers and tags."""
    method, draws = (selection.provenance.get(key, "unknown") for key in ("method", "draws"))
    return (
        f"High-Confidence Set: alpha {selection.alpha / 100:.2f}, delta {selection.delta:.3f}, "
        f"{method} with {draws} draws"
    )


def coordinates(selection: Selection) -> str:
    """What x and y of the scene are; said, never invented."""
    if selection.crs_wkt is not None:
        return "map coordinates in the scene's CRS"
    if selection.georeference is not None:
        return "map coordinates of unknown CRS"
    return "no CRS: pixel coordinates, x = sample, y = line, from the first pixel's upper left corner"


def side_car(selection: Selection, kind: str, **more: Any) -> bytes:
    """The JSON text; the same selection gives the same bytes, whatever the file is called."""
    place = selection.georeference
    document = {
        "format": kind,
        "alpha": selection.alpha / 100,
        "delta": round(selection.delta, 3),
        **selection.provenance,
        "effective_draws": _effective_draws(selection),
        "counts": _counts(selection),
        "classes": dict(enumerate(CLASS_NAMES)),
        "connectivity": selection.connectivity,
        "minimum_pixels": selection.minimum_pixels,
        "crs": selection.crs_wkt,
        "transform": list(place.transform) if place else None,
        "coordinates": coordinates(selection),
        **more,
    }
    return (json.dumps(document, indent=1, ensure_ascii=False, default=str) + "\n").encode()


def _counts(selection: Selection) -> Mapping[str, Any]:
    counts = selection.counts
    shares = {
        "target": counts.target_share,
        "background": counts.background_share,
        "undecided": counts.undecided_share,
    }
    return {
        "target": counts.target,
        "background": counts.background,
        "undecided": counts.undecided,
        "not_evaluated": counts.not_evaluated,
        "shares": {name: None if math.isnan(share) else share for name, share in shares.items()},
    }


def _effective_draws(selection: Selection) -> int | None:
    draws = selection.provenance.get("draws")
    return effective_draws(selection.alpha, draws) if isinstance(draws, int) else None
