"""What showing needs: the window, and the buffer the set is painted into."""

from dataclasses import dataclass, field

from hsi_uq_app.gui.window import Window
from hsi_uq_app.session.set_picture import SetPainter, SetPicture


@dataclass(eq=False)
class Stage:
    """The window, the set's painter, and the set as last painted."""

    window: Window
    painter: SetPainter = field(default_factory=SetPainter)
    set: SetPicture | None = None
