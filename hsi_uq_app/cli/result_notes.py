"""What a prediction noted about its scene and model, for the verbs that read its result."""

from hsi_uq_app.confidence.quantile_map import QuantileMap


def result_notes(result: QuantileMap) -> list[str]:
    """The notes a result carries."""
    noted = result.provenance.get("notes")
    return [str(note) for note in noted] if isinstance(noted, list | tuple) else []
