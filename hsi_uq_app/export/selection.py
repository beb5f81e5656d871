"""What an export needs to know, as one frozen value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from hsi_uq_app import __version__
from hsi_uq_app.confidence.detections import Detection, Labels, detections, label_detections
from hsi_uq_app.confidence.high_confidence_set import SetCounts, count
from hsi_uq_app.confidence.quantile_map import QuantileMap
from hsi_uq_app.scene.georeference import Georeference

Levels = npt.NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class Selection:
    """The High-Confidence Set of one map at one (alpha, delta), and what goes with it.

    `classes` uint8, `lower` and `upper` int16 rounded logits, `mean_logit` float32, all (lines, samples).
    `alpha` in hundredths. `spatial`: the scene's header fields that a one-band file may carry. `provenance`:
    plain JSON values; no paths, no clock times. `sources`: files that no export may overwrite. `backdrop`:
    uint8 (lines, samples, 3) to lie beneath a picture. Detections join over `connectivity` neighbours
    (4 or 8) and have at least `minimum_pixels`; the mask itself is never sieved: it is the set by definition.
    """

    classes: npt.NDArray[np.uint8]
    lower: Levels
    upper: Levels
    mean_logit: npt.NDArray[np.float32]
    alpha: int
    delta: float
    georeference: Georeference | None = None
    spatial: Mapping[str, str] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)
    sources: tuple[Path, ...] = ()
    backdrop: npt.NDArray[np.uint8] | None = None
    connectivity: int = 8
    minimum_pixels: int = 1

    def __post_init__(self) -> None:
        # Masks come as bool or int64, too, which raster writers refuse.
        object.__setattr__(self, "classes", np.ascontiguousarray(self.classes, np.uint8))

    @classmethod
    def of(
        cls,
        result: QuantileMap,
        classes: npt.NDArray[np.uint8],
        lower: Levels,
        upper: Levels,
        alpha: int,
        delta: float,
    ) -> "Selection":
        """The selection of a map that was opened, with its place and all its hashes."""
        return cls(
            classes,
            lower,
            upper,
            result.mean_logit,
            alpha,
            delta,
            georeference=result.georeference,
            spatial=result.spatial,
            provenance=_provenance(result),
            sources=result.files.all,
        )

    @property
    def counts(self) -> SetCounts:
        return count(self.classes)

    @property
    def crs_wkt(self) -> str | None:
        return self.georeference.crs_wkt if self.georeference else None

    def labels(self) -> Labels:
        """The label image of the detections, 0 outside."""
        return label_detections(self.classes, self.connectivity, self.minimum_pixels)

    def detections(self, labels: Labels) -> tuple[Detection, ...]:
        """One row a label."""
        return detections(labels, self.lower, self.upper, self.mean_logit, self.georeference)


def _provenance(result: QuantileMap) -> dict[str, Any]:
    known = dict(result.provenance)
    return {
        "method": result.passport.method,
        "draws": result.draws,
        "version": __version__,
        "hashes": {
            "cube": known.pop("cube", None),
            "model": known.pop("model", None),
            "training": result.passport.training_hash,
            "map": result.fingerprint(),
        },
        "map": known,
        "passport": result.passport.model_dump(mode="json"),
    }
