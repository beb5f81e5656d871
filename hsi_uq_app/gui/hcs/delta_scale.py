"""The delta slider's scale: .001 .. .499, logarithmic below .1, even above."""

import math

from hsi_uq_app.session.view import LARGEST_DELTA

STOPS = 1000
_TURN = 500
_TURN_DELTA = 100


def delta_at(position: int) -> int:
    """Delta in thousandths at a slider position 0..STOPS."""
    if position <= _TURN:
        return round(_TURN_DELTA ** (position / _TURN))
    return round(_TURN_DELTA + (LARGEST_DELTA - _TURN_DELTA) * (position - _TURN) / (STOPS - _TURN))


def position_of(delta: int) -> int:
    """The slider position 0..STOPS nearest to a delta in thousandths."""
    if delta <= _TURN_DELTA:
        return round(_TURN * math.log(delta) / math.log(_TURN_DELTA))
    return round(_TURN + (STOPS - _TURN) * (delta - _TURN_DELTA) / (LARGEST_DELTA - _TURN_DELTA))
