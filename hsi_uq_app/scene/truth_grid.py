"""The grid a truth is brought to: the scene's lines and samples, and where they lie."""

from dataclasses import dataclass

import numpy as np

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.georeference import Georeference


@dataclass(frozen=True)
class TruthGrid:
    """The scene's size and place, as far as a truth needs them."""

    lines: int
    samples: int
    georeference: Georeference | None = None

    @property
    def shape(self) -> tuple[int, int]:
        return self.lines, self.samples

    def placed(self, file: str) -> Georeference:
        """The scene's place, for truths in map coordinates.

        Raises:
            UserError: the scene has none.
        """
        if self.georeference is None:
            raise UserError(
                f"truth {file} is in map coordinates, but the scene has none",
                "give the scene a map info, or the truth as a mask of the scene's size",
            )
        return self.georeference

    def inside(self, columns: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Which pixel coordinates (from the corner of the first pixel) lie in the scene: bool."""
        with np.errstate(invalid="ignore"):
            return (columns >= 0) & (columns < self.samples) & (rows >= 0) & (rows < self.lines)
