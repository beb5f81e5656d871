"""The window: where everything lies. It shows what it is given; what happens is in `wiring`."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMainWindow, QScrollArea, QSplitter, QVBoxLayout, QWidget

from hsi_uq_app.gui import theme
from hsi_uq_app.gui.calibration_panel import CalibrationPanel
from hsi_uq_app.gui.compare_panel import ComparePanel
from hsi_uq_app.gui.composite_bar import CompositeBar
from hsi_uq_app.gui.disc_legend import DiscLegend
from hsi_uq_app.gui.layer_panel import LayerPanel
from hsi_uq_app.gui.library_panel import LibraryPanel
from hsi_uq_app.gui.loaded_panel import LoadedPanel
from hsi_uq_app.gui.model_panel import ModelPanel
from hsi_uq_app.gui.notice_strip import NoticeStrip
from hsi_uq_app.gui.progress_line import ProgressLine
from hsi_uq_app.gui.readout_line import ReadoutLine
from hsi_uq_app.gui.reliability_panel import ReliabilityPanel
from hsi_uq_app.gui.scene.colour_bar import ColourBar
from hsi_uq_app.gui.scene.legend import Legend
from hsi_uq_app.gui.scene_view import SceneView
from hsi_uq_app.gui.set_panel import SetPanel
from hsi_uq_app.gui.side_tabs import SideTabs
from hsi_uq_app.gui.spectrum_panel import SpectrumPanel
from hsi_uq_app.gui.threshold_panel import ThresholdPanel

FLICKER = Qt.Key.Key_QuoteLeft


class Window(QMainWindow):
    """Controls on the left, the scene in the middle, spectra and reliability on the right.

    Signals:
        files_dropped(object): tuple[Path, ...].
        closing(): the window is about to go.
    """

    files_dropped = Signal(object)
    closing = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.notices, self.progress = NoticeStrip(), ProgressLine()
        self.loaded, self.layers, self.thresholds, self.set = (
            LoadedPanel(),
            LayerPanel(),
            ThresholdPanel(),
            SetPanel(),
        )
        self.composites, self.scene, self.colours, self.readout = (
            CompositeBar(),
            SceneView(),
            ColourBar(),
            ReadoutLine(),
        )
        self.spectrum, self.reliability, self.model = SpectrumPanel(), ReliabilityPanel(), ModelPanel()
        self.calibration, self.library = CalibrationPanel(), LibraryPanel()
        self.side = SideTabs(
            ("Reliability", self.reliability),
            ("Calibration", self.calibration),
            ("Model", self.model),
            ("Library", self.library),
        )
        self.compare, self.discs, self.legend = ComparePanel(), DiscLegend(), Legend()
        self.setWindowTitle("HSI UQ")
        self.setAcceptDrops(True)
        self._lay_out()
        self.scene.setFocus()

    def show_title(self, scene: str) -> None:
        """Name the open scene in the title."""
        self.setWindowTitle(f"{scene} · HSI UQ" if scene else "HSI UQ")

    def sizeHint(self) -> QSize:
        return QSize(1600, 1000)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.files_dropped.emit(_dropped(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == FLICKER:
            self.scene.flicker(hidden=True)
        super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == FLICKER and not event.isAutoRepeat():
            self.scene.flicker(hidden=False)
        super().keyReleaseEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closing.emit()
        super().closeEvent(event)

    def _lay_out(self) -> None:
        middle = QSplitter(Qt.Orientation.Horizontal)
        for widget, share in ((self._controls(), 0), (self._centre(), 1), (self._plots(), 0)):
            middle.addWidget(widget)
            middle.setStretchFactor(middle.count() - 1, share)
        middle.setSizes([theme.em(self, 19), theme.em(self, 60), theme.em(self, 27)])
        middle.setChildrenCollapsible(False)
        rows = (self.notices, middle, self.compare, self.progress)
        self.setCentralWidget(_column(*rows, stretch=middle, margin=0))

    def _controls(self) -> QWidget:
        """What is loaded, the layer, the thresholds, what the set holds; scrolls when the window is low."""
        sections = (
            (None, self.loaded),
            ("Layer", self.layers),
            (None, self.discs),
            ("High-Confidence Set", self.thresholds),
            (None, self.set),
        )
        column = _column(*(_section(title, widget) for title, widget in sections), margin=theme.em(self, 0.6))
        column.layout().addStretch(1)  # type: ignore[union-attr]
        area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(column)
        area.setMinimumWidth(column.minimumSizeHint().width() + area.verticalScrollBar().sizeHint().width())
        return area

    def _centre(self) -> QWidget:
        picture = QWidget()
        row = QHBoxLayout(picture)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.scene, 1)
        row.addWidget(self.colours)
        row.addWidget(self.legend)
        return _column(self.composites, picture, self.readout, stretch=picture, margin=theme.em(self, 0.4))

    def _plots(self) -> QWidget:
        plots = QSplitter(Qt.Orientation.Vertical)
        plots.addWidget(self.spectrum)
        plots.addWidget(self.side)
        plots.setChildrenCollapsible(False)
        plots.setSizes([theme.em(self, 26), theme.em(self, 32)])
        return plots


def _dropped(event: QDropEvent) -> tuple[Path, ...]:
    return tuple(Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile())


def _section(title: str | None, widget: QWidget) -> QWidget:
    if title is None:
        return widget
    heading = QLabel(title)
    heading.setStyleSheet("font-weight: 600")
    return _column(heading, widget, margin=0)


def _column(*widgets: QWidget, margin: int, stretch: QWidget | None = None) -> QWidget:
    holder = QWidget()
    layout = QVBoxLayout(holder)
    layout.setContentsMargins(margin, margin, margin, margin)
    for widget in widgets:
        layout.addWidget(widget, 1 if widget is stretch else 0)
    return holder
