"""What follows from the state is true as long as its key is, and made of its key alone."""

from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules

import numpy as np
import pytest

from hsi_uq_app import session
from hsi_uq_app.progress import silent
from hsi_uq_app.scene.regions import parse_region
from hsi_uq_app.session.comparison import AGREEMENT, COMPARISON
from hsi_uq_app.session.derived import Derivation
from hsi_uq_app.session.hcs import SET_FIGURES, alpha_set
from hsi_uq_app.session.library import AT_SENSOR, MATCHES, LoadLibrary
from hsi_uq_app.session.reads import same
from hsi_uq_app.session.reliability import LIT_GROUP, RELIABILITY
from hsi_uq_app.session.results import LoadResult
from hsi_uq_app.session.scene import COMPOSITE, DETAIL, Viewport
from hsi_uq_app.session.spectra import CLICKED, FRAMED, LIVE, PINNED, pixel_clicked
from hsi_uq_app.session.state import AppState, cursor_moved
from hsi_uq_app.session.suburb import DISCS, MATERIALS
from hsi_uq_app.session.truth import TRUTH_CODES, LoadTruth
from tests.gui.kit import LINES, SAMPLES, WAVELENGTHS, ramp, write_cube
from tests.session.kit import derived

IN_ORDER = (
    COMPOSITE, DETAIL, LIVE, CLICKED, PINNED, FRAMED, AT_SENSOR, MATCHES, TRUTH_CODES, MATERIALS, DISCS,
    SET_FIGURES, RELIABILITY, LIT_GROUP, COMPARISON, AGREEMENT,
)  # fmt: skip
"""Each after those it is made from."""
OF_SPECIAL_FILES = {"fates", "consistency codes"}


def derivations() -> list[Derivation]:
    """All of the session, each once."""
    modules = [import_module(f"hsi_uq_app.session.{one.name}") for one in iter_modules(session.__path__)]
    found = [one for module in modules for one in vars(module).values() if isinstance(one, Derivation)]
    return list({id(one): one for one in found}.values())


@pytest.fixture
def busy(state, tmp_path, monkeypatch) -> AppState:
    """A state in which all is asked for that needs no special files."""
    monkeypatch.setattr("hsi_uq_app.session.scene.LONGEST_SIDE", 10)
    table = "\n".join(f"{nm},{0.1 * place}" for place, nm in enumerate(WAVELENGTHS, start=1))
    (tmp_path / "paints.csv").write_text(f"nm,paint\n{table}")
    abundance = np.zeros((1, LINES, SAMPLES), np.float32)
    abundance[0, 10, 20] = abundance[0, 5, 5] = 1.0
    whole = parse_region("all", LINES, SAMPLES)
    pinned = cursor_moved((7, 8))(pixel_clicked((10, 20))(state))
    return replace(
        pinned,
        viewport=Viewport(whole, 8.0),
        truth=LoadTruth(write_cube(tmp_path / "truth.hdr", abundance), state.scene)(silent),
        library=LoadLibrary(tmp_path / "paints.csv")(silent),
        results=(state.result, LoadResult(state.result.path)(silent)),
        comparing=True,
        view=replace(pinned.view, bands=(2, 1, 0), framed=whole, layer="truth", lit=(0,)),
    )


def test_that_no_two_kinds_of_derived_values_share_a_name():
    names = [one.name for one in derivations()]
    assert len(names) == len(set(names))
    assert set(names) == {one.name for one in IN_ORDER} | OF_SPECIAL_FILES


def test_that_a_value_is_made_of_its_key_and_of_nothing_else(busy):
    """The work gets an empty state beside the key: what the key lacked would be missing."""
    state = busy
    for derivation in IN_ORDER:
        key = derivation.key(state)
        assert key is not None, derivation.name
        value = derivation.start(AppState(), key)(silent)
        state = derivation.ready(key, value)(state)
        assert derivation.latest(state).value is value, derivation.name
        assert derivation.of(state) is value, derivation.name


def test_that_nothing_is_asked_for_in_an_empty_window():
    asked = [one.name for one in derivations() if one.key(AppState()) is not None]
    assert asked == []


def test_that_values_stay_true_while_others_join_them(busy):
    state = derived(busy, *IN_ORDER)
    assert [one.name for one in IN_ORDER if not same(one.latest(state).key, one.key(state))] == []


@pytest.mark.parametrize("derivation", IN_ORDER, ids=lambda one: one.name)
def test_that_a_value_that_comes_after_the_scene_has_gone_is_refused(derivation, busy):
    before = derived(busy, *IN_ORDER)
    key, gone = derivation.key(before), AppState(derived=before.derived)
    late = derivation.latest(before).value
    assert derivation.ready(key, late)(gone) is gone
    assert derivation.of(gone) is None
    assert derivation.latest(gone).value is late


def test_that_a_value_of_other_inputs_takes_nothing_from_the_one_that_is_true(state):
    late_key = SET_FIGURES.key(state)
    late = SET_FIGURES.start(state, late_key)(silent)
    newer = derived(alpha_set(3)(state), SET_FIGURES)
    kept = SET_FIGURES.of(newer)
    assert kept is not None
    assert SET_FIGURES.ready(late_key, late)(newer) is newer
    assert SET_FIGURES.of(newer) is kept


def test_that_a_file_read_again_makes_what_followed_from_it_untrue(state):
    made = derived(state, SET_FIGURES)
    again = replace(made, result=LoadResult(state.result.path)(silent))
    assert SET_FIGURES.of(made) is not None
    assert SET_FIGURES.of(again) is None


def test_that_going_back_makes_a_value_true_again(state):
    made = derived(state, SET_FIGURES)
    assert SET_FIGURES.of(alpha_set(3)(made)) is None
    assert SET_FIGURES.of(alpha_set(20)(alpha_set(3)(made))) is SET_FIGURES.of(made)


def test_that_pins_read_before_are_handed_to_the_next_reading_of_the_same_scene(state):
    one = derived(pixel_clicked((1, 2))(state), PINNED)
    two = derived(pixel_clicked((3, 4))(one), PINNED)
    read = PINNED.of(two)
    assert read[1, 2] is PINNED.of(one)[1, 2]
    np.testing.assert_array_equal(read[3, 4], ramp()[:, 3, 4])
