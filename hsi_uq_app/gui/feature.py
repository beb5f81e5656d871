"""What a feature of the window is made of. The program loops over the table in `features.py`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtWidgets import QWidget

from hsi_uq_app.gui.commands import Command
from hsi_uq_app.gui.context import Context
from hsi_uq_app.session.derived import Derivation
from hsi_uq_app.session.state import AppState

Place = Literal[
    "top", "controls", "above scene", "scene", "beside scene", "below scene", "plots", "tabs", "bottom"
]
ShowView = Callable[[AppState], None]


@dataclass(frozen=True)
class Panel:
    """A widget and where it lies.

    Attributes:
        title: its heading, or the name of its tab.
        rank: panels of a place lie in the order of their ranks; equal ones in the order of their features.
    """

    name: str
    widget: QWidget
    place: Place
    title: str = ""
    rank: int = 0


class Feature:
    """A part of the program that an analyst would name, whole: its panels, and what they show and do.

    Attributes:
        panels: its passive widgets.
        views: how they are shown from the state. Each is called again when something it read has changed.
        commands: what menus, keys and the sheet under `?` offer.
        derivations: slow work that follows from the state by itself.
    """

    panels: tuple[Panel, ...] = ()
    views: tuple[ShowView, ...] = ()
    commands: tuple[Command, ...] = ()
    derivations: tuple[Derivation[Any], ...] = ()

    def __init__(self, context: Context) -> None:
        self._context = context

    def stop(self) -> None:
        """The window is about to go."""
