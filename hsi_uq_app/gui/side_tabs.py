"""The tabs under the spectra: each is there when it has something to show."""

from PySide6.QtWidgets import QTabWidget, QWidget


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
