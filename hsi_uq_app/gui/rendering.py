"""From the state to the screen: a view is shown again only when something it read has changed."""

from collections.abc import Callable, Sequence

from hsi_uq_app.session.reads import Reads, recorded
from hsi_uq_app.session.state import AppState


class Renderer:
    """Shows views from the state, and remembers what each of them read."""

    def __init__(self, views: Sequence[Callable[[AppState], None]]) -> None:
        self._views = tuple(views)
        self._reads: dict[int, Reads] = {}

    def render(self, state: AppState) -> None:
        """Show the views that read something else now, in their order; all of them the first time.

        A view with a bug does not keep the others from being shown; the bug is raised afterwards.
        """
        bugs: list[Exception] = []
        for number, view in enumerate(self._views):
            read = self._reads.get(number)
            if read is not None and read.hold_in(state):
                continue
            reads = self._reads[number] = Reads()
            try:
                view(recorded(state, reads))
            except Exception as bug:
                bugs.append(bug)
        if bugs:
            raise bugs[0]
