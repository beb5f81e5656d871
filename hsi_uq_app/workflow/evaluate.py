"""Evaluate: what a result is worth where the truth is known (design 9, `evaluate`)."""

from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from hsi_uq_app.calibration import metrics
from hsi_uq_app.confidence.high_confidence_set import BACKGROUND, TARGET, UNDECIDED, high_confidence_set
from hsi_uq_app.confidence.quantile_map import NO_DATA, QuantileMap
from hsi_uq_app.confidence.width import width
from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.labels import Truth, parse_region
from hsi_uq_app.workflow.select import alpha_in_hundredths, check_delta
