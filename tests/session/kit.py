"""What follows from a state, worked out at once."""

from typing import Any

from hsi_uq_app.progress import silent
from hsi_uq_app.session.derived import Derivation
from hsi_uq_app.session.state import AppState


def derived(state: AppState, *derivations: Derivation[Any]) -> AppState:
    """The state with the values of these derivations, one after the other."""
    for derivation in derivations:
        key = derivation.key(state)
        assert key is not None, f"nobody asks for {derivation.name}"
        state = derivation.ready(key, derivation.start(state, key)(silent))(state)
    return state
