"""The window: where panels lie. It shows what it is given; what happens is in the features."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QScrollArea,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from hsi_uq_app.gui import theme

if TYPE_CHECKING:
    from hsi_uq_app.gui.feature import Panel, Place


class SideTabs(QTabWidget):
    """Hidden while no page has anything to show; the first that has is on top until another one is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self._is_chosen = False
        self.setDocumentMode(True)
        self.setUsesScrollButtons(False)
        self.tabBar().setDrawBase(False)
        self.tabBarClicked.connect(self._choose)
        self.tabBar().setAccessibleName("Panels")
        self.hide()

    def add(self, title: str, page: QWidget) -> None:
        """A page more, hidden while it has nothing to show."""
        self.addTab(page, title)
        self.setTabVisible(self.indexOf(page), False)

    def show_available(self, page: QWidget, available: bool) -> None:
        """Show or hide a page's tab."""
        self.setTabVisible(self.indexOf(page), available)
        there = [tab for tab in range(self.count()) if self.isTabVisible(tab)]
        self.setVisible(bool(there))
        if there and not self._is_chosen:
            self.setCurrentIndex(there[0])

    def bring_up(self, page: QWidget) -> None:
        """Show this page."""
        self._choose()
        self.show_available(page, True)
        self.setCurrentWidget(page)

    def _choose(self) -> None:
        self._is_chosen = True


FLICKER = Qt.Key.Key_QuoteLeft


class Window(QMainWindow):
    """Controls on the left, the scene in the middle, spectra and tabs on the right.

    Signals:
        files_dropped(object): tuple[Path, ...].
        flickered(bool): the key that hides the layer while it is held went down (True) or up.
        closing(): the window is about to go.
    """

    files_dropped = Signal(object)
    flickered = Signal(bool)
    closing = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.tabs = SideTabs()
        self.panels: dict[str, QWidget] = {}
        self.setWindowTitle("HSI UQ")
        self.setAcceptDrops(True)

    def lay_out(self, panels: Sequence["Panel"]) -> None:
        """Put every panel in its place."""
        self.panels = {panel.name: panel.widget for panel in panels}
        ranked = sorted(panels, key=lambda panel: panel.rank)
        at: dict[Place, list[Panel]] = {panel.place: [] for panel in ranked}
        for panel in ranked:
            at[panel.place].append(panel)
        for panel in at["tabs"]:
            self.tabs.add(panel.title, panel.widget)
        middle = QSplitter(Qt.Orientation.Horizontal)
        columns = (self._controls(at["controls"]), 0), (self._centre(at), 1), (self._plots(at["plots"]), 0)
        for widget, share in columns:
            middle.addWidget(widget)
            middle.setStretchFactor(middle.count() - 1, share)
        middle.setSizes([theme.em(self, 19), theme.em(self, 60), theme.em(self, 27)])
        middle.setChildrenCollapsible(False)
        rows = (*_widgets(at["top"]), middle, *_widgets(at["bottom"]))
        self.setCentralWidget(_column(*rows, stretch=middle, margin=0))
        self.panels["scene"].setFocus()

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
            self.flickered.emit(True)
        super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == FLICKER and not event.isAutoRepeat():
            self.flickered.emit(False)
        super().keyReleaseEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closing.emit()
        super().closeEvent(event)

    def _controls(self, panels: Sequence["Panel"]) -> QWidget:
        """What is loaded, the layer, the thresholds, what the set holds; scrolls when the window is low."""
        sections = (_section(panel.title, panel.widget) for panel in panels)
        column = _column(*sections, margin=theme.em(self, 0.6))
        column.layout().addStretch(1)  # type: ignore[union-attr]
        area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(column)
        area.setMinimumWidth(column.minimumSizeHint().width() + area.verticalScrollBar().sizeHint().width())
        return area

    def _centre(self, at: "dict[Place, list[Panel]]") -> QWidget:
        picture = QWidget()
        row = QHBoxLayout(picture)
        row.setContentsMargins(0, 0, 0, 0)
        for widget in _widgets(at["scene"]):
            row.addWidget(widget, 1)
        for widget in _widgets(at["beside scene"]):
            row.addWidget(widget)
        rows = (*_widgets(at["above scene"]), picture, *_widgets(at["below scene"]))
        return _column(*rows, stretch=picture, margin=theme.em(self, 0.4))

    def _plots(self, panels: Sequence["Panel"]) -> QWidget:
        plots = QSplitter(Qt.Orientation.Vertical)
        for widget in (*_widgets(panels), self.tabs):
            plots.addWidget(widget)
        plots.setChildrenCollapsible(False)
        plots.setSizes([theme.em(self, 26), theme.em(self, 32)])
        return plots


def _widgets(panels: Sequence["Panel"]) -> list[QWidget]:
    return [panel.widget for panel in panels]


def _dropped(event: QDropEvent) -> tuple[Path, ...]:
    return tuple(Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile())


def _section(title: str, widget: QWidget) -> QWidget:
    if not title:
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
