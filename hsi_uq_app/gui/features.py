"""The table of features, in the order in which they need each other: a new one is a folder and a row here."""

from typing import Final

from hsi_uq_app.gui.calibration import CalibrationFeature
from hsi_uq_app.gui.comparison import ComparisonFeature
from hsi_uq_app.gui.export import ExportFeature
from hsi_uq_app.gui.feature import Feature
from hsi_uq_app.gui.files import FilesFeature
from hsi_uq_app.gui.general import GeneralFeature
from hsi_uq_app.gui.hcs import SetFeature
from hsi_uq_app.gui.layers import LayersFeature
from hsi_uq_app.gui.library import LibraryFeature
from hsi_uq_app.gui.models import ModelsFeature
from hsi_uq_app.gui.notices import NoticesFeature
from hsi_uq_app.gui.questions import QuestionsFeature
from hsi_uq_app.gui.reflectance import ReflectanceFeature
from hsi_uq_app.gui.reliability import ReliabilityFeature
from hsi_uq_app.gui.scene import SceneFeature
from hsi_uq_app.gui.sessions import SessionsFeature
from hsi_uq_app.gui.spectra import SpectraFeature
from hsi_uq_app.gui.suburb import SuburbFeature
from hsi_uq_app.gui.training import TrainingFeature

FEATURES: Final[tuple[type[Feature], ...]] = (
    NoticesFeature,
    FilesFeature,
    SceneFeature,
    LayersFeature,
    SuburbFeature,
    SetFeature,
    SpectraFeature,
    ReliabilityFeature,
    ModelsFeature,
    TrainingFeature,
    ComparisonFeature,
    CalibrationFeature,
    LibraryFeature,
    QuestionsFeature,
    ExportFeature,
    SessionsFeature,
    ReflectanceFeature,
    GeneralFeature,
)
