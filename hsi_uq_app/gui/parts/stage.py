"""What showing needs: the window, and the buffer the set is painted into."""

from dataclasses import dataclass, field

import numpy as np

from hsi_uq_app.gui.window import Window
from hsi_uq_app.session.maps import Bytes
from hsi_uq_app.session.set_picture import SetPainter, SetPicture


@dataclass(eq=False)
class Stage:
    """The window, the set's painter, the set as last painted, and the buffer of the width layer."""

    window: Window
    painter: SetPainter = field(default_factory=SetPainter)
    set: SetPicture | None = None
    width: Bytes = field(default_factory=lambda: np.empty((0, 0), np.uint8))
