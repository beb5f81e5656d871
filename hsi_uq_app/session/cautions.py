"""What must be said beside a result: another quantity than the model's, bands that had to be fitted."""

from dataclasses import dataclass

from hsi_uq_app.scene.quantity import quantity_warning
from hsi_uq_app.session.state import Result, Scene


@dataclass(frozen=True)
class Cautions:
    """`warning`: why not to trust the result, "" if nothing is known against it. `notes`: what was odd."""

    warning: str = ""
    notes: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The warning, then the notes."""
        return (self.warning, *self.notes) if self.warning else self.notes


def cautions(result: Result, scene: Scene | None) -> Cautions:
    """The quantity as the scene is understood now, and what the prediction noted."""
    noted = result.quantiles.provenance.get("notes")
    notes = [str(note) for note in noted] if isinstance(noted, list | tuple) else []
    warning = quantity_warning(result.quantiles.passport.quantity, scene.cube.quantity) if scene else ""
    return Cautions(warning, tuple(note for note in notes if note != warning))
