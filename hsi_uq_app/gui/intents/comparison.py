"""Compare results, and mark what a simulated scene hides."""

from collections.abc import Callable, Mapping

from hsi_uq_app.gui.desk import Desk
from hsi_uq_app.session.comparison_transitions import comparing_set
from hsi_uq_app.session.suburb_transitions import discs_toggled
from hsi_uq_app.session.transitions import result_chosen
from hsi_uq_app.session.view_transitions import layer_chosen


class ComparisonIntents:
    """Opens and closes the comparison, and chooses from it."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._apply = desk, desk.session.apply

    def toggle(self) -> None:
        """Open the comparison, or close it."""
        self._apply(comparing_set(not self._desk.state.comparing))

    def close(self) -> None:
        self._apply(comparing_set(False))

    def choose(self, path: object) -> None:
        """Show the result of a row."""
        self._apply(result_chosen(path))  # type: ignore[arg-type]

    def show_disagreement(self) -> None:
        self._apply(layer_chosen("disagreement"))

    def toggle_discs(self) -> None:
        """Mark the discs, or no longer."""
        self._apply(discs_toggled)

    def actions(self) -> Mapping[str, Callable[[], object]]:
        """Names of `key_table.KEYS` and what they do."""
        return {"compare": self.toggle, "toggle_discs": self.toggle_discs}
