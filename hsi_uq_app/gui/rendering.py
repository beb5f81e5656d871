"""From the state to the screen: each part of the window is shown again only when what it reads changed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hsi_uq_app.gui.parts.stage import Stage
from hsi_uq_app.session.state import AppState


@dataclass(frozen=True)
class Part:
    """A part of the window: what it reads of the state, and how it is shown."""

    reads: Callable[[AppState], tuple[Any, ...]]
    show: Callable[[Stage, AppState], None]


def render(stage: Stage, parts: tuple[Part, ...], old: AppState | None, new: AppState) -> None:
    """Show the parts whose inputs changed, in the table's order; all of them when there is no old state.

    A part with a bug does not keep the others from being shown; the bug is raised afterwards.
    """
    bugs = []
    for part in parts:
        if old is None or part.reads(old) != part.reads(new):
            try:
                part.show(stage, new)
            except Exception as bug:
                bugs.append(bug)
    if bugs:
        raise bugs[0]
