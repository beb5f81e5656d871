"""Everything the window shows, as one value. Changed only by `Session.apply`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from hsi_uq_app.session.view import Pixel, View

if TYPE_CHECKING:
    from hsi_uq_app.scene.labels import Truth
    from hsi_uq_app.scene.spectra import Library
    from hsi_uq_app.session.calibration import Calibrated
    from hsi_uq_app.session.derived import Derived
    from hsi_uq_app.session.models import Model
    from hsi_uq_app.session.results import Result
    from hsi_uq_app.session.scene import Scene, Viewport


@dataclass(frozen=True, eq=False)
class AppState:
    """The scene, its truth, models and results, which of them are chosen, and how they are looked at.

    What is chosen is held as an object, never as a name: a file that is read again is another object, and
    nothing that was made from the one before can be taken for its own.

    Attributes:
        viewport: the part of the scene on the screen, once it has settled.
        model: the one that Run uses.   result: the one whose maps are shown.
        calibrated: the calibration that was asked for last.
        comparing: whether the comparison is open.
        cursor: the pixel under the mouse or the crosshair.
        running: names of the tasks under way.
        can_undo, can_redo: whether there is a view to go back or forward to.
        derived: what was worked out from all this, by the names of the `Derivation`s.
        view: what undo walks through.
    """

    scene: "Scene | None" = None
    viewport: "Viewport | None" = None
    truth: "Truth | None" = None
    models: "tuple[Model, ...]" = ()
    model: "Model | None" = None
    results: "tuple[Result, ...]" = ()
    result: "Result | None" = None
    calibrated: "Calibrated | None" = None
    library: "Library | None" = None
    comparing: bool = False
    cursor: Pixel | None = None
    running: tuple[str, ...] = ()
    can_undo: bool = False
    can_redo: bool = False
    derived: "Mapping[str, Derived[Any]]" = field(default_factory=dict)
    view: View = field(default_factory=View)


Transition = Callable[[AppState], AppState]


def with_view(state: AppState, **changes: Any) -> AppState:
    """The state with these fields of the view; the same object when they are as they were."""
    view = replace(state.view, **changes)
    return state if view == state.view else replace(state, view=view)


def task_started(name: str) -> Transition:
    """A task runs."""
    return lambda state: state if name in state.running else replace(state, running=(*state.running, name))


def task_finished(name: str) -> Transition:
    """A task is over."""
    return lambda state: replace(state, running=tuple(one for one in state.running if one != name))


def cursor_moved(pixel: Pixel | None) -> Transition:
    """The pixel under the mouse or the crosshair; None when outside the scene."""
    return lambda state: state if state.cursor == pixel else replace(state, cursor=pixel)
